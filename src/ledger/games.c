/* SPDX-License-Identifier: MIT */
/* Games, their chains, seals, openings and seats. */

#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/ledger_p.h"

FORM(game_form, ledger_game, COLUMN(ledger_game, id), COLUMN(ledger_game, made_s),
     COLUMN(ledger_game, engine), COLUMN(ledger_game, version), COLUMN(ledger_game, options),
     COLUMN(ledger_game, secret_box));

STATEMENT_OF(GAME_PUT, &game_form,
             "INSERT INTO game (id, made_s, engine, version, options, secret_box)"
             " VALUES (?, ?, ?, ?, ?, ?)");

STATEMENT(GAME_NOW_PUT,
          "INSERT INTO game_now (game, n, at_s, hash) VALUES (?, -1, 0, zeroblob(32))");

enum rc ledger_game_put(struct ledger *ledger, const struct ledger_game *game, struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    THEN(rc, ledger_inner_begin(ledger, err));
    TRY(rc);
    rc = query_put(ledger, &ST_GAME_PUT, game, err);
    THEN(rc, query_run(ledger, &ST_GAME_NOW_PUT, VALUES(INT(game->id)), err));
    return ledger_inner_end(ledger, rc, err);
}

static struct ledger_rows read_game(struct ledger *ledger, const struct statement *which,
                                    int64_t game, struct err *err)
{
    struct ledger_rows rows = query_get(ledger, which, VALUES(INT(game)), "there is no game ", err);

    rows.missing_number = game;
    return rows;
}

STATEMENT_OF(GAME_GET, &game_form,
             "SELECT id, made_s, engine, version, options, secret_box FROM game WHERE id = ?");

struct ledger_rows ledger_game_get(struct ledger *ledger, int64_t game, struct err *err)
{
    return read_game(ledger, &ST_GAME_GET, game, err);
}

ASK(rows, ledger_games, WITH(int64_t from), &game_form,
    "SELECT id, made_s, engine, version, options, secret_box FROM game"
    " WHERE id >= ? ORDER BY id",
    VALUES(INT(from)));

ASK(rows, ledger_games_newest, WITH(int64_t most), &game_form,
    "SELECT id, made_s, engine, version, options, secret_box FROM game JOIN game_now"
    " ON game_now.game = id ORDER BY at_s DESC, id LIMIT ?",
    VALUES(INT(most)));

/* --- the chain ---------------------------------------------------------------------------- */

FORM(head_form, ledger_head, COLUMN(ledger_head, n), COLUMN(ledger_head, at_s),
     COLUMN(ledger_head, hash));

STATEMENT_OF(HEAD_GET, &head_form, "SELECT n, at_s, hash FROM game_now WHERE game = ?");

enum rc ledger_head_get(struct ledger *ledger, int64_t game, struct ledger_head *head,
                        struct err *err)
{
    return ledger_one(read_game(ledger, &ST_HEAD_GET, game, err), head);
}

/* Why the entry does not follow the head. */
static enum rc tell_conflict(struct ledger *ledger, const struct ledger_entry *entry,
                             struct err *err)
{
    struct ledger_head head;

    TRY(ledger_head_get(ledger, entry->game, &head, err));
    if (entry->n != head.n + 1 && strcmp(entry->kind, "lost") != 0)
        return ERR(err, RC_CONFLICT, "the game went on in the meantime; adjudicate anew");
    if (entry->n > 0 &&
        (!entry->previous || memcmp(entry->previous, head.hash, LEDGER_HASH_BYTES) != 0))
        return ERR(err, RC_CONFLICT, "the entry was hashed upon another head; adjudicate anew");
    return ERR(err, RC_CONFLICT, "the entry's time is before that of the last one");
}

FORM(entry_form, ledger_entry, COLUMN(ledger_entry, game), COLUMN(ledger_entry, n),
     COLUMN(ledger_entry, at_s), COLUMN(ledger_entry, seat), COLUMN_OR(ledger_entry, letter, 0),
     COLUMN(ledger_entry, kind), COLUMN(ledger_entry, text), COLUMN(ledger_entry, hash));

STATEMENT_OF(ENTRY_PUT, &entry_form,
             "INSERT INTO entry (game, n, at_s, seat, letter, kind, text, hash)"
             " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");

static enum rc put_seal_row(struct ledger *ledger, const struct statement *which,
                            const struct ledger_entry *entry, size_t place, struct err *err)
{
    const struct ledger_seal *seal = &entry->seals[place];

    return query_run(ledger, which,
                     VALUES(INT(entry->game), INT(entry->n), INT((int64_t)place), TEXT(seal->name),
                            INT(seal->seat), BYTES(seal->commitment), BYTES(seal->box)),
                     err);
}

STATEMENT(SEAL_PUT, "INSERT INTO seal (game, n, place, name, seat, commitment, box, again)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, 0)");
/* Was entry n of game undone? The text of an undo ends in " to=41". */
#define IS_UNDONE(game, n)                                                                         \
    "EXISTS (SELECT 1 FROM entry u INDEXED BY entry_undo WHERE u.game = " game " AND u.n > " n     \
    " AND u.kind = 'undo'"                                                                         \
    " AND CAST(substr(u.text, instr(u.text, ' to=') + 4) AS INTEGER) < " n ")"
STATEMENT(SEAL_PUT_AGAIN,
          "INSERT INTO seal (game, n, place, name, seat, commitment, box, again)"
          " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, (SELECT count(*) FROM seal s WHERE s.game = ?1"
          " AND s.name = ?4 AND " IS_UNDONE("?1", "s.n") "))");

/* A name comes again only where an undo took it away. */
static enum rc put_seal(struct ledger *ledger, const struct ledger_entry *entry, size_t place,
                        struct err *err)
{
    enum rc rc = put_seal_row(ledger, &ST_SEAL_PUT, entry, place, err);

    if (rc != RC_EXISTS)
        return rc;
    err_clear(err);
    return put_seal_row(ledger, &ST_SEAL_PUT_AGAIN, entry, place, err);
}

#define NEWEST_SEAL "coalesce((SELECT max(again) FROM seal WHERE game = ?1 AND name = ?4), 0)"
STATEMENT(OPENING_PUT,
          "INSERT INTO opening (game, n, place, name, box, again, times)"
          " VALUES (?1, ?2, ?3, ?4, ?5, " NEWEST_SEAL ", (SELECT count(*) FROM opening o"
          " WHERE o.game = ?1 AND o.name = ?4 AND o.again = " NEWEST_SEAL
          " AND " IS_UNDONE("?1", "o.n") "))");

static enum rc put_opening(struct ledger *ledger, const struct ledger_entry *entry, size_t place,
                           struct err *err)
{
    const struct ledger_opening *opening = &entry->openings[place];

    return query_run(ledger, &ST_OPENING_PUT,
                     VALUES(INT(entry->game), INT(entry->n), INT((int64_t)place),
                            TEXT(opening->name), BYTES(opening->box)),
                     err);
}

STATEMENT(HEAD_MOVE, "UPDATE game_now SET n = ?2, at_s = ?3, hash = ?4 WHERE game = ?1"
                     " AND (n = ?2 - 1 OR (?6 = 'lost' AND n < ?2)) AND at_s <= ?3"
                     " AND (?2 = 0 OR hash = ?5)");

static enum rc move_head(struct ledger *ledger, const struct ledger_entry *entry, struct err *err)
{
    TRY(query_run(ledger, &ST_HEAD_MOVE,
                  VALUES(INT(entry->game), INT(entry->n), INT(entry->at_s), HASH(entry->hash),
                         HASH(entry->previous), TEXT(entry->kind)),
                  err));
    return sqlite3_changes64(ledger->db) == 0 ? tell_conflict(ledger, entry, err) : RC_OK;
}

static enum rc append(struct ledger *ledger, const struct ledger_entry *entry, struct err *err)
{
    TRY(move_head(ledger, entry, err));
    TRY(query_put(ledger, &ST_ENTRY_PUT, entry, err));
    for (size_t i = 0; i < entry->seal_count; i++)
        TRY(put_seal(ledger, entry, i, err));
    for (size_t i = 0; i < entry->opening_count; i++)
        TRY(put_opening(ledger, entry, i, err));
    return RC_OK;
}

enum rc ledger_entry_append(struct ledger *ledger, const struct ledger_entry *entry,
                            struct err *err)
{
    TRY(ledger_need_write(ledger, err));
    TRY(ledger_inner_begin(ledger, err));
    return ledger_inner_end(ledger, append(ledger, entry, err), err);
}

ASK(rows, ledger_entries, WITH(int64_t game, int64_t from), &entry_form,
    "SELECT game, n, at_s, seat, letter, kind, text, hash FROM entry"
    " WHERE game = ? AND n >= ? ORDER BY n",
    VALUES(INT(game), INT(from)));

FORM(entry_undo_form, ledger_entry, COLUMN(ledger_entry, game), COLUMN(ledger_entry, n),
     COLUMN(ledger_entry, seat), COLUMN(ledger_entry, text));

ASK(rows, ledger_entry_undos, WITH(int64_t game), &entry_undo_form,
    "SELECT game, n, seat, text FROM entry INDEXED BY entry_undo"
    " WHERE game = ? AND kind = 'undo' ORDER BY n",
    VALUES(INT(game)));

STATEMENT(WAS_LENT, "SELECT count(*) FROM entry INDEXED BY entry_agree"
                    " WHERE game = ? AND kind = 'agree'"
                    " AND text LIKE '% lend %'");

enum rc ledger_was_lent(struct ledger *ledger, int64_t game, bool *was, struct err *err)
{
    int64_t count = 0;

    TRY(query_one_int(ledger, &ST_WAS_LENT, VALUES(INT(game)), 0, &count, err));
    *was = count > 0;
    return RC_OK;
}

/* --- lost games --------------------------------------------------------------------------- */

ASK(run, ledger_lost_put, WITH(int64_t game, int64_t n, int64_t at_s), NULL,
    "INSERT INTO lost_game (game, at_s, n) VALUES (?, ?, ?)", VALUES(INT(game), INT(at_s), INT(n)));

ASK(run, ledger_recovered_put, WITH(int64_t game, int64_t from_n, int64_t to_n, int64_t at_s), NULL,
    "INSERT INTO recovered (game, from_n, to_n, at_s) VALUES (?, ?, ?, ?)",
    VALUES(INT(game), INT(from_n), INT(to_n), INT(at_s)));

ASK(one_int, ledger_recovered_until, WITH(int64_t game, int64_t *at_s), NULL,
    "SELECT coalesce(max(e.at_s), 0) FROM recovered r JOIN entry e"
    " ON e.game = r.game AND e.n = r.to_n WHERE r.game = ?",
    VALUES(INT(game)), 0, at_s);

ASK(is, ledger_is_lost, WITH(int64_t game, bool *is_lost), NULL,
    "SELECT EXISTS (SELECT 1 FROM lost_game WHERE game = ?)", VALUES(INT(game)), is_lost);

/* --- seals -------------------------------------------------------------------------------- */

FORM(seal_form, ledger_seal_row, COLUMN(ledger_seal_row, game), COLUMN(ledger_seal_row, n),
     COLUMN_OR(ledger_seal_row, opened_n, -1), COLUMN(ledger_seal_row, seal.name),
     COLUMN(ledger_seal_row, seal.seat), COLUMN(ledger_seal_row, seal.commitment),
     COLUMN(ledger_seal_row, seal.box));

#define SEAL_ROW                                                                                   \
    "SELECT s.game, s.n, o.n, s.name, s.seat, s.commitment, coalesce(o.box, s.box) FROM "
#define OPENING_OF_SEAL                                                                            \
    "opening o ON o.game = s.game AND o.name = s.name AND o.again = s.again"                       \
    " AND NOT " IS_UNDONE("o.game", "o.n")
ASK(rows, ledger_seals, WITH(int64_t game, int64_t from, int64_t to), &seal_form,
    SEAL_ROW "seal s LEFT JOIN " OPENING_OF_SEAL
             " WHERE s.game = ? AND s.n BETWEEN ? AND ? ORDER BY s.n, s.place",
    VALUES(INT(game), INT(from), INT(to)));

ASK(rows, ledger_seal_boxes, WITH(int64_t game), &seal_form,
    "SELECT game, n, NULL, name, seat, commitment, box FROM seal"
    " WHERE game = ? AND box IS NOT NULL ORDER BY n, place",
    VALUES(INT(game)));

ASK(get, ledger_seal_get, WITH(int64_t game, const char *name), &seal_form,
    SEAL_ROW "seal s LEFT JOIN " OPENING_OF_SEAL
             " WHERE s.game = ? AND s.name = ? ORDER BY s.again DESC LIMIT 1",
    VALUES(INT(game), TEXT(name)), "no such seal in this game");

/* --- seats -------------------------------------------------------------------------------- */

FORM(seat_form, ledger_seat, COLUMN(ledger_seat, game), COLUMN(ledger_seat, seat),
     COLUMN_OR(ledger_seat, player, 0), COLUMN(ledger_seat, n));

ASK(one_int, ledger_seat_at, WITH(int64_t game, int seat, int64_t n, int64_t *player), NULL,
    "SELECT player FROM seat WHERE game = ? AND seat = ? AND n = ?",
    VALUES(INT(game), INT(seat), INT(n)), 0, player);

ASK(one_int, ledger_seat_holder, WITH(int64_t game, int seat, int64_t n, int64_t *player), NULL,
    "SELECT player FROM seat WHERE game = ? AND seat = ? AND n <= ? "
    "ORDER BY n DESC LIMIT 1",
    VALUES(INT(game), INT(seat), INT(n)), 0, player);

STATEMENT_OF(SEAT_PUT, &seat_form, "INSERT INTO seat (game, seat, player, n) VALUES (?, ?, ?, ?)");
STATEMENT_OF(SEAT_NOW_PUT, &seat_form,
             "INSERT INTO seat_now (game, seat, player, n) VALUES (?, ?, ?, ?)"
             " ON CONFLICT DO UPDATE SET player = excluded.player, n = excluded.n");

enum rc ledger_seat_put(struct ledger *ledger, int64_t game, int seat, int64_t player, int64_t n,
                        struct err *err)
{
    const struct ledger_seat row = {.game = game, .seat = seat, .player = player, .n = n};
    enum rc rc = ledger_need_write(ledger, err);

    THEN(rc, ledger_inner_begin(ledger, err));
    TRY(rc);
    rc = query_put(ledger, &ST_SEAT_PUT, &row, err);
    THEN(rc, query_put(ledger, &ST_SEAT_NOW_PUT, &row, err));
    return ledger_inner_end(ledger, rc, err);
}

ASK(rows, ledger_seat_history, WITH(int64_t game), &seat_form,
    "SELECT game, seat, player, n FROM seat WHERE game = ? ORDER BY n, seat", VALUES(INT(game)));

ASK(rows, ledger_seats_now, WITH(int64_t game), &seat_form,
    "SELECT game, seat, player, n FROM seat_now WHERE game = ? ORDER BY seat", VALUES(INT(game)));

STATEMENT_OF(SEAT_GET, &seat_form,
             "SELECT game, seat, player, n FROM seat_now WHERE game = ? AND seat = ?");

enum rc ledger_seat_get(struct ledger *ledger, int64_t game, int seat, struct ledger_seat *out,
                        struct err *err)
{
    return ledger_one(
        query_get(ledger, &ST_SEAT_GET, VALUES(INT(game), INT(seat)), "nobody ever sat there", err),
        out);
}

/* --- who answers in time ------------------------------------------------------------------ */

FORM(answers_form, ledger_answers, COLUMN(ledger_answers, asked), COLUMN(ledger_answers, missed));

/* A turn that time ended is done in one second: one answer. */
STATEMENT_OF(ANSWERS, &answers_form,
             "SELECT count(*), coalesce(sum(missed), 0) FROM"
             " (SELECT max(e.kind = 'default') AS missed FROM"
             " (SELECT game, seat, n FROM seat_now WHERE player = ? ORDER BY game DESC LIMIT 80) s"
             " JOIN entry e ON e.game = s.game AND e.n > s.n AND e.seat = s.seat"
             " WHERE e.kind IN ('order', 'default') GROUP BY e.game, e.at_s"
             " ORDER BY e.at_s DESC LIMIT 50)");

enum rc ledger_answers_of(struct ledger *ledger, int64_t player, struct ledger_answers *out,
                          struct err *err)
{
    return ledger_one(query_get(ledger, &ST_ANSWERS, VALUES(INT(player)), "no answers", err), out);
}

/* Won against him since he stayed away, or all did; or gone on by another, behind entry `lucks`. */
ASK(one_int, ledger_games_left, WITH(int64_t player, int64_t *count), NULL,
    "SELECT (SELECT count(*) FROM seat_now s JOIN entry e ON e.game = s.game"
    " WHERE s.player = ?1 AND e.kind = 'end'"
    " AND (e.text LIKE '% table end won seat/_ away seat/' || s.seat"
    " OR e.text LIKE '% table end void abandoned%seat/' || s.seat || '%'))"
    " + (SELECT count(*) FROM seat s JOIN seat o ON o.game = s.game AND o.seat = s.seat"
    " WHERE s.player = ?1 AND o.n > s.n AND o.player IS NOT s.player"
    " AND NOT EXISTS (SELECT 1 FROM seat b WHERE b.game = s.game AND b.seat = s.seat"
    " AND b.n > s.n AND b.n < o.n) AND EXISTS (SELECT 1 FROM entry l WHERE l.game = s.game"
    " AND l.kind = 'lucks' AND l.n < o.n))",
    VALUES(INT(player)), 0, count);
