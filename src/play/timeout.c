/* SPDX-License-Identifier: MIT */
/* Finds a seat's notes and timeout orders among its own seals. Writing them is done in
 * src/commands. */
#include "play/timeout.h"

#include "play/reveal.h"

const char *const timeout_words[TIMEOUT_COUNT] = {
    [TIMEOUT_PASS] = "pass", [TIMEOUT_DRAFT] = "draft", [TIMEOUT_RESIGN] = "resign"};

/* ---- notes ---- */

/* The payload of own/<seat>/<k> if it is a note or a timeout order; NULL if not. */
const char *own_note_find(const struct position *position, unsigned seat, uint64_t k,
                          size_t *length)
{
    char name[SEAL_NAME_MAX + 1];
    const char *text;

    seal_name_write(SEAL_OWN, seat, k, name);
    text = position_payload(position, name, length);
    return text && *text == OWN_SIGN ? text : NULL;
}

bool own_is_note(const char *note)
{
    return text_starts_with(note, OWN_NOTE);
}

bool own_opens_notes(const struct position *position, unsigned seat)
{
    bool published = false;
    size_t length;

    for (int64_t k = 1; k <= position->own_count[seat]; k++) {
        const char *note = own_note_find(position, seat, (uint64_t)k, &length);

        if (note && (text_equal(note, OWN_PUBLISH) || text_equal(note, OWN_PRIVATE)))
            published = text_equal(note, OWN_PUBLISH);
    }
    return published;
}

enum rc own_open_notes(struct desk *desk, struct position *position, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    size_t length;
    bool held;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        if (!own_opens_notes(position, seat))
            continue;
        for (int64_t k = 1; k <= position->own_count[seat]; k++) {
            const char *note = own_note_find(position, seat, (uint64_t)k, &length);

            if (!note || !own_is_note(note))
                continue;
            seal_name_write(SEAL_OWN, seat, (uint64_t)k, name);
            TRY(reveal_seal(desk, position, name, &held, err));
        }
    }
    return RC_OK;
}

/* ---- what is to be done on time ---- */

enum timeout_order timeout_find(const char *word)
{
    unsigned timeout_order = 0;

    while (timeout_order < TIMEOUT_COUNT && !text_equal_folded(word, timeout_words[timeout_order]))
        timeout_order++;
    return (enum timeout_order)timeout_order;
}

/* The newest timeout order of a seat, and its seal; the rules' default where there is none. */
enum timeout_order timeout_of(const struct position *position, unsigned seat, int64_t due_s,
                              char name[SEAL_NAME_MAX + 1])
{
    for (int64_t k = position->own_count[seat]; k >= 1; k--) {
        const char *text;
        size_t length;

        seal_name_write(SEAL_OWN, seat, (uint64_t)k, name);
        text = position_payload(position, name, &length);
        if (!replay_line_is_in_force(position->replay, seat, (uint64_t)k))
            break; /* "none", or his predecessor's */
        if (text && text_starts_with(text, TIMEOUT_TEXT) &&
            replay_line_came(position->replay, seat, (uint64_t)k) <= due_s)
            return timeout_find(text + sizeof TIMEOUT_TEXT - 1);
    }
    return TIMEOUT_PASS;
}

/* The order "resign" where the rules know it and would allow it now. */
bool timeout_can_resign(const struct position *position, unsigned seat, struct order *order)
{
    const struct game *game = position->played;

    if (!game->text->read_order(position_rulebook(position), seat, timeout_words[TIMEOUT_RESIGN],
                                strlen(timeout_words[TIMEOUT_RESIGN]), order))
        return false;
    order->seat = (uint8_t)seat;
    return order->kind < game->text->kind_count &&
           game->text->kinds[order->kind].flags & ORDER_ALWAYS &&
           game->rules->check(position_rulebook(position), position_state(position), order, NULL) ==
               VERDICT_DONE;
}

bool timeout_resign(const struct position *position, const struct timing_open *open,
                    struct order *order)
{
    char name[SEAL_NAME_MAX + 1];

    return timeout_of(position, open->seat, open->due_s, name) == TIMEOUT_RESIGN &&
           timeout_can_resign(position, open->seat, order);
}
