-- SPDX-License-Identifier: MIT
-- Tournaments.

-- ============================================================================ FACTS

-- A tournament. Its genesis text is entry 0.
CREATE TABLE tournament (
    id         INTEGER PRIMARY KEY CHECK (id > 0),
    made_s     INTEGER NOT NULL CHECK (made_s >= 0),  -- s
    secret_box BLOB NOT NULL CHECK (length(secret_box) > 0)             -- bytes; S of the genesis
) STRICT;
CREATE TRIGGER tournament_gapless BEFORE INSERT ON tournament
    WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM tournament)
BEGIN SELECT RAISE(ABORT, 'tournaments are numbered without gaps'); END;

-- The chain of its log: public text that names nobody.
CREATE TABLE tournament_entry (
    tournament        INTEGER NOT NULL REFERENCES tournament (id),
    n          INTEGER NOT NULL CHECK (n >= 0),       -- 0 = genesis; without gaps
    at_s       INTEGER NOT NULL CHECK (at_s >= 0),    -- s; never before that of entry n-1
    text       TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) <= 65536),
    commitment BLOB CHECK (length(commitment) = 32),  -- C of the name that it seals; NULL = none
    hash       BLOB NOT NULL CHECK (length(hash) = 32),                 -- En
    PRIMARY KEY (tournament, n)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER tournament_entry_gapless BEFORE INSERT ON tournament_entry
    WHEN NEW.n <> (SELECT coalesce(max(n), -1) + 1 FROM tournament_entry WHERE tournament = NEW.tournament)
      OR NEW.at_s < (SELECT coalesce(max(at_s), 0) FROM tournament_entry WHERE tournament = NEW.tournament)
BEGIN SELECT RAISE(ABORT, 'the log of a tournament has no gaps'); END;

-- Who an entrant is, with the entry that let him in.
CREATE TABLE tournament_entrant (
    tournament     INTEGER NOT NULL REFERENCES tournament (id),
    entrant INTEGER NOT NULL CHECK (entrant BETWEEN 1 AND 1024),
    player  INTEGER NOT NULL REFERENCES player (id),
    n       INTEGER NOT NULL CHECK (n > 0),
    box     BLOB NOT NULL CHECK (length(box) > 0),    -- bytes; nonce, name, LF, words; under his key
    PRIMARY KEY (tournament, entrant)
) STRICT, WITHOUT ROWID;
CREATE INDEX tournament_entrant_player ON tournament_entrant (player, tournament);

CREATE TRIGGER tournament_fixed BEFORE UPDATE ON tournament
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER tournament_kept BEFORE DELETE ON tournament
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER tournament_entry_fixed BEFORE UPDATE ON tournament_entry
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER tournament_entry_kept BEFORE DELETE ON tournament_entry
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER tournament_entrant_fixed BEFORE UPDATE ON tournament_entrant
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER tournament_entrant_kept BEFORE DELETE ON tournament_entrant
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- ============================================================================ WORK

-- Games of a tournament, and whether their results stand in its log.
CREATE TABLE tournament_game (
    game  INTEGER PRIMARY KEY REFERENCES game (id),
    tournament   INTEGER NOT NULL REFERENCES tournament (id),
    round INTEGER NOT NULL CHECK (round > 0),
    board INTEGER NOT NULL CHECK (board > 0),
    k     INTEGER NOT NULL CHECK (k > 0),             -- first or second game of the pair
    done  INTEGER NOT NULL CHECK (done IN (0, 1))
) STRICT;
CREATE INDEX tournament_game_open ON tournament_game (tournament) WHERE done = 0;
CREATE INDEX tournament_twice ON tournament (made_s);
CREATE INDEX tournament_entry_twice ON tournament_entry (at_s);
CREATE INDEX tournament_entrant_twice ON tournament_entrant (n);
CREATE INDEX tournament_game_twice ON tournament_game (tournament, round, board, k, done);
