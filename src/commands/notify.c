/* SPDX-License-Identifier: MIT */
/* "notify": where a player has notices besides his letters. Nothing is sent there before he has
 * repeated the code that went there. */
#include "commands/commands.h"

#include "outbound/knocks.h"

static void tell_state(struct incoming *incoming, bool has, const struct knock_place *place)
{
    if (!has)
        SAY(incoming, "talk.notify-none", "n", "");
    else
        SAY(incoming, place->is_on ? "talk.notify-is-on" : "talk.notify-waits", "kind",
            knocks_kind(place->kind), "to", place->to);
}

/* Mail programs set addresses between angles, and put a stop behind them. */
static void strip_angles(char *words)
{
    size_t kept = 0;

    for (const char *at = words; *at; at++)
        if (*at != '<' && *at != '>')
            words[kept++] = *at;
    words[kept] = '\0';
}

static enum rc set(struct incoming *incoming, const char *arguments, struct err *err)
{
    char words[PERSON_KNOCK_BYTES];
    struct knock_place place;
    WIPED_AT_END(place);

    text_copy(words, sizeof words, arguments);
    strip_angles(words);
    if (!knocks_read_wish(words, &place) ||
        (place.kind == KNOCK_MATRIX && !*incoming->desk->config->notices.matrix))
        return SAY(incoming, "talk.notify-how", "n", "");
    TRY(knocks_set(incoming->desk, incoming->known->sender, &place, err));
    return SAY(incoming,
               place.kind == KNOCK_WEBHOOK ? "talk.notify-set-webhook" : "talk.notify-set", "to",
               place.to, "key", place.key);
}

enum rc notify_letter(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct knock_place place = {0};
    bool has = knocks_read(&incoming->person, &place);
    WIPED_AT_END(place);

    if (!incoming->desk->config->notices.on)
        SAY(incoming, "talk.notify-not-here", "n", "");
    else if (!*arguments)
        tell_state(incoming, has, &place);
    else if (text_equal_folded(arguments, "off")) {
        TRY(knocks_off(incoming->desk, incoming->known->sender, err));
        SAY(incoming, "talk.notify-off", "n", "");
    } else if (strchr(arguments, ' '))
        TRY(set(incoming, arguments, err));
    else if (has && !place.is_on && text_equal_folded(arguments, place.code)) {
        TRY(knocks_confirm(incoming->desk, incoming->known->sender, &place, err));
        SAY(incoming, "talk.notify-on", "to", place.to);
    } else
        SAY(incoming, has && !place.is_on ? "talk.notify-wrong" : "talk.notify-how", "n", "");
    return people_get(incoming->desk, incoming->known->sender, &incoming->person, err);
}
