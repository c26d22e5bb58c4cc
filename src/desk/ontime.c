#include "desk/ontime.h"

#include <stdlib.h>
#include <string.h>

#include "desk/draft.h"
#include "desk/notes.h"

enum wish { WISH_PASS, WISH_DRAFT, WISH_RESIGN, WISH_COUNT };

static const char *const words[WISH_COUNT] = {
    [WISH_PASS] = "pass", [WISH_DRAFT] = "draft", [WISH_RESIGN] = "resign"};
static const char *const taken[WISH_COUNT] = {[WISH_PASS] = "talk.ontime-pass",
                                              [WISH_DRAFT] = "talk.ontime-draft",
                                              [WISH_RESIGN] = "talk.ontime-resign"};

/* Payload of own/<seat>/<k>, marked as no standing answer (notes.h). */
#define WISH_TEXT "#on time "

/* ---- the wish ---- */

static enum wish find_wish(const char *word)
{
    unsigned wish = 0;

    while (wish < WISH_COUNT && !text_equal_folded(word, words[wish]))
        wish++;
    return (enum wish)wish;
}

/* The newest wish of a seat, and its seal; the rules' default where there is none. */
static enum wish wish_of(const struct position *position, unsigned seat,
                         char name[SEAL_NAME_MAX + 1])
{
    for (int64_t k = position->own_count[seat]; k >= 1; k--) {
        const char *text;
        size_t length;

        seal_name_write(SEAL_OWN, seat, (uint64_t)k, name);
        text = position_payload(position, name, &length);
        if (text && text_starts_with(text, WISH_TEXT))
            return find_wish(text + sizeof WISH_TEXT - 1);
    }
    return WISH_PASS;
}

/* The order "resign" where the rules know it and would allow it now. */
static bool can_resign(const struct position *position, unsigned seat, struct order *order)
{
    const struct game *game = position->played;

    if (!game->text->read_order(position_rulebook(position), seat, words[WISH_RESIGN],
                                strlen(words[WISH_RESIGN]), order))
        return false;
    order->seat = (uint8_t)seat;
    return order->kind < game->text->kind_count &&
           game->text->kinds[order->kind].flags & ORDER_ALWAYS &&
           game->rules->check(position_rulebook(position), position_state(position), order, NULL) ==
               VERDICT_DONE;
}

static const char *refusal(const struct incoming *incoming, enum wish wish)
{
    const struct position *position = incoming->position;
    struct order order = {0};

    if (wish == WISH_COUNT)
        return "talk.ontime-what";
    if (!position->rostered || position->phase != POSITION_PLAY)
        return "talk.note-not-now";
    return wish == WISH_RESIGN && !can_resign(position, incoming->seat, &order)
               ? "talk.ontime-no-resign"
               : NULL;
}

enum rc ontime_set(struct incoming *incoming, const char *arguments, struct err *err)
{
    char name[SEAL_NAME_MAX + 1], payload[32];
    struct entry entry;
    struct position_seal seal = {.name = entry.name, .seat = incoming->seat, .payload = payload};
    enum wish now = wish_of(incoming->position, incoming->seat, name);
    enum wish wish = *arguments ? find_wish(arguments) : now;
    const char *why = *arguments ? refusal(incoming, wish) : NULL;
    struct text text;
    enum rc rc = RC_OK;

    if (!why && wish != now) {
        text_init(&text, payload, sizeof payload);
        text_put(&text, WISH_TEXT);
        text_put(&text, words[wish]);
        seal.length = text.length;
        entry_init(&entry, 0, 0, incoming->seat, ENTRY_OWN);
        seal_name_write(SEAL_OWN, incoming->seat,
                        (uint64_t)incoming->position->own_count[incoming->seat] + 1, entry.name);
        rc = incoming_append(incoming, &entry, &seal, 1, err);
    }
    if (rc == RC_OK)
        incoming_tell(incoming, why ? why : taken[wish], "n", "", NULL);
    return rc;
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
    struct line_outcome *outcome = calloc(orders->count + 1, sizeof *outcome);
    struct adjudicate_text *line = calloc(orders->count + 1, sizeof *line);
    int64_t game = (*position)->game;
    struct person person;
    enum rc rc = outcome && line ? people_get(desk, (*position)->player[open->seat], &person, err)
                                 : ERR(err, RC_NO_MEMORY, "no memory for a draft");

    adjudication.letter_told = true; /* no letter is sealed with it: the draft's came before */
    if (rc == RC_OK) {
        adjudication.lexicon =
            language_lexicon(library_language(desk->library, person.language), (*position)->played);
        adjudication.strict = person.strict;
        adjudication.signed_only = person.signs && person.key[0];
        for (size_t i = 0; i < orders->count; i++)
            line[i] = (struct adjudicate_text){orders->line[i].text, strlen(orders->line[i].text)};
        rc = adjudicate_lines(&adjudication, line, (unsigned)orders->count,
                              orders->flags & INCOMING_ALL, outcome, err);
    }
    for (size_t i = 0; rc == RC_OK && i < orders->count; i++)
        *given |= outcome[i].fate == LINE_DONE;
    if (rc == RC_OK) /* it may have gone with an "all" that was not */
        rc = position_get(desk, game, position, err);
    free(outcome);
    free(line);
    return rc;
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
        wish_of(*position, kept.seat, name) != WISH_DRAFT)
        return RC_OK;
    rc = draft_take(desk, (*position)->game, kept.seat, &orders, err);
    if (rc == RC_OK && orders.count)
        rc = carry_out(desk, position, &kept, &orders, given, err);
    orders_fini(&orders);
    return rc;
}

enum rc ontime_resign(struct desk *desk, struct position *position, const struct timing_open *open,
                      struct order *order, bool *wished, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    bool held;

    *wished = wish_of(position, open->seat, name) == WISH_RESIGN &&
              can_resign(position, open->seat, order);
    return *wished && !replay_seal_is_opened(position->replay, name)
               ? adjudicate_open(desk, position, name, &held, err)
               : RC_OK;
}
