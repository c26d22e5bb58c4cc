-- SPDX-License-Identifier: MIT
-- A list of names in a CHECK is built anew, as a table of its own, for every row that is written:
-- that took longer than writing the row. Outcomes and deliveries are written with every letter;
-- their names are compared one by one instead. Rows and meaning stay as they were.

CREATE TABLE outcome_of (
    letter INTEGER PRIMARY KEY REFERENCES letter (id),
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s
    kind   TEXT NOT NULL CHECK (kind = 'accepted' OR kind = 'part' OR kind = 'rejected'
                                OR kind = 'asked' OR kind = 'answered' OR kind = 'repeat'
                                OR kind = 'ignored' OR kind = 'set aside'),
    reason TEXT NOT NULL CHECK (length(reason) <= 63),   -- key; '' = none
    player INTEGER REFERENCES player (id),            -- NULL = nobody we know
    game   INTEGER REFERENCES game (id),              -- NULL = none
    seat   INTEGER NOT NULL CHECK (seat BETWEEN 0 AND 255)
) STRICT;
INSERT INTO outcome_of SELECT letter, at_s, kind, reason, player, game, seat FROM outcome;
DROP TABLE outcome;
ALTER TABLE outcome_of RENAME TO outcome;
CREATE TRIGGER outcome_fixed BEFORE UPDATE ON outcome
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER outcome_kept BEFORE DELETE ON outcome
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

CREATE TABLE delivery_of (
    id      INTEGER PRIMARY KEY CHECK (id = out * 256 + place),
    out     INTEGER NOT NULL REFERENCES letter_out (id),
    place   INTEGER NOT NULL CHECK (place BETWEEN 0 AND 255),
    channel TEXT NOT NULL CHECK (length(channel) BETWEEN 1 AND 63),  -- transport
    address INTEGER REFERENCES address (id),          -- NULL = see box
    box     BLOB CHECK (length(box) > 0),             -- bytes; a stranger, a forum's place
    state   TEXT NOT NULL DEFAULT 'waiting'
            CHECK (state = 'waiting' OR state = 'sent' OR state = 'refused' OR state = 'given up'
                   OR state = 'cancelled'),
    tries   INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    due_s   INTEGER NOT NULL CHECK (due_s >= 0),      -- s; next try not before
    ended_s INTEGER CHECK ((ended_s IS NULL) = (state = 'waiting')),    -- s
    note    TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 255),
                                                      -- last answer of the other side
    CHECK ((address IS NULL) <> (box IS NULL))
) STRICT;
INSERT INTO delivery_of SELECT id, out, place, channel, address, box, state, tries, due_s, ended_s,
                               note FROM delivery;
DROP TABLE delivery;
ALTER TABLE delivery_of RENAME TO delivery;
CREATE INDEX delivery_due ON delivery (due_s) WHERE state = 'waiting';
CREATE TRIGGER delivery_final BEFORE UPDATE ON delivery
    WHEN OLD.state <> 'waiting' OR OLD.id <> NEW.id OR OLD.channel <> NEW.channel
      OR OLD.address IS NOT NEW.address OR OLD.box IS NOT NEW.box
BEGIN SELECT RAISE(ABORT, 'a recipient and a final state stay as they are'); END;
CREATE TRIGGER delivery_kept BEFORE DELETE ON delivery
BEGIN SELECT RAISE(ABORT, 'deliveries are kept'); END;
