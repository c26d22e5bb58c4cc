/* SPDX-License-Identifier: MIT */
/* Games, their chains, seals, openings and seats. */
#include <string.h>

#include "base/text.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/ledger_p.h"

STATEMENT(GAME_PUT, "INSERT INTO game (id, made_s, engine, version, options, secret_box)"
                    " VALUES (?, ?, ?, ?, ?, ?)");

static enum rc put_game_row(struct ledger *ledger, const struct ledger_game *game, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_GAME_PUT);
    query_int(&query, game->id);
    query_int(&query, game->made_s);
    query_text(&query, game->engine);
    query_text(&query, game->version);
    query_text(&query, game->options);
    query_bytes(&query, game->secret_box);
    return query_run(&query, err);
}

STATEMENT(GAME_NOW_PUT,
          "INSERT INTO game_now (game, n, at_s, hash) VALUES (?, -1, 0, zeroblob(32))");

static enum rc put_game_now(struct ledger *ledger, int64_t game, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_GAME_NOW_PUT);
    query_int(&query, game);
    return query_run(&query, err);
}

enum rc ledger_game_put(struct ledger *ledger, const struct ledger_game *game, struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    if (rc == RC_OK)
        rc = ledger_inner_begin(ledger, err);
    if (rc != RC_OK)
        return rc;
    rc = put_game_row(ledger, game, err);
    if (rc == RC_OK)
        rc = put_game_now(ledger, game->id, err);
    return ledger_inner_end(ledger, rc, err);
}

static enum rc walk_games(struct query *query, ledger_game_fn fn, void *user, bool *found,
                          struct err *err)
{
    enum rc rc = RC_OK, end;

    while (rc == RC_OK && query_next(query)) {
        struct ledger_game game = {.id = query_get_int(query, 0),
                                   .made_s = query_get_int(query, 1),
                                   .engine = query_get_text(query, 2),
                                   .version = query_get_text(query, 3),
                                   .options = query_get_text(query, 4),
                                   .secret_box = query_get_bytes(query, 5)};
        *found = true;
        rc = fn(user, &game, err);
    }
    end = query_end(query, err);
    return rc != RC_OK ? rc : end;
}

static enum rc no_such_game(struct err *err, int64_t game)
{
    char number[TEXT_INT_BYTES];

    return ERR(err, RC_NOT_FOUND, "there is no game ", text_of_int(number, game));
}

STATEMENT(GAME_GET,
          "SELECT id, made_s, engine, version, options, secret_box FROM game WHERE id = ?");

enum rc ledger_game_get(struct ledger *ledger, int64_t game, ledger_game_fn fn, void *user,
                        struct err *err)
{
    struct query query;
    bool found = false;
    enum rc rc;

    query_begin(&query, ledger, &ST_GAME_GET);
    query_int(&query, game);
    rc = walk_games(&query, fn, user, &found, err);
    return rc == RC_OK && !found ? no_such_game(err, game) : rc;
}

STATEMENT(GAMES, "SELECT id, made_s, engine, version, options, secret_box FROM game"
                 " WHERE id >= ? ORDER BY id");

enum rc ledger_games(struct ledger *ledger, int64_t from, ledger_game_fn fn, void *user,
                     struct err *err)
{
    struct query query;
    bool found = false;

    query_begin(&query, ledger, &ST_GAMES);
    query_int(&query, from);
    return walk_games(&query, fn, user, &found, err);
}

/* --- the chain ---------------------------------------------------------------------------- */

STATEMENT(HEAD_GET, "SELECT n, at_s, hash FROM game_now WHERE game = ?");

enum rc ledger_head_get(struct ledger *ledger, int64_t game, struct ledger_head *head,
                        struct err *err)
{
    struct ledger_head found = {0};
    struct query query;
    bool is_there;
    enum rc rc;

    query_begin(&query, ledger, &ST_HEAD_GET);
    query_int(&query, game);
    is_there = query_next(&query);
    if (is_there) {
        struct ledger_bytes hash = query_get_bytes(&query, 2);
        found.n = query_get_int(&query, 0);
        found.at_s = query_get_int(&query, 1);
        if (hash.length == LEDGER_HASH_BYTES)
            memcpy(found.hash, hash.at, LEDGER_HASH_BYTES);
    }
    rc = query_end(&query, err);
    if (rc == RC_OK && !is_there)
        rc = no_such_game(err, game);
    if (rc == RC_OK)
        *head = found;
    return rc;
}

/* Why the entry does not follow the head. */
static enum rc tell_conflict(struct ledger *ledger, const struct ledger_entry *entry,
                             struct err *err)
{
    struct ledger_head head;
    enum rc rc = ledger_head_get(ledger, entry->game, &head, err);

    if (rc != RC_OK)
        return rc;
    if (entry->n != head.n + 1 && strcmp(entry->kind, "lost") != 0)
        return ERR(err, RC_CONFLICT, "the game went on in the meantime; adjudicate anew");
    if (entry->n > 0 &&
        (!entry->previous || memcmp(entry->previous, head.hash, LEDGER_HASH_BYTES) != 0))
        return ERR(err, RC_CONFLICT, "the entry was hashed upon another head; adjudicate anew");
    return ERR(err, RC_CONFLICT, "the entry's time is before that of the last one");
}

STATEMENT(ENTRY_PUT, "INSERT INTO entry (game, n, at_s, seat, letter, kind, text, hash)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");

static enum rc put_entry_row(struct ledger *ledger, const struct ledger_entry *entry,
                             struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_ENTRY_PUT);
    query_int(&query, entry->game);
    query_int(&query, entry->n);
    query_int(&query, entry->at_s);
    query_int(&query, entry->seat);
    query_int_or_null(&query, entry->letter, 0);
    query_text(&query, entry->kind);
    query_text(&query, entry->text);
    query_hash(&query, entry->hash);
    return query_run(&query, err);
}

static enum rc put_seal_row(struct ledger *ledger, const struct statement *which,
                            const struct ledger_entry *entry, size_t place, struct err *err)
{
    const struct ledger_seal *seal = &entry->seals[place];
    struct query query;

    query_begin(&query, ledger, which);
    query_int(&query, entry->game);
    query_int(&query, entry->n);
    query_int(&query, (int64_t)place);
    query_text(&query, seal->name);
    query_int(&query, seal->seat);
    query_bytes(&query, seal->commitment);
    query_bytes(&query, seal->box);
    return query_run(&query, err);
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
    struct query query;

    query_begin(&query, ledger, &ST_OPENING_PUT);
    query_int(&query, entry->game);
    query_int(&query, entry->n);
    query_int(&query, (int64_t)place);
    query_text(&query, opening->name);
    query_bytes(&query, opening->box);
    return query_run(&query, err);
}

STATEMENT(HEAD_MOVE, "UPDATE game_now SET n = ?2, at_s = ?3, hash = ?4 WHERE game = ?1"
                     " AND (n = ?2 - 1 OR (?6 = 'lost' AND n < ?2)) AND at_s <= ?3"
                     " AND (?2 = 0 OR hash = ?5)");

static enum rc move_head(struct ledger *ledger, const struct ledger_entry *entry, struct err *err)
{
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_HEAD_MOVE);
    query_int(&query, entry->game);
    query_int(&query, entry->n);
    query_int(&query, entry->at_s);
    query_hash(&query, entry->hash);
    query_bytes(&query,
                (struct ledger_bytes){entry->previous, entry->previous ? LEDGER_HASH_BYTES : 0});
    query_text(&query, entry->kind);
    rc = query_run(&query, err);
    return rc == RC_OK && sqlite3_changes64(ledger->db) == 0 ? tell_conflict(ledger, entry, err)
                                                             : rc;
}

static enum rc append(struct ledger *ledger, const struct ledger_entry *entry, struct err *err)
{
    enum rc rc = move_head(ledger, entry, err);

    if (rc == RC_OK)
        rc = put_entry_row(ledger, entry, err);
    for (size_t i = 0; i < entry->seal_count && rc == RC_OK; i++)
        rc = put_seal(ledger, entry, i, err);
    for (size_t i = 0; i < entry->opening_count && rc == RC_OK; i++)
        rc = put_opening(ledger, entry, i, err);
    return rc;
}

enum rc ledger_entry_append(struct ledger *ledger, const struct ledger_entry *entry,
                            struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    if (rc == RC_OK)
        rc = ledger_inner_begin(ledger, err);
    if (rc != RC_OK)
        return rc;
    return ledger_inner_end(ledger, append(ledger, entry, err), err);
}

/* The text of a game in the archive stands elsewhere. */
static enum rc tell_entry(struct ledger *ledger, struct ledger_entry *entry, ledger_entry_fn fn,
                          void *user, struct err *err)
{
    enum rc rc = RC_OK;

    if (!*entry->text && ledger->text)
        rc = ledger->text(ledger->text_user, entry->game, entry->n, &entry->text, err);
    return rc == RC_OK ? fn(user, entry, err) : rc;
}

STATEMENT(ENTRIES, "SELECT game, n, at_s, seat, letter, kind, text, hash FROM entry"
                   " WHERE game = ? AND n >= ? ORDER BY n");

enum rc ledger_entries(struct ledger *ledger, int64_t game, int64_t from, ledger_entry_fn fn,
                       void *user, struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_ENTRIES);
    query_int(&query, game);
    query_int(&query, from);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_entry entry = {.game = query_get_int(&query, 0),
                                     .n = query_get_int(&query, 1),
                                     .at_s = query_get_int(&query, 2),
                                     .seat = (int)query_get_int(&query, 3),
                                     .letter = query_get_int_or(&query, 4, 0),
                                     .kind = query_get_text(&query, 5),
                                     .text = query_get_text(&query, 6),
                                     .hash = query_get_bytes(&query, 7).at};
        rc = tell_entry(ledger, &entry, fn, user, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

STATEMENT(ENTRY_TEXTS, "SELECT n, text FROM entry WHERE game = ? AND n >= ? ORDER BY n");

enum rc ledger_entry_texts(struct ledger *ledger, int64_t game, int64_t from, ledger_entry_fn fn,
                           void *user, struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_ENTRY_TEXTS);
    query_int(&query, game);
    query_int(&query, from);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_entry entry = {
            .game = game, .n = query_get_int(&query, 0), .text = query_get_text(&query, 1)};
        rc = tell_entry(ledger, &entry, fn, user, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

STATEMENT(ENTRY_UNDOS, "SELECT n, seat, text FROM entry INDEXED BY entry_undo"
                       " WHERE game = ? AND kind = 'undo' ORDER BY n");

enum rc ledger_entry_undos(struct ledger *ledger, int64_t game, ledger_entry_fn fn, void *user,
                           struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_ENTRY_UNDOS);
    query_int(&query, game);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_entry entry = {.game = game,
                                     .n = query_get_int(&query, 0),
                                     .seat = (int)query_get_int(&query, 1),
                                     .text = query_get_text(&query, 2)};
        rc = tell_entry(ledger, &entry, fn, user, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

/* --- lost games --------------------------------------------------------------------------- */

STATEMENT(LOST_PUT, "INSERT INTO lost_game (game, at_s, n) VALUES (?, ?, ?)");

enum rc ledger_lost_put(struct ledger *ledger, int64_t game, int64_t n, int64_t at_s,
                        struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_LOST_PUT);
    query_int(&query, game);
    query_int(&query, at_s);
    query_int(&query, n);
    return query_run(&query, err);
}

STATEMENT(RECOVERED_PUT, "INSERT INTO recovered (game, from_n, to_n, at_s) VALUES (?, ?, ?, ?)");

enum rc ledger_recovered_put(struct ledger *ledger, int64_t game, int64_t from_n, int64_t to_n,
                             int64_t at_s, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_RECOVERED_PUT);
    query_int(&query, game);
    query_int(&query, from_n);
    query_int(&query, to_n);
    query_int(&query, at_s);
    return query_run(&query, err);
}

STATEMENT(RECOVERED_UNTIL, "SELECT coalesce(max(e.at_s), 0) FROM recovered r JOIN entry e"
                           " ON e.game = r.game AND e.n = r.to_n WHERE r.game = ?");

enum rc ledger_recovered_until(struct ledger *ledger, int64_t game, int64_t *at_s, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_RECOVERED_UNTIL);
    query_int(&query, game);
    return query_one_int(&query, 0, at_s, err);
}

STATEMENT(IS_LOST, "SELECT EXISTS (SELECT 1 FROM lost_game WHERE game = ?)");

enum rc ledger_is_lost(struct ledger *ledger, int64_t game, bool *is_lost, struct err *err)
{
    struct query query;
    int64_t found = 0;
    enum rc rc;

    query_begin(&query, ledger, &ST_IS_LOST);
    query_int(&query, game);
    rc = query_one_int(&query, 0, &found, err);
    if (rc == RC_OK)
        *is_lost = found != 0;
    return rc;
}

/* --- seals -------------------------------------------------------------------------------- */

static enum rc walk_seals(struct query *query, ledger_seal_fn fn, void *user, bool *found,
                          struct err *err)
{
    enum rc rc = RC_OK, end;

    while (rc == RC_OK && query_next(query)) {
        struct ledger_seal_row row = {.game = query_get_int(query, 0),
                                      .n = query_get_int(query, 1),
                                      .opened_n = query_get_int_or(query, 2, -1),
                                      .seal = {.name = query_get_text(query, 3),
                                               .seat = (int)query_get_int(query, 4),
                                               .commitment = query_get_bytes(query, 5),
                                               .box = query_get_bytes(query, 6)}};
        *found = true;
        rc = fn(user, &row, err);
    }
    end = query_end(query, err);
    return rc != RC_OK ? rc : end;
}

static enum rc walk_seal_range(struct ledger *ledger, const struct statement *which,
                               const int64_t range[3], ledger_seal_fn fn, void *user,
                               struct err *err)
{
    struct query query;
    bool found = false;

    query_begin(&query, ledger, which);
    for (int i = 0; i < 3; i++)
        query_int(&query, range[i]);
    return walk_seals(&query, fn, user, &found, err);
}

#define SEAL_ROW                                                                                   \
    "SELECT s.game, s.n, o.n, s.name, s.seat, s.commitment, coalesce(o.box, s.box) FROM "
#define OPENING_OF_SEAL                                                                            \
    "opening o ON o.game = s.game AND o.name = s.name AND o.again = s.again"                       \
    " AND NOT " IS_UNDONE("o.game", "o.n")
STATEMENT(SEALS, SEAL_ROW "seal s LEFT JOIN " OPENING_OF_SEAL
                          " WHERE s.game = ? AND s.n BETWEEN ? AND ? ORDER BY s.n, s.place");

enum rc ledger_seals(struct ledger *ledger, int64_t game, int64_t from, int64_t to,
                     ledger_seal_fn fn, void *user, struct err *err)
{
    const int64_t range[3] = {game, from, to};

    return walk_seal_range(ledger, &ST_SEALS, range, fn, user, err);
}

STATEMENT(SEAL_BOXES, "SELECT game, n, NULL, name, seat, commitment, box FROM seal"
                      " WHERE game = ? AND box IS NOT NULL ORDER BY n, place");

enum rc ledger_seal_boxes(struct ledger *ledger, int64_t game, ledger_seal_fn fn, void *user,
                          struct err *err)
{
    struct query query;
    bool found = false;

    query_begin(&query, ledger, &ST_SEAL_BOXES);
    query_int(&query, game);
    return walk_seals(&query, fn, user, &found, err);
}

STATEMENT(OPENINGS, SEAL_ROW "opening o JOIN seal s ON s.game = o.game AND s.name = o.name"
                             " AND s.again = o.again"
                             " WHERE o.game = ? AND o.n BETWEEN ? AND ? ORDER BY o.n, o.place");

enum rc ledger_openings(struct ledger *ledger, int64_t game, int64_t from, int64_t to,
                        ledger_seal_fn fn, void *user, struct err *err)
{
    const int64_t range[3] = {game, from, to};

    return walk_seal_range(ledger, &ST_OPENINGS, range, fn, user, err);
}

STATEMENT(SEAL_GET, SEAL_ROW "seal s LEFT JOIN " OPENING_OF_SEAL
                             " WHERE s.game = ? AND s.name = ? ORDER BY s.again DESC LIMIT 1");

enum rc ledger_seal_get(struct ledger *ledger, int64_t game, const char *name, ledger_seal_fn fn,
                        void *user, struct err *err)
{
    struct query query;
    bool found = false;
    enum rc rc;

    query_begin(&query, ledger, &ST_SEAL_GET);
    query_int(&query, game);
    query_text(&query, name);
    rc = walk_seals(&query, fn, user, &found, err);
    return rc == RC_OK && !found ? ERR(err, RC_NOT_FOUND, "no seal ", name, " in this game") : rc;
}

/* --- seats -------------------------------------------------------------------------------- */

static enum rc put_seat_row(struct ledger *ledger, const struct statement *which,
                            const struct ledger_seat *seat, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, which);
    query_int(&query, seat->game);
    query_int(&query, seat->seat);
    query_int_or_null(&query, seat->player, 0);
    query_int(&query, seat->n);
    return query_run(&query, err);
}

STATEMENT(SEAT_AT, "SELECT player FROM seat WHERE game = ? AND seat = ? AND n = ?");

enum rc ledger_seat_at(struct ledger *ledger, int64_t game, int seat, int64_t n, int64_t *player,
                       struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_SEAT_AT);
    query_int(&query, game);
    query_int(&query, seat);
    query_int(&query, n);
    return query_one_int(&query, 0, player, err);
}

STATEMENT(SEAT_HOLDER, "SELECT player FROM seat WHERE game = ? AND seat = ? AND n <= ? "
                       "ORDER BY n DESC LIMIT 1");

enum rc ledger_seat_holder(struct ledger *ledger, int64_t game, int seat, int64_t n,
                           int64_t *player, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_SEAT_HOLDER);
    query_int(&query, game);
    query_int(&query, seat);
    query_int(&query, n);
    return query_one_int(&query, 0, player, err);
}

STATEMENT(SEAT_PUT, "INSERT INTO seat (game, seat, player, n) VALUES (?, ?, ?, ?)");
STATEMENT(SEAT_NOW_PUT, "INSERT INTO seat_now (game, seat, player, n) VALUES (?, ?, ?, ?)"
                        " ON CONFLICT DO UPDATE SET player = excluded.player, n = excluded.n");

enum rc ledger_seat_put(struct ledger *ledger, int64_t game, int seat, int64_t player, int64_t n,
                        struct err *err)
{
    const struct ledger_seat row = {.game = game, .seat = seat, .player = player, .n = n};
    enum rc rc = ledger_need_write(ledger, err);

    if (rc == RC_OK)
        rc = ledger_inner_begin(ledger, err);
    if (rc != RC_OK)
        return rc;
    rc = put_seat_row(ledger, &ST_SEAT_PUT, &row, err);
    if (rc == RC_OK)
        rc = put_seat_row(ledger, &ST_SEAT_NOW_PUT, &row, err);
    return ledger_inner_end(ledger, rc, err);
}

static struct ledger_seat read_seat(struct query *query)
{
    return (struct ledger_seat){.game = query_get_int(query, 0),
                                .seat = (int)query_get_int(query, 1),
                                .player = query_get_int_or(query, 2, 0),
                                .n = query_get_int(query, 3)};
}

static enum rc walk_seats(struct ledger *ledger, const struct statement *which, int64_t game,
                          ledger_seat_fn fn, void *user, struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, which);
    query_int(&query, game);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_seat seat = read_seat(&query);
        rc = fn(user, &seat, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

STATEMENT(SEATS, "SELECT game, seat, player, n FROM seat_now WHERE game = ? ORDER BY seat");

enum rc ledger_seats(struct ledger *ledger, int64_t game, ledger_seat_fn fn, void *user,
                     struct err *err)
{
    return walk_seats(ledger, &ST_SEATS, game, fn, user, err);
}

STATEMENT(SEAT_HISTORY, "SELECT game, seat, player, n FROM seat WHERE game = ? ORDER BY n, seat");

enum rc ledger_seat_history(struct ledger *ledger, int64_t game, ledger_seat_fn fn, void *user,
                            struct err *err)
{
    return walk_seats(ledger, &ST_SEAT_HISTORY, game, fn, user, err);
}

STATEMENT(SEAT_GET, "SELECT game, seat, player, n FROM seat_now WHERE game = ? AND seat = ?");

enum rc ledger_seat_get(struct ledger *ledger, int64_t game, int seat, struct ledger_seat *out,
                        struct err *err)
{
    struct ledger_seat found = {0};
    struct query query;
    bool is_there;
    enum rc rc;

    query_begin(&query, ledger, &ST_SEAT_GET);
    query_int(&query, game);
    query_int(&query, seat);
    is_there = query_next(&query);
    if (is_there)
        found = read_seat(&query);
    rc = query_end(&query, err);
    if (rc == RC_OK && !is_there)
        rc = ERR(err, RC_NOT_FOUND, "nobody ever sat there");
    if (rc == RC_OK)
        *out = found;
    return rc;
}
