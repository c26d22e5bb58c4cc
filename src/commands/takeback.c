/* SPDX-License-Identifier: MIT */
/* Takes an order back: alone while nobody has seen anything, else when all players agree. */
#include "commands/commands.h"

#include <stdio.h>

/* The entry to go back to; 0 = there is none. */
static uint64_t target(const struct incoming *incoming, const char *arguments)
{
    uint64_t order = replay_last_order(incoming->position->replay, incoming->known->seat);
    int64_t number;

    if (!*arguments)
        return order ? order - 1 : 0;
    return text_to_int(arguments, strlen(arguments), &number) && number > 0 ? (uint64_t)number : 0;
}

static enum rc log_undo(struct incoming *incoming, unsigned who, uint64_t to, struct err *err)
{
    struct entry entry;
    unsigned answered;

    entry_init(&entry, 0, 0, who, ENTRY_UNDO);
    entry.to = to;
    TRY(incoming_append(incoming, &entry, NULL, 0, err));
    TRY(adjudicate_table(incoming->desk, incoming->position, &answered, err));
    incoming->fate.took_back = true;
    return incoming_tell(incoming, "talk.undone-to", "n", TEXT_INT((int64_t)to), NULL);
}

static enum rc log_consent(struct incoming *incoming, enum entry_kind kind, uint64_t to,
                           struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, incoming->known->seat, kind);
    snprintf(entry.words, sizeof entry.words, "undo %llu", (unsigned long long)to);
    return incoming_append(incoming, &entry, NULL, 0, err);
}

/* Seats of the house answer at once: they agree to what shows nothing and counts for nothing. */
static enum rc answer_for_house(struct incoming *incoming, uint64_t to, bool *agrees,
                                struct err *err)
{
    const struct position *position = incoming->position;
    struct entry entry;
    enum rc rc = RC_OK;

    *agrees = position_house_agrees(position, to, NULL) == RC_OK;
    for (unsigned seat = 1; seat <= position->genesis.seats && rc == RC_OK; seat++) {
        if (!position->house[seat])
            continue;
        entry_init(&entry, 0, 0, seat, *agrees ? ENTRY_AGREE : ENTRY_DECLINE);
        snprintf(entry.words, sizeof entry.words, "undo %llu", (unsigned long long)to);
        rc = position_append(incoming->desk, incoming->position, &entry, NULL, 0, NULL, err);
        if (!*agrees) /* one refusal is enough */
            break;
    }
    return rc;
}

static bool has_house(const struct position *position)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->house[seat])
            return true;
    return false;
}

/* Ask the others, or agree with them; who agrees last takes back. */
static enum rc agree(struct incoming *incoming, uint64_t to, struct err *err)
{
    const struct replay *replay = incoming->position->replay;
    const bool asks_house = has_house(incoming->position);
    bool agrees = true;

    if (incoming_is_older(incoming, replay_asked_s(replay, incoming->known->seat, REPLAY_UNDO)))
        return RC_OK;
    if (replay_undo_agreed(replay, incoming->known->seat) != to)
        TRY(log_consent(incoming, ENTRY_AGREE, to, err));
    if (asks_house)
        TRY(answer_for_house(incoming, to, &agrees, err));
    if (!agrees)
        return incoming_tell(incoming, "talk.undo-house", "n", "", NULL);
    if (replay_undo_is_agreed(replay, to))
        return log_undo(incoming, ENTRY_TABLE, to, err);
    return incoming_tell(incoming, "talk.undo-waits", "n", "", NULL);
}

/* Another seat's open request that this one has not agreed to; NULL = none. */
static const char *who_asks(struct incoming *incoming, uint64_t *to)
{
    const struct position *position = incoming->position;
    const struct replay *replay = position->replay;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        *to = replay_undo_agreed(replay, seat);
        if (seat != incoming->known->seat && *to &&
            replay_undo_agreed(replay, incoming->known->seat) != *to)
            return incoming->answer.wording.player[seat] ? incoming->answer.wording.player[seat]
                                                         : "?";
    }
    return NULL;
}

/* "undo" alone while another asks for the same may mean either: nothing is done before it is clear.
 */
static bool ask_which(struct incoming *incoming)
{
    uint64_t to;
    const char *who = who_asks(incoming, &to);

    if (!who)
        return false;
    incoming_tell(incoming, "talk.undo-which", "who", who, "n", TEXT_INT((int64_t)to), NULL);
    return true;
}

enum rc takeback_undo(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct position *position = incoming->position;
    uint64_t to = target(incoming, arguments);
    enum rc rc = RC_BAD_INPUT;

    if (incoming->line > 0)
        return incoming_tell(incoming, "talk.undo-first", "n", "", NULL);
    if (!*arguments && ask_which(incoming))
        return RC_OK;
    if (to)
        rc = replay_undo_is_possible(position->replay, to, NULL);
    if (rc == RC_BAD_INPUT || to >= position->chain.number)
        return incoming_tell(incoming, *arguments ? "talk.undo-not-there" : "talk.undo-nothing",
                             "n", arguments, NULL);
    rc = position_undo_is_free(position, incoming->known->seat, to, NULL);
    if (rc == RC_OK)
        return log_undo(incoming, incoming->known->seat, to, err);
    return rc == RC_BAD_INPUT ? agree(incoming, to, err)
                              : ERR(err, rc, "the log cannot be played back");
}

enum rc takeback_decline(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct replay *replay = incoming->position->replay;
    uint64_t to = 0;

    (void)arguments;
    for (unsigned seat = 1; seat <= incoming->position->genesis.seats && !to; seat++)
        to = replay_undo_agreed(replay, seat);
    if (!to)
        return incoming_tell(incoming, "talk.undo-none-asked", "n", "", NULL);
    TRY(log_consent(incoming, ENTRY_DECLINE, to, err));
    return incoming_tell(incoming, "talk.undo-refused", "n", "", NULL);
}
