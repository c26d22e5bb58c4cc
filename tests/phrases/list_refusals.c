/* SPDX-License-Identifier: MIT */
/* doc/refusals.md: every refusal that comes of giving each kind of order, as a player writes it, in
 * positions where it does not belong, with an order that it really came of and its sentence in each
 * language. Compares with the file; -w writes it anew. Random games of a fixed seed, and for what
 * these do not come to, the refused orders of the cases. */
#define _XOPEN_SOURCE 700
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/games.h"
#include "tests/phrases/made_page.h"
#include "tests/languages.h"
#include "rules/case.h"
#include "rules/understand.h"
#include "tell/tell.h"

enum {
    KEPT = 48,        /* orders of a kind to try elsewhere */
    TRIED_EACH = 6,   /* of each kind in a position */
    GAMES_EACH = 60,  /* of each set-up */
    STEPS_MOST = 260, /* of a game */
    REASONS_MAX = 1024,
    WORDS_MOST = 512
};

/* A game and options to play it with. */
static const struct {
    const char *game, *options;
} setups[] = {{"dungeon_twister", ""},
              {"dungeon_twister", "boxes=expansion"},
              {"welcome_back", ""},
              {"welcome_back", "heroes=both"}};

/* Orders that random games seldom come to. */
static const struct {
    const char *kind, *line;
} rare[] = {{"heal", "cleric heals troll"},
            {"heal", "cleric heals goblin"},
            {"charm", "wizard charms troll"},
            {"charm", "illusionist charms goblin"},
            {"recover", "troll recovers"},
            {"recover", "goblin recovers"},
            {"close", "thief closes a1-a2"},
            {"close", "thief closes c17-c18"},
            {"break", "warrior breaks a1-a2"},
            {"steal", "pickpocket steals rope"},
            {"steal", "pickpocket steals key"},
            {"jump", "dragon jumps b2 b3"},
            {"rotate", "golem rotates w2 cw"},
            {"fire", "wizard fires north"},
            {"fire", "thief fires east"},
            {"drink", "troll drinks"},
            {"teleport", "elf teleports b6"},
            {"name", "name fairy"},
            {"name", "name lich"},
            {"draw", "no draw"},
            {"draw", "accept draw"}};

/* One pair of order kind and reason. */
struct refusal {
    const struct game *game;
    unsigned kind;
    const char *reason;
    char line[ORDER_TEXT_BYTES];
    char said[TEST_LANGUAGES_MAX][WORDS_MOST];
};

static struct library *library;
static struct refusal refusals[REASONS_MAX];
static unsigned refusal_count;
static struct {
    unsigned count;
    char line[KEPT][ORDER_TEXT_BYTES];
} kept[64];
static struct order list[LEGAL_MAX];
static uint64_t dice = 20260101;

static unsigned throw_dice(unsigned sides)
{
    dice ^= dice << 13;
    dice ^= dice >> 7;
    dice ^= dice << 17;
    return (unsigned)((dice >> 11) % sides);
}

static const struct tell *teller(const struct game *game, unsigned language, struct tell *tell)
{
    static const char *const names[][3] = {
        {"Blue", "Yellow", "Green"}, {"Azul", "Amarillo", "Verde"}, {"Blu", "Giallo", "Verde"}};
    const struct language *one = library_language(library, test_languages()[language]);

    *tell = (struct tell){
        .sentences = language_sentences(one), .game = game, .lexicon = language_lexicon(one, game)};
    for (unsigned seat = 1; seat <= 3; seat++)
        tell->player[seat] = names[language][seat - 1];
    return tell;
}

static void note(const struct game *game, unsigned kind, const char *line,
                 const struct verdict *verdict)
{
    struct refusal *refusal = &refusals[refusal_count];

    for (unsigned i = 0; i < refusal_count; i++)
        if (refusals[i].game == game && refusals[i].kind == kind &&
            text_equal(refusals[i].reason, verdict->reason))
            return;
    if (refusal_count == REASONS_MAX)
        return;
    refusal_count++;
    refusal->game = game;
    refusal->kind = kind;
    refusal->reason = verdict->reason;
    text_copy(refusal->line, sizeof refusal->line, line);
    for (unsigned i = 0; i < test_language_count(); i++) {
        OWN(buf) said = {0};
        struct tell tell;

        tell_verdict(teller(game, i, &tell), verdict, &said);
        text_copy(refusal->said[i], WORDS_MOST, buf_text(&said));
    }
}

static void try_line(const struct game *game, const void *rulebook, const void *state,
                     unsigned seat, unsigned kind, const char *line)
{
    struct tell tell;
    struct understanding read;

    understand_line(game, rulebook, teller(game, 0, &tell)->lexicon, seat, state, line,
                    strlen(line), NULL, NULL, &read);
    if (read.verdict.kind == VERDICT_ILLEGAL && read.verdict.reason)
        note(game, kind, line, &read.verdict);
}

static void keep(const struct game *game, const void *rulebook, const struct order *order)
{
    unsigned place = kept[order->kind].count < KEPT ? kept[order->kind].count++ : throw_dice(KEPT);
    struct text text;

    text_init(&text, kept[order->kind].line[place], ORDER_TEXT_BYTES);
    game->text->write_order(rulebook, NULL, order, ORDER_FULL, &text);
}

static void try_all(const struct game *game, const void *rulebook, const void *state, unsigned seat)
{
    size_t one = throw_dice(sizeof rare / sizeof *rare);

    for (unsigned kind = 0; kind < game->text->kind_count; kind++)
        if (text_equal(game->text->kinds[kind].key, rare[one].kind))
            try_line(game, rulebook, state, seat, kind, rare[one].line);
    for (unsigned kind = 0; kind < game->text->kind_count; kind++)
        for (unsigned i = 0; i < TRIED_EACH && kept[kind].count; i++)
            try_line(game, rulebook, state, seat, kind,
                     kept[kind].line[throw_dice(kept[kind].count)]);
}

/* The kind is thrown first: else movements would be nearly all. */
static unsigned choose(unsigned count)
{
    unsigned kind = list[throw_dice(count)].kind, first = throw_dice(count);

    for (unsigned tries = 0; tries < 4; tries++) {
        unsigned other = list[throw_dice(count)].kind;

        kind = throw_dice(2) ? other : kind;
    }
    while (list[first].kind != kind)
        first = (first + 1) % count;
    return first;
}

static bool table_answers(const struct game *game, const void *rulebook, void *state,
                          const struct decision *decision)
{
    uint16_t number[DRAW_NUMBERS_MAX] = {0};
    struct order draw;

    if (game->rules->legal(rulebook, state, SEAT_TABLE, list))
        return game->rules->apply(rulebook, state, &list[0], NULL);
    if (decision->kind != DECISION_DRAW)
        return false;
    for (unsigned i = 0; i < decision->bound_count; i++)
        number[i] = (uint16_t)throw_dice(decision->bound[i]);
    game->rules->draw_order(rulebook, state, decision, number, &draw);
    return game->rules->apply(rulebook, state, &draw, NULL);
}

static bool step(const struct game *game, const void *rulebook, void *state)
{
    struct decision decision[DECISIONS_MAX];
    unsigned asked = game->rules->open_decisions(rulebook, state, decision), count;
    struct order chosen;

    if (!asked)
        return false;
    if (decision[0].kind != DECISION_ORDER)
        return table_answers(game, rulebook, state, &decision[0]);
    for (unsigned seat = 1; seat <= 2; seat++)
        try_all(game, rulebook, state, seat);
    count = game->rules->legal(rulebook, state, decision[0].seat, list);
    if (!count)
        return false;
    for (unsigned i = 0; i < 4; i++)
        keep(game, rulebook, &list[choose(count)]);
    chosen = list[choose(count)];
    return game->rules->apply(rulebook, state, &chosen, NULL);
}

static void play(const struct game *game, const char *options)
{
    const struct game_setup setup = {options, game->seats_min};
    const char *newest = NULL;
    const void *rulebook = NULL;
    OWN_MEMORY void *state = calloc(1, GAME_STATE_MAX);
    struct verdict verdict = {0};

    for (const char *const *v = game->versions; *v; v++)
        newest = *v;
    if (library_rulebook(library, game, newest, &rulebook, NULL) != RC_OK || !state)
        exit(2);
    for (unsigned i = 0; i < GAMES_EACH; i++) {
        if (game->rules->setup(rulebook, &setup, state, &verdict) != VERDICT_DONE)
            exit(2);
        for (unsigned steps = 0; steps < STEPS_MOST && step(game, rulebook, state); steps++)
            ;
    }
}

/* ---- cases ---- */

static const struct lexicon *english(const struct game *game)
{
    struct tell tell;

    return teller(game, 0, &tell)->lexicon;
}

/* The table answers what it is asked; false: chance would have to be as in the case. */
static bool settle(const struct game *game, const void *rulebook, void *state)
{
    struct decision decision[DECISIONS_MAX];

    for (unsigned guard = 0; guard < STEPS_MOST; guard++) {
        if (!game->rules->open_decisions(rulebook, state, decision) ||
            decision[0].kind == DECISION_ORDER)
            return true;
        if (decision[0].kind == DECISION_DRAW ||
            !table_answers(game, rulebook, state, &decision[0]))
            return false;
    }
    return false;
}

/* "to c4" is a movement whose way is still to be found. */
static unsigned kind_of(const struct game *game, const struct order *order)
{
    unsigned kind = 0;

    if (order->kind < game->text->kind_count &&
        !text_equal(game->text->kinds[order->kind].key, "go"))
        return order->kind;
    while (kind + 1 < game->text->kind_count && !text_equal(game->text->kinds[kind].key, "move"))
        kind++;
    return kind;
}

static bool take_step(const struct game *game, const void *rulebook, void *state,
                      const struct case_step *step)
{
    static struct order legal[LEGAL_MAX];
    struct understanding read;
    char line[ORDER_TEXT_BYTES];

    if (!step->seat || step->length >= sizeof line)
        return false;
    text_copy(line, step->length + 1, step->order);
    understand_line(game, rulebook, english(game), step->seat, state, line, step->length, legal,
                    NULL, &read);
    if (read.verdict.kind == VERDICT_ILLEGAL && read.verdict.reason)
        note(game, kind_of(game, &read.order), line, &read.verdict);
    if (!step->is_done)
        return true;
    read.order.seat = (uint8_t)step->seat;
    return game->rules->apply(rulebook, state, &read.order, NULL) && settle(game, rulebook, state);
}

static size_t read_file(const char *path, char *at, size_t room)
{
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(at, 1, room - 1, file) : 0;

    if (!file)
        exit(2);
    fclose(file);
    at[length] = '\0';
    return length;
}

/* A rulebook with the case's own rooms in place of the last data file; to be freed. */
static void *own_rulebook(const struct game *game, const char *version, const char *top,
                          const char *folder, const char *data)
{
    enum { FILES = 8, FILE_BYTES = 65536 };
    static char text[FILES][FILE_BYTES];
    struct game_file file[FILES];
    unsigned count = 0;
    void *rulebook = calloc(1, game->rulebook_bytes);

    for (; game->files[count]; count++) {
        char path[2048];

        if (game->files[count + 1])
            snprintf(path, sizeof path, "%s/data/%s", top, game->files[count]);
        else
            snprintf(path, sizeof path, "%s/%s", folder, data);
        file[count] = (struct game_file){game->files[count], text[count],
                                         read_file(path, text[count], FILE_BYTES)};
    }
    if (!rulebook || game->rules->load(file, count, version, rulebook, NULL) != RC_OK)
        exit(2);
    return rulebook;
}

/* Play a case as far as chance plays no part in it. */
static void play_case(const char *text, size_t length, const char *top, const char *folder)
{
    static struct case_outline outline;
    static char position[POSITION_TEXT_BYTES];
    struct text lines;
    struct case_head head;
    const struct game *game;
    const char *version = NULL;
    const void *rulebook = NULL;
    void *own = NULL, *state = calloc(1, GAME_STATE_MAX);

    text_init(&lines, position, sizeof position);
    if (!state || case_read_head(text, length, &head, NULL) != RC_OK || head.is_note ||
        !(game = library_game(library, head.game)) ||
        !case_take_apart(text, length, &lines, &outline)) {
        free(state);
        return;
    }
    for (const char *const *v = game->versions; *v; v++)
        version = *v;
    version = head.version[0] ? head.version : version;
    if (head.data[0])
        rulebook = own = own_rulebook(game, version, top, folder, head.data);
    else if (library_rulebook(library, game, version, &rulebook, NULL) != RC_OK)
        exit(2);
    if (game->text->read(rulebook, position, lines.length, state, NULL) == RC_OK &&
        settle(game, rulebook, state))
        for (unsigned i = 0; i < outline.step_count; i++)
            if (!take_step(game, rulebook, state, &outline.step[i]))
                break;
    free(own);
    free(state);
}

static void play_cases(const char *top, const char *game)
{
    char folder[1024], pattern[1100];
    glob_t found;

    snprintf(folder, sizeof folder, "%s/tests/cases/%s", top, game);
    snprintf(pattern, sizeof pattern, "%s/*.case", folder);
    if (glob(pattern, 0, NULL, &found) != 0)
        exit(2);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        static char text[65536];
        size_t length = read_file(found.gl_pathv[i], text, sizeof text);

        play_case(text, length, top, folder);
    }
    globfree(&found);
}

/* ---- the page ---- */

static int in_order(const void *a, const void *b)
{
    const struct refusal *one = a, *two = b;
    int by_game = strcmp(one->game->name, two->game->name);

    if (by_game)
        return by_game;
    return one->kind != two->kind ? (one->kind < two->kind ? -1 : 1)
                                  : strcmp(one->reason, two->reason);
}

static void put_page(struct buf *out)
{
    buf_put(out,
            "# Refusals\n\n"
            "What a player is told who orders what he may not: for each kind of order every reason "
            "that came up when\norders were given in positions where they do not belong, or in the "
            "cases of the rules, with one of the orders.\nMade from real refusals by `make "
            "update-refusals`; "
            "`tests/phrases/list_refusals` keeps it true. The sentences stand in\n"
            "`templates/LANGUAGE/GAME.sentences`.\n");
    for (unsigned i = 0; i < refusal_count; i++) {
        const struct refusal *one = &refusals[i];

        if (!i || one->game != one[-1].game)
            buf_printf(out, "\n## %s\n", one->game->title);
        if (!i || one->game != one[-1].game || one->kind != one[-1].kind)
            buf_printf(out, "\n### %s\n\n", one->game->text->kinds[one->kind].key);
        buf_printf(out, "- `%s`: %s\n", one->line, one->said[0]);
        for (unsigned language = 1; language < test_language_count(); language++)
            buf_printf(out, "  - %s: %s\n", test_languages()[language], one->said[language]);
    }
    buf_put(out, "");
}

static void write_page(struct library *loaded, const char *top, struct buf *page)
{
    library = loaded;
    for (size_t i = 0; i < sizeof setups / sizeof *setups; i++) {
        if (!i || !text_equal(setups[i].game, setups[i - 1].game))
            memset(kept, 0, sizeof kept);
        play(games_find(setups[i].game), setups[i].options);
    }
    play_cases(top, "dungeon_twister");
    play_cases(top, "welcome_back");
    qsort(refusals, refusal_count, sizeof *refusals, in_order);
    put_page(page);
}

int main(int count, char **words)
{
    const struct made_page made = {"refusals.md", "shows the refusals as they are",
                                   "update-refusals", write_page};

    return made_page_main(&made, count, words);
}
