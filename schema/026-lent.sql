-- SPDX-License-Identifier: MIT
-- Was a seat of a game ever lent? Asked of each game that is rated.
CREATE INDEX entry_agree ON entry (game, n) WHERE kind = 'agree';
