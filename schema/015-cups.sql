-- SPDX-License-Identifier: MIT
-- Tournaments.

-- ============================================================================ FACTS

-- A tournament. Its genesis text is entry 0.
CREATE TABLE cup (
    id         INTEGER PRIMARY KEY CHECK (id > 0),
    made_s     INTEGER NOT NULL CHECK (made_s >= 0),  -- s
    secret_box BLOB NOT NULL CHECK (length(secret_box) > 0)             -- bytes; S of the genesis
) STRICT;
CREATE TRIGGER cup_gapless BEFORE INSERT ON cup
    WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM cup)
BEGIN SELECT RAISE(ABORT, 'tournaments are numbered without gaps'); END;

-- The chain of its log: public text that names nobody.
CREATE TABLE cup_entry (
    cup        INTEGER NOT NULL REFERENCES cup (id),
    n          INTEGER NOT NULL CHECK (n >= 0),       -- 0 = genesis; without gaps
    at_s       INTEGER NOT NULL CHECK (at_s >= 0),    -- s; never before that of entry n-1
    text       TEXT NOT NULL CHECK (length(CAST(text AS BLOB)) <= 65536),
    commitment BLOB CHECK (length(commitment) = 32),  -- C of the name that it seals; NULL = none
    hash       BLOB NOT NULL CHECK (length(hash) = 32),                 -- En
    PRIMARY KEY (cup, n)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER cup_entry_gapless BEFORE INSERT ON cup_entry
    WHEN NEW.n <> (SELECT coalesce(max(n), -1) + 1 FROM cup_entry WHERE cup = NEW.cup)
      OR NEW.at_s < (SELECT coalesce(max(at_s), 0) FROM cup_entry WHERE cup = NEW.cup)
BEGIN SELECT RAISE(ABORT, 'the log of a tournament has no gaps'); END;

-- Who an entrant is, with the entry that let him in.
CREATE TABLE cup_entrant (
    cup     INTEGER NOT NULL REFERENCES cup (id),
    entrant INTEGER NOT NULL CHECK (entrant BETWEEN 1 AND 1024),
    player  INTEGER NOT NULL REFERENCES player (id),
    n       INTEGER NOT NULL CHECK (n > 0),
    box     BLOB NOT NULL CHECK (length(box) > 0),    -- bytes; nonce, name, LF, words; under his key
    PRIMARY KEY (cup, entrant)
) STRICT, WITHOUT ROWID;
CREATE INDEX cup_entrant_player ON cup_entrant (player, cup);

CREATE TRIGGER cup_fixed BEFORE UPDATE ON cup
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER cup_kept BEFORE DELETE ON cup
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER cup_entry_fixed BEFORE UPDATE ON cup_entry
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER cup_entry_kept BEFORE DELETE ON cup_entry
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER cup_entrant_fixed BEFORE UPDATE ON cup_entrant
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER cup_entrant_kept BEFORE DELETE ON cup_entrant
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- ============================================================================ WORK

-- Games of a tournament, and whether their results stand in its log.
CREATE TABLE cup_game (
    game  INTEGER PRIMARY KEY REFERENCES game (id),
    cup   INTEGER NOT NULL REFERENCES cup (id),
    round INTEGER NOT NULL CHECK (round > 0),
    board INTEGER NOT NULL CHECK (board > 0),
    k     INTEGER NOT NULL CHECK (k > 0),             -- first or second game of the pair
    done  INTEGER NOT NULL CHECK (done IN (0, 1))
) STRICT;
CREATE INDEX cup_game_open ON cup_game (cup) WHERE done = 0;
CREATE INDEX cup_twice ON cup (made_s);
CREATE INDEX cup_entry_twice ON cup_entry (at_s);
CREATE INDEX cup_entrant_twice ON cup_entrant (n);
CREATE INDEX cup_game_twice ON cup_game (cup, round, board, k, done);
