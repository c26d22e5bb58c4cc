/* SPDX-License-Identifier: MIT */
/* Crash counts, inboxes, timers, drafts, what was said, rates, bounces, frozen games. Keys are in
 * keys.c, deliveries in letters_out.c. */
#include "ledger/work.h"
#include "ledger/ledger_p.h"

STATEMENT(CRASH_COUNT, "INSERT INTO crash (source, source_id, tries, at_s) VALUES (?, ?, 1, ?)"
                       " ON CONFLICT DO UPDATE SET tries = tries + 1, at_s = excluded.at_s"
                       " RETURNING tries");

enum rc ledger_crash_count(struct ledger *ledger, const char *source, const char *source_id,
                           int64_t at_s, int *tries, struct err *err)
{
    int64_t count = 0;
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_CRASH_COUNT);
    query_text(&query, source);
    query_text(&query, source_id);
    query_int(&query, at_s);
    rc = query_one_int(&query, 0, &count, err);
    if (rc == RC_OK)
        *tries = (int)count;
    return rc;
}

STATEMENT(CRASH_GET, "SELECT tries FROM crash WHERE source = ? AND source_id = ?");

enum rc ledger_crash_get(struct ledger *ledger, const char *source, const char *source_id,
                         int *tries, struct err *err)
{
    int64_t count = 0;
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_CRASH_GET);
    query_text(&query, source);
    query_text(&query, source_id);
    rc = query_one_int(&query, 0, &count, err);
    if (rc == RC_OK)
        *tries = (int)count;
    return rc;
}

STATEMENT(CRASH_CLEAR, "DELETE FROM crash WHERE source = ? AND source_id = ?");

enum rc ledger_crash_clear(struct ledger *ledger, const char *source, const char *source_id,
                           struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_CRASH_CLEAR);
    query_text(&query, source);
    query_text(&query, source_id);
    return query_run(&query, err);
}

/* --- inboxes ------------------------------------------------------------------------------ */

STATEMENT(INBOX_PUT, "INSERT INTO inbox (source, read_to_s, state) VALUES (?, ?, ?) ON CONFLICT"
                     " DO UPDATE SET read_to_s = excluded.read_to_s, state = excluded.state");

enum rc ledger_inbox_put(struct ledger *ledger, const char *source, int64_t read_to_s,
                         const char *state, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_INBOX_PUT);
    query_text(&query, source);
    query_int(&query, read_to_s);
    query_text(&query, state);
    return query_run(&query, err);
}

STATEMENT(INBOX_GET, "SELECT read_to_s, state FROM inbox WHERE source = ?");

enum rc ledger_inbox_get(struct ledger *ledger, const char *source, int64_t *read_to_s,
                         struct buf *out, struct err *err)
{
    int64_t found_s = 0;
    struct query query;
    bool found;
    enum rc rc;

    query_begin(&query, ledger, &ST_INBOX_GET);
    query_text(&query, source);
    rc = query_one_box(&query, &found_s, out, &found, err);
    if (rc == RC_OK)
        *read_to_s = found_s;
    return rc;
}

/* --- timers ------------------------------------------------------------------------------- */

STATEMENT(TIMER_SET,
          "INSERT INTO timer (kind, game, subject, due_s) VALUES (?, ?, ?, ?)"
          " ON CONFLICT DO UPDATE SET due_s = excluded.due_s WHERE due_s <> excluded.due_s");

enum rc ledger_timer_set(struct ledger *ledger, const struct ledger_timer *timer, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_TIMER_SET);
    query_text(&query, timer->kind);
    query_int(&query, timer->game);
    query_int(&query, timer->subject);
    query_int(&query, timer->due_s);
    return query_run(&query, err);
}

STATEMENT(TIMER_DROP, "DELETE FROM timer WHERE kind = ? AND game = ? AND subject = ?");

enum rc ledger_timer_drop(struct ledger *ledger, const char *kind, int64_t game, int64_t subject,
                          struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_TIMER_DROP);
    query_text(&query, kind);
    query_int(&query, game);
    query_int(&query, subject);
    return query_run(&query, err);
}

STATEMENT(TIMERS_DUE, "SELECT kind, game, subject, due_s FROM timer WHERE due_s <= ?"
                      " ORDER BY due_s, kind, game, subject");

enum rc ledger_timers_due(struct ledger *ledger, int64_t now_s, ledger_timer_fn fn, void *user,
                          struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_TIMERS_DUE);
    query_int(&query, now_s);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_timer timer = {.kind = query_get_text(&query, 0),
                                     .game = query_get_int(&query, 1),
                                     .subject = query_get_int(&query, 2),
                                     .due_s = query_get_int(&query, 3)};
        rc = fn(user, &timer, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

STATEMENT(NEXT_TIMER, "SELECT due_s FROM timer ORDER BY due_s LIMIT 1");

enum rc ledger_next_timer(struct ledger *ledger, int64_t *due_s, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_NEXT_TIMER);
    return query_one_int(&query, -1, due_s, err);
}

/* --- drafts ------------------------------------------------------------------------------- */

STATEMENT(DRAFT_PUT, "INSERT INTO draft (game, seat, at_s, box) VALUES (?, ?, ?, ?)"
                     " ON CONFLICT DO UPDATE SET at_s = excluded.at_s, box = excluded.box");
STATEMENT(DRAFT_DROP, "DELETE FROM draft WHERE game = ? AND seat = ?");

enum rc ledger_draft_put(struct ledger *ledger, int64_t game, int seat, int64_t at_s,
                         struct ledger_bytes box, struct err *err)
{
    bool drop = box.length == 0;
    struct query query;

    query_begin(&query, ledger, drop ? &ST_DRAFT_DROP : &ST_DRAFT_PUT);
    query_int(&query, game);
    query_int(&query, seat);
    if (!drop) {
        query_int(&query, at_s);
        query_bytes(&query, box);
    }
    return query_run(&query, err);
}

STATEMENT(DRAFT_GET, "SELECT 0, box FROM draft WHERE game = ? AND seat = ?");

enum rc ledger_draft_get(struct ledger *ledger, int64_t game, int seat, struct buf *out,
                         struct err *err)
{
    int64_t zero = 0;
    struct query query;
    bool found;
    enum rc rc;

    query_begin(&query, ledger, &ST_DRAFT_GET);
    query_int(&query, game);
    query_int(&query, seat);
    rc = query_one_box(&query, &zero, out, &found, err);
    return rc == RC_OK && !found ? ERR(err, RC_NOT_FOUND, "there is no draft") : rc;
}

/* --- what was said, and how often --------------------------------------------------------- */

static void bind_said(struct query *query, int64_t game, int seat, const unsigned char *hash)
{
    query_int(query, game);
    query_int(query, seat);
    query_hash(query, hash);
}

STATEMENT(SAID_PUT, "INSERT INTO said (game, seat, hash, letter) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING");
STATEMENT(SAID_GET, "SELECT letter FROM said WHERE game = ? AND seat = ? AND hash = ?");

enum rc ledger_said(struct ledger *ledger, int64_t game, int seat, const unsigned char *hash,
                    int64_t letter_now, int64_t *letter, struct err *err)
{
    struct query query;
    enum rc rc;

    *letter = 0;
    query_begin(&query, ledger, &ST_SAID_PUT);
    bind_said(&query, game, seat, hash);
    query_int(&query, letter_now);
    rc = query_run(&query, err);
    if (rc != RC_OK || sqlite3_changes64(ledger->db) > 0)
        return rc;
    query_begin(&query, ledger, &ST_SAID_GET);
    bind_said(&query, game, seat, hash);
    return query_one_int(&query, 0, letter, err);
}

STATEMENT(HEARD_PUT, "INSERT INTO heard (game, seat, n) VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
                     " SET n = excluded.n WHERE excluded.n > n");

enum rc ledger_heard_put(struct ledger *ledger, int64_t game, int seat, int64_t n, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_HEARD_PUT);
    query_int(&query, game);
    query_int(&query, seat);
    query_int(&query, n);
    return query_run(&query, err);
}

STATEMENT(HEARD_GET, "SELECT n FROM heard WHERE game = ? AND seat = ?");

enum rc ledger_heard(struct ledger *ledger, int64_t game, int seat, int64_t *n, struct err *err)
{
    struct query query;

    *n = 0;
    query_begin(&query, ledger, &ST_HEARD_GET);
    query_int(&query, game);
    query_int(&query, seat);
    return query_one_int(&query, 0, n, err);
}

STATEMENT(SAID_FORGET, "DELETE FROM said WHERE game = ? AND seat = ?");

enum rc ledger_said_forget(struct ledger *ledger, int64_t game, int seat, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_SAID_FORGET);
    query_int(&query, game);
    query_int(&query, seat);
    return query_run(&query, err);
}

STATEMENT(RATE_GET, "SELECT window_s, count FROM rate WHERE hash = ?");

enum rc ledger_rate_get(struct ledger *ledger, const unsigned char *hash, int64_t *begun_s,
                        int64_t *count, struct err *err)
{
    struct query query;

    *begun_s = -1;
    *count = 0;
    query_begin(&query, ledger, &ST_RATE_GET);
    query_hash(&query, hash);
    if (query_next(&query)) {
        *begun_s = query_get_int(&query, 0);
        *count = query_get_int(&query, 1);
    }
    return query_end(&query, err);
}

STATEMENT(RATE_PUT, "INSERT INTO rate (hash, window_s, count) VALUES (?, ?, ?) ON CONFLICT"
                    " DO UPDATE SET window_s = excluded.window_s, count = excluded.count");
STATEMENT(RATE_DROP, "DELETE FROM rate WHERE hash = ?");

enum rc ledger_rate_put(struct ledger *ledger, const unsigned char *hash, int64_t begun_s,
                        int64_t count, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, count > 0 ? &ST_RATE_PUT : &ST_RATE_DROP);
    query_hash(&query, hash);
    if (count > 0) {
        query_int(&query, begun_s);
        query_int(&query, count);
    }
    return query_run(&query, err);
}

enum rc ledger_rate_count(struct ledger *ledger, const unsigned char *hash, int64_t at_s,
                          int64_t window_s, int64_t *count, struct err *err)
{
    int64_t begun_s, counted, window;
    enum rc rc;

    if (window_s <= 0)
        return ERR(err, RC_BUG, "a window of no length");
    rc = ledger_rate_get(ledger, hash, &begun_s, &counted, err);
    if (rc != RC_OK)
        return rc;
    window = at_s - at_s % window_s;
    *count = begun_s == window ? counted + 1 : 1;
    return ledger_rate_put(ledger, hash, window, *count, err);
}

STATEMENT(RATE_PRUNE, "DELETE FROM rate WHERE window_s < ?");

enum rc ledger_rate_prune(struct ledger *ledger, int64_t before_s, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_RATE_PRUNE);
    query_int(&query, before_s);
    return query_run(&query, err);
}

/* --- bounces ------------------------------------------------------------------------------ */

STATEMENT(BOUNCE_PUT, "INSERT INTO bounce (address, score, at_s, stopped) VALUES (?, ?, ?, ?)"
                      " ON CONFLICT DO UPDATE SET score = excluded.score, at_s = excluded.at_s,"
                      " stopped = excluded.stopped");

enum rc ledger_bounce_put(struct ledger *ledger, const struct ledger_bounce *bounce,
                          struct err *err)
{
    struct query query;

    ledger->people_stamp++;
    query_begin(&query, ledger, &ST_BOUNCE_PUT);
    query_int(&query, bounce->address);
    query_int(&query, bounce->score);
    query_int(&query, bounce->at_s);
    query_int(&query, bounce->is_stopped ? 1 : 0);
    return query_run(&query, err);
}

static struct ledger_bounce read_bounce(struct query *query)
{
    return (struct ledger_bounce){.address = query_get_int(query, 0),
                                  .score = query_get_int(query, 1),
                                  .at_s = query_get_int(query, 2),
                                  .is_stopped = query_get_int(query, 3) != 0};
}

STATEMENT(BOUNCE_GET, "SELECT address, score, at_s, stopped FROM bounce WHERE address = ?");

enum rc ledger_bounce_get(struct ledger *ledger, int64_t address, struct ledger_bounce *bounce,
                          struct err *err)
{
    struct ledger_bounce found = {.address = address};
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_BOUNCE_GET);
    query_int(&query, address);
    if (query_next(&query))
        found = read_bounce(&query);
    rc = query_end(&query, err);
    if (rc == RC_OK)
        *bounce = found;
    return rc;
}

STATEMENT(BOUNCES, "SELECT address, score, at_s, stopped FROM bounce ORDER BY address");

enum rc ledger_bounces(struct ledger *ledger, ledger_bounce_fn fn, void *user, struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_BOUNCES);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_bounce bounce = read_bounce(&query);
        rc = fn(user, &bounce, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

/* --- frozen games ------------------------------------------------------------------------- */

STATEMENT(FREEZE, "INSERT INTO freeze (game, at_s, reason) VALUES (?, ?, ?)"
                  " ON CONFLICT DO UPDATE SET at_s = excluded.at_s, reason = excluded.reason");

enum rc ledger_freeze(struct ledger *ledger, int64_t game, int64_t at_s, const char *reason,
                      struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_FREEZE);
    query_int(&query, game);
    query_int(&query, at_s);
    query_text(&query, reason);
    return query_run(&query, err);
}

STATEMENT(THAW, "DELETE FROM freeze WHERE game = ?");

enum rc ledger_thaw(struct ledger *ledger, int64_t game, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_THAW);
    query_int(&query, game);
    return query_run(&query, err);
}

STATEMENT(IS_FROZEN, "SELECT 1 FROM freeze WHERE game = ?");

enum rc ledger_is_frozen(struct ledger *ledger, int64_t game, bool *is_frozen, struct err *err)
{
    int64_t found = 0;
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_IS_FROZEN);
    query_int(&query, game);
    rc = query_one_int(&query, 0, &found, err);
    if (rc == RC_OK)
        *is_frozen = found != 0;
    return rc;
}

STATEMENT(FROZEN_WHY, "SELECT reason FROM freeze WHERE game = ?");

enum rc ledger_frozen_why(struct ledger *ledger, int64_t game, struct buf *out, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_FROZEN_WHY);
    query_int(&query, game);
    if (query_next(&query))
        buf_put(out, query_get_text(&query, 0));
    return query_end(&query, err);
}

STATEMENT(FROZEN_SINCE, "SELECT at_s FROM freeze WHERE game = ?");

enum rc ledger_frozen_since(struct ledger *ledger, int64_t game, int64_t *since_s, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_FROZEN_SINCE);
    query_int(&query, game);
    return query_one_int(&query, 0, since_s, err);
}
