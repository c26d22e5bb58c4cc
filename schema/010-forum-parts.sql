-- SPDX-License-Identifier: MIT
-- Posts in the forum, part by part.

-- ============================================================================ WORK

-- How far a text on its way into the forum is: parts that stand there while others wait, and those
-- that moderators have. Gone with the last part.
CREATE TABLE forum_part (
    out    INTEGER NOT NULL REFERENCES letter_out (id),
    part   INTEGER NOT NULL CHECK (part >= 0),  -- 0 = the text is whole; private messages: 1, 2, …
    state  TEXT NOT NULL CHECK (state IN ('queued', 'posted')),
    at_s   INTEGER NOT NULL,                    -- since when, UTC
    PRIMARY KEY (out, part)
) STRICT, WITHOUT ROWID;
