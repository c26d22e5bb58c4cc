-- SPDX-License-Identifier: MIT
-- Whose rating lets him take a seat of an open offer; 0 = no limit.
ALTER TABLE offer ADD COLUMN rating_least INTEGER NOT NULL DEFAULT 0
    CHECK (rating_least BETWEEN 0 AND 9999);
ALTER TABLE offer ADD COLUMN rating_most INTEGER NOT NULL DEFAULT 0
    CHECK (rating_most BETWEEN 0 AND 9999);
DROP INDEX offer_twice;
CREATE INDEX offer_twice ON offer (at_s, player, engine, options, time, seats, is_open, anonymous,
                                   state, game, press_open, into_game, into_seat, rating_least,
                                   rating_most);
