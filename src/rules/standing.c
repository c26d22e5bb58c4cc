/* SPDX-License-Identifier: MIT */
/* Walks a seat's standing lines for one question. Each line is read by its game. */
#include "rules/standing.h"

#include "rules/negation.h"
#include "rules/phrase_p.h"
#include "rules/stem.h"

static const char *const when_words[STANDING_WHEN_COUNT] = {
    [STANDING_ALWAYS] = "", [STANDING_ONCE] = "once ", [STANDING_THEN] = "then "};

void standing_part(const char *text, size_t length, struct standing_line *line)
{
    *line = (struct standing_line){.text = text, .length = length};
    for (unsigned when = STANDING_ONCE; when < STANDING_WHEN_COUNT; when++) {
        size_t word = strlen(when_words[when]);

        if (length <= word || memcmp(text, when_words[when], word) != 0)
            continue;
        line->text += word;
        line->length -= word;
        line->when = (enum standing_when)when;
        return;
    }
}

bool standing_has_mark(const char *line)
{
    static const char *const marks[] = {"if ", "else ", "any "};

    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        const char *at = strstr(line, marks[i]);

        if (at && (at == line || at[-1] == ' '))
            return true;
    }
    return false;
}

size_t standing_rest(const char *text, size_t length)
{
    static const char any[] = " any", other[] = " else ";
    size_t end = length > 3 && memcmp(text, "any ", 4) == 0 ? 3 : 0; /* "any team" */

    for (size_t at = 0; at < length; at++) {
        if (length - at >= sizeof other - 1 && memcmp(text + at, other, sizeof other - 1) == 0)
            return 0;
        if (!end && length - at >= sizeof any - 1 && memcmp(text + at, any, sizeof any - 1) == 0)
            end = at + sizeof any - 1;
    }
    return end && (end == length || text[end] == ' ') && memcmp(text, "if ", 3) != 0 ? end : 0;
}

/* "I don't think it matters" withholds nothing. */
static bool withholds(const struct lexicon *own, const char *text, size_t length)
{
    char clean[PHRASE_BYTES];

    return negation_is_in(own, clean, phrase_clean(own, text, length, clean));
}

/* "just put them all anywhere": without its courtesy; NULL = he asks, or a label may be meant. */
static const char *civil(const struct lexicon *lexicon, const char *line, size_t *length,
                         char clean[PHRASE_BYTES])
{
    const struct lexicon *own = lexicon->own ? lexicon->own : lexicon;

    if (memchr(line, ':', *length) || memchr(line, '?', *length) ||
        phrase_asks_leave(own, line, *length))
        return NULL;
    *length = phrase_clean(own, line, *length, clean);
    return *length ? clean : NULL;
}

/* Is this what may be ordered ahead, in whatever form of its verb? */
static bool is_ahead(const struct game *game, const struct lexicon *own, const char *word,
                     size_t length)
{
    const char *form = stem_mend(own, word, length);
    uint16_t term[MATCHES_MAX];
    size_t used = 0;
    unsigned count = lexicon_match_whole(own, word, length, term, MATCHES_MAX, &used);
    bool is = false;

    if (used != length)
        count = form ? lexicon_match_whole(own, form, strlen(form), term, MATCHES_MAX, &used) : 0;
    for (unsigned i = 0; i < count; i++)
        for (unsigned kind = 0; kind < game->text->kind_count; kind++)
            is |= game->text->kinds[kind].flags & ORDER_AHEAD &&
                  text_equal(own->terms[term[i]] + strcspn(own->terms[term[i]], ".") + 1,
                             game->text->kinds[kind].key);
    return is;
}

/* "The rest, you put it at random": civil, and without who does it, and what; NULL = there is none.
 */
static const char *verbless(const struct game *game, const struct lexicon *lexicon,
                            const char *line, size_t *length, char clean[PHRASE_BYTES])
{
    const struct lexicon *own = lexicon->own ? lexicon->own : lexicon;
    bool any = false;

    if (!civil(lexicon, line, length, clean))
        return NULL;
    for (size_t at = 0, word, used; at < *length; at += word + !word) {
        bool verb;

        for (word = 0; at + word < *length && phrase_is_word(clean[at + word]);)
            word++;
        verb = word && is_ahead(game, own, clean + at, word);
        if (verb ||
            (word && phrase_is_there(own->phrases, clean + at, word, PHRASE_ADDRESSEE, &used)))
            memset(clean + at, ' ', word);
        any |= verb;
    }
    return any ? clean : NULL;
}

/* Does it name something of the game, or say a number: "all in, six"? */
static bool names_answer(const struct lexicon *own, const char *text, size_t length)
{
    TEXT_IN(figures, written, LINE_TEXT_BYTES);

    return phrase_names_thing(own, text, length) ||
           phrase_figures(own->phrases, text, length, &figures);
}

/* "I don't know where to put things, you do it. Thanks!": what is left to whoever lays it stands
 * behind what names nothing, and withholds nothing, and before mere courtesy. */
static const char *left_part(const struct lexicon *lexicon, const char *line, size_t *length)
{
    const struct lexicon *own = lexicon->own ? lexicon->own : lexicon;
    char clean[PHRASE_BYTES];
    size_t from = 0, end = 0, behind;

    for (size_t at = 0, next; at < *length; at += next) {
        size_t part = phrase_part(own, PHRASE_CLAUSES, line + at, *length - at, &next);

        if (at && !phrase_clean(own, line + at, part, clean))
            continue;
        from = at;
        end = at + part;
    }
    if ((!from && end == *length) || memchr(line, '?', *length) || names_answer(own, line, from) ||
        (withholds(own, line, from) && !phrase_is_at_a_loss(own, line, from) &&
         !phrase_begins_with(own, line + from, end - from, PHRASE_ADDRESSEE, &behind)))
        return NULL;
    *length = end - from;
    return *length ? line + from : NULL;
}

/* "Choose for me, I have no idea": its first part, where what follows is a remark or tells why. */
static bool first_part(const struct lexicon *lexicon, const char *line, size_t *length)
{
    const struct lexicon *own = lexicon->own ? lexicon->own : lexicon;
    size_t behind, end = phrase_part(own, PHRASE_CLAUSES, line, *length, &behind);

    if (!end || behind >= *length || memchr(line, '?', *length) ||
        names_answer(own, line + behind, *length - behind) ||
        (withholds(own, line + behind, *length - behind) &&
         !phrase_is_at_a_loss(own, line + behind, *length - behind)))
        return false;
    *length = end;
    return true;
}

/* In the words of one language first: "si" is "if" in one and nothing in another. */
static enum verdict_kind parse(const struct game *game, const void *rulebook,
                               const struct lexicon *lexicon, unsigned seat, const char *line,
                               size_t length, struct text *out, bool *once, struct verdict *verdict)
{
    struct text start = *out;
    enum verdict_kind kind = VERDICT_MALFORMED;
    TEXT_IN(figures, written, LINE_TEXT_BYTES);
    struct verdict left;

    if (lexicon->own)
        kind =
            game->standing->parse(rulebook, lexicon->own, seat, line, length, out, once, verdict);
    if (kind == VERDICT_DONE)
        return kind;
    *out = start;
    kind = game->standing->parse(rulebook, lexicon, seat, line, length, out, once, verdict);
    if (kind == VERDICT_DONE || !phrase_figures(lexicon->phrases, line, length, &figures))
        return kind;
    *out = start; /* "the six" */
    return game->standing->parse(rulebook, lexicon, seat, written, figures.length, out, once,
                                 &left) == VERDICT_DONE
               ? verdict_done(verdict)
               : kind;
}

enum verdict_kind standing_write(const struct game *game, const void *rulebook,
                                 const struct lexicon *lexicon, unsigned seat, const char *line,
                                 size_t length, enum standing_when when, struct text *out,
                                 struct verdict *verdict)
{
    enum { WAYS = 3 }; /* as it is written, civil, without a verb */
    char words[LINE_TEXT_BYTES], clean[PHRASE_BYTES];
    size_t first = length, last = length, bare;
    struct verdict left;
    struct text text = text_in(words, sizeof words);
    bool once = false;
    enum verdict_kind kind =
        parse(game, rulebook, lexicon, seat, line, length, &text, &once, verdict);
    const struct {
        const char *at;
        size_t *length;
    } part[] = {{left_part(lexicon, line, &last), &last},
                {first_part(lexicon, line, &first) ? line : NULL, &first},
                {line, &length}};

    for (size_t i = 0; i < WAYS * sizeof part / sizeof *part && kind != VERDICT_DONE; i++) {
        const char *at = part[i / WAYS].at;

        bare = *part[i / WAYS].length;
        if (at && i % WAYS)
            at = i % WAYS == 1 ? civil(lexicon, at, &bare, clean)
                               : verbless(game, lexicon, at, &bare, clean);
        text_init(&text, words, sizeof words);
        if (at &&
            parse(game, rulebook, lexicon, seat, at, bare, &text, &once, &left) == VERDICT_DONE &&
            (i % WAYS ? standing_rest(words, text.length) > 0
                      : standing_has_mark(words) && !strstr(words, "if ")))
            kind = verdict_done(verdict);
    }
    if (kind != VERDICT_DONE)
        return kind;
    text_put(out, when_words[when == STANDING_ALWAYS && once ? STANDING_ONCE : when]);
    text_put_bytes(out, text.at, text.length);
    return text.cut || out->cut || out->length >= LINE_TEXT_BYTES
               ? verdict_malformed(verdict, STANDING_LONG, 1, "", 0)
               : VERDICT_DONE;
}

bool standing_is_canonical(const struct game *game, const void *rulebook, unsigned seat,
                           const char *text, size_t length)
{
    struct standing_line line;

    standing_part(text, length, &line);
    return game->standing && length < LINE_TEXT_BYTES &&
           game->standing->is_canonical(rulebook, seat, line.text, line.length);
}

void standing_ask(const struct game *game, const void *rulebook, const void *view,
                  const struct decision *decision, const struct standing_line *line,
                  struct order *list, struct line_answer *answer)
{
    *answer = (struct line_answer){.says = LINE_OTHER};
    if ((line->when != STANDING_ALWAYS && line->spent) ||
        (line->when == STANDING_THEN && !line->goes_on))
        return;
    game->standing->answer(rulebook, view, decision, line->text, line->length, list, answer);
}

void standing_decide(const struct game *game, const void *rulebook, const void *view,
                     const struct decision *decision, const struct standing_line *line,
                     unsigned count, struct order *list, struct standing_choice *choice)
{
    bool spoke = false, ask = false;

    *choice = (struct standing_choice){.result = STANDING_IS_ASKED};
    for (unsigned i = 0; game->standing && i < count; i++) {
        struct line_answer answer;

        standing_ask(game, rulebook, view, decision, &line[i], list, &answer);
        if (answer.says == LINE_ORDERS) {
            *choice = (struct standing_choice){STANDING_ORDERS, i, answer.otherwise, answer.count};
            return;
        }
        if (answer.says == LINE_ASKS)
            return;
        ask |= answer.says == LINE_CLOSES;
        if (answer.says == LINE_UNMET && !spoke) {
            spoke = true;
            choice->used = i;
        }
    }
    if (ask || !spoke || decision->fallback == FALLBACK_NONE)
        return;
    choice->result = STANDING_FALLS_BACK;
    choice->otherwise = true;
    choice->count = decision->fallback == FALLBACK_ORDER;
    if (choice->count)
        list[0] = decision->fallback_order;
}

static bool is_same(const struct order *a, const struct order *b)
{
    return a->kind == b->kind && a->seat == b->seat && a->count == b->count &&
           memcmp(a->arg, b->arg, a->count * sizeof a->arg[0]) == 0;
}

bool standing_gives(const struct game *game, const void *rulebook, const void *view,
                    const struct decision *decision, const struct standing_line *line,
                    const struct order *order, bool otherwise, bool lot, struct order *list,
                    unsigned *count, unsigned *at)
{
    struct line_answer answer;

    game->standing->answer(rulebook, view, decision, line->text, line->length, list, &answer);
    if (answer.says == LINE_UNMET) /* WB-TIMER-14: the question's own fallback */
        return otherwise && !lot && decision->fallback == FALLBACK_ORDER &&
               is_same(order, &decision->fallback_order);
    if (answer.says != LINE_ORDERS || answer.otherwise != otherwise || (answer.count > 1) != lot)
        return false;
    *count = answer.count;
    for (*at = 0; *at < answer.count; ++*at)
        if (is_same(order, &list[*at]))
            return true;
    return false;
}
