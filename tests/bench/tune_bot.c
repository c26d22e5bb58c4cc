/* SPDX-License-Identifier: MIT */
/* Finds weights for the terms by which the practice opponent judges positions, by self-play:
 * simultaneous perturbation (Spall, 1992). In each round every weight is moved a little up or down
 * by chance, the bot so changed plays a deal against the one moved the other way, sides swapped,
 * and all weights take a step towards the winner. Prints the weights every hundred rounds;
 * bench_bot with `weights=` says whether they are worth having.
 *
 *   tune_bot GAME [level=easy] [nodes=N] [rounds=400] [seed=1] [options=TEXT] [weights=N,N,…] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot_games.h"

struct tuning {
    struct table table;
    const struct practice_term *terms;
    unsigned count;
    double at[PRACTICE_TERMS_MAX];   /* where the search stands */
    double unit[PRACTICE_TERMS_MAX]; /* by how much a weight is moved at first */
    uint64_t chance;
};

static bool heads(struct tuning *tuning)
{
    tuning->chance = table_mix(tuning->chance);
    return tuning->chance >> 40 & 1;
}

static void tell(const struct tuning *tuning, unsigned round)
{
    printf("round %u\nweights=", round);
    for (unsigned i = 0; i < tuning->count; i++)
        printf("%s%.0f", i ? "," : "", tuning->at[i]);
    putchar('\n');
    for (unsigned i = 0; i < tuning->count; i++)
        printf("  %-14s %6.0f (%d)\n", tuning->terms[i].name, tuning->at[i],
               (int)tuning->terms[i].weight);
    fflush(stdout);
}

/* One deal between the weights moved by `shift` and by its opposite; half the difference. */
static double play(struct tuning *tuning, const double shift[PRACTICE_TERMS_MAX], uint64_t deal)
{
    int32_t up[PRACTICE_TERMS_MAX] = {0}, down[PRACTICE_TERMS_MAX] = {0};
    double score = 0;

    for (unsigned i = 0; i < tuning->count; i++) {
        up[i] = (int32_t)lround(tuning->at[i] + shift[i]);
        down[i] = (int32_t)lround(tuning->at[i] - shift[i]);
    }
    tuning->table.champion.weight = up;
    tuning->table.other.weight = down;
    for (unsigned seat = 1; seat <= tuning->table.seats; seat++)
        score += table_play(&tuning->table, deal, seat);
    tuning->table.champion.weight = tuning->table.other.weight = NULL;
    return score / tuning->table.seats - 0.5;
}

static void tune(struct tuning *tuning, unsigned rounds)
{
    for (unsigned round = 1; round <= rounds; round++) {
        /* the usual gains: steps shrink faster than what is tried */
        double width = pow(round, -0.101), step = 0.55 / pow(round + rounds / 10.0, 0.602) * 4;
        double shift[PRACTICE_TERMS_MAX] = {0}, gain;

        for (unsigned i = 0; i < tuning->count; i++)
            shift[i] = tuning->unit[i] * width * (heads(tuning) ? 1 : -1);
        gain = play(tuning, shift, table_mix(tuning->chance));
        for (unsigned i = 0; i < tuning->count; i++)
            tuning->at[i] += step * gain * shift[i];
        if (round % 100 == 0 || round == rounds)
            tell(tuning, round);
    }
}

static void begin(struct tuning *tuning, const char *weights)
{
    tuning->terms = tuning->table.game->practice->terms;
    for (; tuning->terms[tuning->count].name; tuning->count++) {
        unsigned i = tuning->count;

        tuning->at[i] = tuning->terms[i].weight;
        if (weights) {
            char *end;

            tuning->at[i] = strtod(weights, &end);
            weights = *end == ',' ? end + 1 : end;
        }
        /* a share of the weight is no share of a point: an eighth would make 845 thousandths 1 */
        tuning->unit[i] = fmax(4, fabs(tuning->at[i]) / (i < 3 ? 16 : 4));
    }
    tuning->unit[0] = 0; /* the victory point is the measure of all else */
}

static const char *value_of(const char *word, const char *name)
{
    size_t length = strlen(name);

    return strncmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

int main(int argc, char **argv)
{
    struct tuning tuning = {.table = {.seats = 2, .options = ""}, .chance = 1};
    const char *level = "easy", *weights = NULL, *value;
    unsigned long nodes = 0;
    unsigned rounds = 400;

    if (argc < 2) {
        fprintf(stderr, "usage: tune_bot GAME [level=…] [nodes=…] [rounds=…] [seed=…] "
                        "[options=…] [weights=…]\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        if ((value = value_of(argv[i], "level")))
            level = value;
        else if ((value = value_of(argv[i], "nodes")))
            nodes = strtoul(value, NULL, 10);
        else if ((value = value_of(argv[i], "rounds")))
            rounds = (unsigned)atoi(value);
        else if ((value = value_of(argv[i], "seed")))
            tuning.chance = strtoull(value, NULL, 10);
        else if ((value = value_of(argv[i], "options")))
            tuning.table.options = value;
        else if ((value = value_of(argv[i], "weights")))
            weights = value;
    }
    table_load(&tuning.table, argv[1]);
    tuning.table.champion = tuning.table.other = table_player(level);
    tuning.table.champion.nodes = tuning.table.other.nodes = nodes;
    begin(&tuning, weights);
    tune(&tuning, rounds);
    free(tuning.table.rulebook);
    return 0;
}
