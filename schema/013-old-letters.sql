-- SPDX-License-Identifier: MIT
-- What was written in a letter out need not be kept for ever: once it is final for every recipient,
-- its words may go, one zero byte in their place. That it was sent, to whom and when, stays.

DROP TRIGGER letter_out_fixed;
CREATE TRIGGER letter_out_fixed BEFORE UPDATE ON letter_out
    WHEN NOT (NEW.values_box = X'00' AND NEW.id = OLD.id AND NEW.made_s = OLD.made_s
              AND NEW.kind = OLD.kind AND NEW.message_id = OLD.message_id
              AND NEW.game IS OLD.game AND NEW.seat = OLD.seat AND NEW.n IS OLD.n
              AND NEW.reply_to IS OLD.reply_to AND NEW.form = OLD.form
              AND NOT EXISTS (SELECT 1 FROM delivery WHERE state = 'waiting'
                              AND id BETWEEN OLD.id * 256 AND OLD.id * 256 + 255))
BEGIN SELECT RAISE(ABORT, 'facts are insert-only'); END;
