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

ASK(run, ledger_inbox_put, WITH(const char *source, int64_t read_to_s, const char *state), NULL,
    "INSERT INTO inbox (source, read_to_s, state) VALUES (?, ?, ?) ON CONFLICT"
    " DO UPDATE SET read_to_s = excluded.read_to_s, state = excluded.state",
    VALUES(TEXT(source), INT(read_to_s), TEXT(state)));

STATEMENT(INBOX_GET, "SELECT read_to_s, state FROM inbox WHERE source = ?");

enum rc ledger_inbox_get(struct ledger *ledger, const char *source, int64_t *read_to_s,
                         struct buf *out, struct err *err)
{
    *read_to_s = 0;
    return query_one_box(ledger, &ST_INBOX_GET, VALUES(TEXT(source)), read_to_s, out, NULL, err);
}

enum rc ledger_inbox_word(struct ledger *ledger, const char *source, int64_t *read_to_s,
                          const char *const *words, unsigned count, unsigned *which,
                          struct err *err)
{
    OWN(buf) state = {0};

    *which = 0;
    TRY(ledger_inbox_get(ledger, source, read_to_s, &state, err));
    for (*which = count; --*which > 0 && !text_equal(words[*which], buf_text(&state));)
        ;
    return RC_OK;
}

/* --- timers ------------------------------------------------------------------------------- */

FORM(timer_form, ledger_timer, COLUMN(ledger_timer, kind), COLUMN(ledger_timer, game),
     COLUMN(ledger_timer, subject), COLUMN(ledger_timer, due_s));

ASK(put, ledger_timer_set, WITH(const struct ledger_timer *timer), &timer_form,
    "INSERT INTO timer (kind, game, subject, due_s) VALUES (?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET due_s = excluded.due_s WHERE due_s <> excluded.due_s",
    timer);

ASK(run, ledger_timer_drop, WITH(const char *kind, int64_t game, int64_t subject), NULL,
    "DELETE FROM timer WHERE kind = ? AND game = ? AND subject = ?",
    VALUES(TEXT(kind), INT(game), INT(subject)));

ASK(rows, ledger_timers_due, WITH(int64_t now_s), &timer_form,
    "SELECT kind, game, subject, due_s FROM timer WHERE due_s <= ?"
    " ORDER BY due_s, kind, game, subject",
    VALUES(INT(now_s)));

ASK(rows, ledger_timers_of, WITH(const char *kind), &timer_form,
    "SELECT kind, game, subject, due_s FROM timer WHERE kind = ? ORDER BY game, subject",
    VALUES(TEXT(kind)));

ASK(one_int, ledger_next_timer, WITH(int64_t *due_s), NULL,
    "SELECT due_s FROM timer ORDER BY due_s LIMIT 1", NULL, -1, due_s);

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

ASK(one_box, ledger_draft_get, WITH(int64_t game, int seat, struct buf *out), NULL,
    "SELECT 0, box FROM draft WHERE game = ? AND seat = ?", VALUES(INT(game), INT(seat)), NULL, out,
    "there is no draft");

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

ASK(run, ledger_said_newest,
    WITH(int64_t game, int seat, const unsigned char *hash, int64_t letter_now), NULL,
    "INSERT INTO said (game, seat, hash, letter) VALUES (?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET letter = excluded.letter",
    VALUES(INT(game), INT(seat), HASH(hash), INT(letter_now)));

ASK(run, ledger_heard_put, WITH(int64_t game, int seat, int64_t n), NULL,
    "INSERT INTO heard (game, seat, n) VALUES (?, ?, ?) ON CONFLICT DO UPDATE"
    " SET n = excluded.n WHERE excluded.n > n",
    VALUES(INT(game), INT(seat), INT(n)));

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

    FAIL_IF(window_s <= 0, err, RC_BUG, "a window of no length");
    TRY(ledger_rate_get(ledger, hash, &begun_s, &counted, err));
    window = at_s - at_s % window_s;
    *count = begun_s == window ? counted + 1 : 1;
    return ledger_rate_put(ledger, hash, window, *count, err);
}

ASK(run, ledger_rate_prune, WITH(int64_t before_s), NULL, "DELETE FROM rate WHERE window_s < ?",
    VALUES(INT(before_s)));

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

ASK(rows, ledger_bounces, WITH_NOTHING, &bounce_form,
    "SELECT address, score, at_s, stopped FROM bounce ORDER BY address", NULL);

/* --- frozen games ------------------------------------------------------------------------- */

ASK(run, ledger_freeze, WITH(int64_t game, int64_t at_s, const char *reason), NULL,
    "INSERT INTO freeze (game, at_s, reason) VALUES (?, ?, ?)"
    " ON CONFLICT DO UPDATE SET at_s = excluded.at_s, reason = excluded.reason",
    VALUES(INT(game), INT(at_s), TEXT(reason)));

ASK(run, ledger_thaw, WITH(int64_t game), NULL, "DELETE FROM freeze WHERE game = ?",
    VALUES(INT(game)));

ASK(is, ledger_is_frozen, WITH(int64_t game, bool *is_frozen), NULL,
    "SELECT 1 FROM freeze WHERE game = ?", VALUES(INT(game)), is_frozen);

STATEMENT(FROZEN_WHY, "SELECT reason FROM freeze WHERE game = ?");

enum rc ledger_frozen_why(struct ledger *ledger, int64_t game, struct buf *out, struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, &ST_FROZEN_WHY, VALUES(INT(game)), err);

    if (query_next(&rows))
        buf_put(out, query_get_text(&rows, 0));
    return ledger_end(&rows);
}

ASK(one_int, ledger_frozen_since, WITH(int64_t game, int64_t *since_s), NULL,
    "SELECT at_s FROM freeze WHERE game = ?", VALUES(INT(game)), 0, since_s);
