/* SPDX-License-Identifier: MIT */
#include "match/rating.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "people/people.h"
#include "rules/game.h"
#include "server/vault.h"

/* ---- the reckoning: symbols as in Glickman's paper ---- */

const struct rating rating_new = {1500.0, 350.0, 0.06};

static const double SCALE = 173.7178, TAU = 0.5, CLOSE = 0.000001, MIDDLE = 1500.0;

static double g(double phi)
{
    static const double pi = 3.14159265358979323846;

    return 1.0 / sqrt(1.0 + 3.0 * phi * phi / (pi * pi));
}

static double expected(double mu, double mu_j, double phi_j)
{
    return 1.0 / (1.0 + exp(-g(phi_j) * (mu - mu_j)));
}

static double f(double x, double delta, double phi, double v, double a)
{
    double e = exp(x), d = phi * phi + v + e;

    return e * (delta * delta - phi * phi - v - e) / (2.0 * d * d) - (x - a) / (TAU * TAU);
}

/* Step 5: the new volatility, by the Illinois variant of regula falsi. */
static double new_volatility(double sigma, double delta, double phi, double v)
{
    double a = log(sigma * sigma), A = a, B, fA, fB;

    if (delta * delta > phi * phi + v)
        B = log(delta * delta - phi * phi - v);
    else {
        B = a - TAU;
        while (f(B, delta, phi, v, a) < 0.0)
            B -= TAU;
    }
    fA = f(A, delta, phi, v, a);
    fB = f(B, delta, phi, v, a);
    for (int i = 0; i < 100 && fabs(B - A) > CLOSE; i++) {
        double C = A + (A - B) * fA / (fB - fA), fC = f(C, delta, phi, v, a);

        if (fC * fB <= 0.0) {
            A = B;
            fA = fB;
        } else
            fA /= 2.0;
        B = C;
        fB = fC;
    }
    return exp(A / 2.0);
}

struct rating rating_after(const struct rating *rating, const struct rating_game *game,
                           unsigned count)
{
    double mu = (rating->points - MIDDLE) / SCALE, phi = rating->deviation / SCALE;
    double sum = 0.0, inverse = 0.0, sigma = rating->volatility, v, phi_star;

    for (unsigned i = 0; i < count; i++) {
        double mu_j = (game[i].other.points - MIDDLE) / SCALE;
        double phi_j = game[i].other.deviation / SCALE, e = expected(mu, mu_j, phi_j);

        inverse += g(phi_j) * g(phi_j) * e * (1.0 - e);
        sum += g(phi_j) * (game[i].score - e);
    }
    if (count) {
        v = 1.0 / inverse;
        sigma = new_volatility(sigma, v * sum, phi, v);
    }
    phi_star = sqrt(phi * phi + sigma * sigma);
    if (count) {
        phi = 1.0 / sqrt(1.0 / (phi_star * phi_star) + inverse);
        mu += phi * phi * sum;
    } else
        phi = phi_star;
    phi *= SCALE;
    return (struct rating){SCALE * mu + MIDDLE,
                           phi < rating_new.deviation ? phi : rating_new.deviation, sigma};
}

/* ---- results ---- */

struct result {
    int64_t game, at_s, month;
    unsigned winner, seats; /* winner 0 = drawn */
    bool practice;          /* a practice opponent has a seat */
    int64_t player[SEATS_MAX + 1];
};

struct gathering {
    struct desk *desk;
    const char *kind;
    struct result *result;
    size_t count, room;
    int64_t game; /* whose seats are read */
};

/* "won 2 target-reached", "drawn …"; false: does not count. */
static bool read_result(const char *text, unsigned *winner)
{
    *winner = 0;
    if (text_starts_with(text, "won ") && text[4] > '0' && text[4] <= '0' + SEATS_MAX) {
        *winner = (unsigned)(text[4] - '0');
        return true;
    }
    return text_starts_with(text, "drawn");
}

static enum rc gather(void *user, const struct ledger_game_row *row, struct err *err)
{
    struct gathering *gathering = user;
    struct result *grown;
    unsigned winner;

    if (row->status != LEDGER_OVER || !read_result(row->result, &winner) ||
        (gathering->kind && !text_equal(gathering->kind, row->engine)))
        return RC_OK;
    if (gathering->count == gathering->room) {
        gathering->room = gathering->room ? 2 * gathering->room : 256;
        grown = realloc(gathering->result, gathering->room * sizeof *grown);
        if (!grown)
            return ERR(err, RC_NO_MEMORY, "no memory for the results of games");
        gathering->result = grown;
    }
    gathering->result[gathering->count++] = (struct result){
        .game = row->game, .at_s = row->at_s, .month = vault_month(row->at_s), .winner = winner};
    return RC_OK;
}

struct seats_reader {
    struct desk *desk;
    struct result *result;
};

/* Players who turned out to be one person count as one. */
static int64_t who_is(struct desk *desk, int64_t player, bool *practice)
{
    struct person person;

    if (!player || people_get(desk, player, &person, NULL) != RC_OK)
        return player;
    *practice |= person.practice[0] != '\0';
    return person.merged ? person.merged : player;
}

static enum rc gather_seat(void *user, const struct ledger_seat *seat, struct err *err)
{
    struct seats_reader *reader = user;
    struct result *result = reader->result;

    (void)err;
    if (seat->seat < 1 || seat->seat > SEATS_MAX)
        return RC_OK;
    result->player[seat->seat] = who_is(reader->desk, seat->player, &result->practice);
    if ((unsigned)seat->seat > result->seats)
        result->seats = (unsigned)seat->seat;
    return RC_OK;
}

static enum rc look_for_undo(void *user, const struct ledger_entry *entry, struct err *err)
{
    bool *found = user;

    (void)err;
    *found |= entry->seat == 0 && text_equal(entry->kind, "undo");
    return RC_OK;
}

/* Who sat where; and does the game count in this list? */
static enum rc gather_seats(struct desk *desk, struct result *result, bool practice, bool *counts,
                            struct err *err)
{
    struct seats_reader reader = {desk, result};
    bool undone = false;
    enum rc rc = ledger_seats(desk->ledger, result->game, gather_seat, &reader, err);

    if (rc == RC_OK && practice && result->practice)
        rc = ledger_entries(desk->ledger, result->game, 1, look_for_undo, &undone, err);
    *counts = result->practice == practice && !undone;
    return rc;
}

/* Read the seats of all, and let go of those that do not count. */
static enum rc gather_all_seats(struct gathering *gathering, bool practice, struct err *err)
{
    size_t kept = 0;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < gathering->count && rc == RC_OK; i++) {
        bool counts = false;

        rc = gather_seats(gathering->desk, &gathering->result[i], practice, &counts, err);
        if (counts)
            gathering->result[kept++] = gathering->result[i];
    }
    gathering->count = kept;
    return rc;
}

static int by_end(const void *left, const void *right)
{
    const struct result *a = left, *b = right;

    return a->month != b->month ? (a->month > b->month) - (a->month < b->month)
                                : (a->game > b->game) - (a->game < b->game);
}

/* ---- periods ---- */

enum { ROOM_STEP = 64 };

struct rated {
    struct rating_row row;
    struct rating_game *game; /* of this period; owned */
    unsigned count, room;
};

struct ratings {
    struct rated *at; /* owned */
    unsigned count, room;
    bool failed;
};

static struct rated *find_player(struct ratings *ratings, int64_t player)
{
    struct rated *grown;

    for (unsigned i = 0; i < ratings->count; i++)
        if (ratings->at[i].row.player == player)
            return &ratings->at[i];
    if (ratings->count == ratings->room) {
        grown = realloc(ratings->at, (ratings->room + ROOM_STEP) * sizeof *grown);
        if (!grown) {
            ratings->failed = true;
            return NULL;
        }
        ratings->at = grown;
        ratings->room += ROOM_STEP;
    }
    ratings->at[ratings->count] = (struct rated){.row = {.player = player, .rating = rating_new}};
    return &ratings->at[ratings->count++];
}

static void add_game(struct ratings *ratings, int64_t player, const struct rating *other,
                     double score)
{
    struct rated *rated = find_player(ratings, player);
    struct rating_game *grown;

    if (rated && rated->count == rated->room) {
        grown = realloc(rated->game, (rated->room + ROOM_STEP) * sizeof *grown);
        if (!grown) {
            ratings->failed = true;
            return;
        }
        rated->game = grown;
        rated->room += ROOM_STEP;
    }
    if (rated)
        rated->game[rated->count++] = (struct rating_game){*other, score};
}

static double score_of(const struct result *result, unsigned seat, unsigned other)
{
    return !result->winner           ? 0.5
           : result->winner == seat  ? 1.0
           : result->winner == other ? 0.0
                                     : -1.0; /* neither has won: nothing is known between them */
}

static void add_result(struct ratings *ratings, const struct result *result)
{
    for (unsigned seat = 1; seat <= result->seats; seat++) {
        struct rated *rated =
            result->player[seat] ? find_player(ratings, result->player[seat]) : NULL;

        if (!rated)
            continue;
        rated->row.games++;
        rated->row.won += result->winner == seat;
        rated->row.drawn += !result->winner;
        rated->row.last_s = result->at_s;
        for (unsigned other = 1; other <= result->seats; other++) {
            double score = score_of(result, seat, other);
            struct rated *against;
            struct rating as_he_was;

            if (other == seat || !result->player[other] || score < 0.0 ||
                result->player[other] == result->player[seat])
                continue;
            against = find_player(ratings, result->player[other]);
            if (!against)
                return;
            as_he_was = against->row.rating;
            add_game(ratings, result->player[seat], &as_he_was, score);
        }
    }
}

static void end_period(struct ratings *ratings)
{
    for (unsigned i = 0; i < ratings->count; i++) {
        struct rated *rated = &ratings->at[i];

        rated->row.rating = rating_after(&rated->row.rating, rated->game, rated->count);
        rated->count = 0;
    }
}

static void rate(struct ratings *ratings, const struct result *result, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (int64_t month = i ? result[i - 1].month : result[i].month; month < result[i].month;
             month++)
            end_period(ratings);
        add_result(ratings, &result[i]);
    }
    end_period(ratings);
}

static int by_points(const void *left, const void *right)
{
    const struct rating_row *a = left, *b = right;

    return a->rating.points != b->rating.points
               ? (a->rating.points < b->rating.points) - (a->rating.points > b->rating.points)
               : (a->player > b->player) - (a->player < b->player);
}

static enum rc hand_over(struct ratings *ratings, struct rating_row **row, unsigned *count,
                         struct err *err)
{
    struct rating_row *made = calloc(ratings->count + 1, sizeof *made);

    if (!made || ratings->failed) {
        free(made);
        return ERR(err, RC_NO_MEMORY, "no memory for ratings");
    }
    for (unsigned i = 0; i < ratings->count; i++)
        made[i] = ratings->at[i].row;
    qsort(made, ratings->count, sizeof *made, by_points);
    *row = made;
    *count = ratings->count;
    return RC_OK;
}

enum rc rating_all(struct desk *desk, const char *kind, bool practice, struct rating_row **row,
                   unsigned *count, struct err *err)
{
    struct gathering gathering = {.desk = desk, .kind = kind};
    struct ratings ratings = {0};
    enum rc rc = ledger_begin_read(desk->ledger, err);

    if (rc != RC_OK)
        return rc;
    rc = ledger_games_now(desk->ledger, LEDGER_OVER, gather, &gathering, err);
    if (rc == RC_OK)
        rc = gather_all_seats(&gathering, practice, err);
    ledger_rollback(desk->ledger);
    if (rc == RC_OK) {
        if (gathering.count)
            qsort(gathering.result, gathering.count, sizeof *gathering.result, by_end);
        rate(&ratings, gathering.result, gathering.count);
        rc = hand_over(&ratings, row, count, err);
    }
    for (unsigned i = 0; i < ratings.count; i++)
        free(ratings.at[i].game);
    free(ratings.at);
    free(gathering.result);
    return rc;
}
