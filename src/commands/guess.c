/* SPDX-License-Identifier: MIT */
/* Weighs the words that a line shares with the wordings of each command: one that few commands have
 * counts most. What is done with the guess is the caller's. */
#include "commands/guess.h"

#include "rules/phrase.h"
#include "server/titles.h"
#include "tell/folded.h"

enum {
    ROWS_MAX = 128,
    TERMS_MAX = 8,
    WORD_LEAST = 3, /* letters; "im" alone counts outside a game, where little is said */
    STEM_BYTES = 5, /* as far as forms of a word are alike */
    SHARED_MOST = 8,
    WHOLE = 840,            /* of a word that one command alone has; a multiple of 1 to 8 */
    TITLED = WHOLE * 3 / 5, /* where a game is named: whoever names one wants to play it */
    AMID = WHOLE / 2 - 1,   /* a word amid a wording, in a game: two are wanted */
    LEAST = WHOLE / 3,
    THINGS_FEW = 1, /* of a game in a line: one that names more is about the board */
    TERSE = 6       /* words */
};

/* Terms that are no command's own and yet lead to one. */
static const struct {
    const char *term, *command;
} leads[] = {
    {"wish.play", "practice"},
    {"wish.computer", "practice"},
    {"wish.practice", "practice"},
    {"wish.opponent", "challenge"},
    {"wish.somebody", "challenge"},
    {"wish.challenge", "challenge"},
    {"wish.join", "join"},
    {"wish.name", "join"},
    {"value.against", "practice"},
    {"value.easy", "practice"},
    {"value.hard", "practice"},
    {"wish.picture", "format"},
    {"whole.format-text", "format"},
    {"whole.letters-daily", "letters"},
    {"whole.letters-mine", "letters"},
    {"whole.profile-hidden", "profile"},
    {"name.language", "language"},
    {"topic.time", "help"},
};

struct weighing {
    const struct command *table;
    const struct lexicon *words;
    struct folded line;
    const struct lexicon *game; /* NULL = none */
    unsigned rows;
    unsigned score[ROWS_MAX];
    unsigned things; /* of the game, that the line names */
};

static unsigned row_of(const struct weighing *weighing, const char *name)
{
    unsigned row = 0;

    while (row < weighing->rows && !text_equal(weighing->table[row].name, name))
        row++;
    return row;
}

/* The row that a term leads to; rows = none. Terms begin with the commands, in the table's order.
 */
static unsigned row_of_term(const struct weighing *weighing, unsigned term)
{
    for (size_t i = 0; term >= weighing->rows && i < sizeof leads / sizeof *leads; i++)
        if (text_equal(leads[i].term, weighing->words->terms[term]))
            return row_of(weighing, leads[i].command);
    return term < weighing->rows ? term : weighing->rows;
}

/* Does a wording have a word that begins so, or is just this where it is short? */
static bool has_word(const struct lexicon_word *word, const char *stem, size_t length)
{
    for (const char *at = word->text; *at;) {
        size_t count = strcspn(at, " '");

        if (count >= length && strncmp(at, stem, length) == 0 &&
            (length == STEM_BYTES || count == length))
            return true;
        at += count + strspn(at + count, " '");
    }
    return false;
}

/* Does the line have another word of a wording, too? */
static bool has_more(const struct weighing *weighing, const struct lexicon_word *word,
                     const char *stem)
{
    size_t used;

    for (const char *at = word->text; *at;) {
        size_t count = strcspn(at, " '");

        if (count > WORD_LEAST && strncmp(at, stem, strlen(stem)) != 0 &&
            folded_find(&weighing->line, 0, at, count, &used) < weighing->line.length)
            return true;
        at += count + strspn(at + count, " '");
    }
    return false;
}

static void weigh_about(struct weighing *weighing, enum command_about about, unsigned more)
{
    for (unsigned row = 0; row < weighing->rows; row++)
        weighing->score[row] += weighing->table[row].about == about ? more : 0;
}

/* A word amid a wording leads nowhere by itself in a game, where much else is said. */
static void weigh(struct weighing *weighing, const char *stem, size_t length)
{
    const unsigned tournaments = row_of(weighing, "tournaments");
    char stem_of[STEM_BYTES + 1];
    bool has[ROWS_MAX] = {false}, alone = !weighing->game;
    unsigned count = 0;

    text_copy(stem_of, length + 1, stem);
    for (unsigned i = 0; i < weighing->words->word_count; i++) {
        const struct lexicon_word *word = &weighing->words->word[i];
        bool is = length < WORD_LEAST ? word->length == length && has_word(word, stem, length)
                                      : has_word(word, stem, length);
        unsigned row = is ? row_of_term(weighing, word->term) : weighing->rows;

        count += row < weighing->rows && !has[row];
        alone |=
            row < weighing->rows && (!strchr(word->text, ' ') || has_more(weighing, word, stem_of));
        has[row] = true; /* one behind the last, too */
    }
    if (length == STEM_BYTES &&
        text_starts_with(lexicon_name(weighing->words, tournaments), stem_of)) {
        weigh_about(weighing, COMMAND_ABOUT_TOURNAMENT, LEAST); /* many commands have the word */
        weighing->score[row_of(weighing, "standings")] += LEAST;
    }
    for (unsigned row = 0; row < weighing->rows && count && count <= SHARED_MOST; row++)
        weighing->score[row] += has[row] ? (alone ? WHOLE : AMID) / count : 0;
}

static bool stood_before(const struct folded *line, size_t at, size_t length)
{
    for (size_t i = folded_next(line, 0); i < at; i = folded_next(line, folded_word_end(line, i)))
        if (strncmp(line->text + i, line->text + at, length) == 0)
            return true;
    return false;
}

/* "nah to 22": one number and hardly a word that tells what is to be done with it. */
static void weigh_number(struct weighing *weighing)
{
    const struct folded *line = &weighing->line;
    unsigned numbers = 0, words = 0;

    for (size_t at = folded_next(line, 0); at < line->length;
         at = folded_next(line, folded_word_end(line, at))) {
        numbers += strspn(line->text + at, "0123456789") == folded_word_end(line, at) - at;
        words++;
    }
    if (numbers == 1)
        weigh_about(weighing, COMMAND_ABOUT_OFFER, words > TERSE ? LEAST / 2 : LEAST);
}

/* "The dungeon one" counts nothing, nor do the little words that stand in every wish, nor "next",
 * "no". returns the bytes of such words here; 0 = there are none */
static size_t idle_words(const struct weighing *weighing, size_t at)
{
    const struct lexicon *words = weighing->words, *phrases = words->phrases;
    uint16_t term[TERMS_MAX];
    size_t used = 0;
    bool idle = false;

    for (unsigned i = phrases ? folded_match(&weighing->line, phrases, at, term, TERMS_MAX, &used)
                              : 0;
         i-- > 0;)
        idle |= term[i] == PHRASE_THEN || term[i] == PHRASE_ONE || term[i] == PHRASE_NEGATION;
    if (idle)
        return used;
    used = folded_has(&weighing->line, words, at, "line.little");
    return used && !memchr(weighing->line.text + at, ' ', used) ? used : 0;
}

/* Bytes of what is said in any sentence, and so leads to no command of a game's. */
static size_t filler_at(const struct weighing *weighing, size_t at)
{
    const struct lexicon *words = weighing->words;
    uint16_t term[TERMS_MAX];
    size_t used = folded_has(&weighing->line, words, at, "wish.filler");
    unsigned count;

    if (used)
        return used;
    count = words->phrases
                ? folded_match(&weighing->line, words->phrases, at, term, TERMS_MAX, &used)
                : 0;
    return count && (term[0] <= PHRASE_REQUEST || term[0] == PHRASE_DOUBT) ? used : 0;
}

/* Bytes of a word of the game's, "place", "card", "anywhere", which leads to no command. */
static size_t game_word(const struct weighing *weighing, size_t at)
{
    const struct lexicon *own =
        weighing->game && weighing->game->own ? weighing->game->own : weighing->game;
    uint16_t term[TERMS_MAX];
    size_t used = 0;

    return own && folded_match(&weighing->line, own, at, term, TERMS_MAX, &used) &&
                   (!text_starts_with(own->terms[term[0]], "word.") || used > STEM_BYTES)
               ? used
               : 0;
}

/* "I meant the warrior, can I take that back": all that somebody writes who wants one thing. */
static void weigh_wording(struct weighing *weighing, size_t at)
{
    enum { WORDS_LEAST = 3 };
    uint16_t term[TERMS_MAX];
    size_t used = 0;
    unsigned count = folded_match(&weighing->line, weighing->words, at, term, TERMS_MAX, &used),
             words = 1;

    for (size_t i = at; i < at + used; i++)
        words += weighing->line.text[i] == ' ';
    for (unsigned i = 0; i < count && words >= WORDS_LEAST; i++)
        if (term[i] < weighing->rows)
            weighing->score[term[i]] += WHOLE;
}

/* Words of a game's title say nothing else. */
static void weigh_line(const struct library *library, struct weighing *weighing)
{
    const struct folded *line = &weighing->line;
    bool titled = false;

    for (size_t at = folded_next(line, 0), end; at < line->length; at = folded_next(line, end)) {
        const char *here = line->line + folded_before(line, at);
        size_t bytes = 0, length;

        end = folded_word_end(line, at);
        if (weighing->game)
            weigh_wording(weighing, at);
        if (titles_at(library, here, strlen(here), &bytes)) {
            titled = true;
            bytes += folded_before(line, at);
            while (end < line->length && folded_before(line, end) < bytes)
                end++;
            continue;
        }
        length = idle_words(weighing, at);
        if (!length && weighing->game)
            length = filler_at(weighing, at);
        if (!length && (length = game_word(weighing, at)) > 0)
            weighing->things++;
        if (length) {
            end = at + length;
            continue;
        }
        length = end - at < STEM_BYTES ? end - at : STEM_BYTES;
        if (length + !weighing->game >= WORD_LEAST && !stood_before(line, at, length))
            weigh(weighing, line->text + at, length);
    }
    if (titled)
        weigh_about(weighing, COMMAND_ABOUT_PLAY, TITLED);
}

static unsigned best_of(const struct weighing *weighing)
{
    unsigned best = 0;

    for (unsigned row = 1; row < weighing->rows; row++)
        if (weighing->score[row] > weighing->score[best])
            best = row;
    return best;
}

unsigned guess_commands(const struct command *table, const struct library *library,
                        const struct language *language, const char *line, const struct game *game,
                        const struct command *guess[GUESSES_SHOWN])
{
    const struct lexicon *words = language_commands(language);
    struct weighing weighing = {.table = table,
                                .words = words ? words->own : NULL,
                                .game = game ? language_lexicon(language, game) : NULL};
    const bool in_game = game;
    unsigned count = 0, least = in_game ? WHOLE / 2 : LEAST, most;

    if (!weighing.words || !folded_read(&weighing.line, line))
        return 0;
    while (table[weighing.rows].name && weighing.rows < ROWS_MAX - 1)
        weighing.rows++;
    weigh_line(library, &weighing);
    weigh_number(&weighing);
    if (weighing.things > THINGS_FEW) /* "her troll in the corner away from the gear" */
        least = WHOLE + 1;
    for (unsigned row = 0; row < weighing.rows; row++)
        if (in_game ? table[row].about != COMMAND_ABOUT_ANY : table[row].who == COMMAND_SEAT)
            weighing.score[row] = 0;
    most = weighing.score[best_of(&weighing)];
    if (most && most < least && !in_game) /* words that many commands have are better than none */
        least = most;
    for (unsigned best; count < GUESSES_SHOWN; weighing.score[best] = 0) {
        best = best_of(&weighing);
        if (weighing.score[best] < least)
            break;
        if (!count && weighing.score[best] / 3 > least)
            least = weighing.score[best] / 3;
        guess[count++] = &table[best];
    }
    return count;
}
