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

    TRY(query_one_int(ledger, &ST_CRASH_COUNT, VALUES(TEXT(source), TEXT(source_id), INT(at_s)), 0,
                      &count, err));
    *tries = (int)count;
    return RC_OK;
}

STATEMENT(CRASH_GET, "SELECT tries FROM crash WHERE source = ? AND source_id = ?");

enum rc ledger_crash_get(struct ledger *ledger, const char *source, const char *source_id,
                         int *tries, struct err *err)
{
    int64_t count = 0;

    TRY(query_one_int(ledger, &ST_CRASH_GET, VALUES(TEXT(source), TEXT(source_id)), 0, &count,
                      err));
    *tries = (int)count;
    return RC_OK;
}

/* --- inboxes ------------------------------------------------------------------------------ */

STATEMENT(INBOX_PUT, "INSERT INTO inbox (source, read_to_s, state) VALUES (?, ?, ?) ON CONFLICT"
                     " DO UPDATE SET read_to_s = excluded.read_to_s, state = excluded.state");

enum rc ledger_inbox_put(struct ledger *ledger, const char *source, int64_t read_to_s,
                         const char *state, struct err *err)
{
    return query_run(ledger, &ST_INBOX_PUT, VALUES(TEXT(source), INT(read_to_s), TEXT(state)), err);
}

STATEMENT(INBOX_GET, "SELECT read_to_s, state FROM inbox WHERE source = ?");

enum rc ledger_inbox_get(struct ledger *ledger, const char *source, int64_t *read_to_s,
                         struct buf *out, struct err *err)
{
    *read_to_s = 0;
    return query_one_box(ledger, &ST_INBOX_GET, VALUES(TEXT(source)), read_to_s, out, NULL, err);
}

/* --- timers ------------------------------------------------------------------------------- */

FORM(timer_form, ledger_timer, COLUMN(ledger_timer, kind), COLUMN(ledger_timer, game),
     COLUMN(ledger_timer, subject), COLUMN(ledger_timer, due_s));

STATEMENT_OF(TIMER_SET, &timer_form,
             "INSERT INTO timer (kind, game, subject, due_s) VALUES (?, ?, ?, ?)"
             " ON CONFLICT DO UPDATE SET due_s = excluded.due_s WHERE due_s <> excluded.due_s");

enum rc ledger_timer_set(struct ledger *ledger, const struct ledger_timer *timer, struct err *err)
{
    return query_put(ledger, &ST_TIMER_SET, timer, err);
}

STATEMENT(TIMER_DROP, "DELETE FROM timer WHERE kind = ? AND game = ? AND subject = ?");

enum rc ledger_timer_drop(struct ledger *ledger, const char *kind, int64_t game, int64_t subject,
                          struct err *err)
{
    return query_run(ledger, &ST_TIMER_DROP, VALUES(TEXT(kind), INT(game), INT(subject)), err);
}

STATEMENT_OF(TIMERS_DUE, &timer_form,
             "SELECT kind, game, subject, due_s FROM timer WHERE due_s <= ?"
             " ORDER BY due_s, kind, game, subject");

struct ledger_rows ledger_timers_due(struct ledger *ledger, int64_t now_s, struct err *err)
{
    return query_rows(ledger, &ST_TIMERS_DUE, VALUES(INT(now_s)), err);
}

STATEMENT_OF(TIMERS_OF, &timer_form,
             "SELECT kind, game, subject, due_s FROM timer WHERE kind = ? ORDER BY game, subject");

struct ledger_rows ledger_timers_of(struct ledger *ledger, const char *kind, struct err *err)
{
    return query_rows(ledger, &ST_TIMERS_OF, VALUES(TEXT(kind)), err);
}

STATEMENT(NEXT_TIMER, "SELECT due_s FROM timer ORDER BY due_s LIMIT 1");

enum rc ledger_next_timer(struct ledger *ledger, int64_t *due_s, struct err *err)
{
    return query_one_int(ledger, &ST_NEXT_TIMER, NULL, -1, due_s, err);
}

/* --- drafts ------------------------------------------------------------------------------- */

STATEMENT(DRAFT_PUT, "INSERT INTO draft (game, seat, at_s, box) VALUES (?, ?, ?, ?)"
                     " ON CONFLICT DO UPDATE SET at_s = excluded.at_s, box = excluded.box");
STATEMENT(DRAFT_DROP, "DELETE FROM draft WHERE game = ? AND seat = ?");

enum rc ledger_draft_put(struct ledger *ledger, int64_t game, int seat, int64_t at_s,
                         struct ledger_bytes box, struct err *err)
{
    return box.length == 0 ? query_run(ledger, &ST_DRAFT_DROP, VALUES(INT(game), INT(seat)), err)
                           : query_run(ledger, &ST_DRAFT_PUT,
                                       VALUES(INT(game), INT(seat), INT(at_s), BYTES(box)), err);
}

STATEMENT(DRAFT_GET, "SELECT 0, box FROM draft WHERE game = ? AND seat = ?");

enum rc ledger_draft_get(struct ledger *ledger, int64_t game, int seat, struct buf *out,
                         struct err *err)
{
    return query_one_box(ledger, &ST_DRAFT_GET, VALUES(INT(game), INT(seat)), NULL, out,
                         "there is no draft", err);
}

/* --- what was said, and how often --------------------------------------------------------- */

STATEMENT(SAID_PUT, "INSERT INTO said (game, seat, hash, letter) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT DO NOTHING");
STATEMENT(SAID_GET, "SELECT letter FROM said WHERE game = ? AND seat = ? AND hash = ?");

enum rc ledger_said(struct ledger *ledger, int64_t game, int seat, const unsigned char *hash,
                    int64_t letter_now, int64_t *letter, struct err *err)
{
    *letter = 0;
    TRY(query_run(ledger, &ST_SAID_PUT, VALUES(INT(game), INT(seat), HASH(hash), INT(letter_now)),
                  err));
    if (sqlite3_changes64(ledger->db) > 0)
        return RC_OK;
    return query_one_int(ledger, &ST_SAID_GET, VALUES(INT(game), INT(seat), HASH(hash)), 0, letter,
                         err);
}

STATEMENT(SAID_NEWEST, "INSERT INTO said (game, seat, hash, letter) VALUES (?, ?, ?, ?)"
                       " ON CONFLICT DO UPDATE SET letter = excluded.letter");

enum rc ledger_said_newest(struct ledger *ledger, int64_t game, int seat, const unsigned char *hash,
                           int64_t letter_now, struct err *err)
{
    return query_run(ledger, &ST_SAID_NEWEST,
                     VALUES(INT(game), INT(seat), HASH(hash), INT(letter_now)), err);
}

STATEMENT(HEARD_PUT, "INSERT INTO heard (game, seat, n) VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
                     " SET n = excluded.n WHERE excluded.n > n");

enum rc ledger_heard_put(struct ledger *ledger, int64_t game, int seat, int64_t n, struct err *err)
{
    return query_run(ledger, &ST_HEARD_PUT, VALUES(INT(game), INT(seat), INT(n)), err);
}

STATEMENT(HEARD_GET, "SELECT n FROM heard WHERE game = ? AND seat = ?");

enum rc ledger_heard(struct ledger *ledger, int64_t game, int seat, int64_t *n, struct err *err)
{
    *n = 0;
    return query_one_int(ledger, &ST_HEARD_GET, VALUES(INT(game), INT(seat)), 0, n, err);
}

STATEMENT(RATE_GET, "SELECT window_s, count FROM rate WHERE hash = ?");

enum rc ledger_rate_get(struct ledger *ledger, const unsigned char *hash, int64_t *begun_s,
                        int64_t *count, struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, &ST_RATE_GET, VALUES(HASH(hash)), err);

    *begun_s = -1;
    *count = 0;
    if (query_next(&rows)) {
        *begun_s = query_get_int(&rows, 0);
        *count = query_get_int(&rows, 1);
    }
    return ledger_end(&rows);
}

STATEMENT(RATE_PUT, "INSERT INTO rate (hash, window_s, count) VALUES (?, ?, ?) ON CONFLICT"
                    " DO UPDATE SET window_s = excluded.window_s, count = excluded.count");
STATEMENT(RATE_DROP, "DELETE FROM rate WHERE hash = ?");

enum rc ledger_rate_put(struct ledger *ledger, const unsigned char *hash, int64_t begun_s,
                        int64_t count, struct err *err)
{
    return count > 0
               ? query_run(ledger, &ST_RATE_PUT, VALUES(HASH(hash), INT(begun_s), INT(count)), err)
               : query_run(ledger, &ST_RATE_DROP, VALUES(HASH(hash)), err);
}

enum rc ledger_rate_count(struct ledger *ledger, const unsigned char *hash, int64_t at_s,
                          int64_t window_s, int64_t *count, struct err *err)
{
    int64_t begun_s, counted, window;

    if (window_s <= 0)
        return ERR(err, RC_BUG, "a window of no length");
    TRY(ledger_rate_get(ledger, hash, &begun_s, &counted, err));
    window = at_s - at_s % window_s;
    *count = begun_s == window ? counted + 1 : 1;
    return ledger_rate_put(ledger, hash, window, *count, err);
}

STATEMENT(RATE_PRUNE, "DELETE FROM rate WHERE window_s < ?");

enum rc ledger_rate_prune(struct ledger *ledger, int64_t before_s, struct err *err)
{
    return query_run(ledger, &ST_RATE_PRUNE, VALUES(INT(before_s)), err);
}

/* --- bounces ------------------------------------------------------------------------------ */

FORM(bounce_form, ledger_bounce, COLUMN(ledger_bounce, address), COLUMN(ledger_bounce, score),
     COLUMN(ledger_bounce, at_s), COLUMN(ledger_bounce, is_stopped));

STATEMENT_OF(BOUNCE_PUT, &bounce_form,
             "INSERT INTO bounce (address, score, at_s, stopped) VALUES (?, ?, ?, ?)"
             " ON CONFLICT DO UPDATE SET score = excluded.score, at_s = excluded.at_s,"
             " stopped = excluded.stopped");

enum rc ledger_bounce_put(struct ledger *ledger, const struct ledger_bounce *bounce,
                          struct err *err)
{
    ledger->people_stamp++;
    return query_put(ledger, &ST_BOUNCE_PUT, bounce, err);
}

STATEMENT_OF(BOUNCE_GET, &bounce_form,
             "SELECT address, score, at_s, stopped FROM bounce WHERE address = ?");

enum rc ledger_bounce_get(struct ledger *ledger, int64_t address, struct ledger_bounce *bounce,
                          struct err *err)
{
    *bounce = (struct ledger_bounce){.address = address};
    return ledger_one(query_rows(ledger, &ST_BOUNCE_GET, VALUES(INT(address)), err), bounce);
}

STATEMENT_OF(BOUNCES, &bounce_form,
             "SELECT address, score, at_s, stopped FROM bounce ORDER BY address");

struct ledger_rows ledger_bounces(struct ledger *ledger, struct err *err)
{
    return query_rows(ledger, &ST_BOUNCES, NULL, err);
}

/* --- frozen games ------------------------------------------------------------------------- */

STATEMENT(FREEZE, "INSERT INTO freeze (game, at_s, reason) VALUES (?, ?, ?)"
                  " ON CONFLICT DO UPDATE SET at_s = excluded.at_s, reason = excluded.reason");

enum rc ledger_freeze(struct ledger *ledger, int64_t game, int64_t at_s, const char *reason,
                      struct err *err)
{
    return query_run(ledger, &ST_FREEZE, VALUES(INT(game), INT(at_s), TEXT(reason)), err);
}

STATEMENT(THAW, "DELETE FROM freeze WHERE game = ?");

enum rc ledger_thaw(struct ledger *ledger, int64_t game, struct err *err)
{
    return query_run(ledger, &ST_THAW, VALUES(INT(game)), err);
}

STATEMENT(IS_FROZEN, "SELECT 1 FROM freeze WHERE game = ?");

enum rc ledger_is_frozen(struct ledger *ledger, int64_t game, bool *is_frozen, struct err *err)
{
    return query_is(ledger, &ST_IS_FROZEN, VALUES(INT(game)), is_frozen, err);
}

STATEMENT(FROZEN_WHY, "SELECT reason FROM freeze WHERE game = ?");

enum rc ledger_frozen_why(struct ledger *ledger, int64_t game, struct buf *out, struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, &ST_FROZEN_WHY, VALUES(INT(game)), err);

    if (query_next(&rows))
        buf_put(out, query_get_text(&rows, 0));
    return ledger_end(&rows);
}

STATEMENT(FROZEN_SINCE, "SELECT at_s FROM freeze WHERE game = ?");

enum rc ledger_frozen_since(struct ledger *ledger, int64_t game, int64_t *since_s, struct err *err)
{
    return query_one_int(ledger, &ST_FROZEN_SINCE, VALUES(INT(game)), 0, since_s, err);
}
