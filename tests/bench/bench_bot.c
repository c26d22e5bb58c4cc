/* SPDX-License-Identifier: MIT */
/* Matches of the practice opponent: a level of today's against the frozen one, against another of
 * its own levels, or against a scripted player. Deals are fixed by their number and each is played
 * with sides swapped, so what one side is dealt the other gets, too.
 *
 *   bench_bot GAME [level=expert] [against=old-hard] [deals=20] [seats=2] [seed=1] [nodes=0]
 *             [options=TEXT] [weights=N,N,…] [sprt=70,80] [json=FILE]
 *             [show=yes]
 *
 * `against`: old-easy … old-hard, a level of today's, or pass, draw (Welcome Back: passes at once
 * when it may, draws as long as it may; pass-3: passes from three cards in the dungeon on;
 * responds: searches for the best response; sees: likewise, but sees every hidden card). `sprt`
 * stops when the rate is decided, errors of 5 %.
 * `seat_rates` is the champion's rate in each seat: of a level against itself, what a seat is
 * worth. Without arguments: a few deals of each game, as a sample. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot_games.h"

struct match {
    struct table table;
    unsigned deals;
    uint64_t seed;
    bool sequential;
    double low, high; /* rates that the sequential test tells apart */
    const char *json;

    double pair_sum, pair_squares; /* of a deal's mean score, the champion's */
    unsigned pairs;
    double ratio;                   /* log of the likelihoods' quotient */
    double seat_sum[SEATS_MAX + 1]; /* the champion's scores in each seat */
};

/* ---- many ---- */

/* Wald's test of the rates, a draw counted as half a win. */
static bool is_decided(struct match *match)
{
    double bound = log(0.95 / 0.05), wins = match->table.won + match->table.drawn / 2.0;

    match->ratio = wins * log(match->high / match->low) +
                   (match->table.games - wins) * log((1 - match->high) / (1 - match->low));
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
            match->table.game->name, name, against, match->table.seats, match->table.options,
            (unsigned long long)match->seed, match->table.champion.nodes, match->pairs,
            match->table.games, match->table.won, match->table.drawn, match->table.lost, rate,
            rate - half, rate + half);
    for (unsigned seat = 1; seat <= match->table.seats; seat++)
        fprintf(file, "%s%.4f", seat == 1 ? "\"seat_rates\":[" : ",",
                match->seat_sum[seat] / match->pairs);
    fprintf(file,
            "],\"elo\":%.0f,\"elo_low\":%.0f,\"elo_high\":%.0f,\"sprt\":\"%s\","
            "\"llr\":%.2f,\"turn_ms\":%.1f,\"longest_turn_ms\":%.0f,\"other_turn_ms\":%.1f}\n",
            elo(rate), elo(rate - half), elo(rate + half), verdict, match->ratio,
            match->table.time_s[0] * 1000 / (match->table.turns[0] ? match->table.turns[0] : 1),
            match->table.longest_s[0] * 1000,
            match->table.time_s[1] * 1000 / (match->table.turns[1] ? match->table.turns[1] : 1));
}

static void run(struct match *match, const char *name, const char *against)
{
    for (unsigned n = 0; n < match->deals && !is_decided(match); n++) {
        double score = 0;

        for (unsigned seat = 1; seat <= match->table.seats; seat++) {
            double won = table_play(&match->table, table_mix(match->seed) + n, seat);

            match->seat_sum[seat] += won;
            score += won;
        }
        score /= match->table.seats;
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
    const char *name = "expert", *against = "old-hard", *value;

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
    weights = match.table.champion.weight;
    match.table.champion = table_player(name);
    match.table.champion.nodes = nodes;
    match.table.champion.weight = weights;
    match.table.other = table_player(against);
    run(&match, name, against);
    free(match.table.rulebook);
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
