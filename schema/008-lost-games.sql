-- SPDX-License-Identifier: MIT
-- A backup that is restored may be older than games made since. Their numbers are in letters and
-- under signatures, so they are never given again: each is a fact of its own, and the next game gets
-- the number after them.

-- ============================================================================ FACTS

-- A game that was made once and is not in this ledger.
CREATE TABLE lost_game (
    game INTEGER PRIMARY KEY CHECK (game > 0),
    at_s INTEGER NOT NULL CHECK (at_s >= 0),          -- s; when that was found
    n    INTEGER NOT NULL CHECK (n >= -1)             -- newest entry that was signed; -1 = none
) STRICT;
CREATE TRIGGER lost_game_fixed BEFORE UPDATE ON lost_game
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER lost_game_kept BEFORE DELETE ON lost_game
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER lost_game_is_none_here BEFORE INSERT ON lost_game
    WHEN EXISTS (SELECT 1 FROM game WHERE id >= NEW.game)
BEGIN SELECT RAISE(ABORT, 'a game of this ledger is not lost'); END;

DROP TRIGGER game_gapless;
CREATE TRIGGER game_gapless BEFORE INSERT ON game
    WHEN EXISTS (SELECT 1 FROM game)
     AND NEW.id <> 1 + max((SELECT max(id) FROM game),
                           coalesce((SELECT max(game) FROM lost_game), 0))
      OR EXISTS (SELECT 1 FROM lost_game WHERE game >= NEW.id)
BEGIN SELECT RAISE(ABORT, 'game numbers have no gaps'); END;
