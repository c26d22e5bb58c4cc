/* SPDX-License-Identifier: MIT */
/* What players write against what it must mean: prints the rates, fails below those in `floor` and
 * on any phrase that is carried out as something else. Format in tests/phrases/README. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"
#include "games/games.h"
#include "letter/orders_in.h"
#include "rules/phrase.h"
#include "server/library.h"
#include "talk/commands.h"
#include "tell/command_words.h"
#include "tell/tell.h"

enum { PATH_BYTES = 1024, KINDS_MAX = 64, NAME_BYTES = 32, GOT_BYTES = 2048, STEPS_MAX = 64 };

static const char *const languages[] = {"en", "es", "it"};
static const char *top;
static bool verbose;

/* ---- files ---- */

static char *read_file(const char *name)
{
    char path[PATH_BYTES], block[65536];
    struct buf text = {0};
    FILE *file;
    size_t count;

    snprintf(path, sizeof path, "%s/tests/phrases/%s", top, name);
    file = fopen(path, "rb");
    if (!file) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(2);
    }
    while ((count = fread(block, 1, sizeof block, file)) > 0)
        buf_put_bytes(&text, block, count);
    fclose(file);
    buf_put(&text, "");
    return buf_take(&text);
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
static struct place places[16];
static unsigned place_count;
static struct order list[LEGAL_MAX];

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
    struct buf position = {0};
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
    if (part != ORDERS)
        begin(place, &position);
    buf_fini(&position);
    free(text);
    place_count++;
    return place;
}

/* ---- what comes of a phrase ---- */

static void write_order(const struct place *place, const struct order *order, struct text *out)
{
    char line[ORDER_TEXT_BYTES];
    struct text text;

    text_init(&text, line, sizeof line);
    place->game->text->write_order(place->rulebook, NULL, order, ORDER_FULL, &text);
    text_put(out, line);
}

static enum verdict_kind read_order(const struct place *place, const struct lexicon *lexicon,
                                    void *state, const char *text, struct order *canonical,
                                    struct order *choice, unsigned *count, struct verdict *verdict)
{
    struct order order = {0};
    bool asks = false;
    enum verdict_kind kind = phrase_read(place->game, place->rulebook, lexicon, place->seat, text,
                                         strlen(text), &order, &asks, verdict);

    order.seat = (uint8_t)place->seat;
    if (kind == VERDICT_DONE)
        kind = place->game->text->resolve(place->rulebook, state, &order, canonical, choice, count,
                                          verdict);
    if (kind == VERDICT_DONE)
        kind = place->game->rules->check(place->rulebook, state, canonical, verdict);
    if (kind == VERDICT_DONE && asks) {
        choice[0] = *canonical;
        *count = 1;
        return VERDICT_AMBIGUOUS;
    }
    return kind;
}

/* False: what follows is not tried. */
static bool say_order(const struct place *place, const struct lexicon *lexicon, void *state,
                      const char *line, struct text *got)
{
    struct order canonical = {0}, choice[CHOICES_MAX];
    struct verdict verdict = {0};
    unsigned count = 0;
    enum verdict_kind kind =
        read_order(place, lexicon, state, line, &canonical, choice, &count, &verdict);

    if (got->length)
        text_put(got, "; ");
    if (kind == VERDICT_DONE) {
        write_order(place, &canonical, got);
        place->game->rules->apply(place->rulebook, state, &canonical, NULL);
        settle(place, state);
        return true;
    }
    text_put(got, kind == VERDICT_ILLEGAL     ? "no "
                  : kind == VERDICT_MALFORMED ? "unclear "
                                              : "ask ");
    if (kind != VERDICT_AMBIGUOUS)
        text_put(got, verdict.reason ? verdict.reason : "");
    for (unsigned i = 0; i < count && kind == VERDICT_AMBIGUOUS; i++) {
        text_put(got, i ? " | " : "");
        write_order(place, &choice[i], got);
    }
    return false;
}

static bool say_orders(const struct place *place, const struct lexicon *lexicon, void *state,
                       const char *line, struct text *got)
{
    static struct phrase_part part[PHRASE_PARTS_MAX];
    unsigned count =
        phrase_split(place->game, place->rulebook, lexicon, place->seat, line, strlen(line), part);
    bool goes_on = true;

    if (count == 1)
        return say_order(place, lexicon, state, line, got);
    for (unsigned i = 0; i < count && goes_on; i++)
        goes_on = say_order(place, lexicon, state, part[i].text, got);
    return goes_on;
}

static bool is_order(const struct place *place, const struct lexicon *lexicon, const char *line)
{
    return phrase_is_order(place->game, place->rulebook, lexicon, place->seat, line, strlen(line));
}

/* "help WORD", or a question that is answered by it. */
static bool say_help(const struct place *place, const struct language *language,
                     const struct lexicon *lexicon, const char *line, const struct command *command,
                     const char *arguments, struct text *got)
{
    const struct tell tell = {
        .sentences = language_sentences(language), .game = place->game, .lexicon = lexicon};
    char key[SENTENCE_KEY_BYTES];
    bool asks = command && text_equal(command->name, "help") && *arguments;

    if (asks ? !tell_help_find(&tell, arguments, key)
             : command || !(tell_is_question(&tell, line, key) ||
                            (tell_is_topic(&tell, line) && tell_help_find(&tell, line, key))))
        return false;
    text_put(got, "help");
    if (key[strlen("help.")]) {
        const char *dot = strrchr(key, '.');

        text_put_char(got, ' ');
        text_put(got, dot + 1);
    }
    return true;
}

static void understand(const struct place *place, const struct language *language,
                       const char *phrase, struct text *got)
{
    const struct lexicon *lexicon = language_lexicon(language, place->game);
    struct letter_lines split = {0};
    struct orders_in orders = {0};
    void *state = malloc(place->game->state_bytes);
    const char *arguments;
    bool goes_on = true;

    memcpy(state, place->state, place->game->state_bytes);
    if (quotes_split(phrase, strlen(phrase), &split, NULL) != RC_OK ||
        orders_gather(&split, NULL, &orders, NULL) != RC_OK)
        fail(phrase, "no letter");
    for (size_t i = 0; i < orders.count && goes_on; i++) {
        const char *line = orders.line[i].text;
        const struct command *command = commands_find(line, &arguments);
        struct buf exact = {0};

        if (!command && !is_order(place, lexicon, line) &&
            command_words_read(language_commands(language), line, &exact))
            command = commands_find(buf_text(&exact), &arguments);
        if (command && !*arguments && *command->arguments && *command->arguments != '[')
            command = NULL;
        if (!is_order(place, lexicon, line) &&
            say_help(place, language, lexicon, line, command, arguments, got)) {
            buf_fini(&exact);
            continue;
        }
        if (command && !(command->who != COMMAND_SEAT && is_order(place, lexicon, line))) {
            text_put(got, "cmd ");
            text_put(got, command->name);
            text_put(got, *arguments ? " " : "");
            text_put(got, arguments);
        } else if (is_order(place, lexicon, line) ||
                   !(orders.line[i].civil || phrase_is_remark(lexicon, line, strlen(line))))
            goes_on = say_orders(place, lexicon, state, line, got);
        buf_fini(&exact);
    }
    if (!got->length)
        text_put(got, "idle");
    quotes_fini(&split);
    orders_fini(&orders);
    free(state);
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
    const char *at = is_word(got, "ask") ? strstr(got, order) : NULL;

    return at && (at[strlen(order)] == '\0' || at[strlen(order)] == ' ');
}

/* All that was done before something was not understood stands at the beginning of what was meant.
 */
static bool did_a_part(const char *got, const char *want)
{
    for (;;) {
        size_t one = strcspn(got, ";");

        if (did_nothing(got))
            return true;
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
               : did_nothing(got)                               ? MISSED
                                                                : WRONG;
    if (is_word(want, "help") || is_word(want, "cmd") || text_equal(want, "idle"))
        return did_nothing(got) ? MISSED : WRONG;
    if (offers(got, want))
        return ASKED;
    return did_a_part(got, want) ? MISSED : WRONG;
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

static double floor_of(const char *floors, const char *set)
{
    char want[NAME_BYTES + 4];
    const char *at;

    snprintf(want, sizeof want, "\n%s ", set);
    at = strstr(floors, want);
    return at ? atof(at + strlen(want)) : 0;
}

static bool run_set(const char *code, bool aside, const char *floors)
{
    const struct language *language = library_language(library, code);
    char set[NAME_BYTES], file[64], kind[NAME_BYTES] = "", *text, *rest = NULL;
    const struct place *place = NULL;
    struct tally whole = {.fate = {0}};
    double least;
    bool good;

    snprintf(set, sizeof set, "%s%s", code, aside ? "-aside" : "");
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
    least = floor_of(floors, set);
    good = rate(&whole) >= least && whole.fate[WRONG] == 0;
    printf("%s - ", good ? "ok" : "not ok");
    show(&whole);
    free(text);
    return good;
}

int main(int count, char **words)
{
    struct config config = {0};
    struct err err = {0};
    char *floors;
    bool good = true;

    top = getenv("top_srcdir");
    top = top ? top : ".";
    verbose = count > 1 && text_equal(words[1], "-v");
    snprintf(config.data, sizeof config.data, "%s/data", top);
    snprintf(config.templates, sizeof config.templates, "%s/templates", top);
    snprintf(config.language, sizeof config.language, "en");
    if (library_load(&config, games, &library, &err) != RC_OK)
        fail("the words cannot be loaded", err.text);
    floors = read_file("floor");
    printf("1..6\n");
    for (unsigned aside = 0; aside < 2; aside++)
        for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
            good &= run_set(languages[i], aside, floors);
    free(floors);
    for (unsigned i = 0; i < place_count; i++)
        free(places[i].state);
    library_free(library);
    return good ? 0 : 1;
}
