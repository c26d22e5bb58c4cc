/* SPDX-License-Identifier: MIT */
/* What a letter explains because it has just come into the game: a round's hero, his equipment. */
#include <stdio.h>

#include "dispatch/compose_p.h"

enum { TERMS_MOST = 16 };

static void explain(struct making *making, unsigned term, struct value *list)
{
    char key[SENTENCE_KEY_BYTES];
    struct buf text = {0};
    struct tell tell;

    snprintf(key, sizeof key, "help.%s", making->wording.game->text->terms[term]);
    if (tell_help_write(wording_tell(&making->wording, &tell), key, &text))
        value_add(list, value_text(making->values, buf_text(&text)));
    buf_fini(&text);
}

void compose_add_introduced(struct making *making)
{
    const struct news *news = &making->news;
    struct value *list = value_set_list(making->map, "introduced");
    uint16_t term[TERMS_MOST];
    unsigned count = 0;

    for (unsigned i = news->event_count; i-- > 0 && !count;)
        count = game_introduce(news->position->played, position_rulebook(news->position),
                               news->view, &news->event[i], term, TERMS_MOST);
    for (unsigned i = 0; i < count; i++)
        explain(making, term[i], list);
}
