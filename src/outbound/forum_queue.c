/* SPDX-License-Identifier: MIT */
/* Queues what the forum is told of a game: its topic and its turns. */
#include "outbound/forum_queue.h"

#include <stdio.h>

#include "outbound/outbox.h"
#include "forum/forum.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/topics.h"
#include "ledger/work.h"
#include "play/position.h"
#include "people/people.h"

static enum rc has_account(struct desk *desk, const struct position *position, bool *has,
                           struct err *err)
{
    *has = false;
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        struct person person;
        struct err own = {0};

        if (!position->player[seat])
            continue;
        if (people_get(desk, position->player[seat], &person, &own) == RC_OK)
            *has |= person.account[0] != '\0';
        else if (own.rc != RC_NOT_FOUND && own.rc != RC_BAD_SEAL) /* a person who was forgotten */
            return ERR(err, own.rc, own.text);
    }
    return RC_OK;
}

static enum rc put_public(struct desk *desk, const struct position *position, enum outbox_kind kind,
                          int64_t from_n, struct value *values, int64_t *queued, struct err *err)
{
    char place[FORUM_PLACE_BYTES];
    bool tells = kind == OUTBOX_TOPIC || kind == OUTBOX_POST;
    struct outbox_letter letter = {.kind = kind,
                                   .game = position->game,
                                   .seat = FORUM_SEAT,
                                   .facts.from_n = from_n,
                                   .n = tells ? (int64_t)position->chain.number : -1,
                                   .place = place,
                                   .values = values};

    if (kind == OUTBOX_TOPIC)
        snprintf(place, sizeof place, "category/%lld", (long long)desk->config->forum.category);
    else
        snprintf(place, sizeof place, "%s/%lld", kind == OUTBOX_BOARD ? "board" : "game",
                 (long long)position->game);
    return outbox_put(desk, &letter, queued, err);
}

static enum rc open_topic(struct desk *desk, const struct position *position, struct err *err)
{
    struct ledger_topic topic = {.game = position->game, .state = LEDGER_TOPIC_WANTED};
    bool wanted = !desk->config->forum.played_only;

    if (!wanted)
        TRY(has_account(desk, position, &wanted, err));
    if (!wanted)
        return RC_OK;
    TRY(put_public(desk, position, OUTBOX_TOPIC, 0, NULL, &topic.board, err));
    return ledger_topic_put(desk->ledger, &topic, err);
}

static bool is_news(const struct position *position, int64_t shown)
{
    if (position->phase == POSITION_OVER)
        return shown < (int64_t)position->chain.number;
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (outbox_asked_since(position, seat) > shown)
            return true;
    return false;
}

/* An older board that waits is out of date: the newest alone is sent (forum_send.c). */
static enum rc renew_board(struct desk *desk, const struct position *position,
                           struct ledger_topic *topic, int64_t shown, struct err *err)
{
    TRY(put_public(desk, position, OUTBOX_BOARD, shown, NULL, &topic->board, err));
    return ledger_topic_put(desk->ledger, topic, err);
}

/* Was a deadline moved, or stopped, since the opening post, which names it, was last written? */
static enum rc has_moved(struct desk *desk, const struct position *position, int64_t board,
                         bool *moved, struct err *err)
{
    struct ledger_out written = {0};

    TRY(ledger_one(ledger_out_get(desk->ledger, board, err), &written));
    *moved = position->timing.pause_s > written.made_s;
    for (unsigned i = 0; !*moved && i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];
        struct ledger_rows rows;
        struct ledger_entry row;

        if (!open->moves)
            continue;
        rows = ledger_entries(desk->ledger, position->game, open->changed_n, err);
        *moved = ledger_next(&rows, &row) && row.at_s > written.made_s;
        TRY(ledger_end(&rows));
    }
    return RC_OK;
}

enum rc forum_queue(struct desk *desk, const struct position *position, struct value *said,
                    struct err *err)
{
    struct ledger_topic topic;
    int64_t shown, out;
    bool moved = false;

    if (!forum_is_on(desk))
        return RC_OK;
    TRY(ledger_topic_get(desk->ledger, position->game, &topic, err));
    if (!topic.game)
        return open_topic(desk, position, err);
    TRY(ledger_shown(desk->ledger, position->game, FORUM_SEAT, &shown, &out, err));
    shown = shown < 0 ? 0 : shown;
    if (is_news(position, shown)) {
        TRY(put_public(desk, position, OUTBOX_POST, shown, said, NULL, err));
        return renew_board(desk, position, &topic, shown, err);
    }
    if (topic.board)
        TRY(has_moved(desk, position, topic.board, &moved, err));
    if (moved)
        TRY(renew_board(desk, position, &topic, shown, err));
    return said ? put_public(desk, position, OUTBOX_SAY, shown, said, NULL, err) : RC_OK;
}

enum rc forum_reopen(struct desk *desk, int64_t game, struct err *err)
{
    struct ledger_topic topic = {.game = game, .state = LEDGER_TOPIC_WANTED};
    struct position *position;
    int64_t waiting;

    TRY(position_get(desk, game, &position, err));
    TRY(put_public(desk, position, OUTBOX_TOPIC, 0, NULL, &topic.board, err));
    TRY(ledger_topic_put(desk->ledger, &topic, err));
    return forum_hurry(desk, &waiting, err);
}

enum rc forum_hurry(struct desk *desk, int64_t *waiting, struct err *err)
{
    return ledger_deliveries_hurry(desk->ledger, LEDGER_BY_FORUM, desk_now(desk), waiting, err);
}

static enum rc show_topic(struct desk *desk, const struct ledger_topic *row, forum_topic_fn fn,
                          void *user, struct err *err)
{
    struct forum_topic topic = {
        .game = row->game, .topic = row->topic, .state = ledger_topic_name(row->state)};
    OWN(buf) url = {0};

    TRY(ledger_topic_waiting(desk->ledger, row->game, &topic.waiting, err));
    if (row->topic)
        forum_topic_url(desk->config, row->topic, &url);
    topic.url = buf_text(&url);
    return fn(user, &topic, err);
}

enum rc forum_topics(struct desk *desk, forum_topic_fn fn, void *user, struct err *err)
{
    struct ledger_rows rows = ledger_topics(desk->ledger, err);

    for (struct ledger_topic row; ledger_next(&rows, &row);)
        rows.rc = show_topic(desk, &row, fn, user, err);
    return ledger_end(&rows);
}
