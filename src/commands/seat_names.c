/* SPDX-License-Identifier: MIT */
/* Finds players' names in a line and tries what stands for them; whether that is an order is for
 * meaning.c to say. */
#include "commands/seat_names.h"

#include "commands/commands.h"
#include "rules/phrase.h"
#include "rules/scene.h"
#include "tell/folded.h"

/* Bytes of the line as it was written: the name with its "'s", and where the word before it begins.
 */
struct found {
    size_t before, at, end;
};

static bool find_name(const struct folded *line, const char *name, struct found *found)
{
    size_t used, at = folded_find(line, 0, name, strlen(name), &used), word = at;

    if (at == line->length)
        return false;
    while (word > 0 && !folded_in_word(line, word - 1))
        word--;
    while (word > 0 && folded_in_word(line, word - 1))
        word--;
    found->before = folded_before(line, word);
    found->at = folded_before(line, at);
    used += strncmp(line->text + at + used, "'s", 2) == 0 ? 2 : 0;
    found->end = folded_before(line, at + used);
    return true;
}

static bool gives_order(const struct meaning_reader *reader, const char *line)
{
    return meaning_is_standing(reader, line) || meaning_is_order(reader, line, strlen(line));
}

/* name: the part that has it orders, too; NULL = there is none */
static bool gives_orders(const struct meaning_reader *reader, const char *line, const char *name)
{
    OWN_MEMORY struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    unsigned count =
        gives_order(reader, line) || !part ? 0 : meaning_parts(reader, line, strlen(line), part);
    struct folded folded;
    struct found found;

    for (unsigned i = 0; name && i < count; i++)
        if (folded_read(&folded, part[i].text) && find_name(&folded, name, &found) &&
            !gives_order(reader, part[i].text) && !meaning_is_chat(reader, part[i].text))
            return false;
    return count || gives_order(reader, line);
}

/* A seat's colour, or its number where seats have none. */
static const char *called(const struct meaning_reader *reader, const struct position *position,
                          unsigned seat, char number[TEXT_INT_BYTES])
{
    const struct lexicon *lexicon = language_lexicon(reader->language, reader->game);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);

    if (!scene)
        return NULL;
    position->played->show->scene(position_rulebook(position), position_state(position),
                                  reader->seat, NULL, 0, scene);
    return scene->seat_term[seat] == SCENE_NO_TERM
               ? text_of_int(number, seat)
               : lexicon_name(lexicon->own ? lexicon->own : lexicon, scene->seat_term[seat]);
}

/* With the word before the name or without: "la espada de Pip". */
static bool put_seat(const struct meaning_reader *reader, const char *line, const char *term,
                     const struct found *found, struct buf *out)
{
    for (unsigned without = 0; without < 2; without++) {
        size_t kept = without ? found->before : found->at;

        buf_clear(out);
        buf_printf(out, "%.*s%s%s", (int)kept, line, term, line + found->end);
        if (gives_orders(reader, buf_text(out), NULL))
            return true;
    }
    return false;
}

bool seat_names_put(const struct meaning_reader *reader, const struct position *position,
                    const struct wording *wording, const char *line, struct buf *out)
{
    OWN(buf) now = {0}, next = {0};
    const char *arguments;
    bool is_command = commands_find(line, &arguments) != NULL; /* "block Bob" */
    bool put = false;

    buf_put(&now, line);
    for (unsigned seat = 1; !is_command && seat <= position->genesis.seats; seat++) {
        struct folded folded;
        struct found found;
        char number[TEXT_INT_BYTES];
        const char *name = wording->player[seat], *term;

        if (!name || !folded_read(&folded, buf_text(&now)) || !find_name(&folded, name, &found) ||
            gives_orders(reader, buf_text(&now), name) ||
            !(term = called(reader, position, seat, number)) ||
            !put_seat(reader, buf_text(&now), term, &found, &next))
            continue;
        buf_clear(&now);
        buf_put(&now, buf_text(&next));
        put = true;
    }
    if (put)
        buf_put(out, buf_text(&now));
    return put;
}
