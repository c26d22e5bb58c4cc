-- SPDX-License-Identifier: MIT
-- An entry that declares others lost skips their numbers; all else follows the one before, in
-- number and in time.

-- ============================================================================ TRIGGERS of facts

DROP TRIGGER entry_follows;
CREATE TRIGGER entry_follows BEFORE INSERT ON entry
    WHEN NEW.n > 0 AND NOT EXISTS (
        SELECT 1 FROM entry
        WHERE game = NEW.game AND at_s <= NEW.at_s AND n < NEW.n
          AND n = CASE NEW.kind WHEN 'lost' THEN (SELECT max(n) FROM entry WHERE game = NEW.game)
                                ELSE NEW.n - 1 END)
BEGIN SELECT RAISE(ABORT, 'an entry follows the one before, in number and in time'); END;
