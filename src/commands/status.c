/* SPDX-License-Identifier: MIT */
/* Answers "status" and "show": how a game stands, now or earlier. It changes nothing. */
#include "commands/status.h"

#include "commands/draft.h"
#include "commands/offers_p.h"
#include "play/adjudicate.h"

static void tell_question(struct incoming *incoming, const struct decision *question)
{
    const struct position *position = incoming->position;
    const struct wording *wording = &incoming->answer.wording;
    const struct timing_open *open = timing_find(&position->timing, question->id, question->seat);
    const char *name = wording->player[question->seat];
    OWN(buf) topic = {0}, due = {0};
    const char *sentence = "talk.status-asked-open";

    if (position_is_luck(question->id))
        WORDING(wording, &topic, "talk.luck-wanted", "n", "");
    else
        wording_topic(wording, question, &topic);
    if (open && open->due_s != TIMING_NEVER && position->timing.pause_s) {
        sentence = "talk.status-asked-paused";
        wording_duration(wording, timing_left(&position->timing, open, position->timing.pause_s),
                         &due);
    } else if (open && open->due_s != TIMING_NEVER) {
        sentence = "talk.status-asked";
        wording_time(wording, timing_deadline(open), &due);
    }
    incoming_tell(incoming, sentence, "who", name ? name : "?", "topic", buf_text(&topic), "due",
                  buf_text(&due), NULL);
}

/* What waits for this player alone. */
static enum rc tell_own(struct incoming *incoming, struct err *err)
{
    const struct standing_order *line[STANDING_ORDERS_MAX];
    unsigned lines = standing_order_in_force(incoming->position, incoming->known->seat, line);
    bool waits;

    TRY(draft_waits(incoming->desk, incoming->known->game, incoming->known->seat, &waits, err));
    if (waits)
        incoming_tell(incoming, "talk.status-draft", "n", "", NULL);
    if (lines)
        incoming_tell(incoming, "talk.status-standing", "n", TEXT_INT(lines), NULL);
    return RC_OK;
}

/* Frozen, or waiting for players who go on behind lost entries. */
static void tell_lost(struct incoming *incoming)
{
    const struct position *position = incoming->position;
    const uint32_t missing = replay_lost_missing(position->replay);
    OWN(buf) names = {0};

    if (position->is_frozen)
        incoming_tell(incoming, "talk.status-frozen", "n", "", NULL);
    if (position->is_frozen || !position->waits)
        return;
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        const char *name = incoming->answer.wording.player[seat];

        if (missing & 1u << seat)
            buf_printf(&names, "%s%s", names.length ? ", " : "", name ? name : "?");
    }
    incoming_tell(incoming, "talk.status-lost", "others", buf_text(&names), NULL);
}

/* Who asks to take back. */
static void tell_undo(struct incoming *incoming)
{
    const struct position *position = incoming->position;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        uint64_t to = replay_undo_agreed(position->replay, seat);
        const char *name = incoming->answer.wording.player[seat];

        if (to)
            incoming_tell(incoming, "talk.status-undo", "who", name ? name : "?", "n",
                          TEXT_INT((int64_t)to), NULL);
    }
}

enum rc status_tell(struct incoming *incoming, const char *arguments, struct err *err)
{
    (void)arguments;
    (void)err;
    incoming->fate.wants_status = incoming->answer.wanted = true;
    return RC_OK;
}

/* How long one has in this game, and what else its clocks allow, in sentences. */
static void tell_terms(struct incoming *incoming)
{
    const struct position *position = incoming->position;
    const struct wording *wording = &incoming->answer.wording;
    const struct timing_rules *rules = &position->timing.rules;
    struct offer terms = {.game = position->played, .seats = position->genesis.seats};
    struct text text = text_in(terms.time, sizeof terms.time);
    OWN(buf) turn = {0}, reply = {0}, more = {0};

    timing_write(rules, &text);
    if (rules->allowance_s[TIME_TURN] > 0 && rules->allowance_s[TIME_TURN] < TIMING_NEVER) {
        wording_duration(wording, rules->allowance_s[TIME_TURN], &turn);
        wording_duration(wording, rules->allowance_s[TIME_REPLY], &reply);
        incoming_tell(incoming, "talk.status-time", "turn", buf_text(&turn), "reply",
                      buf_text(&reply), NULL);
    }
    offers_explain(incoming->desk, &terms, wording, &more);
    if (more.length)
        incoming_add(incoming, buf_text(&more));
}

enum rc status_add(struct incoming *incoming, struct err *err)
{
    enum rc rc = incoming_see_game(incoming, err); /* with the names that it has now */
    const struct position *position = incoming->position;

    TRY(rc);
    if (turns_now(position))
        incoming_tell(incoming, "talk.status-turn", "n", TEXT_INT(turns_now(position)), NULL);
    if (position->timing.pause_s)
        incoming_tell(incoming, "talk.status-paused", "n", "", NULL);
    tell_lost(incoming);
    if (position->phase == POSITION_PLAY && incoming->known->seat &&
        !adjudicate_is_asked(position, incoming->known->seat)) /* "is it my turn now?" */
        incoming_tell(incoming, "talk.status-not-you", "n", "", NULL);
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat != SEAT_TABLE)
            tell_question(incoming, &position->decision[i]);
    tell_undo(incoming);
    rc = tell_own(incoming, err);
    if (rc == RC_OK)
        tell_terms(incoming);
    return rc;
}

/* The entry after which a past board is wanted: "12", "turn 12", "entry 57".
 * out    *turn: that one, or the one of the entry; for a refusal the one that is played
 * returns the sentence that says so, or why it is not there */
static const char *find_past(const struct position *position, const char *arguments, uint64_t *n,
                             unsigned *turn)
{
    static const char turn_word[] = "turn ", entry_word[] = "entry ";
    bool by_entry = text_starts_with(arguments, entry_word);
    int64_t number;

    *turn = turns_now(position);
    if (by_entry)
        arguments += sizeof entry_word - 1;
    else if (text_starts_with(arguments, turn_word))
        arguments += sizeof turn_word - 1;
    if (!text_to_int(arguments, strlen(arguments), &number) || number < 0)
        return "talk.show-what";
    *n = (uint64_t)number;
    if (by_entry && *n > position->chain.number)
        return "talk.show-not-there";
    if (!by_entry && !turns_end(position, (uint64_t)number, n))
        return "talk.show-no-turn";
    *turn = by_entry ? turns_at(position, *n) : (unsigned)number;
    return by_entry ? "talk.show-entry" : "talk.show-past";
}

enum rc status_show(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct position *position = incoming->position;
    char number[TEXT_INT_BYTES], played[TEXT_INT_BYTES], head[TEXT_INT_BYTES];
    uint64_t n = UINT64_MAX;
    const char *sentence;
    unsigned turn;

    (void)err;
    incoming->answer.wanted = true;
    incoming->answer.facts.legend = true;
    if (!strpbrk(arguments, "0123456789")) /* "what cards has Ken" */
        return RC_OK;
    sentence = find_past(position, arguments, &n, &turn);
    if (text_equal(sentence, "talk.show-past") || text_equal(sentence, "talk.show-entry")) {
        incoming->answer.facts.shows_past = true;
        incoming->answer.facts.show_n = (int64_t)n;
    }
    return incoming_tell(
        incoming, sentence, "n", text_of_int(number, (int64_t)n), "turn", text_of_int(played, turn),
        "head", text_of_int(head, (int64_t)position->chain.number), "what", arguments, NULL);
}

enum rc status_record(struct incoming *incoming, const char *arguments, struct err *err)
{
    bool by_mail = incoming->known->read.post.kind == FORUM_POST_NONE;
    int64_t from = 0;
    const bool since = *arguments && text_to_int(arguments, strlen(arguments), &from) && from >= 0;

    (void)err;
    incoming->answer.facts.with_record = by_mail && !since;
    incoming->answer.facts.with_delta = by_mail && since;
    incoming->answer.facts.delta_n = from;
    return incoming_say(incoming, by_mail ? "talk.record-sent" : "talk.record-by-mail",
                        (const char *)NULL);
}
