/* SPDX-License-Identifier: MIT */
/* Every statement the ledger runs, by name: X(NAME, "SQL"). Prepared once for each connection,
 * at first use. ?1… are bound in the order in which the functions say. */
#ifndef POSTERN_LEDGER_STATEMENTS_H
#define POSTERN_LEDGER_STATEMENTS_H

#define GAME_ROW                                                                                   \
    "SELECT g.id, g.engine, w.n, w.at_s, w.status, w.result, f.game IS NOT NULL"                   \
    " FROM game g JOIN game_now w ON w.game = g.id LEFT JOIN freeze f ON f.game = g.id"
#define ADDRESS_ROW                                                                                \
    "SELECT a.id, a.player, a.at_s, a.box, (SELECT state FROM address_change"                      \
    " WHERE address = a.id ORDER BY id DESC LIMIT 1) FROM address a"
#define SEAL_ROW                                                                                   \
    "SELECT s.game, s.n, o.n, s.name, s.seat, s.commitment, coalesce(o.box, s.box) FROM "
/* Was entry n of game undone? The text of an undo ends in " to=41". */
#define IS_UNDONE(game, n)                                                                         \
    "EXISTS (SELECT 1 FROM entry u INDEXED BY entry_undo WHERE u.game = " game " AND u.n > " n     \
    " AND u.kind = 'undo'"                                                                         \
    " AND CAST(substr(u.text, instr(u.text, ' to=') + 4) AS INTEGER) < " n ")"
#define NEWEST_SEAL "coalesce((SELECT max(again) FROM seal WHERE game = ?1 AND name = ?4), 0)"
#define OPENING_OF_SEAL                                                                            \
    "opening o ON o.game = s.game AND o.name = s.name AND o.again = s.again"                       \
    " AND NOT " IS_UNDONE("o.game", "o.n")
#define LETTER_ROW                                                                                 \
    "SELECT l.id, l.source, l.source_id, l.message_key, l.repeat_of, l.arrived_s, l.taken_s,"      \
    " r.key_id, o.at_s, o.kind, o.reason, o.player, o.game, o.seat"
#define LETTER_FROM                                                                                \
    " FROM letter l LEFT JOIN letter_raw r ON r.letter = l.id"                                     \
    " LEFT JOIN outcome o ON o.letter = l.id"
#define OUT_ROW                                                                                    \
    "SELECT id, made_s, kind, message_id, game, seat, n, reply_to, form, values_box"               \
    " FROM letter_out"
#define DECISION_ROW                                                                               \
    "SELECT d.game, d.decision, d.seat, d.clock, d.time_class, d.opened_n, d.opened_s, d.due_s,"   \
    " d.left_s FROM "
/* Is the game in the archive? */
#define IS_AWAY(game)                                                                              \
    "(SELECT state FROM archive WHERE game = " game " ORDER BY id DESC LIMIT 1) IS 'away'"
#define DELIVERY_ROW                                                                               \
    "SELECT out, place, channel, address, box, state, tries, due_s, ended_s, note FROM delivery"

#define LEDGER_STATEMENTS(X)                                                                       \
    X(BEGIN_IMMEDIATE, "BEGIN IMMEDIATE")                                                          \
    X(BEGIN_READ, "BEGIN")                                                                         \
    X(DATA_VERSION, "PRAGMA data_version")                                                         \
    X(COMMIT, "COMMIT")                                                                            \
    X(ROLLBACK, "ROLLBACK")                                                                        \
    X(SAVEPOINT, "SAVEPOINT part")                                                                 \
    X(SAVEPOINT_KEEP, "RELEASE part")                                                              \
    X(SAVEPOINT_DROP, "ROLLBACK TO part")                                                          \
    X(INNER, "SAVEPOINT inner_part")                                                               \
    X(INNER_KEEP, "RELEASE inner_part")                                                            \
    X(INNER_DROP, "ROLLBACK TO inner_part")                                                        \
    X(IDENTITY, "SELECT value FROM setting WHERE name = 'identity'")                               \
    X(NEXT_PLAYER, "SELECT coalesce(max(id), 0) + 1 FROM player")                                  \
    X(NEXT_PLAYER_CHANGE, "SELECT coalesce(max(id), 0) + 1 FROM player_change")                    \
    X(NEXT_ADDRESS, "SELECT coalesce(max(id), 0) + 1 FROM address")                                \
    X(NEXT_GAME, "SELECT 1 + max(coalesce((SELECT max(id) FROM game), 0),"                         \
                 " coalesce((SELECT max(game) FROM lost_game), 0))")                               \
    X(LOST_PUT, "INSERT INTO lost_game (game, at_s, n) VALUES (?, ?, ?)")                          \
    X(RECOVERED_PUT, "INSERT INTO recovered (game, from_n, to_n, at_s) VALUES (?, ?, ?, ?)")       \
    X(RECOVERED_UNTIL, "SELECT coalesce(max(e.at_s), 0) FROM recovered r JOIN entry e"             \
                       " ON e.game = r.game AND e.n = r.to_n WHERE r.game = ?")                    \
    X(IS_LOST, "SELECT EXISTS (SELECT 1 FROM lost_game WHERE game = ?)")                           \
    X(NEXT_LETTER_IN, "SELECT coalesce(max(id), 0) + 1 FROM letter")                               \
    X(NEXT_LETTER_OUT, "SELECT coalesce(max(id), 0) + 1 FROM letter_out")                          \
    X(NEXT_KEY, "SELECT coalesce(max(id), 0) + 1 FROM keyring")                                    \
    /* people */                                                                                   \
    X(PLAYER_PUT, "INSERT INTO player (id, made_s, box) VALUES (?, ?, ?)")                         \
    X(PLAYER_GET, "SELECT id, made_s, box FROM player WHERE id = ?")                               \
    X(PLAYERS, "SELECT id, made_s, box FROM player ORDER BY id")                                   \
    X(PLAYER_CHANGE_PUT,                                                                           \
      "INSERT INTO player_change (id, player, at_s, kind, box) VALUES (?, ?, ?, ?, ?)")            \
    X(PLAYER_CHANGES,                                                                              \
      "SELECT id, player, at_s, kind, box FROM player_change WHERE player = ? ORDER BY id")        \
    X(ADDRESS_PUT, "INSERT INTO address (id, player, at_s, box) VALUES (?, ?, ?, ?)")              \
    X(ADDRESS_CHANGE, "INSERT INTO address_change (address, at_s, state) VALUES (?, ?, ?)")        \
    X(ADDRESS_GET, ADDRESS_ROW " WHERE a.id = ?")                                                  \
    X(ADDRESSES, ADDRESS_ROW " WHERE a.player = ? ORDER BY a.id")                                  \
    X(LOOKUP_PUT, "INSERT INTO lookup (kind, hash, player, address) VALUES (?, ?, ?, ?)")          \
    X(LOOKUP_DROP, "DELETE FROM lookup WHERE kind = ? AND hash = ?")                               \
    X(LOOKUP_GET, "SELECT player, address FROM lookup WHERE kind = ? AND hash = ?")                \
    /* games */                                                                                    \
    X(GAME_PUT, "INSERT INTO game (id, made_s, engine, version, options, secret_box)"              \
                " VALUES (?, ?, ?, ?, ?, ?)")                                                      \
    X(GAME_NOW_PUT, "INSERT INTO game_now (game, n, at_s, hash) VALUES (?, -1, 0, zeroblob(32))")  \
    X(GAME_GET, "SELECT id, made_s, engine, version, options, secret_box FROM game WHERE id = ?")  \
    X(GAMES, "SELECT id, made_s, engine, version, options, secret_box FROM game"                   \
             " WHERE id >= ? ORDER BY id")                                                         \
    X(HEAD_GET, "SELECT n, at_s, hash FROM game_now WHERE game = ?")                               \
    X(HEAD_MOVE, "UPDATE game_now SET n = ?2, at_s = ?3, hash = ?4 WHERE game = ?1"                \
                 " AND (n = ?2 - 1 OR (?6 = 'lost' AND n < ?2)) AND at_s <= ?3"                    \
                 " AND (?2 = 0 OR hash = ?5)")                                                     \
    X(STATUS_SET, "UPDATE game_now SET status = ?2, result = ?3 WHERE game = ?1")                  \
    X(STATUS_IS, "SELECT status = ?2 AND result = ?3 FROM game_now WHERE game = ?1")               \
    X(GAME_ROW_GET, GAME_ROW " WHERE g.id = ?")                                                    \
    X(GAME_ROWS, GAME_ROW " ORDER BY g.id")                                                        \
    X(GAME_ROWS_STATUS, GAME_ROW " WHERE w.status = ? ORDER BY g.id")                              \
    X(GAME_ROWS_PLAYER, GAME_ROW " WHERE g.id IN (SELECT game FROM seat_now WHERE player = ?)"     \
                                 " ORDER BY g.id")                                                 \
    X(ENTRY_PUT, "INSERT INTO entry (game, n, at_s, seat, letter, kind, text, hash)"               \
                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")                                               \
    X(ENTRIES, "SELECT game, n, at_s, seat, letter, kind, text, hash FROM entry"                   \
               " WHERE game = ? AND n >= ? ORDER BY n")                                            \
    X(ENTRY_TEXTS, "SELECT n, text FROM entry WHERE game = ? AND n >= ? ORDER BY n")               \
    X(ENTRY_UNDOS, "SELECT n, seat, text FROM entry INDEXED BY entry_undo"                         \
                   " WHERE game = ? AND kind = 'undo' ORDER BY n")                                 \
    X(SEAL_PUT, "INSERT INTO seal (game, n, place, name, seat, commitment, box, again)"            \
                " VALUES (?, ?, ?, ?, ?, ?, ?, 0)")                                                \
    X(SEAL_PUT_AGAIN,                                                                              \
      "INSERT INTO seal (game, n, place, name, seat, commitment, box, again)"                      \
      " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, (SELECT count(*) FROM seal s WHERE s.game = ?1"        \
      " AND s.name = ?4 AND " IS_UNDONE("?1", "s.n") "))")                                         \
    X(OPENING_PUT, "INSERT INTO opening (game, n, place, name, box, again, times)"                 \
                   " VALUES (?1, ?2, ?3, ?4, ?5, " NEWEST_SEAL ", (SELECT count(*) FROM opening o" \
                   " WHERE o.game = ?1 AND o.name = ?4 AND o.again = " NEWEST_SEAL                 \
                   " AND " IS_UNDONE("?1", "o.n") "))")                                            \
    X(SEAL_GET, SEAL_ROW "seal s LEFT JOIN " OPENING_OF_SEAL                                       \
                         " WHERE s.game = ? AND s.name = ? ORDER BY s.again DESC LIMIT 1")         \
    X(SEALS, SEAL_ROW "seal s LEFT JOIN " OPENING_OF_SEAL                                          \
                      " WHERE s.game = ? AND s.n BETWEEN ? AND ? ORDER BY s.n, s.place")           \
    X(SEAL_BOXES, "SELECT game, n, NULL, name, seat, commitment, box FROM seal"                    \
                  " WHERE game = ? AND box IS NOT NULL ORDER BY n, place")                         \
    X(OPENINGS, SEAL_ROW "opening o JOIN seal s ON s.game = o.game AND s.name = o.name"            \
                         " AND s.again = o.again"                                                  \
                         " WHERE o.game = ? AND o.n BETWEEN ? AND ? ORDER BY o.n, o.place")        \
    X(SEAT_PUT, "INSERT INTO seat (game, seat, player, n) VALUES (?, ?, ?, ?)")                    \
    X(SEAT_AT, "SELECT player FROM seat WHERE game = ? AND seat = ? AND n = ?")                    \
    X(SEAT_HOLDER, "SELECT player FROM seat WHERE game = ? AND seat = ? AND n <= ? "               \
                   "ORDER BY n DESC LIMIT 1")                                                      \
    X(SEAT_HISTORY, "SELECT game, seat, player, n FROM seat WHERE game = ? ORDER BY n, seat")      \
    X(SEAT_NOW_PUT, "INSERT INTO seat_now (game, seat, player, n) VALUES (?, ?, ?, ?)"             \
                    " ON CONFLICT DO UPDATE SET player = excluded.player, n = excluded.n")         \
    X(SEATS, "SELECT game, seat, player, n FROM seat_now WHERE game = ? ORDER BY seat")            \
    X(SEAT_GET, "SELECT game, seat, player, n FROM seat_now WHERE game = ? AND seat = ?")          \
    X(POSITION_PUT, "INSERT INTO position (game, n, box) VALUES (?, ?, ?)"                         \
                    " ON CONFLICT DO UPDATE SET n = excluded.n, box = excluded.box")               \
    X(POSITION_GET, "SELECT n, box FROM position WHERE game = ?")                                  \
    X(BOARD_PUT, "INSERT INTO board (game, seat, n, box, id) VALUES (?1, ?2, ?3, ?4,"              \
                 " ?1 * 256 + ?2) ON CONFLICT DO UPDATE SET n = excluded.n, box = excluded.box")   \
    X(BOARD_GET, "SELECT n, box FROM board WHERE id = ?1 * 256 + ?2")                              \
    X(SHOWN_PUT, "INSERT INTO shown (game, seat, n, out) VALUES (?, ?, ?, ?)"                      \
                 " ON CONFLICT DO UPDATE SET n = excluded.n, out = excluded.out"                   \
                 " WHERE excluded.n >= n")                                                         \
    X(SHOWN_GET, "SELECT n, out FROM shown WHERE game = ? AND seat = ?")                           \
    X(DECISIONS_DROP, "DELETE FROM decision WHERE game = ?")                                       \
    X(DECISION_PUT, "INSERT INTO decision (game, decision, seat, clock, time_class, opened_n,"     \
                    " opened_s, due_s, left_s) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")                \
    X(DECISIONS, DECISION_ROW "decision d WHERE d.game = ? ORDER BY d.decision")                   \
    X(DECISIONS_PLAYER, DECISION_ROW "seat_now s JOIN decision d"                                  \
                                     " ON d.game = s.game AND d.seat = s.seat WHERE s.player = ?"  \
                                     " ORDER BY d.due_s IS NULL, d.due_s, d.game, d.decision")     \
    X(DECISIONS_DUE, DECISION_ROW "decision d WHERE d.due_s < ? AND NOT EXISTS"                    \
                                  " (SELECT 1 FROM freeze f WHERE f.game = d.game)"                \
                                  " ORDER BY d.due_s, d.game, d.decision")                         \
    X(NEXT_DEADLINE, "SELECT d.due_s FROM decision d WHERE d.due_s IS NOT NULL AND NOT EXISTS"     \
                     " (SELECT 1 FROM freeze f WHERE f.game = d.game)"                             \
                     " ORDER BY d.due_s LIMIT 1")                                                  \
    /* archive */                                                                                  \
    X(ARCHIVED, "SELECT game, at_s, n, result, bytes, hash FROM archive WHERE id IN"               \
                " (SELECT max(id) FROM archive WHERE ?1 = 0 OR game = ?1 GROUP BY game)"           \
                " AND state = 'away' ORDER BY game")                                               \
    X(IS_ARCHIVED, "SELECT " IS_AWAY("?"))                                                         \
    X(ARCHIVE_PUT, "INSERT INTO archive (game, at_s, state, n, result, bytes, hash)"               \
                   " VALUES (?, ?, ?, ?, ?, ?, ?)")                                                \
    X(ARCHIVE_EMPTY_ENTRIES,                                                                       \
      "UPDATE entry SET text = '' WHERE game = ? AND n > 0 AND kind <> 'undo'")                    \
    X(ARCHIVE_EMPTY_SEAL, "UPDATE seal SET box = X'00' WHERE game = ? AND n = ? AND name = ?"      \
                          " AND box IS NOT NULL")                                                  \
    X(ARCHIVE_FILL_ENTRY, "UPDATE entry SET text = ?3 WHERE game = ?1 AND n = ?2 AND text = ''")   \
    X(ARCHIVE_FILL_SEAL, "UPDATE seal SET box = ?4 WHERE game = ?1 AND n = ?2 AND name = ?3"       \
                         " AND box = X'00'")                                                       \
    /* letters in */                                                                               \
    X(LETTER_PUT, "INSERT INTO letter (id, source, source_id, message_key, repeat_of, arrived_s,"  \
                  " taken_s) VALUES (?, ?, ?, ?, ?, ?, ?)")                                        \
    X(LETTER_RAW_PUT, "INSERT INTO letter_raw (letter, key_id, box) VALUES (?, ?, ?)")             \
    X(WAITING_PUT, "INSERT INTO waiting (letter) VALUES (?)")                                      \
    X(WAITING_DROP, "DELETE FROM waiting WHERE letter = ?")                                        \
    X(LETTER_BY_MESSAGE, "SELECT id FROM letter WHERE message_key = ? AND repeat_of IS NULL")      \
    X(LETTER_BY_SOURCE, "SELECT id FROM letter WHERE source = ? AND source_id = ?")                \
    X(OUTCOME_PUT, "INSERT INTO outcome (letter, at_s, kind, reason, player, game, seat)"          \
                   " VALUES (?, ?, ?, ?, ?, ?, ?)")                                                \
    X(LETTER_GET, LETTER_ROW ", r.box" LETTER_FROM " WHERE l.id = ?")                              \
    X(LETTERS, LETTER_ROW ", NULL" LETTER_FROM " WHERE l.id < ? ORDER BY l.id DESC")               \
    X(OUTCOMES_COUNT, "SELECT kind, count(*) FROM outcome WHERE at_s >= ?1 AND at_s < ?2"          \
                      " GROUP BY kind")                                                            \
    X(LETTERS_WAITING, LETTER_ROW ", r.box" LETTER_FROM                                            \
                                  " WHERE l.id IN (SELECT letter FROM waiting) ORDER BY l.id")     \
    X(LETTERS_OLD_FIRST, "SELECT letter FROM letter_raw ORDER BY letter LIMIT 1")                  \
    X(LETTERS_OLD_END,                                                                             \
      "SELECT id FROM letter WHERE id >= ?1 AND arrived_s >= ?2 AND taken_s >= ?2"                 \
      " ORDER BY id LIMIT 1")                                                                      \
    X(LETTERS_PRUNE, "DELETE FROM letter_raw WHERE letter >= ?1 AND letter < ?2 AND key_id IN"     \
                     " (SELECT id FROM keyring WHERE wrapped IS NULL)")                            \
    /* letters out */                                                                              \
    X(OUT_PUT, "INSERT INTO letter_out (id, made_s, kind, message_id, game, seat, n, reply_to,"    \
               " form, values_box) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")                         \
    X(DELIVERY_PUT, "INSERT INTO delivery (out, place, channel, address, box, due_s, id)"          \
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?1 * 256 + ?2)")                             \
    X(OUT_GET, OUT_ROW " WHERE id = ?")                                                            \
    X(OUT_BY_MESSAGE, "SELECT id FROM letter_out WHERE message_id = ?")                            \
    X(OUTS_OLD_FIRST,                                                                              \
      "SELECT id FROM letter_out WHERE length(values_box) > 1 ORDER BY id LIMIT 1")                \
    X(OUTS_OLD_LAST, "SELECT id FROM letter_out WHERE message_id < printf('%012lld', ?1)"          \
                     " ORDER BY message_id DESC LIMIT 1")                                          \
    X(OUTS_FORGET,                                                                                 \
      "UPDATE letter_out SET values_box = X'00' WHERE id >= ?1 AND id < ?2 AND made_s < ?3"        \
      " AND length(values_box) > 1 AND NOT EXISTS (SELECT 1 FROM delivery WHERE state = 'waiting'" \
      " AND id BETWEEN letter_out.id * 256 AND letter_out.id * 256 + 255)"                         \
      " AND (game IS NULL OR EXISTS (SELECT 1 FROM game_now g WHERE g.game = letter_out.game"      \
      " AND g.status = 'over' AND g.at_s < ?3))")                                                  \
    X(OUTS_ANSWERING, OUT_ROW " WHERE message_id >= printf('%012lld', ?2) AND reply_to = ?1"       \
                              " ORDER BY id")                                                      \
    X(OUTS, OUT_ROW " WHERE id < ? ORDER BY id DESC")                                              \
    X(DELIVERIES_DUE, DELIVERY_ROW " WHERE state = 'waiting' AND due_s <= ?1 AND channel = ?3"     \
                                   " ORDER BY due_s, id LIMIT ?2")                                 \
    X(DELIVERIES, DELIVERY_ROW " WHERE id BETWEEN ?1 * 256 AND ?1 * 256 + 255 ORDER BY id")        \
    X(DELIVERIES_FAILED, DELIVERY_ROW " WHERE state IN ('refused', 'given up')"                    \
                                      " OR (state = 'cancelled' AND note = 'restored')"            \
                                      " ORDER BY id DESC LIMIT ?")                                 \
    X(NEXT_DELIVERY, "SELECT due_s FROM delivery WHERE state = 'waiting' ORDER BY due_s LIMIT 1")  \
    X(DELIVERY_AGAIN, "UPDATE delivery SET tries = tries + 1, due_s = ?3, note = ?4"               \
                      " WHERE id = ?1 * 256 + ?2 AND state = 'waiting'")                           \
    X(DELIVERY_END, "UPDATE delivery SET tries = tries + (?3 <> 'cancelled'), state = ?3,"         \
                    " ended_s = ?4, note = ?5"                                                     \
                    " WHERE id = ?1 * 256 + ?2 AND state = 'waiting'")                             \
    X(COMPOSED_PUT, "INSERT INTO composed (out, at_s, box) VALUES (?, ?, ?)")                      \
    X(COMPOSED_GET, "SELECT 0, box FROM composed WHERE out = ?")                                   \
    X(COMPOSED_DROP, "DELETE FROM composed WHERE out = ?1 AND NOT EXISTS (SELECT 1 FROM delivery"  \
                     " WHERE id BETWEEN ?1 * 256 AND ?1 * 256 + 255 AND state = 'waiting')")       \
    /* topics in the forum */                                                                      \
    X(TOPIC_PUT, "INSERT INTO forum_topic (game, topic, post, state, board)"                       \
                 " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET topic = excluded.topic,"       \
                 " post = excluded.post, state = excluded.state, board = excluded.board")          \
    X(TOPIC_GET, "SELECT game, topic, post, state, board FROM forum_topic WHERE game = ?")         \
    X(TOPIC_FIND, "SELECT game, topic, post, state, board FROM forum_topic WHERE topic = ?")       \
    X(TOPICS, "SELECT game, topic, post, state, board FROM forum_topic ORDER BY game")             \
    X(TOPIC_WAITING, "SELECT count(*) FROM delivery d JOIN letter_out o ON o.id = d.out"           \
                     " WHERE d.state = 'waiting' AND d.channel = 'forum' AND o.game = ?1"          \
                     " AND o.seat = 255")                                                          \
    X(DELIVERIES_WAITING, "SELECT count(*) FROM delivery WHERE state = 'waiting' AND channel = ?") \
    X(DELIVERIES_HURRY,                                                                            \
      "UPDATE delivery SET due_s = ?2 WHERE state = 'waiting' AND channel = ?1 AND due_s > ?2")    \
    X(TOPIC_BEHIND, "SELECT 1 FROM delivery d JOIN letter_out o ON o.id = d.out"                   \
                    " WHERE d.state = 'waiting' AND d.channel = 'forum' AND o.game = ?1"           \
                    " AND o.id < ?2 AND o.kind IN ('post', 'say') LIMIT 1")                        \
    X(PART_PUT, "INSERT INTO forum_part (out, part, state, at_s) VALUES (?, ?, ?, ?)"              \
                " ON CONFLICT DO UPDATE SET state = excluded.state")                               \
    X(PART_GET, "SELECT state = 'queued' FROM forum_part WHERE out = ? AND part = ?")              \
    X(PARTS_DROP, "DELETE FROM forum_part WHERE out = ?")                                          \
    X(PARTS_QUEUED, "SELECT count(*) FROM forum_part WHERE state = 'queued'")                      \
    /* work */                                                                                     \
    X(KEY_PUT, "INSERT INTO keyring (id, kind, subject, made_s, wrapped) VALUES (?, ?, ?, ?, ?)")  \
    X(KEY_GET, "SELECT id, wrapped FROM keyring"                                                   \
               " WHERE kind = ? AND subject = ? AND wrapped IS NOT NULL")                          \
    X(KEYS, "SELECT id, kind, subject, made_s, wrapped FROM keyring WHERE wrapped IS NOT NULL"     \
            " ORDER BY id")                                                                        \
    X(KEY_REWRAP, "UPDATE keyring SET wrapped = ?2 WHERE id = ?1 AND wrapped IS NOT NULL")         \
    X(KEYS_FORGOTTEN, "SELECT times FROM forgetting")                                              \
    X(KEY_FORGET, "UPDATE keyring SET wrapped = NULL"                                              \
                  " WHERE kind = ? AND subject = ? AND wrapped IS NOT NULL")                       \
    X(CRASH_COUNT, "INSERT INTO crash (source, source_id, tries, at_s) VALUES (?, ?, 1, ?)"        \
                   " ON CONFLICT DO UPDATE SET tries = tries + 1, at_s = excluded.at_s"            \
                   " RETURNING tries")                                                             \
    X(CRASH_GET, "SELECT tries FROM crash WHERE source = ? AND source_id = ?")                     \
    X(CRASH_CLEAR, "DELETE FROM crash WHERE source = ? AND source_id = ?")                         \
    X(INBOX_PUT, "INSERT INTO inbox (source, read_to_s, state) VALUES (?, ?, ?) ON CONFLICT"       \
                 " DO UPDATE SET read_to_s = excluded.read_to_s, state = excluded.state")          \
    X(INBOX_GET, "SELECT read_to_s, state FROM inbox WHERE source = ?")                            \
    X(TIMER_SET,                                                                                   \
      "INSERT INTO timer (kind, game, subject, due_s) VALUES (?, ?, ?, ?)"                         \
      " ON CONFLICT DO UPDATE SET due_s = excluded.due_s WHERE due_s <> excluded.due_s")           \
    X(TIMER_DROP, "DELETE FROM timer WHERE kind = ? AND game = ? AND subject = ?")                 \
    X(TIMERS_DUE, "SELECT kind, game, subject, due_s FROM timer WHERE due_s <= ?"                  \
                  " ORDER BY due_s, kind, game, subject")                                          \
    X(NEXT_TIMER, "SELECT due_s FROM timer ORDER BY due_s LIMIT 1")                                \
    X(DISPUTE_PUT,                                                                                 \
      "INSERT INTO dispute (kind, game, seat, n, at_s, box) VALUES (?, ?, ?, ?, ?, ?)"             \
      " RETURNING id")                                                                             \
    X(DISPUTES, "SELECT id, kind, game, seat, n, at_s, box, ruled_s, ruled_n FROM dispute"         \
                " WHERE (?1 = 0 OR id = ?1) AND (?2 = 0 OR game = ?2)"                             \
                " AND (?3 = 0 OR ruled_s IS NULL) ORDER BY id")                                    \
    X(DISPUTE_RULE, "UPDATE dispute SET ruled_s = ?2, ruled_n = ?3 WHERE id = ?1"                  \
                    " AND ruled_s IS NULL RETURNING 1")                                            \
    X(DRAFT_PUT, "INSERT INTO draft (game, seat, at_s, box) VALUES (?, ?, ?, ?)"                   \
                 " ON CONFLICT DO UPDATE SET at_s = excluded.at_s, box = excluded.box")            \
    X(DRAFT_DROP, "DELETE FROM draft WHERE game = ? AND seat = ?")                                 \
    X(DRAFT_GET, "SELECT 0, box FROM draft WHERE game = ? AND seat = ?")                           \
    X(HEARD_PUT, "INSERT INTO heard (game, seat, n) VALUES (?, ?, ?) ON CONFLICT DO UPDATE"        \
                 " SET n = excluded.n WHERE excluded.n > n")                                       \
    X(HEARD_GET, "SELECT n FROM heard WHERE game = ? AND seat = ?")                                \
    X(SAID_PUT, "INSERT INTO said (game, seat, hash, letter) VALUES (?, ?, ?, ?)"                  \
                " ON CONFLICT DO NOTHING")                                                         \
    X(SAID_GET, "SELECT letter FROM said WHERE game = ? AND seat = ? AND hash = ?")                \
    X(SAID_FORGET, "DELETE FROM said WHERE game = ? AND seat = ?")                                 \
    X(RATE_GET, "SELECT window_s, count FROM rate WHERE hash = ?")                                 \
    X(RATE_PUT, "INSERT INTO rate (hash, window_s, count) VALUES (?, ?, ?) ON CONFLICT"            \
                " DO UPDATE SET window_s = excluded.window_s, count = excluded.count")             \
    X(RATE_DROP, "DELETE FROM rate WHERE hash = ?")                                                \
    X(RATE_PRUNE, "DELETE FROM rate WHERE window_s < ?")                                           \
    X(BOUNCE_PUT, "INSERT INTO bounce (address, score, at_s, stopped) VALUES (?, ?, ?, ?)"         \
                  " ON CONFLICT DO UPDATE SET score = excluded.score, at_s = excluded.at_s,"       \
                  " stopped = excluded.stopped")                                                   \
    X(BOUNCE_GET, "SELECT address, score, at_s, stopped FROM bounce WHERE address = ?")            \
    X(BOUNCES, "SELECT address, score, at_s, stopped FROM bounce ORDER BY address")                \
    X(FREEZE, "INSERT INTO freeze (game, at_s, reason) VALUES (?, ?, ?)"                           \
              " ON CONFLICT DO UPDATE SET at_s = excluded.at_s, reason = excluded.reason")         \
    X(THAW, "DELETE FROM freeze WHERE game = ?")                                                   \
    X(FROZEN_WHY, "SELECT reason FROM freeze WHERE game = ?")                                      \
    X(FROZEN_SINCE, "SELECT at_s FROM freeze WHERE game = ?")                                      \
    X(IS_FROZEN, "SELECT 1 FROM freeze WHERE game = ?")                                            \
    /* offers and watchers */                                                                      \
    X(CUP_NEXT, "SELECT coalesce(max(id), 0) + 1 FROM cup")                                        \
    X(CUP_PUT, "INSERT INTO cup (id, made_s, secret_box) VALUES (?, ?, ?)")                        \
    X(CUP_SECRET, "SELECT id, secret_box FROM cup WHERE id = ?")                                   \
    X(CUP_APPEND, "INSERT INTO cup_entry (cup, n, at_s, text, commitment, hash)"                   \
                  " VALUES (?, ?, ?, ?, ?, ?)")                                                    \
    X(CUP_ENTRIES, "SELECT cup, n, at_s, text, commitment, hash FROM cup_entry WHERE cup = ?"      \
                   " ORDER BY n")                                                                  \
    X(CUP_ENTRANT_PUT, "INSERT INTO cup_entrant (cup, entrant, player, n, box)"                    \
                       " VALUES (?, ?, ?, ?, ?)   ")                                               \
    X(CUP_ENTRANTS, "SELECT cup, entrant, player, n, box FROM cup_entrant"                         \
                    " WHERE cup = ? ORDER BY entrant")                                             \
    X(CUP_GAME_PUT, "INSERT INTO cup_game (game, cup, round, board, k, done)"                      \
                    " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET done = excluded.done")   \
    X(CUP_GAMES_DUE,                                                                               \
      "SELECT c.game, c.cup, c.round, c.board, c.k FROM cup_game AS c"                             \
      " JOIN game_now AS g ON g.game = c.game WHERE c.done = 0 AND g.status = 'over'"              \
      " ORDER BY c.cup, c.round, c.board, c.k")                                                    \
    X(CUP_GAMES_OF, "SELECT count(*) FROM seat_now AS s JOIN cup_game AS c ON c.game = s.game"     \
                    " WHERE s.player = ? AND c.done = 0")                                          \
    X(OFFER_PUT, "INSERT INTO offer (player, at_s, engine, options, time, seats, is_open,"         \
                 " anonymous, press_open) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id")        \
    X(OFFER_END, "UPDATE offer SET state = ?1, game = ?2 WHERE id = ?3 AND state = 'waiting'"      \
                 " RETURNING 1")                                                                   \
    X(OFFER_GET, "SELECT id, player, at_s, engine, options, time, seats, is_open, anonymous,"      \
                 " state, game, press_open FROM offer WHERE id = ?")                               \
    X(OFFERS, "SELECT id, player, at_s, engine, options, time, seats, is_open, anonymous,"         \
              " state, game, press_open FROM offer WHERE state = 'waiting' ORDER BY id")           \
    X(OFFER_PLAYER_PUT, "INSERT INTO offer_player (offer, player, place, state)"                   \
                        " VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET place = excluded.place,"   \
                        " state = excluded.state")                                                 \
    X(OFFER_PLAYERS, "SELECT offer, player, place, state FROM offer_player WHERE offer = ?"        \
                     " ORDER BY place, player")                                                    \
    X(WATCHER_PUT, "INSERT INTO watcher (game, player, told_n) VALUES (?, ?, ?)"                   \
                   " ON CONFLICT DO UPDATE SET told_n = excluded.told_n")                          \
    X(WATCHER_DROP, "DELETE FROM watcher WHERE game = ? AND player = ?")                           \
    X(WATCHERS, "SELECT game, player, told_n FROM watcher WHERE game = ? ORDER BY player")         \
    /* rebuild: what the ledger makes again by itself */                                           \
    X(EMPTY_GAME_NOW, "DELETE FROM game_now")                                                      \
    X(EMPTY_SEAT_NOW, "DELETE FROM seat_now")                                                      \
    X(EMPTY_POSITION, "DELETE FROM position")                                                      \
    X(EMPTY_BOARD, "DELETE FROM board")                                                            \
    X(EMPTY_SHOWN, "DELETE FROM shown")                                                            \
    X(EMPTY_DECISION, "DELETE FROM decision")                                                      \
    X(EMPTY_LOOKUP, "DELETE FROM lookup")                                                          \
    X(FILL_GAME_NOW, "INSERT INTO game_now (game, n, at_s, hash) SELECT g.id, coalesce(e.n, -1),"  \
                     " coalesce(e.at_s, 0), coalesce(e.hash, zeroblob(32)) FROM game g LEFT JOIN"  \
                     " entry e ON e.game = g.id"                                                   \
                     " AND e.n = (SELECT max(n) FROM entry WHERE game = g.id)")                    \
    X(FILL_SEAT_NOW, "INSERT INTO seat_now (game, seat, player, n)"                                \
                     " SELECT game, seat, player, max(n) FROM seat GROUP BY game, seat")           \
    X(FILL_SHOWN, "INSERT INTO shown (game, seat, n, out) SELECT game, seat, n, id"                \
                  " FROM letter_out WHERE n IS NOT NULL ORDER BY id"                               \
                  " ON CONFLICT DO UPDATE SET n = excluded.n, out = excluded.out"                  \
                  " WHERE excluded.n >= n")                                                        \
    /* marks */                                                                                    \
    X(ENTRY_HASH, "SELECT hash FROM entry WHERE game = ? AND n = ?")

enum ledger_statement {
#define X(name, sql) ST_##name,
    LEDGER_STATEMENTS(X)
#undef X
        ST_COUNT
};

#endif
