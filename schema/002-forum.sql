-- SPDX-License-Identifier: MIT
-- Topics of games in the forum.

-- ============================================================================ WORK

-- Where a game is shown: its topic, the opening post with the board, and how the forum left them.
CREATE TABLE forum_topic (
    game   INTEGER PRIMARY KEY REFERENCES game (id),
    topic  INTEGER NOT NULL DEFAULT 0 CHECK (topic >= 0),  -- the forum's number; 0 = not open yet
    post   INTEGER NOT NULL DEFAULT 0 CHECK (post >= 0),   -- of the opening post
    state  TEXT NOT NULL DEFAULT 'wanted'
           CHECK (state IN ('wanted', 'open', 'locked', 'gone')),
    board  INTEGER NOT NULL DEFAULT 0                      -- newest letter_out with the opening
                                                           -- post's text; older ones are stale
) STRICT;
CREATE INDEX forum_topic_topic ON forum_topic (topic) WHERE topic > 0;
