-- SPDX-License-Identifier: MIT
-- A host among the players offers somebody's seat in a game that goes on.

ALTER TABLE offer ADD COLUMN into_game INTEGER REFERENCES game (id); -- NULL = a game of its own
ALTER TABLE offer ADD COLUMN into_seat INTEGER CHECK (into_seat BETWEEN 1 AND 254);
