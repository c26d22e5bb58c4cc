-- SPDX-License-Identifier: MIT
-- What players bring before the administrator: rulings they dispute, words they report.
CREATE TABLE dispute (
    id      INTEGER PRIMARY KEY CHECK (id > 0),
    kind    TEXT NOT NULL CHECK (kind IN ('dispute', 'report')),
    game    INTEGER NOT NULL REFERENCES game (id),
    seat    INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 254), -- who brings it
    n       INTEGER NOT NULL CHECK (n >= 0),          -- newest entry then
    at_s    INTEGER NOT NULL CHECK (at_s >= 0),       -- s
    box     BLOB NOT NULL CHECK (length(box) > 0),    -- bytes; a case file; under the game's key
    ruled_s INTEGER CHECK (ruled_s >= at_s),          -- s; NULL = open
    ruled_n INTEGER CHECK ((ruled_n IS NULL) = (ruled_s IS NULL)) -- entry that tells the ruling
) STRICT;
CREATE INDEX dispute_open ON dispute (game) WHERE ruled_s IS NULL;
CREATE TRIGGER dispute_kept BEFORE DELETE ON dispute
BEGIN SELECT RAISE(ABORT, 'disputes are kept'); END;
