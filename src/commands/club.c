/* SPDX-License-Identifier: MIT */
/* Answers "ratings", "player NAME" and "stats". Ratings are reckoned in play/rating.c. */
#include "commands/club.h"

#include <math.h>

#include "ledger/derived.h"
#include "ledger/facts.h"
#include "play/rating.h"
#include "server/titles.h"

enum { ROWS_MOST = 50, LATEST = 5 };

/* What he is called in lists that others read. */
static void name_for(struct incoming *incoming, int64_t player, struct buf *out)
{
    struct person person;
    bool known = people_get(incoming->desk, player, &person, NULL) == RC_OK;

    if (known && (person.profile != PERSON_PROFILE_HIDDEN || player == incoming->known->sender))
        buf_put(out, person.name);
    else
        WORDING(&incoming->answer.wording, out, known ? "club.hidden" : "club.former", "n", "");
}

/* ---- ratings ---- */

static void add_row(struct incoming *incoming, const struct rating_row *row, unsigned rank)
{
    char number[7][TEXT_INT_BYTES];
    OWN(buf) name = {0}, line = {0};

    name_for(incoming, row->player, &name);
    WORDING(&incoming->answer.wording, &line, "club.row", "rank", text_of_int(number[0], rank),
            "name", buf_text(&name), "points", text_of_int(number[1], llround(row->rating.points)),
            "deviation", text_of_int(number[2], llround(2.0 * row->rating.deviation)), "games",
            text_of_int(number[3], row->games), "won", text_of_int(number[4], row->won), "drawn",
            text_of_int(number[5], row->drawn), "lost",
            text_of_int(number[6], row->games - row->won - row->drawn));
    incoming_add(incoming, buf_text(&line));
}

static enum rc add_list(struct incoming *incoming, const struct game *game, bool practice,
                        bool *any, struct err *err)
{
    OWN_AT(rating_book) book = NULL;
    OWN_MEMORY struct rating_row *row = NULL;
    unsigned rows = 0;
    size_t count = 0;

    TRY(rating_open(incoming->desk, game->name, practice, &book, err));
    rating_results(book, &count);
    TRY(rating_rows(book, count, &row, &rows, err));
    if (rows)
        incoming_tell(incoming, practice ? "club.ratings-practice" : "club.ratings", "title",
                      wording_title(&incoming->answer.wording, game), NULL);
    for (unsigned i = 0; i < rows; i++)
        if (i < ROWS_MOST || row[i].player == incoming->known->sender)
            add_row(incoming, &row[i], i + 1);
    *any |= rows > 0;
    return RC_OK;
}

enum rc club_ratings(struct incoming *incoming, const char *arguments, struct err *err)
{
    static const char practice[] = "practice";
    const struct game *const *game = library_games(incoming->desk->library);
    const struct game *named;
    size_t length = strcspn(arguments, " ");
    bool any = false,
         is_practice = length == sizeof practice - 1 && memcmp(arguments, practice, length) == 0;

    if (is_practice)
        arguments += length + strspn(arguments + length, " ");
    named = titles_find(incoming->desk->library, arguments, strlen(arguments));
    for (; *game; game++)
        if (!*arguments || *game == named)
            TRY(add_list(incoming, *game, is_practice, &any, err));
    if (!any)
        incoming_tell(incoming, "club.ratings-none", "n", "", NULL);
    return RC_OK;
}

/* ---- games that go on ---- */

/* "Dungeon Twister 12: Ann – Bob", to be watched by who does not play it. Of an anonymous game it
 * is not told that it is played. */
static enum rc add_going_one(struct incoming *incoming, int64_t game, unsigned *told,
                             struct err *err)
{
    struct position *position;
    OWN(buf) names = {0};
    bool plays = false;

    TRY(position_get(incoming->desk, game, &position, err));
    if (position->anonymous || position->phase == POSITION_OVER)
        return RC_OK;
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        plays |= position->player[seat] == incoming->known->sender;
        buf_put(&names, names.length ? " – " : "");
        name_for(incoming, position->player[seat], &names);
    }
    incoming_tell(incoming, "club.game-going", "title",
                  wording_title(&incoming->answer.wording, position->played), "game",
                  TEXT_INT(game), "names", buf_text(&names), (const char *)NULL);
    if (!plays)
        incoming_offer(incoming, "watch", NULL, TEXT_INT(game));
    ++*told;
    return RC_OK;
}

/* The first of them. rows: of games */
static enum rc add_going(struct incoming *incoming, struct ledger_rows rows, struct err *err)
{
    struct ledger_game_row row;
    unsigned told = 0;

    while (told < LATEST && ledger_next(&rows, &row))
        if (row.status == LEDGER_RUNNING)
            rows.rc = add_going_one(incoming, row.game, &told, err);
    return ledger_end(&rows);
}

/* ---- player ---- */

/* Won, drawn and lost, of one against another. */
struct record {
    unsigned won, drawn, lost;
};

static unsigned seat_of(const struct rating_result *result, int64_t player)
{
    for (unsigned seat = 1; seat <= result->seats; seat++)
        if (result->player[seat] == player)
            return seat;
    return 0;
}

static struct record record_between(const struct rating_result *result, size_t count,
                                    int64_t player, int64_t other)
{
    struct record record = {0};

    for (size_t i = 0; i < count; i++) {
        unsigned his = seat_of(&result[i], player), theirs = seat_of(&result[i], other);

        if (!his || !theirs)
            continue;
        record.won += result[i].winner == his;
        record.lost += result[i].winner == theirs;
        record.drawn += !result[i].winner;
    }
    return record;
}

static void add_between(struct incoming *incoming, const struct rating_result *result, size_t count,
                        const struct person *person)
{
    char number[3][TEXT_INT_BYTES];
    struct record record = record_between(result, count, incoming->known->sender, person->id);

    if (person->id != incoming->known->sender && record.won + record.drawn + record.lost)
        incoming_tell(incoming, "club.between", "name", person->name, "won",
                      text_of_int(number[0], record.won), "drawn",
                      text_of_int(number[1], record.drawn), "lost",
                      text_of_int(number[2], record.lost), NULL);
}

static void add_latest(struct incoming *incoming, const struct game *game,
                       const struct rating_result *result, size_t count, int64_t player)
{
    unsigned told = 0;

    for (size_t i = count; i-- > 0 && told < LATEST;) {
        unsigned seat = seat_of(&result[i], player);
        char number[TEXT_INT_BYTES];
        OWN(buf) others = {0};

        if (!seat)
            continue;
        for (unsigned other = 1; other <= result[i].seats; other++) {
            if (other == seat || !result[i].player[other])
                continue;
            buf_put(&others, others.length ? ", " : "");
            name_for(incoming, result[i].player[other], &others);
        }
        incoming_tell(incoming,
                      result[i].winner == seat ? "club.game-won"
                      : result[i].winner       ? "club.game-lost"
                                               : "club.game-drawn",
                      "title", wording_title(&incoming->answer.wording, game), "game",
                      text_of_int(number, result[i].game), "others", buf_text(&others), NULL);
        told++;
    }
}

static enum rc add_player_in(struct incoming *incoming, const struct game *game,
                             const struct person *person, bool *any, struct err *err)
{
    const struct rating_result *result = NULL;
    OWN_AT(rating_book) book = NULL;
    OWN_MEMORY struct rating_row *row = NULL;
    unsigned rows = 0;
    size_t count = 0;

    TRY(rating_open(incoming->desk, game->name, false, &book, err));
    result = rating_results(book, &count);
    TRY(rating_rows(book, count, &row, &rows, err));
    for (unsigned i = 0; i < rows; i++)
        if (row[i].player == person->id) {
            incoming_tell(incoming, "club.ratings", "title",
                          wording_title(&incoming->answer.wording, game), NULL);
            add_row(incoming, &row[i], i + 1);
            add_between(incoming, result, count, person);
            add_latest(incoming, game, result, count, person->id);
            *any = true;
        }
    return RC_OK;
}

enum rc club_put_answers(struct desk *desk, const struct wording *wording,
                         const struct person *person, struct buf *out, struct err *err)
{
    char number[3][TEXT_INT_BYTES];
    struct ledger_answers answers;
    int64_t left = 0;

    TRY(ledger_answers_of(desk->ledger, person->id, &answers, err));
    TRY(ledger_games_left(desk->ledger, person->id, &left, err));
    if ((answers.asked || left) && person->profile != PERSON_PROFILE_HIDDEN)
        WORDING(wording, out, "club.answers", "who", person->name, "n",
                text_of_int(number[0], answers.asked - answers.missed), "of",
                text_of_int(number[1], answers.asked), "left", text_of_int(number[2], left));
    return RC_OK;
}

enum rc club_player(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct game *const *game = library_games(incoming->desk->library);
    int64_t player = incoming->known->sender;
    struct person person = {0};
    OWN(buf) answers = {0};
    bool any = false;

    if (*arguments)
        TRY(people_by_name(incoming->desk, arguments, &player, err));
    if (player)
        TRY(people_get(incoming->desk, player, &person, err));
    if (!player || (person.profile == PERSON_PROFILE_HIDDEN && player != incoming->known->sender))
        return incoming_tell(incoming, "club.player-none", "name", arguments, NULL);
    for (; *game; game++)
        TRY(add_player_in(incoming, *game, &person, &any, err));
    if (!any)
        incoming_tell(incoming, "club.player-no-games", "name", person.name, NULL);
    TRY(club_put_answers(incoming->desk, &incoming->answer.wording, &person, &answers, err));
    if (answers.length)
        incoming_add(incoming, buf_text(&answers));
    TRY(add_going(incoming, ledger_games_of_player(incoming->desk->ledger, player, err), err));
    return incoming_see_game(incoming, err);
}

/* ---- stats ---- */

/* How often which seat won: what the seats are worth is measured, not believed. */
static enum rc add_seats(struct incoming *incoming, const struct game *game, struct err *err)
{
    OWN_AT(rating_book) book = NULL;
    const struct rating_result *result = NULL;
    unsigned won[SEATS_MAX + 1] = {0}, seats = 0;
    char number[2][TEXT_INT_BYTES];
    size_t count = 0;

    TRY(rating_open(incoming->desk, game->name, false, &book, err));
    result = rating_results(book, &count);
    for (size_t i = 0; i < count; i++) {
        won[result[i].winner]++;
        if (result[i].seats > seats)
            seats = result[i].seats;
    }
    if (count)
        incoming_tell(incoming, "club.stats-game", "title",
                      wording_title(&incoming->answer.wording, game), "n",
                      text_of_int(number[0], (int64_t)count), "drawn",
                      text_of_int(number[1], won[0]), NULL);
    for (unsigned seat = 1; seat <= seats; seat++)
        incoming_tell(incoming, "club.stats-seat", "seat", text_of_int(number[0], seat), "n",
                      text_of_int(number[1], won[seat]), NULL);
    return RC_OK;
}

enum rc club_stats(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct game *const *game = library_games(incoming->desk->library);
    unsigned count[LEDGER_STATUS_COUNT] = {0};
    char number[2][TEXT_INT_BYTES];
    struct ledger_rows rows = ledger_games_now(incoming->desk->ledger, LEDGER_STATUS_COUNT, err);

    (void)arguments;
    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        count[row.status]++;
    TRY(ledger_end(&rows));
    incoming_tell(incoming, "club.stats", "open",
                  text_of_int(number[0],
                              count[LEDGER_FORMING] + count[LEDGER_RUNNING] + count[LEDGER_PAUSED]),
                  "over", text_of_int(number[1], count[LEDGER_OVER]), NULL);
    for (; *game; game++)
        TRY(add_seats(incoming, *game, err));
    TRY(add_going(incoming, ledger_games_now(incoming->desk->ledger, LEDGER_RUNNING, err), err));
    return incoming_see_game(incoming, err);
}
