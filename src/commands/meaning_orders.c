/* SPDX-License-Identifier: MIT */
/* Finds the orders of a line, and what stands beside them: questions, stories, reactions. What is
 * none of them is left to meaning.c. */
#include "commands/meaning_p.h"

#include "rules/negation.h"
#include "rules/phrase.h"
#include "rules/standing.h"
#include "commands/requests.h"
#include "tell/command_words.h"
#include "tell/folded.h"
#include "tell/said_words.h"
#include "tell/tell.h"

/* *asks: it is only likely to be one. */
bool meaning_read_likely(const struct meaning_reader *reader, const char *line, size_t length,
                         struct order *order, bool *asks)
{
    *order = (struct order){0};
    return reader->game && reader->seat && reader->game->text->parse &&
           phrase_read(reader->game, reader->rulebook,
                       language_lexicon(reader->language, reader->game), reader->seat, line, length,
                       order, asks, NULL) == VERDICT_DONE;
}

bool meaning_offers_draw(const struct meaning_reader *reader, const char *line)
{
    enum { ASKING_WORDS = 2 };
    size_t length = strlen(line), at = 0;
    bool offers = false;

    while (length && strchr("?! ", line[length - 1]))
        length--;
    for (unsigned word = 0; word <= ASKING_WORDS && at < length && !offers; word++) {
        struct order order = {0};
        bool asks;

        offers = meaning_read_likely(reader, line + at, length - at, &order, &asks) &&
                 reader->game->text->kinds[order.kind].flags & ORDER_ALWAYS; /* no card */
        at += strcspn(line + at, " ") + 1;
    }
    return offers;
}

bool meaning_is_order(const struct meaning_reader *reader, const char *line, size_t length)
{
    struct order order;
    bool asks;

    return meaning_read_likely(reader, line, length, &order, &asks);
}

bool meaning_read_order(const struct meaning_reader *reader, const char *line, struct order *order)
{
    bool asks = false;

    return meaning_read_likely(reader, line, strlen(line), order, &asks) && !asks;
}

bool meaning_is_near(const struct meaning_reader *reader, const char *line, size_t length)
{
    struct order order;

    return reader->game && reader->seat && reader->game->text->parse &&
           phrase_read_loosely(reader->game, reader->rulebook,
                               language_lexicon(reader->language, reader->game), reader->seat, line,
                               length, &order) == VERDICT_DONE;
}

/* Of the newest rules of a game. */
static bool is_order_of(struct library *library, const struct game *game,
                        const struct language *language, const char *words, size_t length)
{
    struct meaning_reader reader = {.game = game, .seat = 1, .language = language};
    struct order order;
    bool asks = false;

    return library_rulebook(library, game, game_newest(game), &reader.rulebook, NULL) == RC_OK &&
           meaning_read_likely(&reader, words, length, &order, &asks) && !asks;
}

static bool is_order_somewhere(struct library *library, const struct language *language,
                               const char *words, size_t length)
{
    bool is = false;

    for (const struct game *const *game = library_games(library); *game && !is; game++)
        is = is_order_of(library, *game, language, words, length);
    return is;
}

bool meaning_is_order_word(struct library *library, const struct language *language,
                           const char *name)
{
    bool is = is_order_somewhere(library, language, name, strlen(name));

    for (const char *at = name; *at && !is; at += strspn(at, " ")) {
        size_t length = strcspn(at, " ");

        is = is_order_somewhere(library, language, at, length);
        at += length;
    }
    return is;
}

/* "Choose for me, I have no idea" is left to the table, whatever he says of himself. */
bool meaning_is_standing(const struct meaning_reader *reader, const char *line)
{
    TEXT_IN(left, words, LINE_TEXT_BYTES);
    struct verdict verdict;

    return reader->game && reader->seat && reader->game->standing &&
           language_lexicon(reader->language, reader->game) &&
           standing_write(reader->game, reader->rulebook,
                          language_lexicon(reader->language, reader->game), reader->seat, line,
                          strlen(line), STANDING_ALWAYS, &left, &verdict) == VERDICT_DONE &&
           standing_has_mark(words);
}

/* Bytes of the sentence that begins here, with its sign.
 * out    *next: where the one behind it begins */
size_t meaning_sentence(const struct meaning_reader *reader, const char *line, size_t *next)
{
    size_t end = phrase_part(language_commands(reader->language), PHRASE_SENTENCES, line,
                             strlen(line), next);

    return end < *next ? end + 1 : end;
}

static bool is_talk(const struct meaning_reader *reader, const char *part)
{
    return !phrase_holds_order_word(language_lexicon(reader->language, reader->game), part,
                                    strlen(part));
}

bool meaning_is_message(const struct meaning_reader *reader, const char *sentence)
{
    OWN(buf) exact = {0};

    return command_words_read(language_commands(reader->language), sentence, &exact) &&
           text_starts_with(buf_text(&exact), "say ");
}

bool meaning_is_aside(const struct meaning_reader *reader, const char *part)
{
    return strchr(part, '?') &&
           !phrase_is_request(language_lexicon(reader->language, reader->game), part, strlen(part));
}

/* "eot", "action 1.": too short to be a story, and not understood. */
static bool is_scrap(const struct meaning_reader *reader, const char *sentence)
{
    enum { CHAT_LEAST = 4 };
    const struct lexicon *lexicon = language_lexicon(reader->language, reader->game);

    return text_words(sentence) < CHAT_LEAST && !meaning_is_message(reader, sentence) &&
           !phrase_is_remark(lexicon, sentence, strlen(sentence)) &&
           !phrase_is_greeting(lexicon, sentence, strlen(sentence));
}

/* "Open what is between c2 and d2" is about the board, and may be an order of one's own words. */
static bool has_square(const char *text)
{
    for (const char *at = text; *at; at++)
        if (text_is_letter(at[0]) && text_is_digit(at[1]) &&
            (at == text || !text_is_letter(at[-1])))
            return true;
    return false;
}

static bool asks_aside(const struct meaning_reader *reader, const char *line)
{
    bool asks = false;
    OWN(buf) sentence = {0};

    for (size_t next; *line && !asks; line += next) {
        buf_clear(&sentence);
        buf_put_bytes(&sentence, line, meaning_sentence(reader, line, &next));
        asks = meaning_is_aside(reader, buf_text(&sentence));
    }
    return asks;
}

/* Bytes of what a sentence says before it asks: "Cleric h3, and what does she do?", "c3; ¿me
 * toca?"; 0 = it asks from its beginning, or nothing. out    *asks: where the question begins */
static size_t statement_before(const struct meaning_reader *reader, const char *sentence,
                               size_t length, size_t *asks)
{
    static const char opening[] = "\xC2\xBF";
    const struct lexicon *lexicon = language_lexicon(reader->language, reader->game);
    const char *mark = strstr(sentence, opening);
    size_t said = 0, next;

    if (!length || sentence[length - 1] != '?')
        return 0;
    for (*asks = 0; *asks < length; *asks += next) {
        const char *rest = sentence + *asks;
        size_t part = phrase_part(lexicon, PHRASE_JOINED, rest, length - *asks, &next);

        if (said && (rest == mark || (!mark && (phrase_asks(lexicon, rest, length - *asks) ||
                                                phrase_asks_leave(lexicon, rest, length - *asks)))))
            return said;
        said = part ? *asks + part : said;
    }
    *asks = mark && mark < sentence + length ? (size_t)(mark - sentence) : 0;
    return *asks;
}

bool meaning_holds_order(const struct meaning_reader *reader, const char *line, size_t length)
{
    const struct lexicon *lexicon = language_lexicon(reader->language, reader->game);
    bool holds = meaning_is_order(reader, line, length);

    for (size_t at = 0, next; at < length && !holds; at += next) {
        size_t end = phrase_part(lexicon, PHRASE_JOINED, line + at, length - at, &next);

        holds = end && !negation_is_in(lexicon, line + at, end) &&
                meaning_is_order(reader, line + at, end);
    }
    return holds;
}

bool meaning_answer(const struct meaning_reader *reader, const char *question, struct buf *out)
{
    const struct tell tell = {.sentences = language_sentences(reader->language),
                              .game = reader->game,
                              .lexicon = language_lexicon(reader->language, reader->game)};
    char key[SENTENCE_KEY_BYTES];

    if (requests_read(reader->library, reader->language, question, reader->game && reader->seat,
                      out) &&
        (text_equal(buf_text(out), "status") || text_equal(buf_text(out), "legal") ||
         text_equal(buf_text(out), "extension")))
        return true;
    buf_clear(out);
    if (tell_is_question(&tell, question, key) && key[strlen("help.")])
        buf_printf(out, "help %s", question);
    return out->length > 0;
}

/* "…, is that allowed?" asks about what stands before it; what names something is another matter.
 */
static bool asks_else(const struct meaning_reader *reader, const char *line, size_t length)
{
    OWN(buf) question = {0}, answer = {0};

    buf_put_bytes(&question, line, length);
    return phrase_names_thing(language_lexicon(reader->language, reader->game), line, length) ||
           meaning_answer(reader, buf_text(&question), &answer);
}

/* Put what a sentence orders into parts, with what is said beside; returns how many. */
static unsigned put_orders(const struct meaning_reader *reader, const char *text,
                           struct phrase_part *part, unsigned most)
{
    OWN_MEMORY struct phrase_part *found = calloc(PHRASE_PARTS_MAX, sizeof *found);
    unsigned count = found ? phrase_split(reader->game, reader->rulebook,
                                          language_lexicon(reader->language, reader->game),
                                          reader->seat, text, strlen(text), found)
                           : 0;

    count = count < most ? count : 0;
    memcpy(part, found, count * sizeof *part);
    return count;
}

/* "Nine damage? No thanks! The bomb.": what answers a question of his own is no order. */
static bool is_reaction(const struct meaning_reader *reader, const char *sentence, bool exclaimed)
{
    enum { WORDS_MOST = 4 };

    return text_words(sentence) <= WORDS_MOST &&
           (exclaimed || negation_is_in(language_lexicon(reader->language, reader->game), sentence,
                                        strlen(sentence)));
}

/* Whatever cannot be taken apart whole is taken sentence by sentence where one of them orders: at
 * one that is not understood he is asked back; not at the last, which may tell why. Beside what he
 * asks an order may be one that is only likely. */
static unsigned split_sentences(const struct meaning_reader *reader, const char *line,
                                struct phrase_part part[PHRASE_PARTS_MAX])
{
    unsigned count = 0;
    bool orders = false, likely = false, asks = asks_aside(reader, line), last = true,
         asked_before = false;

    if (meaning_is_order(reader, line, strlen(line)) ||
        phrase_is_corrected(language_lexicon(reader->language, reader->game), line, strlen(line)))
        return 0;
    for (size_t next; *line && count < PHRASE_PARTS_MAX; line += next) {
        size_t end = meaning_sentence(reader, line, &next), asked;
        size_t before = statement_before(reader, line, end, &asked);
        struct order order;
        bool unsure = false, is_order_like;
        unsigned orders_there;

        if (end >= sizeof part->text)
            return 0;
        if (before && meaning_holds_order(reader, line, before)) {
            if (!asks_else(reader, line + asked, end - asked))
                return 0; /* "thief to e3, is that allowed?" */
            end = before;
            next = asked;
        }
        text_copy(part[count].text, end + 1, line);
        if (meaning_is_aside(reader, part[count].text)) {
            asked_before = true;
            count++;
            continue;
        }
        if (asked_before && line[next] &&
            is_reaction(reader, part[count].text, end && line[end - 1] == '!'))
            return 0;
        orders_there = put_orders(reader, part[count].text, part + count, PHRASE_PARTS_MAX - count);
        if (orders_there) {
            count += orders_there;
            orders = last = true;
            continue;
        }
        is_order_like = !is_talk(reader, part[count].text) &&
                        (has_square(part[count].text) || meaning_is_near(reader, line, end) ||
                         meaning_holds_order(reader, line, end));
        last = meaning_read_likely(reader, part[count].text, strlen(part[count].text), &order,
                                   &unsure);
        likely |= last || (is_order_like && asks);
        last = (last && (!unsure || asks)) || (is_order_like && asks);
        orders |= last && !unsure;
        if (!last && !asks && is_scrap(reader, part[count].text))
            return 0;
        last |= is_talk(reader, part[count].text) || meaning_is_message(reader, part[count].text);
        if (!last && !orders && !asks)
            return 0; /* nothing is done before it: all of the line is shown */
        count++;
    }
    return (orders || (likely && asks)) && last && count > 1 && !*line ? count : 0;
}

/* "Thief to b4 and wizard to c3, all right?": he asks for all of it. */
static bool asks_for_several(const struct meaning_reader *reader, const char *line,
                             struct phrase_part part[PHRASE_PARTS_MAX])
{
    size_t length = strcspn(line, "?");
    OWN(buf) orders = {0};

    if (!reader->game || line[length + strspn(line + length, "? ")] ||
        phrase_asks(language_lexicon(reader->language, reader->game), line, strlen(line)))
        return false;
    buf_put_bytes(&orders, line, length);
    return put_orders(reader, buf_text(&orders), part, PHRASE_PARTS_MAX) > 1;
}

/* "I don't know what to do, I play the 2" */
static bool is_at_a_loss_but_orders(const struct meaning_reader *reader, const char *line)
{
    return reader->game && meaning_holds_order(reader, line, strlen(line)) &&
           phrase_is_at_a_loss(language_lexicon(reader->language, reader->game), line,
                               strlen(line));
}

/* "Who shall I send in first? The thief to b4.": an order stands in a sentence of its own, and is
 * meant, whatever he asks himself before it. */
bool meaning_orders_beside(const struct meaning_reader *reader, const char *line)
{
    struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    size_t asked, said = statement_before(reader, line, strlen(line), &asked);
    bool orders = part && (strchr(line, '?') ? split_sentences(reader, line, part) > 1 ||
                                                   asks_for_several(reader, line, part) ||
                                                   (said && meaning_holds_order(reader, line, said))
                                             : is_at_a_loss_but_orders(reader, line));

    free(part);
    return orders;
}

/* "Zero": a number in words, which is no word of an order by itself. */
static bool is_number(const struct meaning_reader *reader, const char *part)
{
    const struct lexicon *words = language_commands(reader->language);
    char folded[PHRASE_BYTES];
    size_t length = phrase_fold(part, strlen(part), folded), used;
    struct order order;
    unsigned number;
    bool is = false;

    for (size_t at = 0; at < length && words; at += strcspn(folded + at, " ") + 1)
        is |= phrase_number(words->phrases, folded + at, length - at, &number, &used);
    return is && meaning_read_order(reader, part, &order);
}

bool meaning_is_chat(const struct meaning_reader *reader, const char *part)
{
    return (is_talk(reader, part) && !is_number(reader, part)) ||
           meaning_is_aside(reader, part) || meaning_is_message(reader, part);
}

/* Bytes of a clause that only tells why: "because the golem is too strong"; 0 = none begins here,
 * or one that names a square. */
static size_t reason_at(const struct lexicon *phrases, const struct folded *line, size_t at)
{
    enum { TERMS_MAX = 8 };
    size_t length = strcspn(line->text + at, ",.;:!?"), used;
    uint16_t term[TERMS_MAX];
    bool is = false;

    for (unsigned i = folded_match(line, phrases, at, term, TERMS_MAX, &used); i-- > 0;)
        is |= term[i] == PHRASE_REASON;
    return is && strcspn(line->text + at, "0123456789") >= length ? length : 0;
}

/* An order, or several, with what tells why left out; 0: they are none then. */
static unsigned split_without_reasons(const struct meaning_reader *reader, const char *line,
                                      struct phrase_part part[PHRASE_PARTS_MAX])
{
    const struct lexicon *words = language_commands(reader->language);
    struct folded folded;
    struct order order;
    unsigned count = 0;
    OWN(buf) rest = {0};
    size_t at = 0, from = 0;

    words = words && words->own ? words->own : words;
    if (!words || !words->phrases || !folded_read(&folded, line))
        return 0;
    while ((at = folded_next(&folded, folded_word_end(&folded, at))) < folded.length) {
        size_t length = reason_at(words->phrases, &folded, at);

        if (!length)
            continue;
        buf_put_bytes(&rest, line + from, folded_before(&folded, at) - from);
        while (rest.length && rest.at[rest.length - 1] == ' ')
            rest.length--;
        at += length;
        from = at < folded.length ? folded_before(&folded, at) : strlen(line);
    }
    if (!from)
        return 0;
    buf_put(&rest, line + from);
    count = phrase_split(reader->game, reader->rulebook,
                         language_lexicon(reader->language, reader->game), reader->seat,
                         buf_text(&rest), rest.length, part);
    if (!count && rest.length < sizeof part->text &&
        (meaning_read_order(reader, buf_text(&rest), &order) ||
         meaning_is_standing(reader, buf_text(&rest)))) {
        text_copy(part[0].text, sizeof part->text, buf_text(&rest));
        count = 1;
    }
    return count;
}

/* "If he draws, I pass": what is done only if something happens is done at no part of it, unless
 * each has a condition of its own. */
static bool is_conditional(const struct meaning_reader *reader, const char *line)
{
    return strcspn(line, ",;:") > strcspn(line, " ,;:") &&
           said_begins(language_said(reader->language), line) & 1U << SAID_WITHHOLDING;
}

/* "That's enough, I resign" ends no turn first. */
static unsigned keep_giving_up(const struct meaning_reader *reader,
                               struct phrase_part part[PHRASE_PARTS_MAX], unsigned count)
{
    struct order order;

    for (unsigned i = 0; i < count; i++)
        if (reader->game && meaning_read_order(reader, part[i].text, &order) &&
            reader->game->text->kinds[order.kind].flags & ORDER_GIVES_UP) {
            part[0] = part[i];
            return 1;
        }
    return count;
}

unsigned meaning_parts(const struct meaning_reader *reader, const char *line, size_t length,
                       struct phrase_part part[PHRASE_PARTS_MAX])
{
    struct order order;
    bool conditional;
    unsigned count = phrase_split(reader->game, reader->rulebook,
                                  language_lexicon(reader->language, reader->game), reader->seat,
                                  line, length, part);

    if (!count && reader->game && !meaning_read_order(reader, line, &order))
        count = split_without_reasons(reader, line, part);
    count = count ? count : split_sentences(reader, line, part);
    conditional = count > 1 && is_conditional(reader, line);
    for (unsigned i = 0; i < count; i++)
        if ((conditional && !is_conditional(reader, part[i].text)) ||
            (is_talk(reader, part[i].text) && !meaning_is_aside(reader, part[i].text) &&
             said_holds(language_said(reader->language), SAID_WITHHOLDING, part[i].text)))
            return 0;
    return keep_giving_up(reader, part, count);
}

bool meaning_is_meant(const struct meaning_reader *reader, const char *line)
{
    OWN_MEMORY struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    struct order order;

    return meaning_read_order(reader, line, &order) || meaning_is_standing(reader, line) ||
           (part && meaning_parts(reader, line, strlen(line), part));
}
