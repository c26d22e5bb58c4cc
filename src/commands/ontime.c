/* SPDX-License-Identifier: MIT */
/* "on time": logs a timeout order, and carries out the draft that one asks for. When time runs
 * out is decided in schedule/timers.c. */
#include "commands/ontime.h"

#include "play/timeout.h"
#include "commands/draft.h"

static const char *const taken[TIMEOUT_COUNT] = {[TIMEOUT_PASS] = "talk.ontime-pass",
                                                 [TIMEOUT_DRAFT] = "talk.ontime-draft",
                                                 [TIMEOUT_RESIGN] = "talk.ontime-resign"};

static const char *refusal(const struct incoming *incoming, enum timeout_order timeout_order)
{
    const struct position *position = incoming->position;
    struct order order = {0};

    if (timeout_order == TIMEOUT_COUNT)
        return "talk.ontime-what";
    if (!position->rostered || position->phase != POSITION_PLAY)
        return "talk.note-not-now";
    return timeout_order == TIMEOUT_RESIGN &&
                   !timeout_can_resign(position, incoming->known->seat, &order)
               ? "talk.ontime-no-resign"
               : NULL;
}

enum rc ontime_set(struct incoming *incoming, const char *arguments, struct err *err)
{
    char name[SEAL_NAME_MAX + 1], payload[32];
    struct entry entry;
    struct position_seal seal = {
        .name = entry.name, .seat = incoming->known->seat, .payload = payload};
    enum timeout_order now = timeout_of(incoming->position, incoming->known->seat, INT64_MAX, name);
    enum timeout_order timeout_order = *arguments ? timeout_find(arguments) : now;
    const char *why = *arguments ? refusal(incoming, timeout_order) : NULL;
    struct text text;

    if (!why && timeout_order != now) {
        text_init(&text, payload, sizeof payload);
        TEXT_PUT(&text, TIMEOUT_TEXT, timeout_words[timeout_order]);
        seal.length = text.length;
        entry_init(&entry, 0, 0, incoming->known->seat, ENTRY_OWN);
        entry.count = 1;
        seal_name_write(SEAL_OWN, incoming->known->seat,
                        (uint64_t)incoming->position->own_count[incoming->known->seat] + 1,
                        entry.name);
        TRY(incoming_append(incoming, &entry, &seal, 1, err));
    }
    return incoming_tell(incoming, why ? why : taken[timeout_order], "n", "", NULL);
}

/* ---- the deadline ---- */

/* His draft's lines, one after the other, as if they had come at the deadline. */
static enum rc carry_out(struct desk *desk, struct position **position,
                         const struct timing_open *open, const struct orders_in *orders,
                         bool *given, struct err *err)
{
    struct position_letter letter = {.arrived_s = open->due_s};
    struct adjudication adjudication = {
        .desk = desk, .position = *position, .seat = open->seat, .letter = &letter};
    OWN_MEMORY struct line_outcome *outcome = calloc(orders->count + 1, sizeof *outcome);
    OWN_MEMORY struct adjudicate_text *line = calloc(orders->count + 1, sizeof *line);
    int64_t game = (*position)->game;
    struct person person;

    TRY(outcome && line ? people_get(desk, (*position)->player[open->seat], &person, err)
                        : ERR(err, RC_NO_MEMORY, "no memory for a draft"));
    adjudication.confirms = true;    /* a deadline confirms nothing */
    adjudication.letter_told = true; /* no letter is sealed with it: the draft's came before */
    adjudication.lexicon =
        language_lexicon(library_language(desk->library, person.language), (*position)->played);
    adjudication.strict = person.strict;
    adjudication.signed_only = person.signs && person.key[0];
    for (size_t i = 0; i < orders->count; i++)
        line[i] = (struct adjudicate_text){orders->line[i].text, strlen(orders->line[i].text)};
    TRY(adjudicate_lines(&adjudication, line, (unsigned)orders->count, orders->flags & INCOMING_ALL,
                         outcome, err));
    for (size_t i = 0; i < orders->count; i++)
        *given |= outcome[i].fate == LINE_DONE;
    /* it may have gone with an "all" that was not */
    return position_get(desk, game, position, err);
}

enum rc ontime_draft(struct desk *desk, struct position **position, const struct timing_open *open,
                     bool *given, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    struct timing_open kept = *open; /* the position changes below it */
    struct orders_in orders = {0};
    enum rc rc = RC_OK;

    *given = false;
    if (position_is_luck(kept.decision) || position_is_open_luck(kept.decision) ||
        timeout_of(*position, kept.seat, kept.due_s, name) != TIMEOUT_DRAFT)
        return RC_OK;
    rc = draft_take(desk, (*position)->game, kept.seat, &orders, err);
    if (rc == RC_OK && orders.count)
        rc = carry_out(desk, position, &kept, &orders, given, err);
    orders_fini(&orders);
    return rc;
}
