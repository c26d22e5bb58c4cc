-- SPDX-License-Identifier: MIT
-- Finished games may leave for single files. What is large goes: the texts of their entries, and
-- the boxes of those seals that the file opens. What binds the file stays: every entry's number,
-- time, seat, kind and hash, every commitment, the genesis, the text of an undo, who sat where, and
-- the boxes that no file holds (names, private words).

-- ============================================================================ FACTS

-- A game that left for a file, or came back from it. The newest row of a game counts.
CREATE TABLE archive (
    id     INTEGER PRIMARY KEY CHECK (id > 0),
    game   INTEGER NOT NULL REFERENCES game (id),
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s
    state  TEXT NOT NULL CHECK (state IN ('away', 'back')),
    n      INTEGER NOT NULL CHECK (n >= 0),           -- its newest entry
    result TEXT NOT NULL CHECK (length(result) <= 255),   -- of the game; key
    bytes  INTEGER NOT NULL CHECK (bytes > 0),        -- length of the file
    hash   BLOB NOT NULL CHECK (length(hash) = 32)    -- of the file, H("archive", bytes)
) STRICT;
CREATE INDEX archive_game ON archive (game, id);

CREATE TRIGGER archive_fixed BEFORE UPDATE ON archive
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER archive_kept BEFORE DELETE ON archive
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;

-- Only a finished game leaves, with all its entries; only one that is away comes back, whole.
CREATE TRIGGER archive_leaves BEFORE INSERT ON archive
    WHEN NEW.state = 'away'
     AND ((SELECT state FROM archive WHERE game = NEW.game ORDER BY id DESC LIMIT 1) IS 'away'
          OR NOT EXISTS (SELECT 1 FROM game_now WHERE game = NEW.game AND status = 'over'
                                                  AND n = NEW.n))
BEGIN SELECT RAISE(ABORT, 'only a finished game goes into the archive, and once'); END;
CREATE TRIGGER archive_comes_back BEFORE INSERT ON archive
    WHEN NEW.state = 'back'
     AND ((SELECT state FROM archive WHERE game = NEW.game ORDER BY id DESC LIMIT 1) IS NOT 'away'
          OR EXISTS (SELECT 1 FROM entry WHERE game = NEW.game AND text = '')
          OR EXISTS (SELECT 1 FROM seal WHERE game = NEW.game AND box = X'00'))
BEGIN SELECT RAISE(ABORT, 'a game comes back from the archive whole'); END;

-- While a game is away, texts and boxes may be emptied and filled again, and nothing else changes.
DROP TRIGGER entry_fixed;
CREATE TRIGGER entry_fixed BEFORE UPDATE ON entry
    WHEN NOT ((SELECT state FROM archive WHERE game = OLD.game ORDER BY id DESC LIMIT 1) IS 'away'
              AND OLD.n > 0 AND OLD.kind <> 'undo' AND (OLD.text = '') <> (NEW.text = '')
              AND NEW.game = OLD.game AND NEW.n = OLD.n AND NEW.at_s = OLD.at_s
              AND NEW.seat = OLD.seat AND NEW.letter IS OLD.letter AND NEW.kind = OLD.kind
              AND NEW.hash = OLD.hash)
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
DROP TRIGGER seal_fixed;
CREATE TRIGGER seal_fixed BEFORE UPDATE ON seal
    WHEN NOT ((SELECT state FROM archive WHERE game = OLD.game ORDER BY id DESC LIMIT 1) IS 'away'
              AND OLD.box IS NOT NULL AND NEW.box IS NOT NULL
              AND (OLD.box = X'00') <> (NEW.box = X'00')
              AND NEW.game = OLD.game AND NEW.n = OLD.n AND NEW.place = OLD.place
              AND NEW.name = OLD.name AND NEW.seat = OLD.seat
              AND NEW.commitment = OLD.commitment AND NEW.again = OLD.again)
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER entry_closed BEFORE INSERT ON entry
    WHEN (SELECT state FROM archive WHERE game = NEW.game ORDER BY id DESC LIMIT 1) IS 'away'
BEGIN SELECT RAISE(ABORT, 'a game in the archive takes no entries'); END;
