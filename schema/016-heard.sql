-- SPDX-License-Identifier: MIT
-- How far a seat's letters go: the next ones bring the game's record from there on.

-- ============================================================================ WORK

-- The newest entry of which a reply token came back from a seat.
CREATE TABLE heard (
    game INTEGER NOT NULL REFERENCES game (id),
    seat INTEGER NOT NULL CHECK (seat BETWEEN 1 AND 254),
    n    INTEGER NOT NULL CHECK (n >= 0),
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX heard_twice ON heard (n);
