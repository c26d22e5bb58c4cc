/* SPDX-License-Identifier: MIT */
/* Reckons ratings by Glicko-2 from the logs' results. It keeps nothing. */
#include "play/rating.h"

#include <math.h>

#include "base/grow.h"
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

struct rating_book {
    struct desk *desk; /* while it is read */
    const char *kind;
    struct rating_result *result;
    size_t count, room;
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

static enum rc gather(struct rating_book *book, struct err *err)
{
    struct ledger_rows rows = ledger_games_now(book->desk->ledger, LEDGER_OVER, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);) {
        struct rating_result *grown;
        unsigned winner;

        if (!read_result(row.result, &winner) ||
            (book->kind && !text_equal(book->kind, row.engine)))
            continue;
        grown = grow_array(book->result, book->count, &book->room, sizeof *grown);
        if (!grown) {
            rows.rc = ERR(err, RC_NO_MEMORY, "no memory for the results of games");
            break;
        }
        book->result = grown;
        grown[book->count++] = (struct rating_result){
            .game = row.game, .at_s = row.at_s, .month = vault_month(row.at_s), .winner = winner};
    }
    return ledger_end(&rows);
}

/* Players who turned out to be one person count as one. */
static int64_t who_is(const struct rating_book *book, int64_t player, bool *practice)
{
    struct person person;

    if (!player || people_get(book->desk, player, &person, NULL) != RC_OK)
        return player;
    *practice |= person.practice[0] != '\0';
    return person.merged ? person.merged : player;
}

/* ---- what was taken back ---- */

enum rc taken_back_get(struct ledger *ledger, int64_t game, struct taken_back *found,
                       struct err *err)
{
    struct ledger_rows rows = ledger_entry_undos(ledger, game, err);

    *found = (struct taken_back){false, false};
    for (struct ledger_entry row; ledger_next(&rows, &row);)
        if (strstr(row.text, " keeper undo "))
            found->by_keeper = true;
        else if (row.seat == 0)
            found->by_table = true;
    return ledger_end(&rows);
}

/* ---- seats that changed hands ---- */

enum { HOLDERS_MAX = 900 }; /* as many as a position reads */

struct holder {
    int64_t n, player;
    unsigned orders;
    int seat;
};

struct holders {
    struct holder at[HOLDERS_MAX]; /* in order */
    unsigned count, seats;
};

static enum rc gather_holders(struct ledger *ledger, int64_t game, struct holders *holders,
                              struct err *err)
{
    struct ledger_rows rows = ledger_seat_history(ledger, game, err);
    struct ledger_seat row;

    holders->count = holders->seats = 0;
    while (holders->count < HOLDERS_MAX && ledger_next(&rows, &row)) {
        if (row.seat < 1 || row.seat > SEATS_MAX)
            continue;
        holders->at[holders->count++] = (struct holder){row.n, row.player, 0, row.seat};
        if ((unsigned)row.seat > holders->seats)
            holders->seats = (unsigned)row.seat;
    }
    return ledger_end(&rows);
}

static void count_order(struct holders *holders, const struct ledger_entry *entry)
{
    if (!text_equal(entry->kind, "order"))
        return;
    for (unsigned i = holders->count; i-- > 0;)
        if (holders->at[i].seat == entry->seat && holders->at[i].n <= entry->n) {
            holders->at[i].orders++;
            break;
        }
}

static enum rc count_orders(struct ledger *ledger, int64_t game, struct holders *holders,
                            struct err *err)
{
    struct ledger_rows rows = ledger_entries(ledger, game, 1, err);

    for (struct ledger_entry row; ledger_next(&rows, &row);)
        count_order(holders, &row);
    return ledger_end(&rows);
}

/* Whose result a seat's is. One who had it twice counts once, with all his orders. */
static int64_t holder_of(const struct holders *holders, unsigned seat, int64_t rule)
{
    int64_t chosen = 0;
    unsigned most = 0;

    for (unsigned i = 0; i < holders->count; i++) {
        unsigned orders = 0;

        if ((unsigned)holders->at[i].seat != seat)
            continue;
        if (rule == CONFIG_REPLACED_FIRST && chosen)
            continue;
        for (unsigned j = 0; j < holders->count; j++)
            if ((unsigned)holders->at[j].seat == seat &&
                holders->at[j].player == holders->at[i].player)
                orders += holders->at[j].orders;
        if (rule != CONFIG_REPLACED_MOST || !chosen || orders >= most) {
            chosen = holders->at[i].player;
            most = orders;
        }
    }
    return chosen;
}

/* Who sat where; and does the game count in this list? */
static enum rc gather_seats(struct rating_book *book, struct rating_result *result, bool practice,
                            bool *counts, struct err *err)
{
    struct ledger *ledger = book->desk->ledger;
    struct holders holders;
    struct taken_back back = {0};
    bool lent = false;

    TRY(gather_holders(ledger, result->game, &holders, err));
    result->seats = holders.seats;
    if (holders.count > holders.seats)
        TRY(count_orders(ledger, result->game, &holders, err));
    for (unsigned seat = 1; seat <= result->seats; seat++)
        result->player[seat] = who_is(book, holder_of(&holders, seat, book->desk->config->replaced),
                                      &result->practice);
    if (result->practice == practice)
        TRY(taken_back_get(ledger, result->game, &back, err));
    if (result->practice == practice)
        TRY(ledger_was_lent(ledger, result->game, &lent, err));
    *counts =
        !lent && result->practice == practice && !back.by_keeper && !(practice && back.by_table);
    return RC_OK;
}

/* Read the seats of all, and let go of those that do not count. */
static enum rc gather_all_seats(struct rating_book *book, bool practice, struct err *err)
{
    size_t kept = 0;

    for (size_t i = 0; i < book->count; i++) {
        bool counts = false;

        TRY(gather_seats(book, &book->result[i], practice, &counts, err));
        if (counts)
            book->result[kept++] = book->result[i];
    }
    book->count = kept;
    return RC_OK;
}

/* Within a period the order changes no rating, but rounding: let it be the same each time. */
static int by_end(const void *left, const void *right)
{
    const struct rating_result *a = left, *b = right;

    return a->month != b->month ? (a->month > b->month) - (a->month < b->month)
                                : (a->game > b->game) - (a->game < b->game);
}

/* ---- periods ---- */

struct rated {
    struct rating_row row;
    struct rating_game *game; /* of this period; owned */
    size_t count, room;
};

struct ratings {
    struct rated *at; /* owned */
    size_t count, room;
    bool failed;
};

static struct rated *find_player(struct ratings *ratings, int64_t player)
{
    struct rated *grown;

    for (unsigned i = 0; i < ratings->count; i++)
        if (ratings->at[i].row.player == player)
            return &ratings->at[i];
    grown = grow_array(ratings->at, ratings->count, &ratings->room, sizeof *grown);
    ratings->failed |= !grown;
    if (!grown)
        return NULL;
    ratings->at = grown;
    ratings->at[ratings->count] = (struct rated){.row = {.player = player, .rating = rating_new}};
    return &ratings->at[ratings->count++];
}

static void add_game(struct ratings *ratings, int64_t player, const struct rating *other,
                     double score)
{
    struct rated *rated = find_player(ratings, player);
    struct rating_game *grown =
        rated ? grow_array(rated->game, rated->count, &rated->room, sizeof *grown) : NULL;

    ratings->failed |= !grown;
    if (!grown)
        return;
    rated->game = grown;
    grown[rated->count++] = (struct rating_game){*other, score};
}

static double score_of(const struct rating_result *result, unsigned seat, unsigned other)
{
    return !result->winner           ? 0.5
           : result->winner == seat  ? 1.0
           : result->winner == other ? 0.0
                                     : -1.0; /* neither has won: nothing is known between them */
}

/* Each against each other, with the ratings as they were when the period began. */
static void add_result(struct ratings *ratings, const struct rating_result *result)
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
            /* a copy: adding may move the array */
            as_he_was = against->row.rating;
            add_game(ratings, result->player[seat], &as_he_was, score);
        }
    }
}

static void end_period(struct ratings *ratings)
{
    for (unsigned i = 0; i < ratings->count; i++) {
        struct rated *rated = &ratings->at[i];

        rated->row.rating = rating_after(&rated->row.rating, rated->game, (unsigned)rated->count);
        rated->count = 0;
    }
}

struct listener {
    rating_month_fn fn; /* NULL = nobody listens */
    void *user;
};

static void tell_month(const struct ratings *ratings, int64_t month, const struct listener *to)
{
    for (unsigned i = 0; to->fn && i < ratings->count; i++)
        to->fn(to->user, month, &ratings->at[i].row);
}

static void rate(struct ratings *ratings, const struct rating_result *result, size_t count,
                 const struct listener *to)
{
    for (size_t i = 0; i < count; i++) {
        for (int64_t month = i ? result[i - 1].month : result[i].month; month < result[i].month;
             month++) {
            end_period(ratings);
            tell_month(ratings, month, to);
        }
        add_result(ratings, &result[i]);
    }
    end_period(ratings);
    if (count)
        tell_month(ratings, result[count - 1].month, to);
}

static void ratings_fini(struct ratings *ratings)
{
    for (unsigned i = 0; i < ratings->count; i++)
        free(ratings->at[i].game);
    free(ratings->at);
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
    *count = (unsigned)ratings->count;
    return RC_OK;
}

/* ---- the book ---- */

void rating_close(struct rating_book *book)
{
    if (!book)
        return;
    free(book->result);
    free(book);
}

enum rc rating_open(struct desk *desk, const char *kind, bool practice, struct rating_book **book,
                    struct err *err)
{
    OWN_AT(rating_book) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for ratings");
    made->desk = desk;
    made->kind = kind;
    TRY(gather(made, err));
    TRY(gather_all_seats(made, practice, err));
    if (made->count)
        qsort(made->result, made->count, sizeof *made->result, by_end);
    *book = made;
    made = NULL;
    return RC_OK;
}

const struct rating_result *rating_results(const struct rating_book *book, size_t *count)
{
    *count = book->count;
    return book->result;
}

enum rc rating_rows(const struct rating_book *book, size_t count, struct rating_row **row,
                    unsigned *rows, struct err *err)
{
    static const struct listener nobody = {NULL, NULL};
    OWN(ratings) ratings = {0};

    rate(&ratings, book->result, count, &nobody);
    return hand_over(&ratings, row, rows, err);
}

enum rc rating_months(const struct rating_book *book, rating_month_fn fn, void *user,
                      struct err *err)
{
    const struct listener to = {fn, user};
    struct ratings ratings = {0};
    bool failed;

    rate(&ratings, book->result, book->count, &to);
    failed = ratings.failed;
    ratings_fini(&ratings);
    return failed ? ERR(err, RC_NO_MEMORY, "no memory for ratings") : RC_OK;
}

static struct rating rating_of(const struct rating_row *row, unsigned rows, int64_t player)
{
    for (unsigned i = 0; i < rows; i++)
        if (row[i].player == player)
            return row[i].rating;
    return rating_new;
}

/* Results up to this one's end, this one last. */
static bool keep_before(struct rating_book *book, int64_t game, struct rating_result *this)
{
    size_t kept = 0;
    bool found = false;

    for (size_t i = 0; i < book->count; i++)
        if (book->result[i].game == game) {
            *this = book->result[i];
            found = true;
        }
    for (size_t i = 0; i < book->count && found; i++)
        if (book->result[i].game != game && book->result[i].at_s <= this->at_s)
            book->result[kept++] = book->result[i];
    if (found)
        book->result[kept] = *this;
    book->count = kept + found;
    return found;
}

enum rc rating_change(struct desk *desk, const char *kind, bool practice, int64_t game,
                      struct rating_change *change, struct err *err)
{
    OWN_MEMORY struct rating_row *earlier = NULL;
    OWN_MEMORY struct rating_row *later = NULL;
    unsigned earlier_rows = 0, later_rows = 0;
    OWN_AT(rating_book) book = NULL;

    *change = (struct rating_change){0};
    TRY(rating_open(desk, kind, practice, &book, err));
    change->counts = keep_before(book, game, &change->result);
    if (!change->counts)
        return RC_OK;
    TRY(rating_rows(book, book->count - 1, &earlier, &earlier_rows, err));
    TRY(rating_rows(book, book->count, &later, &later_rows, err));
    for (unsigned seat = 1; seat <= change->result.seats; seat++) {
        int64_t player = change->result.player[seat];

        change->before[seat] = rating_of(earlier, earlier_rows, player);
        change->after[seat] = rating_of(later, later_rows, player);
    }
    return RC_OK;
}

enum rc rating_all(struct desk *desk, const char *kind, bool practice, struct rating_row **row,
                   unsigned *count, struct err *err)
{
    struct rating_book *book = NULL;
    enum rc rc;

    TRY(ledger_begin_read(desk->ledger, err));
    rc = rating_open(desk, kind, practice, &book, err);
    ledger_rollback(desk->ledger);
    THEN(rc, rating_rows(book, book->count, row, count, err));
    rating_close(book);
    return rc;
}
