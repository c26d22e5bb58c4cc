-- SPDX-License-Identifier: MIT
-- A seal's name may be used again once the entry that logged it was undone, and a seal may be
-- opened again once the entry that opened it was.
--
-- `again` counts the undone seals of that name before this one, `times` the undone openings of that
-- seal: what stands is still logged once and opened once.

-- Undos are few and looked for often.
CREATE INDEX entry_undo ON entry (game, n) WHERE kind = 'undo';

ALTER TABLE seal ADD COLUMN again INTEGER NOT NULL DEFAULT 0 CHECK (again >= 0);
DROP INDEX seal_name;
CREATE UNIQUE INDEX seal_name ON seal (game, name, again);

-- A seal opened by an entry; once at most.
CREATE TABLE opening_of (
    game  INTEGER NOT NULL,
    n     INTEGER NOT NULL,                           -- entry that opened it
    place INTEGER NOT NULL CHECK (place >= 0),
    name  TEXT NOT NULL,
    again INTEGER NOT NULL CHECK (again >= 0),        -- of the seal
    times INTEGER NOT NULL CHECK (times >= 0),
    box   BLOB CHECK (length(box) > 0),               -- bytes; payload and nonce; NULL = those
                                                      -- of the seal's own box
    PRIMARY KEY (game, n, place),
    FOREIGN KEY (game, n) REFERENCES entry (game, n),
    FOREIGN KEY (game, name, again) REFERENCES seal (game, name, again)
) STRICT, WITHOUT ROWID;
INSERT INTO opening_of SELECT game, n, place, name, 0, 0, box FROM opening;
DROP TABLE opening;
ALTER TABLE opening_of RENAME TO opening;
CREATE UNIQUE INDEX opening_name ON opening (game, name, again, times);
CREATE TRIGGER opening_follows BEFORE INSERT ON opening
    WHEN EXISTS (SELECT 1 FROM seal WHERE game = NEW.game AND name = NEW.name
                                      AND again = NEW.again AND n > NEW.n)
BEGIN SELECT RAISE(ABORT, 'a seal is opened after it was logged'); END;
CREATE TRIGGER opening_fixed BEFORE UPDATE ON opening
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER opening_kept BEFORE DELETE ON opening
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
