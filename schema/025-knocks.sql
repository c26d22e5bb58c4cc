-- SPDX-License-Identifier: MIT
-- WORK: notices that wait to go to where a player has them, beside his letters.

CREATE TABLE knock (
    id     INTEGER PRIMARY KEY CHECK (id > 0),
    player INTEGER NOT NULL REFERENCES player (id),
    out    INTEGER REFERENCES letter_out (id),        -- whose subject it says; NULL = the code
    due_s  INTEGER NOT NULL CHECK (due_s >= 0),       -- s; next try not before
    tries  INTEGER NOT NULL DEFAULT 0 CHECK (tries >= 0),
    note   TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 255) -- last answer of the other side
) STRICT;
CREATE INDEX knock_due ON knock (due_s);
CREATE INDEX knock_twice ON knock (player, out, due_s, tries, note);
