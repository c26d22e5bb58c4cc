/* SPDX-License-Identifier: MIT */
/* What the administrator does to one game by hand, each time as an entry of its log. Seats are
 * in seating.c, clocks in play/clocks.c. */
#include "admin/keeper.h"

#include <stdarg.h>

#include "outbound/answering.h"
#include "outbound/forum_queue.h"
#include "outbound/news.h"
#include "outbound/notice.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "people/people.h"

enum { PREDICT_MOST = 64 };

enum rc keeper_begin(struct desk *desk, int64_t game, struct position **position, struct err *err)
{
    TRY(desk_begin(desk, err));
    TRY(position_get(desk, game, position, err));
    FAIL_IF((*position)->is_frozen, err, RC_FROZEN, "the game is frozen; see postern doctor");
    FAIL_IF((*position)->phase == POSITION_OVER, err, RC_CONFLICT, "the game is over");
    return RC_OK;
}

/* ---- telling ---- */

static enum rc tell_all(struct desk *desk, const struct position *position,
                        const struct notice *notice, struct err *err)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->player[seat])
            TRY(notice_seat(desk, position, seat, notice, err));
    return forum_queue(desk, position, NULL, err);
}

enum rc keeper_tell(struct desk *desk, const struct position *position, struct err *err,
                    const char *key, ...)
{
    struct notice notice = {.key = key};
    const char *name;
    va_list args;

    va_start(args, key);
    while (notice.count < NOTICE_ARGS_MAX && (name = va_arg(args, const char *)) != NULL)
        notice.arg[notice.count++] = (struct sentence_arg){name, va_arg(args, const char *)};
    va_end(args);
    return tell_all(desk, position, &notice, err);
}

enum rc keeper_tell_of(struct desk *desk, const struct position *position, const char *key,
                       unsigned player, unsigned other, struct err *err)
{
    return tell_all(desk, position, &(struct notice){.key = key, .player = player, .other = other},
                    err);
}

/* ---- remarks, the end ---- */

/* A line of the administrator's own; what no entry can hold is his mistake, not the program's. */
static enum rc set_words(struct entry *entry, const char *text, struct err *err)
{
    if (strlen(text) >= sizeof entry->words)
        return ERR(err, RC_BAD_INPUT, "this text is longer than an entry of the log can be");
    FAIL_IF(!(entry->kind == ENTRY_END && !*text) && !entry_is_plain_text(text), err, RC_BAD_INPUT,
            "write one line without square brackets for the log, not: ", text);
    text_copy(entry->words, sizeof entry->words, text);
    return RC_OK;
}

enum rc keeper_remark(struct desk *desk, struct position *position, const char *text,
                      struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_REMARK);
    TRY(set_words(&entry, text, err));
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

enum rc keeper_end(struct desk *desk, struct position *position, enum game_over result,
                   unsigned winner, const char *reason, struct err *err)
{
    static const uint8_t results[] = {
        [GAME_WON] = ENTRY_WON, [GAME_DRAWN] = ENTRY_DRAWN, [GAME_VOID] = ENTRY_VOID};
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_END);
    entry.result = results[result];
    entry.seat = (uint8_t)winner;
    TRY(set_words(&entry, reason, err));
    TRY(adjudicate_end(desk, position, &entry, err));
    TRY(adjudicate_settle(desk, position, err));
    return keeper_tell(desk, position, err, "keeper.ended", "reason", reason, NULL);
}

/* ---- repair ---- */

static enum rc go_back(struct desk *desk, struct position *position, uint64_t to, struct err *err)
{
    char number[TEXT_INT_BYTES];
    struct err why = {0};
    struct entry entry;
    unsigned answered;
    enum rc rc = replay_undo_is_possible(position->replay, to, &why);

    text_of_int(number, (int64_t)to);
    if (rc == RC_OK && to >= position->chain.number)
        rc = ERR(&why, RC_BAD_INPUT, "nothing comes after it");
    FAIL_IF(rc != RC_OK, err, rc, "it cannot go back to entry ", number, ": ", why.text);
    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_UNDO);
    entry.to = to;
    rc = position_append(desk, position, &entry, NULL, 0, NULL, err);
    return rc == RC_OK ? adjudicate_table(desk, position, &answered, err) : rc;
}

enum rc keeper_undo(struct desk *desk, struct position *position, uint64_t to, struct err *err)
{
    TRY(go_back(desk, position, to, err));
    TRY(adjudicate_settle(desk, position, err));
    return keeper_tell(desk, position, err, "keeper.undone", "n", TEXT_INT((int64_t)to), NULL);
}

/* Whose order an entry is; 0 = it is none. */
static enum rc read_seat(struct desk *desk, int64_t game, int64_t n, unsigned *seat,
                         struct err *err)
{
    struct ledger_rows rows = ledger_entries(desk->ledger, game, n, err);
    struct ledger_entry row;

    *seat = 0;
    if (ledger_next(&rows, &row) && row.n == n &&
        text_equal(row.kind, entry_kind_word(ENTRY_ORDER)))
        *seat = (unsigned)row.seat;
    return ledger_end(&rows);
}

static enum rc order_instead(struct desk *desk, struct position *position, unsigned seat,
                             const char *line, struct err *err)
{
    struct answering_names names = {0};
    struct wording wording;
    struct adjudication adjudication = {.desk = desk, .position = position, .seat = seat};
    struct line_outcome outcome;
    OWN(buf) why = {0};
    WIPED_AT_END(outcome);

    TRY(answering_wording(desk, position, NULL, &names, &wording, err));
    adjudication.lexicon = language_lexicon(wording.language, position->played);
    TRY(adjudicate_line(&adjudication, line, strlen(line), &outcome, err));
    if (outcome.fate != LINE_DONE) {
        wording_verdict(&wording, &outcome.verdict, &why);
        return ERR(err, RC_BAD_INPUT, "the game stays as it was; '", line,
                   "' is not taken: ", buf_text(&why));
    }
    return RC_OK;
}

enum rc keeper_fix(struct desk *desk, struct position *position, uint64_t n, const char *line,
                   struct err *err)
{
    char number[TEXT_INT_BYTES];
    unsigned seat;

    TRY(read_seat(desk, position->game, (int64_t)n, &seat, err));
    text_of_int(number, (int64_t)n);
    FAIL_IF(!seat, err, RC_USAGE, "entry ", number, " is no order of a seat; see postern game log");
    TRY(go_back(desk, position, n - 1, err));
    TRY(order_instead(desk, position, seat, line, err));
    TRY(adjudicate_settle(desk, position, err));
    return keeper_tell(desk, position, err, "keeper.fixed", "n", number, "order", line, NULL);
}

/* ---- prediction ---- */

/* The desk's world, later. */
struct later {
    struct desk_world world;
    int64_t now_s;
};

static int64_t later_now(void *context)
{
    return ((struct later *)context)->now_s;
}

static void later_entropy(void *context, void *out, size_t count)
{
    struct later *later = context;

    later->world.entropy(later->world.context, out, count);
}

/* The first question, among those open after entry n, that a missed deadline would answer. */
static const struct timing_open *first_timed(const struct position *position, int64_t n)
{
    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].due_s != TIMING_NEVER &&
            position->timing.open[i].opened_n <= n)
            return &position->timing.open[i];
    return NULL;
}

/* Only what is asked now: what comes up after it has a deadline of its own. */
static enum rc miss_all(struct desk *desk, struct position *position, struct later *later,
                        struct err *err)
{
    int64_t from = (int64_t)position->chain.number;
    const struct timing_open *open;
    enum rc rc = RC_OK;

    for (unsigned i = 0;
         i < PREDICT_MOST && rc == RC_OK && (open = first_timed(position, from)) != NULL; i++) {
        uint64_t before = position->chain.number;

        if (later->now_s < open->due_s)
            later->now_s = open->due_s;
        rc = adjudicate_default(desk, position, open, err);
        if (position->chain.number == before)
            break;
    }
    return rc;
}

enum rc keeper_predict(struct desk *desk, struct position *position, struct buf *out,
                       struct err *err)
{
    struct later later = {desk->world, desk_now(desk)};
    int64_t from = (int64_t)position->chain.number;
    struct answering_names names = {0};
    struct wording wording;
    OWN(news) news = {0};
    enum rc rc = answering_wording(desk, position, NULL, &names, &wording, err);

    desk->world.now = later_now;
    desk->world.entropy = later_entropy;
    desk->world.context = &later;
    desk->world.step = NULL;
    THEN(rc, miss_all(desk, position, &later, err));
    desk->world = later.world;
    THEN(rc, news_gather(desk, position->game, SEAT_PUBLIC, from, (int64_t)position->chain.number,
                         &news, err));
    for (unsigned i = 0; rc == RC_OK && i < news.event_count; i++) {
        wording_event(&wording, &news.event[i], out);
        buf_put_char(out, '\n');
    }
    return rc;
}
