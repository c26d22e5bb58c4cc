/* SPDX-License-Identifier: MIT */
/* What a letter explains because it has just come into the game: a round's hero, his equipment,
 * and lines that would answer for the reader while it lasts. */
#include <stdio.h>

#include "outbound/compose_p.h"
#include "rules/standing.h"

enum { TERMS_MOST = 16, READY_MOST = 9 };

static void explain(struct making *making, unsigned term, struct value *list)
{
    char key[SENTENCE_KEY_BYTES];
    OWN(buf) text = {0};
    struct tell tell;

    snprintf(key, sizeof key, "help.%s", making->wording.game->text->terms[term]);
    if (tell_help_write(wording_tell(&making->wording, &tell), key, &text))
        value_add(list, value_text(making->values, buf_text(&text)));
}

/* May this line be left now, and can it serve? */
static bool may_serve(const struct making *making, const char *words)
{
    const struct position *position = making->news.position;
    const struct game *game = position->played;
    struct standing_line part;
    struct verdict verdict = {0};
    TEXT_IN(text, line, LINE_TEXT_BYTES);

    if (standing_write(game, position_rulebook(position),
                       language_lexicon(making->wording.language, game), making->seat, words,
                       strlen(words), STANDING_ALWAYS, &text, &verdict) != VERDICT_DONE)
        return false;
    standing_part(line, text.length, &part);
    return game->standing->judge(position_rulebook(position), making->news.view, making->seat,
                                 part.text, part.length, true, &verdict) == VERDICT_DONE;
}

static void offer_line(struct making *making, const char *words, const char *heading,
                       struct value *list)
{
    OWN(buf) text = {0};

    if (heading) {
        WORDING(&making->wording, &text, heading, "n", "");
        value_add(list, value_text(making->values, buf_text(&text)));
        buf_clear(&text);
    }
    WORDING(&making->wording, &text, "desk.standing-example", "text", words);
    value_add(list, value_text(making->values, buf_text(&text)));
}

/* Lines of the game, "standing.ready-1" for a round that begins and "standing.setup-1" for a game
 * that does, as far as they fit it. */
static void offer_lines(struct making *making, const char *kind, const char *heading,
                        struct value *list)
{
    const struct game *game = making->wording.game;
    unsigned found = 0;

    for (unsigned n = 1; game->standing && making->seat && n <= READY_MOST; n++) {
        char key[SENTENCE_KEY_BYTES];
        const char *words;

        snprintf(key, sizeof key, "%s.standing.%s-%u", game->name, kind, n);
        words = sentences_find(language_sentences(making->wording.language), key);
        if (words && may_serve(making, words))
            offer_line(making, words, found++ ? NULL : heading, list);
    }
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
    if (count && making->seat <= SEATS_MAX && making->kind != OUTBOX_WATCH)
        offer_lines(making, "ready", "letter.ready", list);
    if (making->kind == OUTBOX_INVITATION) {
        OWN(buf) about = {0};
        struct tell tell;

        tell_help_write(wording_tell(&making->wording, &tell), "help.rules.1", &about);
        value_set_text(making->map, "about", buf_text(&about));
        offer_lines(making, "setup", "letter.setup", value_set_list(making->map, "setup"));
    }
}
