/* SPDX-License-Identifier: MIT */
/* What players write against what it must mean: prints the rates, fails below those in `floor` and
 * on any phrase that is carried out as something else. Format in tests/phrases/README. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "games/games.h"
#include "letter/orders_in.h"
#include "rules/places.h"
#include "rules/phrase.h"
#include "rules/standing.h"
#include "tell/said_words.h"
#include "tests/phrases/shipped.h"
#include "commands/commands.h"
#include "commands/guess.h"
#include "commands/meaning.h"
#include "commands/vacation.h"
#include "commands/wishes.h"
#include "tell/tell.h"
#include "tests/languages.h"
#include "tests/read.h"

enum { PATH_BYTES = 1024, KINDS_MAX = 64, NAME_BYTES = 32, GOT_BYTES = 2048, STEPS_MAX = 64 };

static const char *top;
static bool verbose;

/* ---- files ---- */

static char *read_file(const char *name)
{
    char path[PATH_BYTES];

    snprintf(path, sizeof path, "tests/phrases/%s", name);
    return read_whole(path, NULL);
}

/* ---- positions ---- */

struct place {
    char name[NAME_BYTES];
    const struct game *game;
    const void *rulebook;
    unsigned seat;
    void *state;
};

static struct library *library;
static struct place places[48];
static unsigned place_count;
static struct order list[LEGAL_MAX];
static struct scene scene;

static void fail(const char *what, const char *more)
{
    fprintf(stderr, "%s: %s\n", what, more);
    exit(2);
}

/* Whatever the table can open, and its draws by noughts. */
static void settle(const struct place *place, void *state)
{
    struct decision decision[DECISIONS_MAX];

    for (unsigned guard = 0; guard < STEPS_MAX; guard++) {
        uint16_t number[DRAW_NUMBERS_MAX] = {0};
        struct order draw;

        if (place->game->rules->legal(place->rulebook, state, SEAT_TABLE, list)) {
            place->game->rules->apply(place->rulebook, state, &list[0], NULL);
            continue;
        }
        if (!place->game->rules->open_decisions(place->rulebook, state, decision) ||
            decision[0].kind != DECISION_DRAW)
            return;
        place->game->rules->draw_order(place->rulebook, state, &decision[0], number, &draw);
        place->game->rules->apply(place->rulebook, state, &draw, NULL);
    }
}

static void give(const struct place *place, const char *line)
{
    struct order order = {0};
    unsigned seat = (unsigned)(line[0] - '0');

    if (!place->game->text->read_order(place->rulebook, seat, line + 3, strlen(line + 3), &order))
        fail(place->name, line);
    order.seat = (uint8_t)seat;
    if (!place->game->rules->apply(place->rulebook, place->state, &order, NULL))
        fail(place->name, line);
    settle(place, place->state);
}

static void read_head(struct place *place, const char *line)
{
    const char *newest = NULL;
    struct err err = {0};

    if (text_starts_with(line, "seat: "))
        place->seat = (unsigned)atoi(line + 6);
    if (!text_starts_with(line, "game: "))
        return;
    place->game = library_game(library, line + 6);
    for (unsigned i = 0; place->game->versions[i]; i++)
        newest = place->game->versions[i];
    if (library_rulebook(library, place->game, newest, &place->rulebook, &err) != RC_OK)
        fail(place->name, err.text);
    place->state = calloc(1, place->game->state_bytes);
}

static void begin(struct place *place, const struct buf *position)
{
    const struct game_setup setup = {"", place->game->seats_min};
    struct verdict verdict = {0};
    struct err err = {0};

    if (position->length) {
        if (place->game->text->read(place->rulebook, position->at, position->length, place->state,
                                    &err) != RC_OK)
            fail(place->name, err.text);
    } else if (place->game->rules->setup(place->rulebook, &setup, place->state, &verdict) !=
               VERDICT_DONE)
        fail(place->name, "set-up");
    settle(place, place->state);
}

static struct place *find_place(const char *name)
{
    struct place *place = &places[place_count];
    OWN(buf) position = {0};
    char file[64], *text, *rest = NULL;
    enum { HEAD, POSITION, ORDERS } part = HEAD;

    for (unsigned i = 0; i < place_count; i++)
        if (text_equal(places[i].name, name))
            return &places[i];
    snprintf(place->name, sizeof place->name, "%s", name);
    snprintf(file, sizeof file, "%s.position", name);
    text = read_file(file);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (*line == '#')
            continue;
        if (text_equal(line, "position:"))
            part = POSITION;
        else if (text_equal(line, "orders:")) {
            begin(place, &position);
            part = ORDERS;
        } else if (part == HEAD)
            read_head(place, line);
        else if (part == POSITION)
            buf_printf(&position, "%s\n", line + strspn(line, " "));
        else
            give(place, line + strspn(line, " "));
    }
    if (part != ORDERS && place->game)
        begin(place, &position);
    free(text);
    place_count++;
    return place;
}

/* ---- what comes of a phrase ---- */

static void write_order(const struct place *place, const struct order *order, struct text *out)
{
    TEXT_IN(text, line, ORDER_TEXT_BYTES);

    place->game->text->write_order(place->rulebook, NULL, order, ORDER_FULL, &text);
    text_put(out, line);
}

/* "the rest at random": no order, but a line to be left, as inbound takes it. */
static bool is_left(const struct place *place, const struct lexicon *lexicon, const char *line)
{
    TEXT_IN(out, words, LINE_TEXT_BYTES);
    struct understanding read;
    struct verdict verdict;

    return (!phrase_is_order(place->game, place->rulebook, lexicon, place->seat, line,
                             strlen(line)) ||
            (understand_line(place->game, place->rulebook, lexicon, place->seat, place->state, line,
                             strlen(line), NULL, NULL, &read) == VERDICT_ILLEGAL &&
             text_equal(read.verdict.reason, "not-asked"))) &&
           standing_write(place->game, place->rulebook, lexicon, place->seat, line, strlen(line),
                          STANDING_ALWAYS, &out, &verdict) == VERDICT_DONE &&
           standing_has_mark(words);
}

/* What help_topics.c asks who speaks of playing; false: he does not. */
static bool say_game(const struct language *language, const char *line, struct text *got)
{
    struct wishes_guess guess;

    if (!wishes_guess(library, language, line, &guess))
        return false;
    text_put(got, !guess.game ? "ask cmd practice"
                  : guess.who ? "ask cmd invite"
                              : "ask cmd practice | cmd challenge");
    return true;
}

/* Where no order is near, commands are guessed at. */
static void say_guess(const struct language *language, const char *line, const struct game *game,
                      const char *else_, struct text *got)
{
    const struct command *guess[GUESSES_SHOWN];
    unsigned count;

    if (!game && say_game(language, line, got))
        return;
    count = guess_commands(commands, library, language, line, game, guess);
    if (!count)
        text_put(got, else_);
    for (unsigned i = 0; i < count; i++) {
        text_put(got, i ? " | cmd " : "ask cmd ");
        text_put(got, guess[i]->name);
    }
}

/* False: what follows is not tried. */
static bool say_order(const struct place *place, const struct meaning_reader *reader, void *state,
                      const char *line, struct text *got)
{
    const struct lexicon *lexicon = language_lexicon(reader->language, place->game);
    OWN_MEMORY void *ahead = malloc(place->game->state_bytes);
    struct understanding read;
    enum verdict_kind kind;

    if (got->length)
        text_put(got, "; ");
    if (is_left(place, lexicon, line)) {
        text_put(got, "standing");
        return true;
    }
    kind = places_understand(place->game, place->rulebook, lexicon, place->seat, state, line,
                             strlen(line), list, ahead, &scene, &read);
    if (kind == VERDICT_DONE) {
        write_order(place, &read.order, got);
        place->game->rules->apply(place->rulebook, state, &read.order, NULL);
        settle(place, state);
        return true;
    }
    if (kind == VERDICT_MALFORMED && (!read.choice_count || read.from_net)) {
        size_t before = got->length;

        say_guess(reader->language, line, place->game, "", got);
        if (got->length > before)
            return false;
    }
    if (kind == VERDICT_MALFORMED && read.choice_count)
        kind = VERDICT_AMBIGUOUS; /* shown with what is not understood, too */
    text_put(got, kind == VERDICT_ILLEGAL     ? "no "
                  : kind == VERDICT_MALFORMED ? "unclear "
                                              : "ask ");
    if (kind != VERDICT_AMBIGUOUS)
        text_put(got, read.verdict.reason ? read.verdict.reason : "");
    for (unsigned i = 0; i < read.choice_count && kind == VERDICT_AMBIGUOUS; i++) {
        text_put(got, i ? " | " : "");
        write_order(place, &read.choice[i], got);
    }
    return false;
}

static bool are_rivals(const struct place *place, const struct meaning_reader *reader,
                       const struct phrase_part *part, unsigned count, const void *state)
{
    OWN_MEMORY void *ahead = malloc(place->game->state_bytes);

    return understand_are_rivals(place->game, place->rulebook,
                                 language_lexicon(reader->language, place->game), place->seat,
                                 state, part, count, ahead);
}

static bool say_orders(const struct place *place, const struct meaning_reader *reader, void *state,
                       const char *line, struct text *got)
{
    static struct phrase_part part[PHRASE_PARTS_MAX];
    unsigned count;
    bool goes_on = true;

    if (!place->game) {
        say_guess(reader->language, line, NULL, "unclear", got);
        return true;
    }
    count = meaning_parts(reader, line, strlen(line), part);
    if (!count || are_rivals(place, reader, part, count, state))
        return say_order(place, reader, state, line, got);
    for (unsigned i = 0; i < count && goes_on; i++)
        goes_on =
            (meaning_is_chat(reader, part[i].text) &&
             !is_left(place, language_lexicon(reader->language, place->game), part[i].text)) ||
            say_order(place, reader, state, part[i].text, got);
    return goes_on;
}

/* "help WORD", and a question that was taken for it. */
static void say_help(const struct place *place, const struct language *language,
                     const char *arguments, struct text *got)
{
    const struct game *game = place->game ? place->game : *games; /* time is the same in all */
    const struct tell tell = {.sentences = language_sentences(language),
                              .game = game,
                              .lexicon = language_lexicon(language, game)};
    char key[SENTENCE_KEY_BYTES] = "";
    struct calendar_span days;
    bool found = tell_help_find(&tell, arguments, key) || tell_is_question(&tell, arguments, key);

    if (vacation_find_dates(language, arguments, false, &(struct calendar_day){2026, 11, 29},
                            &days)) {
        text_put(got, "ask cmd vacation"); /* with a button */
        return;
    }
    if (!place->game && !text_equal(key, "help.time")) {
        text_put(got, "cmd help ");
        say_guess(language, arguments, NULL, "", got);
        return;
    }
    text_put(got, found ? "help" : "cmd help");
    if (found && key[strlen("help.")]) {
        text_put_char(got, ' ');
        text_put(got, strrchr(key, '.') + 1);
    }
}

static void say_command(const struct place *place, const struct language *language,
                        const struct command *command, const char *arguments, struct text *got)
{
    struct calendar_span days;
    const struct calendar_day today = {2026, 11, 29};

    if (text_equal(command->name, "vacation") &&
        !vacation_read_dates(language, arguments, &today, &days) &&
        vacation_find_dates(language, arguments, false, &today, &days)) {
        text_put(got, "ask cmd vacation"); /* with a button */
        return;
    }
    if (text_equal(command->name, "help") && *arguments) {
        say_help(place, language, arguments, got);
        return;
    }
    text_put(got, "cmd ");
    text_put(got, command->name);
    text_put(got, *arguments ? " " : "");
    text_put(got, arguments);
    if (strlen(arguments) > 8 && text_equal(arguments + strlen(arguments) - 8, " against"))
        got->length -= 8; /* the level is asked back */
    got->at[got->length] = '\0';
}

/* As inbound does with each line of a letter. */
static void understand(const struct place *place, const struct language *language,
                       const char *phrase, struct text *got)
{
    struct letter_lines split = {0};
    struct orders_in orders = {.said = said_begins, .said_context = language_said(language)};
    OWN_MEMORY void *state = place->game ? malloc(place->game->state_bytes) : NULL;
    const struct meaning_reader reader = {.library = library,
                                          .game = place->game,
                                          .rulebook = place->rulebook,
                                          .seat = place->seat,
                                          .language = language};
    bool goes_on = true;

    if (state)
        memcpy(state, place->state, place->game->state_bytes);
    if (quotes_split(phrase, strlen(phrase), NULL, &split, NULL) != RC_OK ||
        orders_gather(&split, NULL, &orders, NULL) != RC_OK)
        fail(phrase, "no letter");
    for (size_t i = 0; i < orders.count && goes_on; i++) {
        OWN(buf) exact = {0}, spelt = {0};
        const char *line = orders.line[i].text, *arguments;
        struct order_line one = orders.line[i];
        const struct command *command;

        if (meaning_respell(&reader, line, &spelt))
            line = one.text = spelt.at;
        if (meaning_take_words(&reader, &one, &exact))
            line = buf_text(&exact);
        command = meaning_command(&reader, line, &arguments);
        if (command)
            say_command(place, language, command, arguments, got);
        else if (!meaning_is_idle(&reader, &orders.line[i]))
            goes_on = say_orders(place, &reader, state, line, got);
    }
    if (!got->length)
        text_put(got, "idle");
    quotes_fini(&split);
    orders_fini(&orders);
}

/* ---- judging ---- */

enum fate { RIGHT, ASKED, MISSED, WRONG, FATES };

static bool is_word(const char *text, const char *word)
{
    size_t length = strlen(word);

    return strncmp(text, word, length) == 0 && (!text[length] || text[length] == ' ');
}

/* Nothing was done: refused, asked back, answered. */
static bool did_nothing(const char *got)
{
    static const char *const harmless[] = {"no", "unclear", "ask", "help", "idle", "cmd help"};

    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (is_word(got, harmless[i]))
            return true;
    return false;
}

static bool offers(const char *got, const char *order)
{
    bool asks = is_word(got, "ask") || text_starts_with(got, "cmd help ask ");
    const char *at = asks ? strstr(got, order) : NULL;

    return at && (at[strlen(order)] == '\0' || at[strlen(order)] == ' ');
}

/* All that was done before something was not understood stands at the beginning of what was meant.
 * out    *offered: the first that was not done is among the choices */
static bool did_a_part(const char *got, const char *want, bool *offered)
{
    for (*offered = false;;) {
        size_t one = strcspn(got, ";");

        if (did_nothing(got)) {
            char next[GOT_BYTES];

            snprintf(next, sizeof next, "%.*s", (int)strcspn(want, ";"), want);
            *offered = *next && offers(got, next);
            return true;
        }
        if (strncmp(got, want, one) != 0 || (want[one] && want[one] != ';') || !got[one])
            return false;
        if (!want[one])
            return did_nothing(got + one + 2);
        got += one + 2;
        want += one + 2;
    }
}

static enum fate judge(const char *want, const char *got)
{
    bool offered;

    if (text_equal(want, got))
        return RIGHT;
    if (text_equal(want, "no") && is_word(got, "unclear place-not-yours"))
        return RIGHT; /* a referee's refusal, too */
    if (text_equal(want, "ask") || text_equal(want, "no"))
        return is_word(got, want) ? RIGHT : did_nothing(got) ? MISSED : WRONG;
    if (text_equal(want, "unclear"))
        return is_word(got, "unclear") || is_word(got, "ask") ? RIGHT
               : did_nothing(got)                             ? MISSED
                                                              : WRONG;
    if (is_word(want, "ask"))
        return offers(got, want + 4) ? RIGHT : did_nothing(got) ? MISSED : WRONG;
    if (text_equal(want, "help"))
        return is_word(got, "help") || is_word(got, "cmd help") ? RIGHT
               : offers(got, "cmd help")                        ? ASKED
               : did_nothing(got)                               ? MISSED
                                                                : WRONG;
    if (is_word(want, "cmd")) { /* its form is shown, whatever stands behind it */
        char name[GOT_BYTES];

        snprintf(name, sizeof name, "%.*s", (int)(4 + strcspn(want + 4, " ")), want);
        return offers(got, name) ? ASKED : did_nothing(got) ? MISSED : WRONG;
    }
    if (is_word(want, "help") || text_equal(want, "idle"))
        return did_nothing(got) ? MISSED : WRONG;
    if (offers(got, want))
        return ASKED;
    return !did_a_part(got, want, &offered) ? WRONG : offered ? ASKED : MISSED;
}

struct tally {
    char name[NAME_BYTES];
    unsigned fate[FATES];
};

static struct tally kinds[KINDS_MAX];
static unsigned kind_count;

static struct tally *tally_of(const char *name)
{
    for (unsigned i = 0; i < kind_count; i++)
        if (text_equal(kinds[i].name, name))
            return &kinds[i];
    snprintf(kinds[kind_count].name, NAME_BYTES, "%s", name);
    return &kinds[kind_count++];
}

static void run_line(char *line, const struct place *place, const char *kind,
                     const struct language *language, const char *set, struct tally *whole,
                     bool quiet)
{
    static const char *const words[] = {"right", "asked", "missed", "WRONG"};
    char *equals = strstr(line, " = "), got[GOT_BYTES];
    struct tally *tally = tally_of(kind);
    struct text text;
    enum fate fate;

    if (!equals)
        fail(line, "has no ' = '");
    *equals = '\0';
    text_init(&text, got, sizeof got);
    understand(place, language, line, &text);
    fate = judge(equals + 3, got);
    whole->fate[fate]++;
    tally->fate[fate]++;
    if (fate == WRONG || (!quiet && (fate == MISSED || verbose)))
        printf("# %-6s %s %s %s: %s\n#        wanted %s\n#        got    %s\n", words[fate], set,
               place->name, kind, quiet && fate != WRONG ? "" : line, equals + 3, got);
}

static double rate(const struct tally *tally)
{
    unsigned all = 0;

    for (unsigned i = 0; i < FATES; i++)
        all += tally->fate[i];
    return all ? 100.0 * (tally->fate[RIGHT] + tally->fate[ASKED]) / all : 100;
}

static void show(const struct tally *tally)
{
    printf("%-12s %5.1f %%  right %u, asked back %u, missed %u, wrong %u\n", tally->name,
           rate(tally), tally->fate[RIGHT], tally->fate[ASKED], tally->fate[MISSED],
           tally->fate[WRONG]);
}

/* A set, "en-aside"; all that are there stand in `floor`, each with its least rate. */
static bool run_set(const char *set, double least)
{
    char file[64], code[NAME_BYTES], kind[NAME_BYTES] = "", *text, *rest = NULL;
    bool aside = strchr(set, '-');
    const struct place *place = NULL;
    struct tally whole = {.fate = {0}};
    const struct language *language;
    bool good;

    snprintf(code, sizeof code, "%.*s", (int)strcspn(set, "-"), set);
    language = library_language(library, code);
    snprintf(whole.name, NAME_BYTES, "%s", set);
    snprintf(file, sizeof file, "%s.phrases", set);
    text = read_file(file);
    kind_count = 0;
    memset(kinds, 0, sizeof kinds);
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char name[NAME_BYTES];

        if (*line == '#')
            continue;
        if (*line == '[' && sscanf(line, "[%31s %31[^]]", name, kind) == 2)
            place = find_place(name);
        else if (place)
            run_line(line, place, kind, language, set, &whole, aside && !verbose);
    }
    for (unsigned i = 0; i < kind_count && !aside; i++) {
        printf("# ");
        show(&kinds[i]);
    }
    good = rate(&whole) >= least && whole.fate[WRONG] == 0;
    printf("%s - ", good ? "ok" : "not ok");
    show(&whole);
    free(text);
    return good;
}

/* ---- words of two meanings ---- */

/* The entries that are this word, [from, to): what begins alike stands together, shortest first. */
static bool find_word(const struct lexicon *lexicon, const char *word, unsigned *from, unsigned *to)
{
    unsigned end;

    lexicon_beginning(lexicon, word, strlen(word), from, &end);
    for (*to = *from; *to < end && text_equal(lexicon->word[*to].text, word);)
        ++*to;
    return *from < *to;
}

static bool share_a_term(const struct lexicon_word *a, unsigned a_count,
                         const struct lexicon_word *b, unsigned b_count)
{
    for (unsigned i = 0; i < a_count; i++)
        for (unsigned j = 0; j < b_count; j++)
            if (a[i].term == b[j].term)
                return true;
    return false;
}

static void put_meaning(const struct lexicon *lexicon, const char *code, const char *word,
                        struct buf *out)
{
    unsigned from, to;

    buf_printf(out, " %s", code);
    find_word(lexicon, word, &from, &to);
    for (; from < to; from++)
        buf_printf(out, " %s", lexicon->terms[lexicon->word[from].term]);
}

/* A word of one language means in it what it means there, and that first. */
static bool own_comes_first(const struct lexicon *all, const char *word)
{
    uint16_t term[8];
    size_t used;
    unsigned from, to, count = lexicon_match_whole(all->own, word, strlen(word), term, 8, &used);

    find_word(all->own, word, &from, &to);
    for (; count && from < to; from++)
        if (all->own->word[from].term == term[0])
            return used == strlen(word);
    return false;
}

static bool put_words_of_two(const char *name, const struct game *game, struct buf *out)
{
    bool good = true;

    for (size_t a = 0; a < test_language_count(); a++)
        for (size_t b = a + 1; b < test_language_count(); b++) {
            const struct language *one = library_language(library, test_languages()[a]);
            const struct language *two = library_language(library, test_languages()[b]);
            const struct lexicon *in_one =
                                     game ? language_lexicon(one, game) : language_commands(one),
                                 *in_two =
                                     game ? language_lexicon(two, game) : language_commands(two);
            unsigned from, to;

            for (unsigned i = 0; i < in_one->own->word_count; i = to) {
                const char *word = in_one->own->word[i].text;
                unsigned two_from, two_to;

                find_word(in_one->own, word, &from, &to);
                if (!find_word(in_two->own, word, &two_from, &two_to) ||
                    share_a_term(in_one->own->word + from, to - from, in_two->own->word + two_from,
                                 two_to - two_from))
                    continue;
                buf_printf(out, "%s \"%s\":", name, word);
                put_meaning(in_one->own, test_languages()[a], word, out);
                buf_put(out, ";");
                put_meaning(in_two->own, test_languages()[b], word, out);
                buf_put(out, "\n");
                good &= own_comes_first(in_one, word) && own_comes_first(in_two, word);
            }
        }
    return good;
}

/* The list in the file `two-meanings` is made by -m; a new one is to be looked at. */
static bool run_two_meanings(bool print)
{
    OWN(buf) found = {0};
    OWN_MEMORY char *listed = print ? NULL : read_file("two-meanings");
    bool good = put_words_of_two("commands", NULL, &found);

    for (const struct game *const *game = games; *game; game++)
        good &= put_words_of_two((*game)->name, *game, &found);
    if (print)
        fputs(buf_text(&found), stdout);
    good &= print || text_equal(listed, buf_text(&found));
    if (!print)
        printf("%s - words of two languages that mean two things are listed, and the player's own "
               "language decides\n",
               good ? "ok" : "not ok");
    return good;
}

/* All sets of `floor`; no other is there. */
static bool run_sets(char *floors)
{
    char path[PATH_BYTES], *rest = NULL;
    size_t sets = 0;
    bool good = true;
    static glob_t found; /* kept, as the places are */

    snprintf(path, sizeof path, "%s/tests/phrases/*.phrases", top);
    if (glob(path, 0, NULL, &found) != 0)
        fail(path, "no sets");
    printf("1..%zu\n", 1 + found.gl_pathc);
    for (char *line = strtok_r(floors, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *least = strchr(line, ' ');

        if (*line == '#' || !least)
            continue;
        *least = '\0';
        good &= run_set(line, atof(least + 1));
        sets++;
    }
    if (sets != found.gl_pathc)
        fail(path, "not all have their rate in `floor`");
    return good;
}

int main(int count, char **words)
{
    char *floors;
    bool good;

    top = shipped_top();
    verbose = count > 1 && text_equal(words[1], "-v");
    library = shipped_library();
    if (count > 1 && text_equal(words[1], "-m"))
        return run_two_meanings(true) ? 0 : 1;
    if (count > 2) /* -v SET */
        return run_set(words[2], 0) ? 0 : 1;
    floors = read_file("floor");
    good = run_sets(floors);
    good &= run_two_meanings(false);
    free(floors);
    return good ? 0 : 1;
}
