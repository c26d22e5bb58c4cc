-- SPDX-License-Identifier: MIT
-- How often a key was forgotten: programs that hold keys in memory look whether theirs may be
-- among them.
CREATE TABLE forgetting (
    id    INTEGER PRIMARY KEY CHECK (id = 1),
    times INTEGER NOT NULL CHECK (times >= 0)
) STRICT;
INSERT INTO forgetting VALUES (1, 0);
CREATE TRIGGER keyring_forgetting AFTER UPDATE OF wrapped ON keyring WHEN NEW.wrapped IS NULL
BEGIN UPDATE forgetting SET times = times + 1; END;
