-- SPDX-License-Identifier: MIT
-- How often this ledger was changed: a copy of it (doc/replica.md) is not behind where its count is
-- not behind.

-- ============================================================================ WORK

-- Raised in each commit. answered: the greatest number of the replica's engine that had been
-- answered before it; the engine must count further to hold it.
CREATE TABLE commits (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    count    INTEGER NOT NULL CHECK (count >= 0),
    answered INTEGER NOT NULL CHECK (answered >= 0)
) STRICT;
INSERT INTO commits VALUES (1, 0, 0);
