/* Matches of the practice opponent: a level of today's against the frozen one, against another of
 * its own levels, or against a scripted player. Deals are fixed by their number and each is played
 * with sides swapped, so what one side is dealt the other gets, too.
 *
 *   bench_bot GAME [level=expert] [against=old-hard] [deals=20] [seats=2] [seed=1] [nodes=0]
 *             [options=TEXT] [sprt=70,80] [json=FILE]
 *
 * `against`: old-easy … old-hard, a level of today's, or pass, draw (Welcome Back: passes at once
 * when it may, draws as long as it may). `sprt` stops when the rate is decided, errors of 5 %.
 * Without arguments: a few deals of each game, as a sample. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/bot.h"
#include "games/games.h"
#include "old_bot/old_bot.h"

enum { DATA_BYTES = 1 << 17, ORDERS_MAX = 6000 };

/* Who sits at a seat. */
enum player_kind { PLAYER_NEW, PLAYER_OLD, PLAYER_PASS, PLAYER_DRAW };
struct player {
    enum player_kind kind;
    unsigned level;
};

struct match {
    const struct game *game;
    void *rulebook;
    struct player champion, other;
    unsigned seats, deals, games;
    uint64_t seed;
    unsigned long nodes;
    const char *options;
    bool sequential;
    double low, high; /* rates that the sequential test tells apart */
    const char *json;

    /* results, the champion's */
    unsigned won, drawn, lost;
    double pair_sum, pair_squares; /* of a deal's mean score */
    unsigned pairs;
    double time_s[2], longest_s[2]; /* of whole turns; champion, other */
    unsigned turns[2];
    double ratio; /* log of the likelihoods' quotient */
};

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static uint64_t mixed(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* ---- one game ---- */

struct play {
    struct match *match;
    uint64_t deal;
    unsigned champion; /* his seat */
    void *state, *view;
    struct bot bot[SEATS_MAX + 1];
    struct old_bot old[SEATS_MAX + 1];
    unsigned last;     /* seat that ordered last */
    double turn_s;     /* of its turn so far */
    unsigned is_other; /* index into the match's times */
};

/* Draws depend on the deal and the draw's own name, not on what came before. */
static void draw(struct play *play, const struct decision *asked, struct order *order)
{
    uint16_t number[DRAW_NUMBERS_MAX] = {0};
    uint64_t at = mixed(play->deal);

    for (const char *c = asked->name; *c; c++)
        at = mixed(at ^ (unsigned char)*c);
    for (unsigned i = 0; i < asked->bound_count; i++) {
        at = mixed(at);
        number[i] = (uint16_t)((at >> 20) % asked->bound[i]);
    }
    play->match->game->rules->draw_order(play->match->rulebook, play->state, asked, number, order);
}

/* The order whose key is one of those wished for, first wish first; else the last listed. */
static bool scripted(struct play *play, unsigned seat, const char *const *wish, struct order *order)
{
    static struct order list[LEGAL_MAX];
    const struct game *game = play->match->game;
    unsigned count = game->rules->legal(play->match->rulebook, play->view, seat, list);

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
    const struct match *match = play->match;
    const struct player *player = seat == play->champion ? &match->champion : &match->other;

    switch (player->kind) {
    case PLAYER_NEW:
        return bot_choose(&play->bot[seat], play->view, seat, order);
    case PLAYER_OLD:
        return old_choose(&play->old[seat], play->view, seat, order);
    case PLAYER_PASS:
        return scripted(play, seat, passes, order);
    case PLAYER_DRAW:
        return scripted(play, seat, draws, order);
    }
    return false;
}

static void end_turn(struct play *play)
{
    struct match *match = play->match;

    if (!play->last)
        return;
    match->time_s[play->is_other] += play->turn_s;
    match->turns[play->is_other]++;
    if (play->turn_s > match->longest_s[play->is_other])
        match->longest_s[play->is_other] = play->turn_s;
    play->turn_s = 0;
}

static void order_of(struct play *play, const struct decision *asked, struct order *order)
{
    const struct match *match = play->match;
    double start = now();

    if (play->last != asked->seat && asked->time_class != TIME_REPLY) {
        end_turn(play);
        play->last = asked->seat;
        play->is_other = asked->seat != play->champion;
    }
    game_view(match->game, match->rulebook, play->state, asked->seat, play->view);
    if (!choose(play, asked->seat, order)) {
        fprintf(stderr, "no order in deal %llu\n", (unsigned long long)play->deal);
        exit(1);
    }
    if (asked->seat == play->last)
        play->turn_s += now() - start;
}

static void opening(struct play *play, struct order *order)
{
    static struct order list[LEGAL_MAX];

    if (!play->match->game->rules->legal(play->match->rulebook, play->state, SEAT_TABLE, list))
        exit(1);
    *order = list[0];
}

static void sit_down(struct play *play)
{
    const struct match *match = play->match;
    bool is_dt = strcmp(match->game->name, "dungeon_twister") == 0;

    for (unsigned seat = 1; seat <= match->seats; seat++) {
        uint64_t seed = mixed(play->deal * 8 + seat) | 1;
        const struct player *player = seat == play->champion ? &match->champion : &match->other;

        play->bot[seat] = (struct bot){.game = match->game,
                                       .rulebook = match->rulebook,
                                       .level = (enum bot_level)player->level,
                                       .seed = seed};
        play->old[seat] =
            (struct old_bot){.game = match->game,
                             .rulebook = match->rulebook,
                             .practice = is_dt ? &old_dungeon_twister : &old_welcome_back,
                             .level = (enum old_level)player->level,
                             .seed = seed};
        if (seat == play->champion)
            play->bot[seat].nodes = match->nodes;
    }
}

/* The champion's score. */
static double one_game(struct match *match, uint64_t deal, unsigned seat)
{
    struct game_setup setup = {match->options, match->seats};
    struct play play = {.match = match, .deal = deal, .champion = seat};
    struct decision asked[DECISIONS_MAX];
    struct outcome outcome = {0};
    double score;

    play.state = calloc(1, match->game->state_bytes);
    play.view = calloc(1, match->game->state_bytes);
    if (!play.state || !play.view ||
        match->game->rules->setup(match->rulebook, &setup, play.state, NULL) != VERDICT_DONE)
        exit(1);
    sit_down(&play);
    for (unsigned n = 0; n < ORDERS_MAX; n++) {
        struct order order;

        if (!match->game->rules->open_decisions(match->rulebook, play.state, asked))
            break;
        if (asked[0].kind == DECISION_DRAW)
            draw(&play, &asked[0], &order);
        else if (asked[0].kind == DECISION_OPEN)
            opening(&play, &order);
        else
            order_of(&play, &asked[0], &order);
        if (!match->game->rules->apply(match->rulebook, play.state, &order, NULL)) {
            fprintf(stderr, "an illegal order in deal %llu\n", (unsigned long long)deal);
            exit(1);
        }
    }
    end_turn(&play);
    match->game->rules->outcome(match->rulebook, play.state, &outcome);
    free(play.state);
    free(play.view);
    score = outcome.over != GAME_WON ? 0.5 : outcome.winner == seat;
    match->won += score > 0.75;
    match->lost += score < 0.25;
    match->drawn += score > 0.25 && score < 0.75;
    match->games++;
    return score;
}

/* ---- many ---- */

/* Wald's test of the rates, a draw counted as half a win. */
static bool is_decided(struct match *match)
{
    double bound = log(0.95 / 0.05), wins = match->won + match->drawn / 2.0;

    match->ratio = wins * log(match->high / match->low) +
                   (match->games - wins) * log((1 - match->high) / (1 - match->low));
    return match->sequential && fabs(match->ratio) > bound;
}

static double elo(double rate)
{
    rate = rate < 0.001 ? 0.001 : rate > 0.999 ? 0.999 : rate;
    return -400 * log10(1 / rate - 1);
}

/* Half of the 95 % interval of the rate, deals taken as the independent ones. */
static double margin(const struct match *match)
{
    double mean = match->pair_sum / match->pairs;

    return match->pairs < 2 ? 0.5
                            : 1.96 * sqrt((match->pair_squares / match->pairs - mean * mean) /
                                          (match->pairs - 1));
}

static void tell(const struct match *match, FILE *file, const char *name, const char *against)
{
    double rate = match->pair_sum / match->pairs, half = margin(match);
    const char *verdict = !match->sequential          ? "none"
                          : match->ratio > log(19.0)  ? "high"
                          : match->ratio < -log(19.0) ? "low"
                                                      : "open";

    fprintf(file,
            "{\"game\":\"%s\",\"level\":\"%s\",\"against\":\"%s\",\"seats\":%u,\"options\":\"%s\","
            "\"seed\":%llu,\"nodes\":%lu,\"deals\":%u,\"games\":%u,\"won\":%u,\"drawn\":%u,"
            "\"lost\":%u,\"rate\":%.4f,\"rate_low\":%.4f,\"rate_high\":%.4f,",
            match->game->name, name, against, match->seats, match->options,
            (unsigned long long)match->seed, match->nodes, match->pairs, match->games, match->won,
            match->drawn, match->lost, rate, rate - half, rate + half);
    fprintf(file,
            "\"elo\":%.0f,\"elo_low\":%.0f,\"elo_high\":%.0f,\"sprt\":\"%s\","
            "\"llr\":%.2f,\"turn_ms\":%.1f,\"longest_turn_ms\":%.0f,\"other_turn_ms\":%.1f}\n",
            elo(rate), elo(rate - half), elo(rate + half), verdict, match->ratio,
            match->time_s[0] * 1000 / (match->turns[0] ? match->turns[0] : 1),
            match->longest_s[0] * 1000,
            match->time_s[1] * 1000 / (match->turns[1] ? match->turns[1] : 1));
}

static void run(struct match *match, const char *name, const char *against)
{
    for (unsigned n = 0; n < match->deals && !is_decided(match); n++) {
        double score = 0;

        for (unsigned seat = 1; seat <= match->seats; seat++)
            score += one_game(match, mixed(match->seed) + n, seat);
        score /= match->seats;
        match->pair_sum += score;
        match->pair_squares += score * score;
        match->pairs++;
        if (getenv("BENCH_BOT_PROGRESS"))
            tell(match, stderr, name, against);
    }
    is_decided(match);
    tell(match, stdout, name, against);
    if (match->json) {
        FILE *file = fopen(match->json, "w");

        if (!file)
            exit(1);
        tell(match, file, name, against);
        fclose(file);
    }
}

/* ---- start ---- */

static char *read_data(const char *name, size_t *length)
{
    const char *top = getenv("top_srcdir");
    char path[512], *text = malloc(DATA_BYTES);
    FILE *file;

    snprintf(path, sizeof path, "%s/data/%s", top ? top : TOP_SRCDIR, name);
    file = fopen(path, "rb");
    if (!file || !text) {
        perror(path);
        exit(1);
    }
    *length = fread(text, 1, DATA_BYTES - 1, file);
    fclose(file);
    return text;
}

static void load(struct match *match, const char *name)
{
    struct game_file file[GAME_FILES_MAX];
    unsigned count = 0, newest = 0;
    struct err err = {0};

    match->game = games_find(name);
    if (!match->game) {
        fprintf(stderr, "there is no game %s\n", name);
        exit(2);
    }
    match->rulebook = calloc(1, match->game->rulebook_bytes);
    for (; match->game->files[count]; count++) {
        file[count].name = match->game->files[count];
        file[count].text = read_data(file[count].name, &file[count].length);
    }
    while (match->game->versions[newest + 1])
        newest++;
    if (match->game->rules->load(file, count, match->game->versions[newest], match->rulebook,
                                 &err)) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    for (unsigned i = 0; i < count; i++)
        free((char *)(uintptr_t)file[i].text);
}

static struct player read_player(const char *word)
{
    struct player player = {PLAYER_NEW, bot_level_find(word)};

    if (strcmp(word, "pass") == 0)
        player.kind = PLAYER_PASS;
    else if (strcmp(word, "draw") == 0)
        player.kind = PLAYER_DRAW;
    else if (strncmp(word, "old-", 4) == 0)
        player = (struct player){PLAYER_OLD, old_level_find(word + 4)};
    else if (player.level == BOT_LEVELS) {
        fprintf(stderr, "who is %s?\n", word);
        exit(2);
    }
    return player;
}

/* The value behind NAME=, or NULL. */
static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);

    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

static void play_match(int count, char **word)
{
    struct match match = {.seats = 2, .deals = 20, .seed = 1, .options = ""};
    const char *name = "expert", *against = "old-hard", *value;

    load(&match, word[0]);
    for (int i = 1; i < count; i++) {
        if ((value = value_of(word[i], "level")))
            name = value;
        else if ((value = value_of(word[i], "against")))
            against = value;
        else if ((value = value_of(word[i], "deals")))
            match.deals = (unsigned)atoi(value);
        else if ((value = value_of(word[i], "seats")))
            match.seats = (unsigned)atoi(value);
        else if ((value = value_of(word[i], "seed")))
            match.seed = strtoull(value, NULL, 10);
        else if ((value = value_of(word[i], "nodes")))
            match.nodes = strtoul(value, NULL, 10);
        else if ((value = value_of(word[i], "options")))
            match.options = value;
        else if ((value = value_of(word[i], "json")))
            match.json = value;
        else if ((value = value_of(word[i], "sprt")))
            match.sequential = sscanf(value, "%lf,%lf", &match.low, &match.high) == 2;
        else {
            fprintf(stderr, "what is %s?\n", word[i]);
            exit(2);
        }
    }
    match.low = match.sequential ? match.low / 100 : 0.5;
    match.high = match.sequential ? match.high / 100 : 0.6;
    match.champion = read_player(name);
    match.other = read_player(against);
    run(&match, name, against);
    free(match.rulebook);
}

int main(int argc, char **argv)
{
    static char *sample[2][4] = {{"dungeon_twister", "level=easy", "against=old-easy", "deals=2"},
                                 {"welcome_back", "level=easy", "against=old-easy", "deals=20"}};

    if (argc > 1)
        play_match(argc - 1, argv + 1);
    else
        for (unsigned i = 0; i < 2; i++)
            play_match(4, sample[i]);
    return 0;
}
