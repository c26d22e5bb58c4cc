/* SPDX-License-Identifier: MIT */
#include "match/wishes.h"

#include <string.h>

#include "match/reveal.h"

const char *const wish_words[WISH_COUNT] = {
    [WISH_PASS] = "pass", [WISH_DRAFT] = "draft", [WISH_RESIGN] = "resign"};

/* ---- notes ---- */

/* The payload of own/<seat>/<k> if it is a note or wish; NULL if not. */
const char *wishes_note(const struct position *position, unsigned seat, uint64_t k, size_t *length)
{
    char name[SEAL_NAME_MAX + 1];
    const char *text;

    seal_name_write(SEAL_OWN, seat, k, name);
    text = position_payload(position, name, length);
    return text && *text == WISH_MARK ? text : NULL;
}

bool wishes_is_note(const char *note)
{
    return text_starts_with(note, WISH_NOTE);
}

bool wishes_opens_notes(const struct position *position, unsigned seat)
{
    bool published = false;
    size_t length;

    for (int64_t k = 1; k <= position->own_count[seat]; k++) {
        const char *note = wishes_note(position, seat, (uint64_t)k, &length);

        if (note && (text_equal(note, WISH_PUBLISH) || text_equal(note, WISH_PRIVATE)))
            published = text_equal(note, WISH_PUBLISH);
    }
    return published;
}

enum rc wishes_open_notes(struct desk *desk, struct position *position, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    size_t length;
    bool held;
    enum rc rc = RC_OK;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        if (!wishes_opens_notes(position, seat))
            continue;
        for (int64_t k = 1; k <= position->own_count[seat] && rc == RC_OK; k++) {
            const char *note = wishes_note(position, seat, (uint64_t)k, &length);

            if (!note || !wishes_is_note(note))
                continue;
            seal_name_write(SEAL_OWN, seat, (uint64_t)k, name);
            rc = reveal_seal(desk, position, name, &held, err);
        }
    }
    return rc;
}

/* ---- what is to be done on time ---- */

enum wish wishes_find(const char *word)
{
    unsigned wish = 0;

    while (wish < WISH_COUNT && !text_equal_folded(word, wish_words[wish]))
        wish++;
    return (enum wish)wish;
}

/* The newest wish of a seat, and its seal; the rules' default where there is none. */
enum wish wishes_on_time(const struct position *position, unsigned seat, int64_t due_s,
                         char name[SEAL_NAME_MAX + 1])
{
    for (int64_t k = position->own_count[seat]; k >= 1; k--) {
        const char *text;
        size_t length;

        seal_name_write(SEAL_OWN, seat, (uint64_t)k, name);
        text = position_payload(position, name, &length);
        if (position->genesis.protocol >= PROTOCOL_2 &&
            !replay_line_is_in_force(position->replay, seat, (uint64_t)k))
            break; /* "none", or his predecessor's */
        if (text && text_starts_with(text, WISH_TEXT) &&
            replay_line_came(position->replay, seat, (uint64_t)k) <= due_s)
            return wishes_find(text + sizeof WISH_TEXT - 1);
    }
    return WISH_PASS;
}

/* The order "resign" where the rules know it and would allow it now. */
bool wishes_can_resign(const struct position *position, unsigned seat, struct order *order)
{
    const struct game *game = position->played;

    if (!game->text->read_order(position_rulebook(position), seat, wish_words[WISH_RESIGN],
                                strlen(wish_words[WISH_RESIGN]), order))
        return false;
    order->seat = (uint8_t)seat;
    return order->kind < game->text->kind_count &&
           game->text->kinds[order->kind].flags & ORDER_ALWAYS &&
           game->rules->check(position_rulebook(position), position_state(position), order, NULL) ==
               VERDICT_DONE;
}

enum rc wishes_resign(struct desk *desk, struct position *position, const struct timing_open *open,
                      struct order *order, bool *wished, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    bool held;

    *wished = wishes_on_time(position, open->seat, open->due_s, name) == WISH_RESIGN &&
              wishes_can_resign(position, open->seat, order);
    if (position->genesis.protocol >= PROTOCOL_2) /* told after the end */
        return RC_OK;
    return *wished && !replay_seal_is_opened(position->replay, name)
               ? reveal_seal(desk, position, name, &held, err)
               : RC_OK;
}
