-- SPDX-License-Identifier: MIT
-- Topics of tournaments in the forum.

-- ============================================================================ WORK

-- Where a tournament is shown: its topic. A row goes when the forum has the topic no more.
CREATE TABLE tournament_topic (
    tournament   INTEGER PRIMARY KEY REFERENCES tournament (id),
    topic INTEGER NOT NULL CHECK (topic >= 0)         -- the forum's number; 0 = not open yet
) STRICT;
CREATE INDEX tournament_topic_twice ON tournament_topic (topic);
