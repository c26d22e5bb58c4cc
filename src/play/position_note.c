/* SPDX-License-Identifier: MIT */
/* What a position keeps of each entry beside what the rules make of it: seats, luck, openings,
 * news, the end, open questions and their clocks. */

#include "play/known.h"
#include "play/position_p.h"
#include "seal/encode.h"
#include "seal/seal.h"

static void note_roster(struct position *position, const struct entry *entry)
{
    position->rostered = true;
    for (unsigned seat = 1; seat <= entry->count; seat++)
        position->house[seat] = entry->holder[seat] == ENTRY_HOUSE;
}

/* Sealed luck counts when it is opened. */
static void note_luck(struct position *position, const struct entry *entry)
{
    const unsigned seat = entry->who;

    position->luck[seat] = entry->luck[0];
    if (entry->hides_words)
        position->luck_hash[seat] = entry->value[0];
    else
        luck_of_seat(&position->chain.genesis, seat, entry->words, strlen(entry->words),
                     &position->luck_hash[seat]);
}

/* The seal holds what luck is made of, not its words. */
static void note_opened_luck(struct position *position, unsigned seat, const char *payload)
{
    struct hash *hash = &position->luck_hash[seat];

    if (!base32_read(payload, strlen(payload), hash->at, sizeof hash->at))
        *hash = (struct hash){{0}}; /* the replay takes no such opening */
}

/* Another person sits there: what the seat gave before all luck was fixed is void. */
static void note_seat(struct position *position, const struct entry *entry)
{
    position->has_pen[entry->seat] = false;
    position->house[entry->seat] = entry->holder[0] == ENTRY_HOUSE;
    if (position->phase == POSITION_LUCK)
        position->luck[entry->seat] = ENTRY_LUCK_NONE;
}

static bool is_luck_closed(const struct position *position, unsigned seat)
{
    char name[SEAL_NAME_MAX + 1];
    size_t length;

    seal_name_write(SEAL_LUCK, seat, 0, name);
    return position->luck[seat] == ENTRY_LUCK_SEALED &&
           !known_get(position->known, name, UINT64_MAX, &length);
}

static bool luck_is_whole(const struct position *position)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (is_luck_closed(position, seat))
            return false;
    return true;
}

static void note_seed(struct position *position)
{
    position->phase = position->phase == POSITION_OVER ? POSITION_OVER : POSITION_PLAY;
    if (!luck_is_whole(position))
        return;
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->luck[seat] == ENTRY_LUCK_NONE)
            luck_of_seat(&position->chain.genesis, seat, "", 0, &position->luck_hash[seat]);
    luck_seed(&position->chain.genesis, position->secret, position->luck_hash + 1,
              position->genesis.seats, &position->seed);
    position->has_seed = true;
}

static void note_opening(struct position *position, const struct entry *entry)
{
    uint64_t first, second;
    const char *known;
    size_t length;

    enum seal_family family = seal_name_family(entry->name, &first, &second);

    /* What a player held stays out of it: the rules read it in its opening alone. */
    if (family == SEAL_GAME) {
        standing_order_note(position, entry);
        return;
    }
    known = known_get(position->known, entry->name, entry->number, &length);
    if (!known || length != strlen(entry->words) || memcmp(known, entry->words, length) != 0)
        known_put(position->known, entry->name, entry->number, entry->words, strlen(entry->words));
    standing_order_note(position, entry);
    if (family != SEAL_LUCK || first > SEATS_MAX)
        return;
    note_opened_luck(position, (unsigned)first, entry->words);
    if (position->phase == POSITION_PLAY && !position->has_seed)
        note_seed(position);
}

/* An order that may be given at any time (resigning, offering a draw) is news to all others. */
static bool is_unasked(const struct position *position)
{
    unsigned kind = replay_order_kind(position->replay);

    return kind < position->played->text->kind_count &&
           position->played->text->kinds[kind].flags & ORDER_ALWAYS;
}

static bool is_undo_asked(const struct position *position)
{
    bool asked = false;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        asked |= replay_undo_agreed(position->replay, seat) != 0;
    return asked;
}

/* Who must hear of an entry though it asks him nothing? */
static void note_news(struct position *position, const struct entry *entry)
{
    unsigned first = 1, last = position->genesis.seats;
    bool asked_before = position->undo_asked, lets_request_lapse;

    position->undo_asked = is_undo_asked(position);
    lets_request_lapse = asked_before && !position->undo_asked;
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_PRESS:
        if (!entry->to_all)
            first = last = entry->seat;
        break;
    case ENTRY_ORDER:
        if (!is_unasked(position) && !lets_request_lapse)
            return;
        break;
    case ENTRY_AGREE:
    case ENTRY_DECLINE:
        if (!text_starts_with(entry->words, "undo ")) /* the clocks' consents tell themselves */
            return;
        break;
    case ENTRY_UNDO:
    case ENTRY_DEFAULT: /* also to whom it was done for: he was away */
        break;
    default:
        return;
    }
    for (unsigned seat = first; seat <= last && seat < POSITION_SEATS; seat++)
        if (seat != entry->who || entry->kind == ENTRY_DEFAULT)
            position->hear_n[seat] = (int64_t)entry->number;
}

/* A round that is over is news to all: to who is out, too, and to who waits for the next. */
static void note_term(struct position *position, const struct entry *entry)
{
    uint32_t term = standing_order_term(position);

    if (position->term && term > position->term) {
        position->ended_n = (int64_t)entry->number;
        for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
            position->hear_n[seat] = (int64_t)entry->number;
    }
    position->term = term;
}

/* Why the table ended a game past the rules; NULL: by them. */
static const char *reason_of(const struct entry *entry)
{
    static const char *const reasons[] = {POSITION_LUCK_UNOPENED, POSITION_LUCK_MISSING,
                                          POSITION_AWAY,          POSITION_AGREED,
                                          POSITION_LEFT,          POSITION_ABANDONED};

    for (unsigned i = 0; i < sizeof reasons / sizeof *reasons && entry->who == ENTRY_TABLE; i++)
        if (text_starts_with(entry->words, reasons[i]))
            return reasons[i];
    return entry->who == ENTRY_KEEPER ? "keeper" : NULL;
}

static void note_end(struct position *position, const struct entry *entry)
{
    static const enum game_over results[] = {
        [ENTRY_WON] = GAME_WON, [ENTRY_DRAWN] = GAME_DRAWN, [ENTRY_VOID] = GAME_VOID};
    const char *reason = reason_of(entry);

    position->phase = POSITION_OVER;
    position->end_n = entry->number;
    text_copy(position->end_reason, sizeof position->end_reason, entry->words);
    if (!reason)
        return;
    position->played->rules->outcome(position_rulebook(position), position_state(position),
                                     &position->by_hand); /* for the scores */
    position->by_hand.over = results[entry->result];
    position->by_hand.winner = entry->seat;
    position->by_hand.reason = reason;
}

/* After the entry was carried out. */
static void note_kind(struct position *position, const struct entry *entry)
{
    note_news(position, entry);
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_ROSTER:
        note_roster(position, entry);
        break;
    case ENTRY_LUCK:
        note_luck(position, entry);
        break;
    case ENTRY_LUCKS:
        position->lucks_n = (int64_t)entry->number;
        note_seed(position);
        break;
    case ENTRY_OPEN:
        note_opening(position, entry);
        break;
    case ENTRY_OWN:
        position->own_count[entry->who] += entry->count;
        standing_order_note(position, entry);
        break;
    case ENTRY_PEN:
        position->has_pen[entry->who] = true;
        memcpy(position->pen[entry->who], entry->key, KEY_BYTES);
        break;
    case ENTRY_ORDER:
    case ENTRY_DEFAULT:
        if (entry->by)
            standing_order_note(position, entry);
        break;
    case ENTRY_END:
        note_end(position, entry);
        break;
    case ENTRY_UNDO:
        standing_order_note(position, entry);
        break;
    case ENTRY_KEY:
        memcpy(position->key, entry->key, KEY_BYTES);
        break;
    case ENTRY_SEAT:
        standing_order_note(position, entry);
        note_seat(position, entry);
        break;
    case ENTRY_REMARK:
        position->anonymous |=
            entry->who == ENTRY_TABLE && text_equal(entry->words, POSITION_ANONYMOUS);
        position->press_open |=
            entry->who == ENTRY_TABLE && text_equal(entry->words, POSITION_PRESS_OPEN);
        break;
    case ENTRY_LOST:
        position->lost_s = entry->time_s;
        break;
    case ENTRY_UPGRADE:
        text_copy(position->rules_version, sizeof position->rules_version, entry->words);
        break;
    default:
        break;
    }
}

bool position_wants_luck(const struct position *position, unsigned seat)
{
    return position->rostered && position->phase == POSITION_LUCK &&
           position->luck[seat] == ENTRY_LUCK_NONE && !position->house[seat];
}

/* Once all luck is fixed, sealed luck is to be opened. */
static unsigned add_open_luck_questions(struct position *position, unsigned count)
{
    for (unsigned seat = 1; seat <= position->genesis.seats && count < DECISIONS_MAX; seat++)
        if (is_luck_closed(position, seat)) {
            position->decision[count] =
                (struct decision){.id = POSITION_OPEN_LUCK_DECISION(seat),
                                  .kind = DECISION_OPEN,
                                  .seat = (uint8_t)seat,
                                  .time_class = TIME_SETUP,
                                  .clock = POSITION_OPEN_LUCK_DECISION(seat)};
            seal_name_write(SEAL_LUCK, seat, 0, position->decision[count++].name);
        }
    return count;
}

/* Before draws, the open question of each seat without luck is its luck. */
static unsigned add_luck_questions(struct position *position, unsigned count)
{
    for (unsigned seat = 1; seat <= position->genesis.seats && count < DECISIONS_MAX; seat++)
        if (position_wants_luck(position, seat))
            position->decision[count++] = (struct decision){.id = POSITION_LUCK_DECISION(seat),
                                                            .kind = DECISION_ORDER,
                                                            .seat = (uint8_t)seat,
                                                            .time_class = TIME_SETUP,
                                                            .clock = POSITION_LUCK_DECISION(seat)};
    return count;
}

static const char rules_word[] = "rules ";

static void note_clock(struct timing *timing, const struct entry *entry)
{
    static const char *const days[] = {REPLAY_VACATION_OF, REPLAY_EXTENSION_OF};

    for (unsigned i = 0; i < sizeof days / sizeof *days; i++)
        if (text_starts_with(entry->words, days[i]))
            timing_give(timing, (unsigned)(entry->words[strlen(days[i])] - '0'), 86400,
                        (int64_t)entry->number);
    if (text_equal(entry->words, REPLAY_PAUSE))
        timing_pause(timing, entry->time_s);
    else if (text_equal(entry->words, REPLAY_RESUME))
        timing_resume(timing, entry->time_s, (int64_t)entry->number);
    else if (text_starts_with(entry->words, rules_word) &&
             timing_read(entry->words + sizeof rules_word - 1, &timing->rules, NULL) != RC_OK)
        return; /* of a newer program: the deadlines that were set count */
}

/* In the log, questions of luck are number 0. */
static uint32_t question_of_due(const struct position *position, const struct entry *entry)
{
    if (entry->decision)
        return (uint32_t)entry->decision;
    return position->phase == POSITION_LUCK ? POSITION_LUCK_DECISION(entry->seat)
                                            : POSITION_OPEN_LUCK_DECISION(entry->seat);
}

/* The clocks stand until all agreed; then each question has its whole time anew. */
static void note_lost(struct position *position, const struct entry *entry)
{
    const bool waits = replay_lost(position->replay) != 0;

    if (waits && !position->waits) {
        position->timing.pause_s = 0;
        timing_pause(&position->timing, 1);
    } else if (!waits && position->waits)
        timing_resume(&position->timing, entry->time_s, (int64_t)entry->number);
    position->waits = waits;
}

static void note_questions(struct position *position, const struct entry *entry)
{
    const struct replay *replay = position->replay;
    unsigned count = 0;

    if (position->phase != POSITION_OVER)
        count = position->played->rules->open_decisions(replay_rulebook(replay),
                                                        replay_state(replay), position->decision);
    if (position->phase == POSITION_LUCK && position->rostered)
        count = add_luck_questions(position, count);
    if (position->phase == POSITION_PLAY && !position->has_seed)
        count = add_open_luck_questions(position, count);
    position->decision_count = count;
    timing_update(&position->timing, position->decision, count, (int64_t)entry->number,
                  entry->time_s);
    if (entry->kind == ENTRY_DUE)
        timing_move(&position->timing, question_of_due(position, entry), entry->seat, entry->due_s,
                    (int64_t)entry->number);
    if (entry->kind == ENTRY_CLOCK)
        note_clock(&position->timing, entry);
    note_lost(position, entry);
    turns_note(position, entry);
}

int64_t position_since(const struct position *position, unsigned seat)
{
    const int64_t since_s = replay_since_s(position->replay, seat);

    return since_s > position->lost_s ? since_s : position->lost_s;
}

int64_t position_came(const struct position *position, unsigned seat, const char *consent,
                      int64_t arrived_s)
{
    const int64_t asked_s = replay_asked_s(position->replay, seat, consent);

    return arrived_s > asked_s ? arrived_s : asked_s;
}

void position_note(struct position *position, const struct entry *entry)
{
    note_kind(position, entry);
    if ((entry->kind == ENTRY_ORDER || entry->kind == ENTRY_DEFAULT) && entry->who < POSITION_SEATS)
        position->acted_n[entry->who] = (int64_t)entry->number;
    note_term(position, entry);
    note_questions(position, entry);
}
