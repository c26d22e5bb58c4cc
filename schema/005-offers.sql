-- SPDX-License-Identifier: MIT
-- Games that players offer each other, and who watches a game.

-- ============================================================================ WORK

-- A game that is not made yet: an invitation to somebody, or a challenge to anybody.
CREATE TABLE offer (
    id        INTEGER PRIMARY KEY CHECK (id > 0),
    player    INTEGER NOT NULL REFERENCES player (id),    -- who offers
    at_s      INTEGER NOT NULL CHECK (at_s >= 0),         -- s
    engine    TEXT NOT NULL CHECK (length(engine) BETWEEN 1 AND 63),
    options   TEXT NOT NULL CHECK (length(options) <= 4096),
    time      TEXT NOT NULL CHECK (length(time) <= 512),
    seats     INTEGER NOT NULL CHECK (seats BETWEEN 1 AND 254),
    is_open   INTEGER NOT NULL CHECK (is_open IN (0, 1)),       -- anybody may take a free seat
    anonymous INTEGER NOT NULL CHECK (anonymous IN (0, 1)),     -- names stay hidden until the end
    state     TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'made', 'gone')),
    game      INTEGER REFERENCES game (id),
    CHECK ((game IS NULL) = (state <> 'made'))
) STRICT;
CREATE INDEX offer_waiting ON offer (id) WHERE state = 'waiting';
CREATE TRIGGER offer_final BEFORE UPDATE ON offer WHEN OLD.state <> 'waiting'
BEGIN SELECT RAISE(ABORT, 'an offer is taken or withdrawn once'); END;

-- Who was asked, and who is in. A stranger who was asked has no row before he signs up.
CREATE TABLE offer_player (
    offer  INTEGER NOT NULL REFERENCES offer (id),
    player INTEGER NOT NULL REFERENCES player (id),
    place  INTEGER NOT NULL CHECK (place BETWEEN 1 AND 254),  -- the seat he gets
    state  TEXT NOT NULL CHECK (state IN ('asked', 'in', 'declined')),
    PRIMARY KEY (offer, player)
) STRICT, WITHOUT ROWID;

-- Who gets the letters of a game without playing it.
CREATE TABLE watcher (
    game   INTEGER NOT NULL REFERENCES game (id),
    player INTEGER NOT NULL REFERENCES player (id),
    told_n INTEGER NOT NULL CHECK (told_n >= 0),          -- newest entry he was told of
    PRIMARY KEY (game, player)
) STRICT, WITHOUT ROWID;
