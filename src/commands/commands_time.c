/* SPDX-License-Identifier: MIT */
/* What a player says about time: "vacation", "zone", "pause", "resume", "go on". Clocks are
 * changed in play/clocks.c. */
#include "commands/commands_time.h"

#include <stdio.h>

#include "outbound/notice.h"
#include "play/adjudicate.h"
#include "play/clocks.h"
#include "commands/offers_ask.h"
#include "commands/requests.h"
#include "commands/stock.h"
#include "commands/vacation.h"

/* ---- vacation, zone ---- */

static const char *const refusals[VACATION_VERDICT_COUNT] = {
    [VACATION_NOT_DATES] = "desk.vacation-dates", [VACATION_PAST] = "desk.vacation-past",
    [VACATION_TOO_LONG] = "desk.vacation-long",   [VACATION_TOO_MANY] = "desk.vacation-many",
    [VACATION_NO_ZONE] = "desk.zone-unknown",
};

/* Clocks may have moved in other games, which changes what is on the shelf. */
static enum rc see_again(struct incoming *incoming, struct err *err)
{
    TRY(people_get(incoming->desk, incoming->known->sender, &incoming->person, err));
    return incoming_see_game(incoming, err);
}

static void put_day(const struct wording *wording, const struct calendar_day *day, struct buf *out)
{
    char key[SENTENCE_KEY_BYTES], number[TEXT_INT_BYTES];
    OWN(buf) month = {0};

    snprintf(key, sizeof key, "desk.month.%d", day->month);
    WORDING(wording, &month, key, "n", "");
    WORDING(wording, out, "desk.day", "day", text_of_int(number, day->day), "month",
            buf_text(&month), "year", TEXT_INT(day->year));
}

static void put_days(const struct wording *wording, const char *booked, struct buf *out)
{
    struct calendar days = {0};

    if (!calendar_read_spans(booked, &days))
        return;
    for (unsigned i = 0; i < days.span_count; i++) {
        OWN(buf) from = {0}, to = {0};

        put_day(wording, &days.span[i].from, &from);
        put_day(wording, &days.span[i].to, &to);
        buf_put(out, out->length ? ", " : "");
        WORDING(wording, out, "desk.span", "from", buf_text(&from), "to", buf_text(&to));
    }
}

static void say_booked(struct incoming *incoming, unsigned moved)
{
    OWN(buf) written = {0}, booked = {0};

    vacation_booked(&incoming->person, desk_now(incoming->desk), &written);
    put_days(&incoming->answer.wording, buf_text(&written), &booked);
    SAY(incoming, booked.length ? "desk.vacation-booked" : "desk.vacation-none", "days",
        buf_text(&booked));
    if (moved)
        SAY(incoming, "desk.vacation-moved", "n", TEXT_INT(moved));
}

/* "Not now, perhaps next week" answers an invitation, and books nothing. */
static bool may_book(const struct incoming *incoming, const char *line)
{
    return !incoming->known->offer ||
           requests_says(incoming->answer.wording.language, line, "command.vacation") ||
           (incoming->line < incoming->lines.count &&
            text_starts_with(incoming->lines.line[incoming->line].text, "vacation"));
}

bool commands_offer_vacation(struct incoming *incoming, const char *line, bool away)
{
    struct calendar_day today = calendar_today(incoming->person.zone, desk_now(incoming->desk));
    struct calendar spans = {.span_count = 1};
    OWN(buf) days = {0};
    bool found = incoming->known->sender && vacation_find_dates(incoming->answer.wording.language,
                                                                line, away, &today, &spans.span[0]);

    if (found && incoming->known->offer)
        offers_ask_answer(incoming);
    if (found && may_book(incoming, line)) {
        calendar_write_spans(&spans, &days);
        SAY(incoming, "desk.vacation-offer", "days", buf_text(&days));
        incoming_offer(incoming, "vacation", NULL, buf_text(&days));
    }
    return found;
}

enum rc commands_vacation(struct incoming *incoming, const char *arguments, struct err *err)
{
    enum vacation_verdict verdict = VACATION_DONE;
    char most[TEXT_INT_BYTES], year[TEXT_INT_BYTES], next[TEXT_INT_BYTES];
    int this_year = calendar_today(incoming->person.zone, desk_now(incoming->desk)).year;
    unsigned moved = 0;

    if (*arguments)
        TRY(vacation_book(incoming->desk, incoming->known->sender, arguments, false, &verdict,
                          &moved, err));
    TRY(see_again(incoming, err));
    if (verdict == VACATION_NOT_DATES && commands_offer_vacation(incoming, arguments, false))
        return RC_OK;
    if (verdict != VACATION_DONE)
        SAY(incoming, refusals[verdict], "n",
            text_of_int(most, incoming->desk->config->vacation_s / 86400), "year",
            text_of_int(year, this_year), "next", text_of_int(next, this_year + 1));
    else
        say_booked(incoming, moved);
    if (incoming->known->offer && incoming->lines.count == 1) /* "Gladly, but I'm away next week" */
        offers_ask_answer(incoming);
    return RC_OK;
}

/* The database's "Etc/GMT+5" lies five hours west; people say "UTC-5". */
static void put_zone(const char *zone, struct buf *out)
{
    static const char etc[] = "Etc/GMT";

    if (text_starts_with(zone, etc))
        buf_printf(out, "UTC%c%s", zone[sizeof etc - 1] == '+' ? '-' : '+', zone + sizeof etc);
    else
        buf_put(out, zone);
}

enum rc commands_zone(struct incoming *incoming, const char *arguments, struct err *err)
{
    enum vacation_verdict verdict = VACATION_DONE;
    OWN(buf) now = {0}, zone = {0};

    if (*arguments) /* alone: what it is */
        TRY(vacation_zone(incoming->desk, incoming->known->sender, arguments, &verdict, err));
    TRY(see_again(incoming, err));
    wording_time(&incoming->answer.wording, desk_now(incoming->desk), &now);
    put_zone(verdict != VACATION_DONE ? arguments
             : *incoming->person.zone ? incoming->person.zone
                                      : "UTC",
             &zone);
    return SAY(incoming, verdict == VACATION_DONE ? "desk.zone-set" : refusals[verdict], "zone",
               buf_text(&zone), "now", buf_text(&now));
}

/* ---- pause, resume ---- */

static void put_missing(struct incoming *incoming, uint32_t missing, struct buf *out)
{
    for (unsigned seat = 1; seat <= incoming->position->genesis.seats; seat++) {
        if (!(missing & 1u << seat))
            continue;
        BUF_PUT(out, out->length ? ", " : "", incoming_name(incoming, seat));
    }
}

static enum rc agree(struct incoming *incoming, const char *what, struct err *err)
{
    struct position *position = incoming->position;
    struct position_letter letter = {incoming->known->id, incoming->known->arrived_s,
                                     &incoming->known->raw_hash};
    bool pause = text_equal(what, REPLAY_PAUSE), done;
    bool alone = replay_is_paused_alone(position->replay);
    struct notice notice = {.player = replay_host(position->replay),
                            .other = incoming->known->seat};
    OWN(buf) names = {0};
    uint32_t missing;

    if (position->is_frozen || position->phase == POSITION_OVER || !position->rostered ||
        pause == (position->timing.pause_s != 0))
        return SAY(incoming, pause ? "desk.pause-not" : "desk.resume-not", "n", "");
    if (incoming_is_older(incoming, replay_asked_s(position->replay, incoming->known->seat, what)))
        return RC_OK;
    TRY(clocks_agree(incoming->desk, position, incoming->known->seat, what, &letter, &done,
                     &missing, err));
    put_missing(incoming, missing, &names);
    alone |= replay_is_paused_alone(position->replay);
    notice.key = done    ? alone   ? pause ? "talk.host-paused" : "talk.host-resumed"
                           : pause ? "desk.paused"
                                   : "desk.resumed"
                 : pause ? "desk.pause-offer"
                         : "desk.resume-offer";
    if (done)
        SAY(incoming, notice.key, "player", incoming_name(incoming, notice.player));
    else
        SAY(incoming, pause ? "desk.pause-asked" : "desk.resume-asked", "others", buf_text(&names));
    notice.action[0] = done ? NULL : what;
    buf_clear(&names);
    return notice_settled(incoming->desk, position, incoming->known->seat, &notice, err);
}

enum rc commands_pause(struct incoming *incoming, const char *arguments, struct err *err)
{
    (void)arguments;
    return agree(incoming, REPLAY_PAUSE, err);
}

enum rc commands_resume(struct incoming *incoming, const char *arguments, struct err *err)
{
    (void)arguments;
    return agree(incoming, REPLAY_RESUME, err);
}

/* ---- go on behind lost entries ---- */

static enum rc agree_lost(struct incoming *incoming, struct err *err)
{
    struct position *position = incoming->position;
    struct position_letter letter = {incoming->known->id, incoming->known->arrived_s,
                                     &incoming->known->raw_hash};
    struct entry entry;
    struct text words;

    if (!(replay_lost_missing(position->replay) & 1u << incoming->known->seat) ||
        incoming_is_older(incoming, position_since(position, incoming->known->seat)))
        return RC_OK;
    entry_init(&entry, 0, 0, incoming->known->seat, ENTRY_AGREE);
    entry.letter = true;
    text_init(&words, entry.words, sizeof entry.words);
    TEXT_PUT(&words, REPLAY_GO_ON, TEXT_INT((int64_t)replay_lost(position->replay)));
    return position_append(incoming->desk, position, &entry, NULL, 0, &letter, err);
}

/* All agreed: what the table has to do comes first. */
static enum rc go_on(struct incoming *incoming, struct err *err)
{
    unsigned answered;

    TRY(adjudicate_table(incoming->desk, incoming->position, &answered, err));
    SAY(incoming, "desk.lost-agreed", "n", "");
    return notice_all(incoming->desk, incoming->position, incoming->known->seat, "desk.lost-agreed",
                      err);
}

/* In answer to what was asked before the loss was declared: no word on it. */
static bool is_older_than_loss(const struct incoming *incoming)
{
    const struct incoming_known *known = incoming->known;

    return known->read.has_token && known->read.token.kind == TOKEN_REPLY &&
           known->read.token.entry < replay_lost(incoming->position->replay);
}

enum rc commands_go_on(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct position *position = incoming->position;
    OWN(buf) names = {0};

    (void)arguments;
    if (incoming->lines.flags & INCOMING_PREVIEW)
        return incoming_tell(incoming, "talk.command-not-tried", "command", "go on", NULL);
    if (!position->waits && position->timing.pause_s)
        return commands_resume(incoming, "", err);
    if (!position->waits || position->is_frozen || position->phase == POSITION_OVER)
        return SAY(incoming, position->is_frozen ? "desk.frozen" : "desk.go-on-not", "n", "");
    if (is_older_than_loss(incoming))
        return SAY(incoming, "desk.was-lost", "n", "");
    TRY(agree_lost(incoming, err));
    if (!position->waits)
        return go_on(incoming, err);
    put_missing(incoming, replay_lost_missing(position->replay), &names);
    return SAY(incoming, "desk.go-on-asked", "others", buf_text(&names));
}

/* ---- too late ---- */

/* The latest deadline of the seat's questions; TIMING_NEVER if one has none, or none is asked. */
static const struct timing_open *latest(const struct position *position, unsigned seat)
{
    const struct timing_open *found = NULL;

    for (unsigned i = 0; i < position->timing.open_count; i++) {
        const struct timing_open *open = &position->timing.open[i];

        if (open->seat != seat)
            continue;
        if (open->due_s == TIMING_NEVER)
            return NULL;
        if (!found || open->due_s > found->due_s)
            found = open;
    }
    return found;
}

/* Where the rules have nothing for a missed deadline, the answer may come whenever it comes. */
static enum rc open_again(struct incoming *incoming, const struct timing_open *open,
                          struct err *err)
{
    struct entry entry;

    if (!open->is_set)
        return RC_OK;
    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_DUE);
    entry.seat = open->seat;
    entry.decision = position_log_decision(open->decision);
    entry.due_s = incoming->known->arrived_s;
    return position_append(incoming->desk, incoming->position, &entry, NULL, 0, NULL, err);
}

enum rc commands_time_late(struct incoming *incoming, bool *goes_on, struct err *err)
{
    struct position *position = incoming->position;
    const struct timing_open *open = latest(position, incoming->known->seat);
    OWN(buf) due = {0};

    if (open && !position->timing.pause_s && incoming->lines.count &&
        !(incoming->lines.flags & INCOMING_PREVIEW) && incoming->known->arrived_s > open->due_s) {
        TRY(stock_draw_for(incoming->desk, position, incoming->known->seat, err));
        open = latest(position, incoming->known->seat);
    }
    incoming->asked_clock = open ? open->clock : 0;
    if (!open || position->timing.pause_s || !incoming->lines.count ||
        (incoming->lines.flags & INCOMING_PREVIEW) || incoming->known->arrived_s <= open->due_s)
        return RC_OK;
    if (!adjudicate_can_default(position, open))
        return open_again(incoming, open, err);
    *goes_on = false;
    wording_time(&incoming->answer.wording, timing_deadline(open), &due);
    incoming_end(incoming, LEDGER_REJECTED, "late", NULL);
    return SAY(incoming, "desk.late", "due", buf_text(&due));
}
