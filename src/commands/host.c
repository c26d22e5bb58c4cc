/* SPDX-License-Identifier: MIT */
/* What the host among the players does by letter, and what the others agree to. Each act is his
 * word in the log; whose words it takes the replay says, and the table does it. */
#include "commands/host.h"

#include <stdio.h>

#include "commands/away.h"
#include "commands/press.h"
#include "commands/requests.h"
#include "commands/stock.h"
#include "outbound/notice.h"
#include "play/adjudicate.h"
#include "play/clocks.h"
#include "play/deadlines.h"

enum { DAY_S = 86400 };

/* ---- agreeing ---- */

/* *missing: seats whose word it still takes; *repeated: the writer had said it already. */
static enum rc agree(struct incoming *incoming, const char *words, uint32_t *missing,
                     bool *repeated, struct err *err)
{
    const struct replay *replay = incoming->position->replay;
    unsigned host = replay_host(replay);
    struct entry entry;

    *repeated = text_equal(replay_said(replay, incoming->known->seat), words);
    if (!*repeated) {
        entry_init(&entry, 0, 0, incoming->known->seat, ENTRY_AGREE);
        text_copy(entry.words, sizeof entry.words, words);
        TRY(incoming_append(incoming, &entry, NULL, 0, err));
    }
    /* The last word for a new host makes him one, and is done with. */
    *missing = text_starts_with(words, REPLAY_HOST) && host != replay_host(replay)
                   ? 0
                   : replay_host_missing(replay, words);
    return RC_OK;
}

static enum rc tell_asked(struct incoming *incoming, const struct notice *notice, uint32_t missing,
                          struct err *err)
{
    for (unsigned seat = 1; seat <= incoming->position->genesis.seats; seat++)
        if (missing & 1u << seat && seat != incoming->known->seat)
            TRY(notice_seat(incoming->desk, incoming->position, seat, notice, err));
    return RC_OK;
}

/* May the writer say this? The host may; another, what the host has said. */
static bool may_say(struct incoming *incoming, const char *words)
{
    const struct replay *replay = incoming->position->replay;
    unsigned host = replay_host(replay);

    if (host && (host == incoming->known->seat || text_equal(replay_said(replay, host), words)))
        return true;
    incoming_tell(incoming, host ? "talk.host-not-you" : "talk.host-none", "who",
                  incoming_name(incoming, host), NULL);
    return false;
}

/* ---- who is host ---- */

/* The one seat among some; 0 = none, or several. */
static unsigned only_of(uint32_t seats)
{
    unsigned seat = SEATS_MAX;

    while (seat && seats != 1u << seat)
        seat--;
    return seat;
}

static void tell_host(struct incoming *incoming)
{
    const struct replay *replay = incoming->position->replay;
    unsigned host = replay_host(replay);

    incoming_tell(incoming,
                  !replay_host_days(replay)       ? "talk.host-not-agreed"
                  : !host                         ? "talk.host-none"
                  : host == incoming->known->seat ? "talk.host-you"
                                                  : "talk.host-is",
                  "who", incoming_name(incoming, host), "n", TEXT_INT(replay_host_days(replay)),
                  NULL);
}

enum rc host_letter(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct position *position = incoming->position;
    int seat = *arguments ? press_find_seat(incoming, arguments, strlen(arguments)) : 0;
    unsigned named = only_of(press_named_seats(incoming, arguments));
    char words[ENTRY_AWAY_BYTES], action[16];
    struct notice notice = {.key = "talk.host-asked", .action = {action}};
    uint32_t missing;
    bool repeated;

    if (!*arguments || !replay_host_days(position->replay)) {
        tell_host(incoming);
        return RC_OK;
    }
    if (seat < 1 && named) /* "let Bea be our host" */
        seat = (int)named;
    if (seat < 1 || position->house[seat] || !position->player[seat])
        return incoming_tell(incoming, "talk.host-nobody", "name", arguments, NULL);
    snprintf(words, sizeof words, REPLAY_HOST "%d", seat);
    snprintf(action, sizeof action, "host %d", seat);
    TRY(agree(incoming, words, &missing, &repeated, err));
    incoming_tell(incoming, missing ? "talk.host-agreed" : "talk.host-is-now", "who",
                  incoming_name(incoming, (unsigned)seat), NULL);
    notice.player = (unsigned)seat;
    notice.other = incoming->known->seat;
    if (missing)
        return repeated ? RC_OK : tell_asked(incoming, &notice, missing, err);
    return notice_settled(incoming->desk, position, incoming->known->seat,
                          &(struct notice){.key = "talk.host-now", .player = (unsigned)seat}, err);
}

/* ---- more time ---- */

/* "Bob 3", "Bob by 3 days", "Bob 1 week", in a game of two "3"; false: it is not that. */
static bool read_extension(struct incoming *incoming, const char *arguments, unsigned *seat,
                           unsigned *days)
{
    size_t end = strlen(arguments), name;
    int found;

    while (end && !text_is_digit(arguments[end - 1]))
        end--;
    name = end;
    while (name && text_is_digit(arguments[name - 1]))
        name--;
    *days = incoming_days(incoming, arguments + name);
    if (!*days)
        return false;
    while (name && arguments[name - 1] == ' ')
        name--;
    if (name > 3 && text_starts_with(arguments + name - 3, " by"))
        name -= 3;
    if (!name && incoming->position->genesis.seats != 2)
        return false;
    found = name ? press_find_seat(incoming, arguments, name) : 3 - (int)incoming->known->seat;
    *seat = found > 0 ? (unsigned)found : 0;
    return *seat != 0;
}

/* "two more days for Bea", "give Bea another day": a name of the game's, anywhere. */
static bool read_loosely(struct incoming *incoming, const char *arguments, unsigned *seat,
                         unsigned *days)
{
    *seat = only_of(press_named_seats(incoming, arguments));
    *days = incoming_days(incoming, arguments);
    if (!*days && requests_says(incoming->answer.wording.language, arguments, "host.day"))
        *days = 1;
    return *seat && *days;
}

enum rc host_ask(struct incoming *incoming, bool *asked, struct err *err)
{
    const struct position *position = incoming->position;
    unsigned seat = incoming->known->seat, host = replay_host(position->replay);
    char action[16];
    struct notice notice = {.key = "talk.host-asked-time", .player = seat, .action = {action}};

    *asked = host && !position->timing.pause_s && deadlines_are_asked(position, seat);
    if (!*asked)
        return RC_OK;
    snprintf(action, sizeof action, "extend %u 1", seat);
    if (host == seat) { /* what favours him takes the others' word */
        incoming_tell(incoming, "talk.extension-own", "n", "", NULL);
        incoming_offer(incoming, "extend", NULL, action + strlen("extend "));
        return RC_OK;
    }
    incoming_tell(incoming, "talk.extension-host", "who", incoming_name(incoming, host), "n",
                  TEXT_INT(replay_host_days(position->replay)), NULL);
    return notice_seat(incoming->desk, position, host, &notice, err);
}

static enum rc extend(struct incoming *incoming, unsigned seat, unsigned days, struct err *err)
{
    struct position *position = incoming->position;
    char words[ENTRY_AWAY_BYTES + 4], action[32], number[TEXT_INT_BYTES];
    struct notice notice = {.key = "talk.host-extend-asked",
                            .arg = {{"n", text_of_int(number, days)}},
                            .count = 1,
                            .player = seat,
                            .other = incoming->known->seat,
                            .action = {action}};
    uint32_t missing;
    unsigned moved;
    bool repeated;

    snprintf(words, sizeof words, REPLAY_EXTEND "%u %ud", seat, days);
    snprintf(action, sizeof action, "extend %u %u", seat, days);
    if (!may_say(incoming, words))
        return RC_OK;
    TRY(agree(incoming, words, &missing, &repeated, err));
    if (!missing)
        TRY(clocks_extend(incoming->desk, position, ENTRY_TABLE, seat, days * DAY_S, &moved, err));
    incoming_tell(incoming, missing ? "talk.host-extend-agreed" : "talk.host-extends", "who",
                  incoming_name(incoming, seat), "n", number, NULL);
    if (missing)
        return repeated ? RC_OK : tell_asked(incoming, &notice, missing, err);
    notice.key = "talk.host-extended";
    notice.other = replay_host(position->replay);
    notice.action[0] = NULL;
    return notice_settled(incoming->desk, position, incoming->known->seat, &notice, err);
}

enum rc host_extend(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct position *position = incoming->position;
    unsigned seat, days, most = replay_host_days(position->replay);

    if (!*arguments && replay_extensions_left(position->replay, incoming->known->seat))
        return stock_extension(incoming, arguments, err); /* his own, which the terms give */
    if (replay_host(position->replay) != incoming->known->seat &&
        away_is(incoming, press_named_seats(incoming, arguments)))
        return away_wait(incoming, arguments, err); /* whoever waits for him may say so */
    if (!most)
        tell_host(incoming);
    else if ((!read_extension(incoming, arguments, &seat, &days) &&
              !read_loosely(incoming, arguments, &seat, &days)) ||
             days > most)
        incoming_tell(incoming, "talk.host-extend-how", "n", TEXT_INT(most), NULL);
    else if (position->timing.pause_s || !deadlines_are_asked(position, seat))
        incoming_tell(incoming, "talk.away-not-asked", "who", incoming_name(incoming, seat), NULL);
    else
        return extend(incoming, seat, days, err);
    return RC_OK;
}

/* ---- an end by agreement ---- */

static enum rc end_game(struct incoming *incoming, enum entry_result result, struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = (uint8_t)result;
    text_copy(entry.words, sizeof entry.words, REPLAY_AGREED);
    TRY(adjudicate_end(incoming->desk, incoming->position, &entry, err));
    incoming_tell(incoming, "talk.host-ended", "n", "", NULL);
    return notice_all(incoming->desk, incoming->position, incoming->known->seat, NULL, err);
}

static enum rc agree_to_end(struct incoming *incoming, enum entry_result result, struct err *err)
{
    const struct position *position = incoming->position;
    const char *words = result == ENTRY_DRAWN ? REPLAY_END "drawn" : REPLAY_END "void";
    const struct notice notice = {
        .key = result == ENTRY_DRAWN ? "talk.host-drawn-asked" : "talk.host-void-asked",
        .other = incoming->known->seat,
        .action = {result == ENTRY_DRAWN ? "finish drawn" : "finish void"}};
    uint32_t missing;
    bool repeated;
    enum rc rc;

    if (!replay_host_days(position->replay)) {
        tell_host(incoming);
        return RC_OK;
    }
    if (position->phase != POSITION_PLAY)
        return incoming_tell(incoming, "talk.host-end-not", "n", "", NULL);
    if (!may_say(incoming, words))
        return RC_OK;
    rc = agree(incoming, words, &missing, &repeated, err);
    if (rc != RC_OK || !missing)
        return rc == RC_OK ? end_game(incoming, result, err) : rc;
    incoming_tell(incoming, "talk.host-end-agreed", "n", "", NULL);
    return repeated ? RC_OK : tell_asked(incoming, &notice, missing, err);
}

enum rc host_end_drawn(struct incoming *incoming, const char *arguments, struct err *err)
{
    (void)arguments;
    return agree_to_end(incoming, ENTRY_DRAWN, err);
}

enum rc host_end_void(struct incoming *incoming, const char *arguments, struct err *err)
{
    (void)arguments;
    return agree_to_end(incoming, ENTRY_VOID, err);
}
