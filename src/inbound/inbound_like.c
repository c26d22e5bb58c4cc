/* SPDX-License-Identifier: MIT */
/* Does a line of a letter look like an order of its game? */

#include "play/held.h"
#include "inbound/inbound_p.h"

struct meaning_reader inbound_reader(const struct incoming *incoming)
{
    const struct position *position = incoming->position;

    return (struct meaning_reader){
        .library = incoming->desk->library,
        .game = position ? position->played : NULL,
        .rulebook = position ? position_rulebook(position) : NULL,
        .seat = incoming->known->seat,
        .waits = position && position->waits,
        .unasked = position && incoming->known->seat &&
                   !adjudicate_is_asked(position, incoming->known->seat),
        .late = position && replay_missed(position->replay, incoming->known->seat) > 0,
        .wants_luck = position && position_wants_luck(position, incoming->known->seat),
        .language = incoming->answer.wording.language,
    };
}

bool inbound_like_order(void *context, const char *line, size_t length)
{
    const struct meaning_reader reader = inbound_reader(context);

    return meaning_is_order(&reader, line, length);
}

bool inbound_is_order(struct incoming *incoming, const char *line)
{
    struct held_line held;
    WIPED_AT_END(held);

    return held_read(line, strlen(line), &held) != HELD_NONE || text_starts_with(line, "sign=") ||
           inbound_like_order(incoming, line, strlen(line));
}

bool inbound_has_order(struct incoming *incoming)
{
    bool has = false, seated = incoming->position && incoming->known->seat;

    for (size_t i = 0; i < incoming->lines.count && seated && !has; i++)
        has = inbound_is_order(incoming, incoming->lines.line[i].text);
    return has;
}
