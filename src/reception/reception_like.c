/* SPDX-License-Identifier: MIT */
/* Does a line of a letter look like an order of its game? */
#include <string.h>

#include "match/held.h"
#include "reception/reception_p.h"

struct meaning_reader reception_reader(const struct incoming *incoming)
{
    const struct position *position = incoming->position;

    return (struct meaning_reader){
        .games = library_games(incoming->desk->library),
        .game = position ? position->played : NULL,
        .rulebook = position ? position_rulebook(position) : NULL,
        .seat = incoming->known->seat,
        .waits = position && position->waits,
        .language = incoming->answer.wording.language,
    };
}

bool reception_like_order(void *context, const char *line, size_t length)
{
    const struct meaning_reader reader = reception_reader(context);

    return meaning_is_order(&reader, line, length);
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
