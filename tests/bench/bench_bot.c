/* SPDX-License-Identifier: MIT */
/* Matches of the practice opponent: a level of today's against an earlier one, against another of
 * its own levels, or against a scripted player. Deals are fixed by their number and each is played
 * with sides swapped, so what one side is dealt the other gets, too.
 *
 *   bench_bot GAME [level=expert] [against=hard] [deals=20] [seats=2] [seed=1] [nodes=0]
 *             [options=TEXT] [weights=N,N,…] [goal=60] [series=FILE] [library=FILE] [show=yes]
 *
 * `against`: a level of today's; last-easy … last-expert of the `library` that earlier.sh makes; or
 * pass, draw (Welcome Back: passes at once when it may, draws as long as it may; pass-3: passes
 * from three cards in the dungeon on). `nodes`: positions for a choice, in place of the clock.
 * `goal`: stop when the 95 % interval of the rate lies on one side of it. `series`: what each deal
 * brought is kept in this file; a series that was cut goes on there. `seat_rates` is the champion's
 * rate in each seat: of a level against itself, what a seat is worth. Without arguments: a few
 * deals of each game. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot_games.h"

struct match {
    struct table table;
    unsigned deals, skipped; /* those of the series that were played before */
    uint64_t seed;
    double goal; /* 0: none */
    const char *series;

    double pair_sum, pair_squares; /* of a deal's mean score, the champion's */
    unsigned pairs;
    double seat_sum[SEATS_MAX + 1]; /* the champion's scores in each seat */
};

enum { LEAST_PAIRS = 20 /* before an interval decides */ };

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

/* -1 and 1: the interval lies below or above the goal. */
static int side_of(const struct match *match)
{
    double rate = match->pairs ? match->pair_sum / match->pairs : 0.5, half;

    if (match->goal <= 0 || match->pairs < LEAST_PAIRS)
        return 0;
    half = margin(match);
    return rate - half > match->goal ? 1 : rate + half < match->goal ? -1 : 0;
}

static int by_length(const void *a, const void *b)
{
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* The median of the games' lengths, in turns. */
static unsigned median(struct table *table)
{
    unsigned count = table->games < GAMES_MAX ? table->games : GAMES_MAX;

    qsort(table->length, count, sizeof *table->length, by_length);
    return count ? table->length[count / 2] : 0;
}

static double mean_ms(const struct table *table, unsigned who)
{
    return table->time_s[who] * 1000 / (table->turns[who] ? table->turns[who] : 1);
}

static void tell(struct match *match, const char *name, const char *against)
{
    static const char *const verdicts[] = {"below", "open", "above"};
    struct table *table = &match->table;
    double rate = match->pair_sum / match->pairs, half = margin(match);

    printf("{\"game\":\"%s\",\"level\":\"%s\",\"against\":\"%s\",\"seats\":%u,\"options\":\"%s\","
           "\"seed\":%llu,\"nodes\":%lu,\"deals\":%u,\"rate\":%.4f,\"rate_low\":%.4f,"
           "\"rate_high\":%.4f,\"goal\":\"%s\",\"games_now\":%u,\"won\":%u,\"drawn\":%u,"
           "\"lost\":%u,",
           table->game->name, name, against, table->seats, table->options,
           (unsigned long long)match->seed, table->champion.nodes, match->pairs, rate, rate - half,
           rate + half, match->goal > 0 ? verdicts[side_of(match) + 1] : "none", table->games,
           table->won, table->drawn, table->lost);
    for (unsigned seat = 1; seat <= table->seats; seat++)
        printf("%s%.4f", seat == 1 ? "\"seat_rates\":[" : ",",
               match->seat_sum[seat] / match->pairs);
    printf("],\"elo\":%.0f,\"elo_low\":%.0f,\"elo_high\":%.0f,\"turn_ms\":%.1f,"
           "\"longest_turn_ms\":%.0f,\"other_turn_ms\":%.1f,\"median_turns\":%u,"
           "\"unfinished_hunts\":%lu}\n",
           elo(rate), elo(rate - half), elo(rate + half), mean_ms(table, 0),
           table->longest_s[0] * 1000, mean_ms(table, 1), median(table), table->unfinished);
}

/* What a deal brought in each seat. */
static void add(struct match *match, const double score[SEATS_MAX + 1])
{
    double mean = 0;

    for (unsigned seat = 1; seat <= match->table.seats; seat++) {
        match->seat_sum[seat] += score[seat];
        mean += score[seat] / match->table.seats;
    }
    match->pair_sum += mean;
    match->pair_squares += mean * mean;
    match->pairs++;
}

/* The deals that a series has already, one a line. */
static void read_series(struct match *match)
{
    FILE *file = match->series ? fopen(match->series, "r") : NULL;
    double score[SEATS_MAX + 1] = {0};
    unsigned deal;

    while (file && fscanf(file, "%u", &deal) == 1 && deal == match->skipped) {
        for (unsigned seat = 1; seat <= match->table.seats; seat++)
            if (fscanf(file, "%lf", &score[seat]) != 1)
                exit(1);
        add(match, score);
        match->skipped++;
    }
    if (file)
        fclose(file);
}

static void write_series(const struct match *match, unsigned deal,
                         const double score[SEATS_MAX + 1])
{
    FILE *file = match->series ? fopen(match->series, "a") : NULL;

    if (!file)
        return;
    fprintf(file, "%u", deal);
    for (unsigned seat = 1; seat <= match->table.seats; seat++)
        fprintf(file, " %.2f", score[seat]);
    putc('\n', file);
    fclose(file);
}

static void run(struct match *match, const char *name, const char *against)
{
    double score[SEATS_MAX + 1];

    read_series(match);
    for (unsigned n = match->skipped; n < match->deals && !side_of(match); n++) {
        for (unsigned seat = 1; seat <= match->table.seats; seat++)
            score[seat] = table_play(&match->table, table_mix(match->seed) + n, seat);
        add(match, score);
        write_series(match, n, score);
    }
    tell(match, name, against);
}

/* ---- start ---- */

/* The value behind NAME=, or NULL. */
static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);

    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

/* The champion's, where they are not the game's own. */
static const int32_t *read_weights(const char *text, int32_t weight[PRACTICE_TERMS_MAX])
{
    for (unsigned i = 0; *text && i < PRACTICE_TERMS_MAX; i++) {
        char *end;

        weight[i] = (int32_t)strtol(text, &end, 10);
        text = *end == ',' ? end + 1 : end;
    }
    return weight;
}

static void play_match(int count, char **word)
{
    struct match match = {.table = {.seats = 2, .options = ""}, .deals = 20, .seed = 1};
    int32_t weight[PRACTICE_TERMS_MAX] = {0};
    const int32_t *weights;
    unsigned long nodes = 0;
    const char *name = "expert", *library = NULL, *against = "hard", *value;

    table_load(&match.table, word[0]);
    for (int i = 1; i < count; i++) {
        if ((value = value_of(word[i], "level")))
            name = value;
        else if ((value = value_of(word[i], "against")))
            against = value;
        else if ((value = value_of(word[i], "deals")))
            match.deals = (unsigned)atoi(value);
        else if ((value = value_of(word[i], "seats")))
            match.table.seats = (unsigned)atoi(value);
        else if ((value = value_of(word[i], "seed")))
            match.seed = strtoull(value, NULL, 10);
        else if ((value = value_of(word[i], "nodes")))
            nodes = strtoul(value, NULL, 10);
        else if ((value = value_of(word[i], "options")))
            match.table.options = value;
        else if ((value = value_of(word[i], "weights")))
            match.table.champion.weight = read_weights(value, weight);
        else if (value_of(word[i], "show"))
            match.table.show = true;
        else if ((value = value_of(word[i], "series")))
            match.series = value;
        else if ((value = value_of(word[i], "library")))
            library = value;
        else if ((value = value_of(word[i], "goal")))
            match.goal = atof(value) / 100;
        else {
            fprintf(stderr, "what is %s?\n", word[i]);
            exit(2);
        }
    }
    weights = match.table.champion.weight;
    match.table.champion = table_player(name);
    match.table.champion.nodes = nodes;
    match.table.champion.weight = weights;
    match.table.other = table_player(against);
    match.table.other.nodes = nodes;
    if (library)
        table_load_last(&match.table, library);
    else if (match.table.other.kind == PLAYER_LAST) {
        fprintf(stderr, "against=%s: name the library that earlier.sh made\n", against);
        exit(2);
    }
    run(&match, name, against);
    free(match.table.rulebook);
}

int main(int argc, char **argv)
{
    static char *sample[2][4] = {{"dungeon_twister", "level=easy", "against=medium", "deals=2"},
                                 {"welcome_back", "level=easy", "against=medium", "deals=20"}};

    if (argc > 1)
        play_match(argc - 1, argv + 1);
    else
        for (unsigned i = 0; i < 2; i++)
            play_match(4, sample[i]);
    return 0;
}
