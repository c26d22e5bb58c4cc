/* SPDX-License-Identifier: MIT */
/* The part of a letter about its reader's open question: orders, deadline, calendar. */
#include "outbound/compose_p.h"

#include <stdio.h>

#include "outbound/bounces.h"
#include "outbound/buttons.h"
#include "letter/icalendar.h"
#include "letter/mime_out.h"
#include "play/reply.h"

enum { TITLE_BYTES = 160, UID_BYTES = 384 };

const struct decision *compose_question(const struct position *position, unsigned seat)
{
    const struct decision *luck = NULL;

    for (unsigned i = 0; i < position->decision_count; i++) {
        const struct decision *decision = &position->decision[i];

        if (decision->seat != seat)
            continue;
        if (!position_is_luck(decision->id))
            return decision;
        luck = decision;
    }
    return luck;
}

void compose_put_order(const struct making *making, const struct order *order, struct buf *label,
                       char exact[ORDER_TEXT_BYTES])
{
    const struct position *position = making->news.position;
    struct tell tell;
    TEXT_IN(text, line, ORDER_TEXT_BYTES);

    position->played->text->write_order(position_rulebook(position), NULL, order, ORDER_FULL,
                                        &text);
    if (making->person.strict) /* who copies it must not be refused */
        buf_put(label, line);
    else
        tell_order(wording_tell(&making->wording, &tell), position_rulebook(position), making->seat,
                   line, label);
    if (exact)
        text_copy(exact, ORDER_TEXT_BYTES, line);
}

static void add_order(struct making *making, struct value *list, const struct order *order)
{
    char line[ORDER_TEXT_BYTES];
    struct value *one = value_add_map(list);
    OWN_WIPED(buf) link = {0}, label = {0};

    compose_put_order(making, order, &label, line);
    letter_mailto(making->reply, making->subject, line, &link);
    value_set_text(one, "order", line);
    value_set_text(one, "label", buf_text(&label));
    value_set_text(one, "link", buf_text(&link));
}

/* Put the orders that are told in a line behind the others; returns how many those are. */
static unsigned part_listed(const struct game_text *text, struct order *list, unsigned count)
{
    unsigned others = 0;

    for (unsigned i = 0; i < count; i++)
        if (!(text->kinds[list[i].kind].flags & ORDER_LISTED)) {
            struct order moved = list[i];

            memmove(&list[others + 1], &list[others], (i - others) * sizeof *list);
            list[others++] = moved;
        }
    return others;
}

/* Leave out what hits the reader's own side, unless there is nothing else; *alike: of one of the
 * kinds others could do the same. */
static unsigned take_sane(const struct game *game, const void *view, struct order *list,
                          unsigned count, bool *alike)
{
    unsigned sane = 0;

    for (unsigned i = 0; i < count; i++) {
        *alike |= game->text->kinds[list[i].kind].flags & ORDER_ALIKE;
        if (!game->rules->hurts_own || !game->rules->hurts_own(view, &list[i]))
            list[sane++] = list[i];
    }
    return sane ? sane : count;
}

static enum rc add_orders(struct making *making, struct value *question, struct err *err)
{
    const struct position *position = making->news.position;
    OWN_MEMORY struct order *list =
        malloc(LEGAL_MAX * sizeof *list); /* legal fills what it counts */
    uint16_t pick[BUTTONS_MOST];
    struct value *orders;
    unsigned count, all, shown, others;
    bool alike = false;

    FAIL_IF(!list, err, RC_NO_MEMORY, "no memory for a list of orders");
    all = position->played->rules->legal(position_rulebook(position), making->news.view,
                                         making->seat, list);
    count = take_sane(position->played, making->news.view, list, all, &alike);
    value_set_int(question, "order_count", all);
    value_set_flag(question, "only_one", all == 1);
    others = count > BUTTONS_FEW ? part_listed(position->played->text, list, count) : count;
    compose_add_listed(making, question, list + others, count - others);
    shown = buttons_pick(list, others, position->played->text->kinds,
                         position->played->text->kind_count, pick);
    if ((!shown || others < count) && count) /* one shows how such an order is written */
        pick[shown++] = (uint16_t)(others < count ? others : 0);
    value_set_flag(question, "many", others == count && shown < all);
    value_set_flag(question, "examples", alike || shown < all);
    value_set_flag(question, "has_orders", shown > 0);
    orders = value_set_list(question, "orders");
    for (unsigned i = 0; i < shown; i++)
        add_order(making, orders, &list[pick[i]]);
    return RC_OK;
}

static enum rc add_missed(struct making *making, struct value *question,
                          const struct decision *decision, struct err *err)
{
    OWN_WIPED(buf) text = {0};

    TRY(compose_put_missed(making, decision, &text, err));
    value_set_text(question, "missed", buf_text(&text));
    return RC_OK;
}

static void add_due(struct making *making, struct value *question, const struct decision *decision)
{
    const struct timing_open *open =
        timing_find(&making->news.position->timing, decision->id, decision->seat);
    OWN(buf) text = {0};

    if (!open || open->due_s == TIMING_NEVER || making->news.position->timing.pause_s) {
        value_set_text(question, "due", "");
        value_set_text(question, "left", "");
        return;
    }
    wording_time(&making->wording, timing_deadline(open), &text);
    value_set_text(question, "due", buf_text(&text));
    buf_clear(&text);
    wording_duration(&making->wording, timing_deadline(open) - making->made_s, &text);
    value_set_text(question, "left", buf_text(&text));
}

/* While the clocks stand there is no deadline to tell, but what is left of it. */
static void put_paused(const struct making *making, const struct decision *decision,
                       struct buf *topic)
{
    const struct timing *timing = &making->news.position->timing;
    const struct timing_open *open = timing_find(timing, decision->id, decision->seat);
    int64_t stands_s = timing->pause_s;
    OWN(buf) left = {0};

    if (!stands_s || !open || open->due_s == TIMING_NEVER)
        return;
    if (stands_s < open->opened_s) /* asked meanwhile */
        stands_s = open->opened_s;
    wording_duration(&making->wording, timing_deadline(open) - stands_s, &left);
    buf_put_char(topic, ' ');
    WORDING(&making->wording, topic, "talk.paused-left", "left", buf_text(&left));
}

/* The deadline as one event for each clock of a seat (mail-conventions O11): it moves when the
 * deadline does, and is taken away when nothing is asked any more. Plain letters have no parts. */
static enum rc add_calendar(struct making *making, const struct decision *decision,
                            const char *topic, struct err *err)
{
    const struct position *position = making->news.position;
    const struct timing_open *open =
        decision ? timing_find(&position->timing, decision->id, making->seat) : NULL;
    const int64_t clock = open ? (int64_t)open->clock : making->facts.asked_clock;
    char title[TITLE_BYTES], uid[UID_BYTES];
    struct icalendar_event event = {.uid = uid, .made_s = making->made_s, .summary = title};

    if (making->person.text_only ||
        (decision ? !open || open->due_s == TIMING_NEVER || position->timing.pause_s : !clock))
        return RC_OK;
    snprintf(title, sizeof title, "%s %lld", wording_title(&making->wording, making->wording.game),
             (long long)making->game);
    snprintf(uid, sizeof uid, "game%lld.seat%u.clock%lld@%s", (long long)making->game, making->seat,
             (long long)clock, reply_domain(making->desk));
    event.cancelled = !open;
    event.sequence = open ? (uint32_t)open->changed_n : (uint32_t)position->chain.number;
    event.due_s = open ? timing_deadline(open) : making->made_s;
    if (open) {
        event.alarm_s = making->desk->config->reminder_s;
        event.description = topic;
    }
    return icalendar_write(&event, &making->calendar, err);
}

/* A player is asked for an opening only when he holds the seal himself. */
static void put_opening_topic(const struct making *making, const struct decision *decision,
                              struct buf *out)
{
    OWN(buf) topic = {0};

    if (position_is_open_luck(decision->id)) {
        WORDING(&making->wording, out, "desk.luck-open-topic", "name", decision->name);
        return;
    }
    wording_topic(&making->wording, decision, &topic);
    WORDING(&making->wording, out, "desk.open-topic", "topic", buf_text(&topic), "name",
            decision->name);
}

/* How luck is sealed is said to who asks (seals_list.h): the seal is made on his own machine. */
static void add_luck(struct making *making, struct value *question)
{
    OWN_WIPED(buf) link = {0};

    letter_mailto(making->reply, making->subject, "seals", &link);
    value_set_text(question, "luck_link", buf_text(&link));
}

enum rc compose_add_question(struct making *making, struct err *err)
{
    const struct decision *decision = compose_question(making->news.position, making->seat);
    bool luck = decision && position_is_luck(decision->id);
    bool opens = decision && decision->kind == DECISION_OPEN;
    struct value *question;
    OWN(buf) topic = {0};

    if (!decision) {
        value_set_flag(making->map, "question", false);
        return add_calendar(making, NULL, "", err);
    }
    question = value_set_map(making->map, "question");
    add_due(making, question, decision);
    value_set_text(question, "luck_link", "");
    if (luck) {
        WORDING(&making->wording, &topic, "talk.luck-wanted", "n", "");
        add_luck(making, question);
    } else if (opens)
        put_opening_topic(making, decision, &topic);
    else
        wording_topic(&making->wording, decision, &topic);
    if (making->person.key[0] && !luck) { /* a signature names it */
        char number[TEXT_INT_BYTES];

        buf_put_char(&topic, ' ');
        WORDING(&making->wording, &topic, "talk.question", "n", text_of_int(number, decision->id));
    }
    TRY(add_calendar(making, decision, buf_text(&topic), err));
    TRY(add_missed(making, question, decision, err));
    put_paused(making, decision, &topic);
    value_set_text(question, "topic", buf_text(&topic));
    return !luck && !opens ? add_orders(making, question, err) : RC_OK;
}

static void put_waiting(const struct making *making, unsigned seat, struct buf *out)
{
    bool reached = true;

    buf_put(out, out->length ? ", " : "");
    if (bounces_reach(making->desk, making->news.position->player[seat], &reached, NULL) == RC_OK &&
        !reached)
        WORDING(&making->wording, out, "talk.unreached", "who", making->name[seat]);
    else
        buf_put(out, making->name[seat]);
}

void compose_add_waiting(struct making *making)
{
    const struct position *position = making->news.position;
    OWN(buf) names = {0};

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        if (seat == making->seat || !compose_question(position, seat))
            continue;
        put_waiting(making, seat, &names);
    }
    value_set_text(making->map, "waiting", buf_text(&names));
}
