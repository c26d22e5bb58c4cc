-- SPDX-License-Identifier: MIT
-- The first game of a server may have any number, so that several servers behind one address have
-- ranges of their own; those after it follow without a gap, as before.

DROP TRIGGER game_gapless;
CREATE TRIGGER game_gapless BEFORE INSERT ON game
    WHEN EXISTS (SELECT 1 FROM game) AND NEW.id <> (SELECT max(id) + 1 FROM game)
BEGIN SELECT RAISE(ABORT, 'game numbers have no gaps'); END;
