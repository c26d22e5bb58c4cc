-- SPDX-License-Identifier: MIT
-- A tournament's entry that declares others lost skips their numbers; the number of a tournament that was signed, and
-- that a restored ledger lacks, is not given again.

-- ============================================================================ TRIGGERS of facts

DROP TRIGGER tournament_gapless;
CREATE TRIGGER tournament_gapless BEFORE INSERT ON tournament
    WHEN NEW.id <= (SELECT coalesce(max(id), 0) FROM tournament)
BEGIN SELECT RAISE(ABORT, 'numbers of tournaments grow'); END;

DROP TRIGGER tournament_entry_gapless;
CREATE TRIGGER tournament_entry_gapless BEFORE INSERT ON tournament_entry
    WHEN NEW.n < (SELECT coalesce(max(n), -1) + 1 FROM tournament_entry WHERE tournament = NEW.tournament)
      OR (NEW.n > (SELECT coalesce(max(n), -1) + 1 FROM tournament_entry WHERE tournament = NEW.tournament)
          AND substr(NEW.text, 21, 6) <> ' lost ')
      OR NEW.at_s < (SELECT coalesce(max(at_s), 0) FROM tournament_entry WHERE tournament = NEW.tournament)
BEGIN SELECT RAISE(ABORT, 'the log of a tournament has no gaps but those that it declares'); END;
