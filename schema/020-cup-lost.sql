-- SPDX-License-Identifier: MIT
-- A tournament's entry that declares others lost skips their numbers; the number of a tournament that was signed, and
-- that a restored ledger lacks, is not given again.

-- ============================================================================ TRIGGERS of facts

DROP TRIGGER cup_gapless;
CREATE TRIGGER cup_gapless BEFORE INSERT ON cup
    WHEN NEW.id <= (SELECT coalesce(max(id), 0) FROM cup)
BEGIN SELECT RAISE(ABORT, 'numbers of tournaments grow'); END;

DROP TRIGGER cup_entry_gapless;
CREATE TRIGGER cup_entry_gapless BEFORE INSERT ON cup_entry
    WHEN NEW.n < (SELECT coalesce(max(n), -1) + 1 FROM cup_entry WHERE cup = NEW.cup)
      OR (NEW.n > (SELECT coalesce(max(n), -1) + 1 FROM cup_entry WHERE cup = NEW.cup)
          AND substr(NEW.text, 21, 6) <> ' lost ')
      OR NEW.at_s < (SELECT coalesce(max(at_s), 0) FROM cup_entry WHERE cup = NEW.cup)
BEGIN SELECT RAISE(ABORT, 'the log of a tournament has no gaps but those that it declares'); END;
