/* SPDX-License-Identifier: MIT */
/* Does a line of a letter look like an order of its game? */
#include <string.h>

#include "match/held.h"
#include "reception/reception_p.h"
#include "rules/phrase.h"

bool reception_like_order(void *context, const char *line, size_t length)
{
    const struct incoming *incoming = context;
    const struct game *game = incoming->position->played;

    return game->text->parse &&
           phrase_is_order(game, position_rulebook(incoming->position),
                           language_lexicon(incoming->answer.wording.language, game),
                           incoming->known->seat, line, length);
}

bool reception_has_order(struct incoming *incoming)
{
    struct held_line held;
    bool has = false, seated = incoming->position && incoming->known->seat;

    for (size_t i = 0; i < incoming->lines.count && seated && !has; i++) {
        const char *line = incoming->lines.line[i].text;

        has = held_read(line, strlen(line), &held) != HELD_NONE ||
              reception_like_order(incoming, line, strlen(line));
    }
    secret_wipe(&held, sizeof held);
    return has;
}
