/* SPDX-License-Identifier: MIT */
/* What the others may do about a player who stays away, and who is told of it. Who is away the
 * replay counts; that he could not be reached, or has days off, is known here alone. */
#include "commands/away.h"

#include <stdio.h>

#include "commands/host.h"
#include "commands/press.h"
#include "outbound/bounces.h"
#include "outbound/notice.h"
#include "play/adjudicate.h"
#include "play/clocks.h"
#include "play/deadlines.h"

enum { DAY_S = 86400, WAIT_DAYS = 3, WAIT_DAYS_MOST = 30 };

/* Why nothing may be done about a seat now; NULL: something may. */
static enum rc find_excuse(struct desk *desk, const struct position *position, unsigned seat,
                           const char **why, struct err *err)
{
    struct calendar calendar;
    int64_t now = desk_now(desk);
    bool reached;

    TRY(deadlines_calendar_of(desk, position, seat, &calendar, err));
    TRY(bounces_reach(desk, position->player[seat], &reached, err));
    *why = NULL;
    if (position->timing.pause_s)
        *why = "talk.away-paused";
    else if (!calendar_between(&calendar, now, now + 1))
        *why = "talk.away-days-off";
    else if (!reached)
        *why = "talk.away-bounced";
    return RC_OK;
}

/* ---- who is told ---- */

static enum rc end_game(struct desk *desk, struct position *position, unsigned seat,
                        struct err *err)
{
    struct entry entry;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = ENTRY_WON;
    entry.seat = (uint8_t)(3 - seat);
    snprintf(entry.words, sizeof entry.words, REPLAY_AWAY "%u", seat);
    return adjudicate_end(desk, position, &entry, err);
}

/* A tournament's terms forfeit the game, unless both are away. */
static enum rc forfeit(struct desk *desk, struct position *position, unsigned seat, struct err *err)
{
    const char *why;

    TRY(find_excuse(desk, position, seat, &why, err));
    if (why || replay_is_away(position->replay, 3 - seat))
        return RC_OK;
    TRY(end_game(desk, position, seat, err));
    return adjudicate_settle(desk, position, err);
}

/* Nobody is left to claim, wait or ask for anything; but who could not be there may come back. */
static enum rc abandon(struct desk *desk, struct position *position, bool *ended, struct err *err)
{
    uint32_t seats = replay_all_away(position->replay);
    const char *why = NULL;
    struct entry entry;
    struct text words;
    enum rc rc = RC_OK;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_END);
    entry.result = ENTRY_VOID;
    text_init(&words, entry.words, sizeof entry.words);
    text_put(&words, REPLAY_ABANDONED);
    for (unsigned seat = 1; rc == RC_OK && !why && seat <= position->genesis.seats; seat++)
        if (seats & 1u << seat) {
            TEXT_PUT(&words, " seat/", TEXT_INT(seat));
            rc = find_excuse(desk, position, seat, &why, err);
        }
    *ended = rc == RC_OK && seats && !why;
    if (*ended)
        rc = adjudicate_end(desk, position, &entry, err);
    return rc == RC_OK && *ended ? adjudicate_settle(desk, position, err) : rc;
}

/* To all but the seat that it is about, with what may be written. */
static enum rc tell_others(struct desk *desk, const struct position *position, unsigned seat,
                           const struct notice *notice, struct err *err)
{
    for (unsigned other = 1; other <= position->genesis.seats; other++)
        if (other != seat && position->player[other] && !position->house[other] &&
            position->player[other] != position->player[seat])
            TRY(notice_seat(desk, position, other, notice, err));
    return RC_OK;
}

enum rc away_missed(struct desk *desk, struct position *position, unsigned seat, struct err *err)
{
    unsigned missed = replay_missed(position->replay, seat), away = replay_away(position->replay);
    bool two = position->genesis.seats == 2, ended = false;
    char count[TEXT_INT_BYTES], of[TEXT_INT_BYTES];
    struct notice notice = {
        .key = "talk.away-warned",
        .arg = {{"n", text_of_int(count, missed)}, {"of", text_of_int(of, away)}},
        .count = 2};

    if (!away || position->phase == POSITION_OVER || !position->player[seat] ||
        position->house[seat])
        return RC_OK;
    if (position->genesis.tournament.round)
        notice.key = "talk.away-warned-tournament";
    else if (!two)
        notice.key = "talk.away-warned-of-more";
    if (missed + 1 == away)
        return notice_seat(desk, position, seat, &notice, err);
    if (missed >= away) {
        TRY(abandon(desk, position, &ended, err));
        if (ended || missed % away)
            return RC_OK;
    } else
        return RC_OK;
    if (position->genesis.tournament.round)
        return forfeit(desk, position, seat, err);
    notice.key = two ? "talk.away" : "talk.away-of-more";
    notice.player = seat;
    notice.action[0] = two ? "claim" : NULL;
    notice.action[1] = "give time 3";
    notice.action[2] = "replacement";
    return tell_others(desk, position, seat, &notice, err);
}

/* ---- what is written ---- */

static void tell_missed(struct incoming *incoming, const char *who, unsigned missed)
{
    bool two = incoming->position->genesis.seats == 2;

    if (*who)
        incoming_tell(incoming, two ? "talk.away-help" : "talk.away-help-of-more", "who", who, "n",
                      TEXT_INT(missed), "of", TEXT_INT(replay_away(incoming->position->replay)),
                      NULL);
}

void away_help(struct incoming *incoming)
{
    const struct position *position = incoming->position;
    const struct replay *replay = position->replay;
    bool two = position->genesis.seats == 2, is_away = false;
    OWN(buf) present = {0}; /* who has missed none */

    if (!replay_away(replay))
        incoming_tell(incoming, "talk.away-not-agreed", "n", "", NULL);
    for (unsigned seat = 1; replay_away(replay) && seat <= position->genesis.seats; seat++) {
        const char *name = incoming_name(incoming, seat);

        if (seat == incoming->known->seat || !position->player[seat] || position->house[seat])
            continue;
        is_away |= replay_is_away(replay, seat);
        if (replay_missed(replay, seat))
            tell_missed(incoming, name, replay_missed(replay, seat));
        else
            buf_printf(&present, "%s%s", present.length ? ", " : "", name);
    }
    tell_missed(incoming, buf_text(&present), 0);
    if (is_away && two)
        incoming_offer(incoming, "claim", NULL, "");
    if (is_away) {
        incoming_offer(incoming, "give time", NULL, "3");
        incoming_offer(incoming, "replacement", NULL, "");
    }
}

bool away_is(const struct incoming *incoming, uint32_t seats)
{
    unsigned seat = incoming->position->genesis.seats;

    while (seat && (!(seats & 1u << seat) || seat == incoming->known->seat ||
                    !replay_is_away(incoming->position->replay, seat)))
        seat--;
    return seat > 0;
}

/* The seat that is away, one that the line names where it names any; 0: none that anything may be
 * done about, and why was told. */
static enum rc find_away(struct incoming *incoming, const char *line, const char *consent,
                         unsigned *seat, struct err *err)
{
    uint32_t named = press_named_seats(incoming, line) & ~(1u << incoming->known->seat);
    const struct replay *replay = incoming->position->replay;
    char words[ENTRY_AWAY_BYTES];
    unsigned away = incoming->position->genesis.seats;
    const char *why = NULL;
    enum rc rc = RC_OK;

    *seat = 0;
    if (named && !away_is(incoming, named) && away_is(incoming, UINT32_MAX)) {
        away_help(incoming);
        return RC_OK;
    }
    while (away && !(away_is(incoming, 1u << away) && (!named || named & 1u << away)))
        away--;
    if (!away)
        why = replay_away(replay) ? "talk.away-none" : "talk.away-not-agreed";
    else
        rc = find_excuse(incoming->desk, incoming->position, away, &why, err);
    if (rc != RC_OK || why) {
        if (why)
            incoming_tell(incoming, why, "who", away ? incoming_name(incoming, away) : "", "n",
                          TEXT_INT(replay_away(replay)), NULL);
        return rc;
    }
    snprintf(words, sizeof words, "%s%u", consent, away);
    if (!incoming_is_older(incoming, replay_asked_s(replay, incoming->known->seat, words)))
        *seat = away;
    return RC_OK;
}

/* Who was away himself has not said it either. *missing: seats that have not agreed to the same. */
static enum rc log_consent(struct incoming *incoming, const char *words, uint32_t *missing,
                           bool *repeated, struct err *err)
{
    const struct replay *replay = incoming->position->replay;
    struct entry entry;

    *repeated = text_equal(replay_said(replay, incoming->known->seat), words);
    if (!*repeated) {
        entry_init(&entry, 0, 0, incoming->known->seat, ENTRY_AGREE);
        text_copy(entry.words, sizeof entry.words, words);
        TRY(incoming_append(incoming, &entry, NULL, 0, err));
    }
    *missing = replay_away_missing(replay, words);
    return RC_OK;
}

enum rc away_claim(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct position *position = incoming->position;
    char words[ENTRY_AWAY_BYTES];
    uint32_t missing;
    bool repeated;
    unsigned seat;

    TRY(find_away(incoming, arguments, REPLAY_CLAIM, &seat, err));
    if (!seat)
        return RC_OK;
    if (position->genesis.seats != 2)
        return incoming_tell(incoming, "talk.away-of-two", "n", "", NULL);
    snprintf(words, sizeof words, REPLAY_CLAIM "%u", seat);
    TRY(log_consent(incoming, words, &missing, &repeated, err));
    TRY(end_game(incoming->desk, position, seat, err));
    incoming_tell(incoming, "talk.away-claimed", "who", incoming_name(incoming, seat), NULL);
    return notice_all(incoming->desk, position, incoming->known->seat, NULL, err);
}

/* "5", "five days more"; 0 = it is not that. */
static unsigned read_days(const struct incoming *incoming, const char *arguments)
{
    unsigned days = *arguments ? incoming_days(incoming, arguments) : WAIT_DAYS;

    return days <= WAIT_DAYS_MOST ? days : 0;
}

/* Nobody is away: the host's word, who gives time to whom he names. */
static bool is_hosts(const struct incoming *incoming, const char *arguments)
{
    return *arguments && !away_is(incoming, UINT32_MAX) &&
           replay_host(incoming->position->replay) == incoming->known->seat;
}

static enum rc tell_asked(struct incoming *incoming, const struct notice *notice, uint32_t missing,
                          struct err *err)
{
    for (unsigned seat = 1; seat <= incoming->position->genesis.seats; seat++)
        if (missing & 1u << seat)
            TRY(notice_seat(incoming->desk, incoming->position, seat, notice, err));
    return RC_OK;
}

enum rc away_wait(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct position *position = incoming->position;
    unsigned seat, days = read_days(incoming, arguments), moved;
    char words[ENTRY_AWAY_BYTES], action[32];
    struct notice notice = {.key = "talk.away-wait-asked",
                            .arg = {{"n", TEXT_INT(days)}},
                            .count = 1,
                            .action = {action}};
    uint32_t missing;
    bool repeated;

    if (is_hosts(incoming, arguments))
        return host_extend(incoming, arguments, err);
    TRY(find_away(incoming, arguments, REPLAY_WAIT, &seat, err));

    if (!seat)
        return RC_OK;
    if (!days || !deadlines_are_asked(position, seat))
        return incoming_tell(incoming, days ? "talk.away-not-asked" : "talk.away-wait-days", "who",
                             incoming_name(incoming, seat), NULL);
    snprintf(words, sizeof words, REPLAY_WAIT "%u %ud", seat, days);
    snprintf(action, sizeof action, "give time %u", days);
    TRY(log_consent(incoming, words, &missing, &repeated, err));
    if (!missing)
        TRY(clocks_extend(incoming->desk, position, ENTRY_TABLE, seat, days * DAY_S, &moved, err));
    incoming_tell(incoming, missing ? "talk.away-wait-agreed" : "talk.away-waits", "who",
                  incoming_name(incoming, seat), "n", TEXT_INT(days), NULL);
    notice.player = seat;
    notice.other = incoming->known->seat;
    if (missing)
        return repeated ? RC_OK : tell_asked(incoming, &notice, missing, err);
    notice.key = "talk.away-waited";
    notice.action[0] = NULL;
    return notice_settled(incoming->desk, position, incoming->known->seat, &notice, err);
}

static enum rc tell_keeper(struct incoming *incoming, unsigned seat, struct err *err)
{
    char game[TEXT_INT_BYTES];

    return notice_keeper(
        incoming->desk,
        &(struct notice){
            .key = "keeper.replacement-wanted",
            .arg = {{"game", text_of_int(game, incoming->known->game)}, {"seat", TEXT_INT(seat)}},
            .count = 2,
            .about = incoming->position->played},
        err);
}

/* The host names somebody; where there is none, or he is away himself, the administrator does: 0.
 */
static unsigned who_names(const struct replay *replay)
{
    unsigned host = replay_host(replay);

    return host && !replay_is_away(replay, host) ? host : 0;
}

static enum rc find_somebody(struct incoming *incoming, unsigned seat, bool repeated,
                             unsigned *vacant, struct err *err)
{
    unsigned host = who_names(incoming->position->replay);

    if (!host) {
        incoming_tell(incoming, "talk.away-replaces", "who", incoming_name(incoming, seat), NULL);
        return repeated ? RC_OK : tell_keeper(incoming, seat, err);
    }
    if (host != incoming->known->seat) {
        incoming_tell(incoming, "talk.host-replaces", "who", incoming_name(incoming, host), NULL);
        return repeated
                   ? RC_OK
                   : notice_seat(incoming->desk, incoming->position, host,
                                 &(struct notice){.key = "talk.host-name", .player = seat}, err);
    }
    *vacant = seat;
    return RC_OK;
}

enum rc away_replacement(struct incoming *incoming, const char *arguments, unsigned *vacant,
                         struct err *err)
{
    struct notice notice = {.key = "talk.away-replace-asked", .action = {"replacement"}};
    char words[ENTRY_AWAY_BYTES];
    uint32_t missing;
    bool repeated;
    unsigned seat, host;

    *vacant = 0;
    TRY(find_away(incoming, arguments, REPLAY_REPLACE, &seat, err));
    if (!seat)
        return RC_OK;
    snprintf(words, sizeof words, REPLAY_REPLACE "%u", seat);
    TRY(log_consent(incoming, words, &missing, &repeated, err));
    if (!missing)
        return find_somebody(incoming, seat, repeated, vacant, err);
    host = who_names(incoming->position->replay);
    if (host)
        notice.key = "talk.host-replace-asked";
    incoming_tell(incoming, host ? "talk.host-replace-agreed" : "talk.away-replace-agreed", "who",
                  incoming_name(incoming, seat), "host", incoming_name(incoming, host), NULL);
    notice.player = seat;
    notice.other = incoming->known->seat;
    return repeated ? RC_OK : tell_asked(incoming, &notice, missing, err);
}
