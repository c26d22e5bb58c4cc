/* SPDX-License-Identifier: MIT */
#include "bot_games.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "games/welcome_back/state.h"
#include "tests/read.h"
#include "tests/bench/clock.h"

enum { ORDERS_MAX = 6000 };

uint64_t table_mix(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* ---- one game ---- */

struct play {
    struct table *table;
    uint64_t deal;
    unsigned champion; /* his seat */
    void *state, *view;
    struct bot bot[SEATS_MAX + 1];
    struct bot *last_bot[SEATS_MAX + 1];
    unsigned last;     /* seat that ordered last */
    bool placing;      /* that was before the first turn */
    double turn_s;     /* of its turn so far */
    unsigned is_other; /* index into the match's times */
};

/* Draws depend on the deal and the draw's own name, not on what came before. */
static void draw(struct play *play, const struct decision *asked, struct order *order)
{
    uint16_t number[DRAW_NUMBERS_MAX] = {0};
    uint64_t at = table_mix(play->deal);

    for (const char *c = asked->name; *c; c++)
        at = table_mix(at ^ (unsigned char)*c);
    for (unsigned i = 0; i < asked->bound_count; i++) {
        at = table_mix(at);
        number[i] = (uint16_t)((at >> 20) % asked->bound[i]);
    }
    play->table->game->rules->draw_order(play->table->rulebook, play->state, asked, number, order);
}

/* The order whose key is one of those wished for, first wish first; else the last listed. */
static bool scripted(struct play *play, unsigned seat, const char *const *wish, struct order *order)
{
    static struct order list[LEGAL_MAX];
    const struct game *game = play->table->game;
    unsigned count = game->rules->legal(play->table->rulebook, play->view, seat, list);

    if (!count)
        return false;
    *order = list[count - 1];
    for (; *wish; wish++)
        for (unsigned i = 0; i < count; i++)
            if (strcmp(game->text->kinds[list[i].kind].key, *wish) == 0) {
                *order = list[i];
                return true;
            }
    return true;
}

static bool choose(struct play *play, unsigned seat, struct order *order)
{
    static const char *const passes[] = {"pass", "use", "add", NULL};
    static const char *const draws[] = {"draw", "add", "use", NULL};
    const struct wb_state *view = play->view;
    const struct table *table = play->table;
    const struct player *player = seat == play->champion ? &table->champion : &table->other;

    switch (player->kind) {
    case PLAYER_NEW:
        return bot_choose(&play->bot[seat], play->view, seat, order);
    case PLAYER_LAST:
        return table->last.choose(play->last_bot[seat], play->view, seat, order);
    case PLAYER_PASS:
        return scripted(play, seat, passes, order);
    case PLAYER_AT: /* Welcome Back alone */
        return scripted(play, seat, view->pile_count >= player->level ? passes : draws, order);
    case PLAYER_DRAW:
        return scripted(play, seat, draws, order);
    }
    return false;
}

static void end_turn(struct play *play)
{
    struct table *table = play->table;

    if (!play->last)
        return;
    table->time_s[play->is_other] += play->turn_s;
    table->turns[play->is_other]++;
    if (table->games < GAMES_MAX && !play->placing)
        table->length[table->games]++;
    if (play->turn_s > table->longest_s[play->is_other])
        table->longest_s[play->is_other] = play->turn_s;
    play->turn_s = 0;
}

static void order_of(struct play *play, const struct decision *asked, struct order *order)
{
    const struct table *table = play->table;
    double start = clock_processor_s();

    if (play->last != asked->seat && asked->time_class != TIME_REPLY) {
        end_turn(play);
        play->placing = asked->time_class == TIME_SETUP;
        play->last = asked->seat;
        play->is_other = asked->seat != play->champion;
    }
    game_view(table->game, table->rulebook, play->state, asked->seat, play->view);
    if (!choose(play, asked->seat, order)) {
        fprintf(stderr, "no order in deal %llu\n", (unsigned long long)play->deal);
        exit(1);
    }
    if (asked->seat == play->last)
        play->turn_s += clock_processor_s() - start;
}

static void opening(struct play *play, struct order *order)
{
    static struct order list[LEGAL_MAX];

    if (!play->table->game->rules->legal(play->table->rulebook, play->state, SEAT_TABLE, list))
        exit(1);
    *order = list[0];
}

static void sit_down(struct play *play)
{
    const struct table *table = play->table;

    for (unsigned seat = 1; seat <= table->seats; seat++) {
        uint64_t seed = table_mix(play->deal * 8 + seat) | 1;
        const struct player *player = seat == play->champion ? &table->champion : &table->other;

        play->bot[seat] = (struct bot){.game = table->game,
                                       .rulebook = table->rulebook,
                                       .level = (enum bot_level)player->level,
                                       .nodes = player->nodes,
                                       .weight = player->weight,
                                       .seed = seed};
        if (player->kind == PLAYER_LAST)
            play->last_bot[seat] = table->last.sit(
                table->last.loaded, bot_level_names[player->level], player->nodes, seed);
    }
}

static void show(const struct play *play, const struct order *order)
{
    const struct table *table = play->table;
    TEXT_IN(text, array, ORDER_TEXT_BYTES);
    struct outcome outcome = {0};

    table->game->text->write_order(table->rulebook, NULL, order, ORDER_FULL, &text);
    table->game->rules->outcome(table->rulebook, play->state, &outcome);
    printf("%d:%d  %u%s %s\n", outcome.score[1], outcome.score[2], order->seat,
           order->seat == play->champion ? "*" : " ", array);
}

/* The champion's score. */
double table_play(struct table *table, uint64_t deal, unsigned seat)
{
    struct game_setup setup = {table->options, table->seats};
    struct play play = {.table = table, .deal = deal, .champion = seat};
    struct decision asked[DECISIONS_MAX];
    struct outcome outcome = {0};
    double score;

    play.state = calloc(1, table->game->state_bytes);
    play.view = calloc(1, table->game->state_bytes);
    if (!play.state || !play.view ||
        table->game->rules->setup(table->rulebook, &setup, play.state, NULL) != VERDICT_DONE)
        exit(1);
    sit_down(&play);
    for (unsigned n = 0; n < ORDERS_MAX; n++) {
        struct order order;

        if (!table->game->rules->open_decisions(table->rulebook, play.state, asked))
            break;
        if (asked[0].kind == DECISION_DRAW)
            draw(&play, &asked[0], &order);
        else if (asked[0].kind == DECISION_OPEN)
            opening(&play, &order);
        else
            order_of(&play, &asked[0], &order);
        if (table->show)
            show(&play, &order);
        if (!table->game->rules->apply(table->rulebook, play.state, &order, NULL)) {
            fprintf(stderr, "an illegal order in deal %llu\n", (unsigned long long)deal);
            exit(1);
        }
    }
    end_turn(&play);
    table->game->rules->outcome(table->rulebook, play.state, &outcome);
    table->unfinished += play.bot[seat].unfinished;
    for (unsigned s = 1; s <= table->seats; s++)
        free(play.last_bot[s]);
    free(play.state);
    free(play.view);
    score = outcome.over != GAME_WON ? 0.5 : outcome.winner == seat;
    table->won += score > 0.75;
    table->lost += score < 0.25;
    table->drawn += score > 0.25 && score < 0.75;
    table->games++;
    return score;
}

/* ---- start ---- */

void table_load(struct table *table, const char *name)
{
    struct game_file file[GAME_FILES_MAX];
    unsigned count = 0, newest = 0;
    struct err err = {0};
    char path[512];

    table->game = games_find(name);
    if (!table->game) {
        fprintf(stderr, "there is no game %s\n", name);
        exit(2);
    }
    table->rulebook = calloc(1, table->game->rulebook_bytes);
    for (; table->game->files[count]; count++) {
        file[count].name = table->game->files[count];
        snprintf(path, sizeof path, "data/%s", file[count].name);
        file[count].text = read_whole(path, &file[count].length);
    }
    while (table->game->versions[newest + 1])
        newest++;
    if (table->game->rules->load(file, count, table->game->versions[newest], table->rulebook,
                                 &err)) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    for (unsigned i = 0; i < count; i++)
        free((char *)(uintptr_t)file[i].text);
}

/* A symbol of the library, as a function of whatever type is wanted. */
static void *symbol(void *library, const char *name)
{
    void *found = dlsym(library, name);

    if (!found) {
        fprintf(stderr, "the library has no %s\n", name);
        exit(2);
    }
    return found;
}

void table_load_last(struct table *table, const char *library)
{
    struct earlier *(*load)(const char *, const char *, const char *);
    size_t (*bytes)(const struct earlier *);
    void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    const char *top = getenv("top_srcdir");
    unsigned newest = 0;
    char data[512];

    if (!opened) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    *(void **)&load = symbol(opened, "earlier_load");
    *(void **)&bytes = symbol(opened, "earlier_state_bytes");
    *(void **)&table->last.sit = symbol(opened, "earlier_sit");
    *(void **)&table->last.choose = symbol(opened, "earlier_choose");
    while (table->game->versions[newest + 1])
        newest++;
    snprintf(data, sizeof data, "%s/data", top ? top : TOP_SRCDIR);
    table->last.loaded = load(table->game->name, table->game->versions[newest], data);
    if (!table->last.loaded || bytes(table->last.loaded) != table->game->state_bytes) {
        fprintf(stderr, "%s does not play %s as it is today\n", library, table->game->name);
        exit(2);
    }
}

struct player table_player(const char *word)
{
    struct player player = {.level = bot_level_find(word)};

    if (strcmp(word, "pass") == 0)
        player.kind = PLAYER_PASS;
    else if (sscanf(word, "pass-%u", &player.level) == 1)
        player.kind = PLAYER_AT;
    else if (strcmp(word, "draw") == 0)
        player.kind = PLAYER_DRAW;
    else if (strncmp(word, "last-", 5) == 0)
        player = (struct player){.kind = PLAYER_LAST, .level = bot_level_find(word + 5)};
    if (player.kind <= PLAYER_LAST && player.level == BOT_LEVELS) {
        fprintf(stderr, "who is %s?\n", word);
        exit(2);
    }
    return player;
}
