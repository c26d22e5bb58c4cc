-- SPDX-License-Identifier: MIT
-- Entries that a restored ledger had lost and got back from players' letters: the letters that
-- caused them may be gone.

-- ============================================================================ FACTS

CREATE TABLE recovered (
    game   INTEGER NOT NULL REFERENCES game (id),
    from_n INTEGER NOT NULL CHECK (from_n > 0),       -- first and
    to_n   INTEGER NOT NULL CHECK (to_n >= from_n),   -- last entry that was put back
    at_s   INTEGER NOT NULL CHECK (at_s >= 0),        -- s; when
    PRIMARY KEY (game, from_n)
) STRICT, WITHOUT ROWID;
CREATE INDEX recovered_twice ON recovered (to_n, at_s);
CREATE TRIGGER recovered_fixed BEFORE UPDATE ON recovered
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
CREATE TRIGGER recovered_kept BEFORE DELETE ON recovered
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
