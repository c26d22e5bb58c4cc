/* SPDX-License-Identifier: MIT */
/* The Dutch system: cases as a pairing officer reads them (tests/tournament/pairing/dutch), and
 * whole tournaments in which nothing may go wrong. A case is a crosstable, round by round: whom
 * somebody met, in which seat (w the first, b the second) and with what result (1 = 0; + and -
 * without play); then the pairs that the rules want. tests/tournament/pairing/second_dutch.py tries
 * all pairings of each case. usage: test_dutch [FOLDER]    the cases of another folder, in any
 * order of boards (contrib/hold-dutch) */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tournament/pairing/dutch.h"
#include "tournament/pairing/schedule.h"
#include "tests/test.h"

enum { CASES_LEAST = 20, PAIRS_MAX = 20000, LINE_BYTES = 4096, WRONG_SHOWN = 10 };

static union schedule_work work;
static struct pairing_pair pairs[PAIRS_MAX], made[DUTCH_ENTRANTS_MAX];
static uint16_t left[PAIRING_ENTRANTS_MAX];

/* ---- cases ---- */

struct dutch_case {
    unsigned entrants, rounds, round;
    unsigned count; /* of pairs[] */
    char wanted[LINE_BYTES];
};

static void read_cell(struct dutch_case *dutch, unsigned entrant, unsigned round, const char *cell)
{
    static const char results[] = "0=1-+";
    unsigned other = (unsigned)strtoul(cell, NULL, 10);
    char seat = cell[strspn(cell, "0123456789")];
    const char *result = strchr(results, cell[strlen(cell) - 1]);
    struct pairing_pair *pair = &pairs[dutch->count];
    unsigned points;

    if (strcmp(cell, "bye") == 0)
        *pair = (struct pairing_pair){.first = (uint16_t)entrant, .first_points = 2};
    else if (seat == 'w') {
        assert_non_null(result);
        points = (unsigned)(result - results);
        *pair = (struct pairing_pair){.first = (uint16_t)entrant, .second = (uint16_t)other};
        pair->played = points < 3;
        pair->first_points = (uint16_t)(points < 3 ? points : points == 4 ? 2 : 0);
    } else
        return;
    pair->round = (uint16_t)round;
    pair->group = 1;
    pair->done = true;
    dutch->count++;
}

/* What the one in the second seat says of it. */
static void read_answer(struct dutch_case *dutch, unsigned entrant, unsigned round,
                        const char *cell)
{
    char seat = cell[strspn(cell, "0123456789")], result = cell[strlen(cell) - 1];

    for (unsigned i = 0; i < dutch->count && seat == 'b'; i++)
        if (pairs[i].round == round && pairs[i].second == entrant)
            pairs[i].second_points = (uint16_t)(result == '1' || result == '+' ? 2
                                                : result == '='                ? 1
                                                                               : 0);
}

typedef void (*cell_fn)(struct dutch_case *dutch, unsigned entrant, unsigned round,
                        const char *cell);

static void read_player(struct dutch_case *dutch, char *line, unsigned only, cell_fn fn)
{
    unsigned entrant = (unsigned)strtoul(line, &line, 10), round = 0;
    char *rest = NULL;

    dutch->entrants = entrant > dutch->entrants ? entrant : dutch->entrants;
    for (char *cell = strtok_r(line, " \n", &rest); cell; cell = strtok_r(NULL, " \n", &rest)) {
        if (strcmp(cell, "left") == 0)
            left[entrant - 1] = 1;
        else if (++round == only)
            fn(dutch, entrant, round, cell);
    }
}

static void read_case(const char *path, struct dutch_case *dutch)
{
    char line[LINE_BYTES];

    memset(dutch, 0, sizeof *dutch);
    memset(left, 0, sizeof left);
    for (unsigned pass = 0; pass < 2 * PAIRING_ROUNDS_MAX; pass++) {
        FILE *file = fopen(path, "r");

        assert_non_null(file);
        while (fgets(line, sizeof line, file)) {
            if (strncmp(line, "rounds ", 7) == 0)
                dutch->rounds = (unsigned)atoi(line + 7);
            else if (strncmp(line, "round ", 6) == 0)
                dutch->round = (unsigned)atoi(line + 6);
            else if (strncmp(line, "pairs ", 6) == 0)
                memcpy(dutch->wanted, line + 6, sizeof line - 6);
            else if (line[0] != '#')
                read_player(dutch, line, pass / 2 + 1, pass % 2 ? read_answer : read_cell);
        }
        fclose(file);
        if (pass / 2 + 1 > dutch->round)
            break;
    }
}

static int by_first(const void *one, const void *other)
{
    const struct pairing_pair *a = one, *b = other;

    return (a->first > b->first) - (a->first < b->first);
}

/* What the rules make of a case, as its line says it. */
static void pair_case(const char *path, bool by_board, struct dutch_case *dutch,
                      char got[LINE_BYTES])
{
    struct pairing_event event;
    size_t length = 0;
    unsigned count;

    read_case(path, dutch);
    event = (struct pairing_event){dutch->entrants, left, pairs, dutch->count};
    count = dutch_pair(&event, dutch->round, dutch->round == dutch->rounds, 2, &work.dutch, made);
    if (!by_board)
        qsort(made, count, sizeof *made, by_first);
    for (unsigned i = 0; i < count; i++)
        length += (size_t)snprintf(got + length, LINE_BYTES - length,
                                   made[i].second ? "%s%u-%u" : "%s%u-bye", i ? " " : "",
                                   made[i].first, made[i].second);
    snprintf(got + length, LINE_BYTES - length, "\n");
}

static void check_case(const char *path)
{
    static struct dutch_case dutch;
    static char got[LINE_BYTES];

    pair_case(path, true, &dutch, got);
    if (strcmp(got, dutch.wanted) != 0)
        fail_msg("%s: wanted %sgot %s", path, dutch.wanted, got);
}

/* Call fn for each case of a folder. Returns how many. */
static unsigned each_case(const char *folder, void (*fn)(const char *path))
{
    DIR *dir = opendir(folder);
    unsigned count = 0;
    struct dirent *entry;
    char path[1024];

    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        if (!strstr(entry->d_name, ".pairing"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        fn(path);
        count++;
    }
    closedir(dir);
    return count;
}

TEST(each_rule_decides_its_case)
{
    const char *top = getenv("top_srcdir");
    char folder[512];

    snprintf(folder, sizeof folder, "%s/tests/tournament/pairing/dutch", top ? top : ".");
    assert_true(each_case(folder, check_case) >= CASES_LEAST);
}

/* ---- cases of other programs ---- */

static unsigned wrong;

static void compare_case(const char *path)
{
    static struct dutch_case dutch;
    static char got[LINE_BYTES];

    pair_case(path, false, &dutch, got);
    if (strcmp(got, dutch.wanted) == 0)
        return;
    if (wrong++ < WRONG_SHOWN)
        printf("%s:\n  theirs: %s  ours:   %s", path, dutch.wanted, got);
}

static int compare_all(const char *folder)
{
    unsigned count = each_case(folder, compare_case);

    printf("%u rounds, %u paired otherwise\n", count, wrong);
    return wrong != 0 || count == 0;
}

/* ---- whole tournaments ---- */

static unsigned chance = 7;

static unsigned below(unsigned bound)
{
    chance = chance * 1103515245 + 12345;
    return chance / 65536 % bound;
}

static void play(struct pairing_pair *pair)
{
    unsigned luck = below(20);

    pair->done = true;
    pair->played = pair->second && luck;
    pair->first_points = (uint16_t)(!pair->second || luck < 10 ? 2 : luck < 14);
    pair->second_points = (uint16_t)(pair->second && luck >= 10 ? (luck < 14 ? 1 : 2) : 0);
}

/* C1, C2: nobody meets anybody twice or has two byes, and everybody is paired once. */
static void check_round(const struct pairing_event *event, unsigned round, unsigned count)
{
    bool there[DUTCH_ENTRANTS_MAX + 1] = {false};
    unsigned expected = 0;

    for (unsigned i = 1; i <= event->entrants; i++)
        expected += pairing_plays(event, i, round);
    for (unsigned i = 0; i < count; i++) {
        const struct pairing_pair *pair = &made[i];

        assert_false(there[pair->first]);
        there[pair->first] = true;
        if (pair->second) {
            assert_false(there[pair->second]);
            there[pair->second] = true;
        }
        expected -= pair->second ? 2 : 1;
        for (unsigned k = 0; k < event->pairs; k++) {
            const struct pairing_pair *old = &event->pair[k];
            bool same = (old->first == pair->first && old->second == pair->second) ||
                        (old->first == pair->second && old->second == pair->first);

            assert_false(same && (old->played || !old->second));
        }
    }
    assert_int_equal(expected, 0);
}

TEST(a_tournament_of_any_size_is_paired_by_the_rules)
{
    static const unsigned sizes[] = {2, 3, 5, 8, 13, 24, 41, 199, 200};

    for (unsigned s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        struct pairing_event event = {sizes[s], left, pairs, 0};
        unsigned rounds = sizes[s] < 10 ? sizes[s] / 2 + 1 : 9, paired = 0;

        memset(left, 0, sizeof left);
        for (unsigned round = 1; round <= rounds; round++) {
            unsigned count = dutch_pair(&event, round, round == rounds, 2, &work.dutch, made);

            if (!count)
                break;
            check_round(&event, round, count);
            for (unsigned i = 0; i < count; i++) {
                play(&made[i]);
                pairs[event.pairs++] = made[i];
            }
            if (below(3) == 0)
                left[below(event.entrants)] = (uint16_t)(round + 1);
            paired++;
        }
        assert_true(paired >= rounds / 2);
    }
}

TEST(where_the_rules_leave_nothing_there_is_no_pairing)
{
    struct pairing_event event = {2, left, pairs, 1};

    memset(left, 0, sizeof left);
    pairs[0] = (struct pairing_pair){
        .round = 1, .first = 1, .second = 2, .first_points = 2, .done = true, .played = true};
    assert_int_equal(dutch_pair(&event, 2, false, 2, &work.dutch, made), 0);
    event.entrants = DUTCH_ENTRANTS_MAX + 1;
    event.pairs = 0;
    assert_int_equal(dutch_pair(&event, 1, false, 2, &work.dutch, made), 0);
    event.entrants = 2;
    left[0] = 1;
    assert_int_equal(dutch_pair(&event, 1, false, 2, &work.dutch, made), 0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return compare_all(argv[1]);
    return tests_run(__FILE__, NULL, NULL);
}
