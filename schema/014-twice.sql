-- SPDX-License-Identifier: MIT
-- What stands once and is bound by no hash, box or reference could change by one bit of a failing
-- disk, and nobody would see it. An index repeats it: `postern check` compares every row with its
-- indexes.

-- people
CREATE INDEX player_twice ON player (made_s);
CREATE INDEX player_change_twice ON player_change (at_s, kind);
CREATE INDEX address_twice ON address (at_s);
CREATE INDEX address_change_twice ON address_change (at_s, state);
CREATE INDEX lookup_twice ON lookup (player, address);

-- letters
CREATE INDEX letter_twice ON letter (taken_s, arrived_s);
CREATE INDEX letter_again ON letter (repeat_of, message_key) WHERE repeat_of IS NOT NULL;
CREATE INDEX outcome_twice ON outcome (at_s, kind, reason, player, game, seat);
CREATE INDEX letter_out_twice ON letter_out (made_s, kind, game, seat, n, reply_to, form);
CREATE INDEX delivery_twice ON delivery (due_s, ended_s, state, channel, address, tries, note);
CREATE INDEX composed_twice ON composed (at_s);
CREATE INDEX said_twice ON said (letter);
CREATE INDEX crash_twice ON crash (tries, at_s);
CREATE INDEX inbox_twice ON inbox (read_to_s, state);
CREATE INDEX rate_twice ON rate (window_s, count);
CREATE INDEX bounce_twice ON bounce (score, at_s, stopped);
CREATE INDEX forum_topic_twice ON forum_topic (topic, post, state, board);
CREATE INDEX forum_part_twice ON forum_part (state, at_s);

-- games
CREATE INDEX entry_letter ON entry (letter) WHERE letter IS NOT NULL;
CREATE INDEX shown_twice ON shown (n, out);
CREATE INDEX draft_twice ON draft (at_s);
CREATE INDEX freeze_twice ON freeze (at_s, reason);
CREATE INDEX dispute_twice ON dispute (at_s, kind, game, seat, n, ruled_s, ruled_n);
CREATE INDEX offer_twice ON offer (at_s, player, engine, options, time, seats, is_open, anonymous,
                                   state, game, press_open);
CREATE INDEX offer_player_twice ON offer_player (place, state);
CREATE INDEX watcher_twice ON watcher (told_n);
CREATE INDEX archive_twice ON archive (at_s, game, state, n, result, bytes, hash);
CREATE INDEX lost_game_twice ON lost_game (at_s, n);
CREATE INDEX keyring_twice ON keyring (made_s);
CREATE INDEX forgetting_twice ON forgetting (times);
CREATE INDEX setting_twice ON setting (value);
