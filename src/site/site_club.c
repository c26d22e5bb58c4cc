/* SPDX-License-Identifier: MIT */
/* The club's page: ratings of those who show themselves, their curves and their records against
 * each other, and the tournaments; and for the index, offers that anybody may take. */
#include <math.h>
#include <stdio.h>

#include "base/grow.h"
#include "base/timetext.h"
#include "tournament/tournament.h"
#include "draw/safe.h"
#include "ledger/offers.h"
#include "ledger/facts.h"
#include "letter/mime_out.h"
#include "play/rating.h"
#include "people/people.h"
#include "site/site_p.h"
#include "tell/option_words.h"
#include "tell/tell.h"

enum {
    NAME_COLUMNS = 40,
    MONTHS_MAX = 240,
    CURVE_WIDTH = 240,
    CURVE_HEIGHT = 48,
    OFFER_DAYS = 30,
    PLAYERS_MOST = 500,
    MEETINGS_MOST = 500,
    OFFERS_MOST = 20,
    ACTIVITY_MONTHS = 12,
    MONTH_BYTES = 8
};

/* ---- names ---- */

/* False: he shows no name here. */
static bool public_name(struct desk *desk, int64_t player, struct safe *safe)
{
    struct person person;

    if (people_get(desk, player, &person, NULL) != RC_OK || person.profile != PERSON_PROFILE_PUBLIC)
        return false;
    safe_clean(safe, person.name, NAME_COLUMNS, false);
    return true;
}

/* ---- curves ---- */

struct curve {
    int64_t player;
    unsigned count;
    double points[MONTHS_MAX]; /* the newest; older ones are dropped */
};

struct curves {
    struct curve *at; /* owned */
    unsigned count;
    bool failed;
};

static struct curve *curve_of(struct curves *curves, int64_t player)
{
    struct curve *grown;

    for (unsigned i = 0; i < curves->count; i++)
        if (curves->at[i].player == player)
            return &curves->at[i];
    grown = realloc(curves->at, (curves->count + 1) * sizeof *grown);
    if (!grown) {
        curves->failed = true;
        return NULL;
    }
    curves->at = grown;
    grown[curves->count] = (struct curve){.player = player};
    return &grown[curves->count++];
}

static void on_month(void *user, int64_t month, const struct rating_row *row)
{
    struct curve *curve = curve_of(user, row->player);

    (void)month;
    if (!curve)
        return;
    if (curve->count == MONTHS_MAX)
        memmove(curve->points, curve->points + 1, --curve->count * sizeof curve->points[0]);
    curve->points[curve->count++] = row->rating.points;
}

/* Points of a line, as SVG has them; a single month is a level line. */
static void draw_curve(const struct curve *curve, struct buf *out)
{
    double least = curve->points[0], most = least, step;

    for (unsigned i = 1; i < curve->count; i++) {
        least = curve->points[i] < least ? curve->points[i] : least;
        most = curve->points[i] > most ? curve->points[i] : most;
    }
    if (most - least < 100.0) { /* small changes look small */
        least -= (100.0 - (most - least)) / 2.0;
        most = least + 100.0;
    }
    step = curve->count > 1 ? (double)CURVE_WIDTH / (curve->count - 1) : (double)CURVE_WIDTH;
    for (unsigned i = 0; i < curve->count || (i == 1 && curve->count == 1); i++) {
        double points = curve->points[i < curve->count ? i : 0];

        buf_printf(out, "%s%.0f,%.0f", i ? " " : "", i * step,
                   2.0 + ((double)CURVE_HEIGHT - 4.0) * (most - points) / (most - least));
    }
}

/* ---- ratings ---- */

/* "2026-11" */
static void write_month(int64_t at_s, char month[MONTH_BYTES])
{
    char stamp[TIMETEXT_BYTES];

    timetext_write(at_s, stamp);
    snprintf(month, MONTH_BYTES, "%.7s", stamp);
}

/* One of the list; name "" = he shows none, and map NULL. */
struct listed {
    int64_t player;
    struct safe name;
    struct value *map;      /* what the page says of him */
    struct value *meetings; /* in it */
};

static void fill_player(const struct rating_row *row, unsigned rank, struct listed *listed,
                        struct curves *curves)
{
    struct value *one = listed->map;
    struct curve *curve = curve_of(curves, row->player);
    OWN(buf) line = {0};
    char month[MONTH_BYTES];

    value_set_int(one, "rank", rank);
    value_set_text(one, "name", listed->name.at);
    value_set_int(one, "points", llround(row->rating.points));
    value_set_int(one, "deviation", llround(2.0 * row->rating.deviation));
    value_set_int(one, "games", row->games);
    value_set_int(one, "won", row->won);
    value_set_int(one, "drawn", row->drawn);
    value_set_int(one, "lost", (int64_t)row->games - row->won - row->drawn);
    write_month(row->last_s, month);
    value_set_text(one, "last", month);
    if (curve && curve->count)
        draw_curve(curve, &line);
    value_set_text(one, "curve", buf_text(&line));
}

/* "47/50" */
static enum rc add_answers(struct desk *desk, const struct listed *listed, struct err *err)
{
    struct ledger_answers answers;
    char text[2 * TEXT_INT_BYTES] = "";

    TRY(ledger_answers_of(desk->ledger, listed->player, &answers, err));
    if (answers.asked)
        snprintf(text, sizeof text, "%lld/%lld", (long long)(answers.asked - answers.missed),
                 (long long)answers.asked);
    value_set_text(listed->map, "in_time", text);
    return RC_OK;
}

/* ---- records against each other ---- */

/* Two who met in a game, by their places in the list; how it ended for the first: 1, 0, -1, 2 = not
 * between them. */
struct meeting {
    unsigned one, other;
    int score;
};

struct meetings {
    struct meeting *at; /* owned */
    size_t count, room;
    bool failed;
};

static void note_meeting(struct meetings *meetings, struct meeting meeting)
{
    struct meeting *grown =
        grow_array(meetings->at, meetings->count, &meetings->room, sizeof *grown);

    if (!grown) {
        meetings->failed = true;
        return;
    }
    meetings->at = grown;
    meetings->at[meetings->count++] = meeting;
}

static int by_place(const void *left, const void *right)
{
    const struct meeting *a = left, *b = right;

    return a->one != b->one ? (a->one > b->one) - (a->one < b->one)
                            : (a->other > b->other) - (a->other < b->other);
}

static int by_player(const void *left, const void *right)
{
    const struct listed *const *a = left, *const *b = right;

    return ((*a)->player > (*b)->player) - ((*a)->player < (*b)->player);
}

static const struct listed *find_listed(const struct listed *const *sorted, unsigned count,
                                        int64_t player)
{
    const struct listed wanted = {.player = player}, *key = &wanted;
    const struct listed *const *found = bsearch(&key, sorted, count, sizeof *sorted, by_player);

    return found && (*found)->name.at[0] ? *found : NULL;
}

/* All pairs of a game's seats, as far as both show themselves. */
static void note_result(const struct rating_result *result, const struct listed *list,
                        const struct listed *const *sorted, unsigned count,
                        struct meetings *meetings)
{
    for (unsigned a = 1; a <= result->seats; a++)
        for (unsigned b = a + 1; b <= result->seats; b++) {
            const struct listed *one = find_listed(sorted, count, result->player[a]);
            const struct listed *other = find_listed(sorted, count, result->player[b]);
            int score = result->winner == a ? 1 : result->winner == b ? -1 : result->winner ? 2 : 0;

            if (!one || !other || one == other || score == 2)
                continue;
            note_meeting(meetings, one < other ? (struct meeting){(unsigned)(one - list),
                                                                  (unsigned)(other - list), score}
                                               : (struct meeting){(unsigned)(other - list),
                                                                  (unsigned)(one - list), -score});
        }
}

/* score: lost, drawn, won, for the first of the two. */
static void write_meeting(const struct listed *one, const struct listed *other,
                          const int64_t score[3], struct value *list)
{
    struct value *map = value_add_map(list);

    value_set_text(map, "one", one->name.at);
    value_set_text(map, "other", other->name.at);
    value_set_int(map, "won", score[2]);
    value_set_int(map, "drawn", score[1]);
    value_set_int(map, "lost", score[0]);
}

/* Into the club's list, as long as it has room, and into those of both players. */
static void write_meetings(const struct meetings *meetings, const struct listed *listed,
                           struct value *list)
{
    for (size_t from = 0, to; from < meetings->count; from = to) {
        const struct listed *one = &listed[meetings->at[from].one];
        const struct listed *other = &listed[meetings->at[from].other];
        int64_t score[3] = {0}, turned[3];

        for (to = from;
             to < meetings->count && by_place(&meetings->at[to], &meetings->at[from]) == 0; to++)
            score[meetings->at[to].score + 1]++;
        for (unsigned i = 0; i < 3; i++)
            turned[i] = score[2 - i];
        if (value_count(list) < MEETINGS_MOST)
            write_meeting(one, other, score, list);
        write_meeting(one, other, score, one->meetings);
        write_meeting(other, one, turned, other->meetings);
    }
}

static enum rc add_meetings(const struct rating_book *book, const struct listed *listed,
                            unsigned count, struct value *list, struct err *err)
{
    const struct listed **sorted = calloc(count + 1, sizeof *sorted);
    struct meetings meetings = {0};
    const struct rating_result *result;
    size_t results;

    FAIL_IF(!sorted, err, RC_NO_MEMORY, "no memory for records");
    for (unsigned i = 0; i < count; i++)
        sorted[i] = &listed[i];
    qsort(sorted, count, sizeof *sorted, by_player);
    result = rating_results(book, &results);
    for (size_t i = 0; i < results; i++)
        note_result(&result[i], listed, sorted, count, &meetings);
    if (meetings.count)
        qsort(meetings.at, meetings.count, sizeof *meetings.at, by_place);
    write_meetings(&meetings, listed, list);
    free(sorted);
    free(meetings.at);
    return meetings.failed ? ERR(err, RC_NO_MEMORY, "no memory for records") : RC_OK;
}

/* ---- activity ---- */

/* How many games ended in each of the newest months that had any, oldest first. */
static void add_activity(const struct rating_book *book, struct value *list)
{
    size_t count, from = 0, months = 0;
    const struct rating_result *result = rating_results(book, &count);

    for (size_t i = count; i-- > 0;)
        if (!i || result[i - 1].month != result[i].month) {
            from = i;
            if (++months == ACTIVITY_MONTHS)
                break;
        }
    for (size_t to; from < count; from = to) {
        struct value *one = value_add_map(list);
        char month[MONTH_BYTES];

        for (to = from; to < count && result[to].month == result[from].month;)
            to++;
        write_month(result[from].at_s, month);
        value_set_text(one, "month", month);
        value_set_int(one, "count", (int64_t)(to - from));
    }
}

/* ---- a player's own page ---- */

static int by_number(const void *left, const void *right)
{
    const struct site_profile *a = left, *b = right;

    return (a->player > b->player) - (a->player < b->player);
}

const struct site_profile *site_profile(const struct site *site, int64_t player)
{
    const struct site_profile wanted = {.player = player};

    return site->profiles
               ? bsearch(&wanted, site->profile, site->profiles, sizeof wanted, by_number)
               : NULL;
}

/* Add what one game's list says of its players to their profiles, which stay in order. */
static enum rc note_profiles(struct site *site, const struct listed *listed, unsigned count,
                             struct err *err)
{
    struct site_profile *grown =
        realloc(site->profile, (site->profiles + count + 1) * sizeof *grown);
    size_t before = site->profiles;

    FAIL_IF(!grown, err, RC_NO_MEMORY, "no memory for players");
    site->profile = grown;
    for (unsigned i = 0; i < count; i++) {
        const struct site_profile wanted = {.player = listed[i].player};
        struct site_profile *found =
            before ? bsearch(&wanted, grown, before, sizeof wanted, by_number) : NULL;

        if (!listed[i].map)
            continue;
        if (!found) {
            found = &grown[site->profiles++];
            *found = (struct site_profile){listed[i].player, value_list(site->values)};
        }
        value_set_flag(listed[i].map, "has_meetings", value_count(listed[i].meetings) > 0);
        value_add(found->games, listed[i].map);
    }
    qsort(grown, site->profiles, sizeof *grown, by_number);
    return RC_OK;
}

/* Who stands in the list, each name read once. *listed is the caller's to free. */
static enum rc list_players(struct site *site, const struct rating_row *row, unsigned rows,
                            struct listed **listed, struct err *err)
{
    struct listed *made = calloc(rows + 1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for players");
    for (unsigned i = 0; i < rows; i++) {
        made[i].player = row[i].player;
        if (!public_name(site->desk, row[i].player, &made[i].name)) {
            made[i].name.at[0] = '\0';
            continue;
        }
        made[i].map = value_map(site->values);
        made[i].meetings = value_set_list(made[i].map, "meetings");
    }
    *listed = made;
    return RC_OK;
}

static enum rc write_game(struct site *site, const struct game *game,
                          const struct rating_book *book, const struct rating_row *row,
                          unsigned rows, struct value *list, struct err *err)
{
    struct value *one = value_add_map(list), *players = value_set_list(one, "players");
    struct value *meetings = value_set_list(one, "meetings");
    OWN_MEMORY struct listed *listed = NULL;
    struct curves curves = {0};
    FREED_AT_END(curves.at);

    TRY(list_players(site, row, rows, &listed, err));
    TRY(rating_months(book, on_month, &curves, err));
    FAIL_IF(curves.failed, err, RC_NO_MEMORY, "no memory for curves");
    for (unsigned i = 0; i < rows; i++) {
        if (!listed[i].map)
            continue;
        fill_player(&row[i], i + 1, &listed[i], &curves);
        TRY(add_answers(site->desk, &listed[i], err));
        value_set_text(listed[i].map, "title",
                       tell_title(language_sentences(site->language), game));
        if (value_count(players) < PLAYERS_MOST)
            value_add(players, listed[i].map);
    }
    TRY(add_meetings(book, listed, rows, meetings, err));
    TRY(note_profiles(site, listed, rows, err));
    add_activity(book, value_set_list(one, "months"));
    value_set_text(one, "title", tell_title(language_sentences(site->language), game));
    value_set_flag(one, "has_players", value_count(players) > 0);
    value_set_flag(one, "has_meetings", value_count(meetings) > 0);
    return RC_OK;
}

static enum rc add_game(struct site *site, const struct game *game, struct value *list,
                        struct err *err)
{
    OWN_AT(rating_book) book = NULL;
    OWN_MEMORY struct rating_row *row = NULL;
    unsigned rows = 0;
    size_t count = 0;

    TRY(rating_open(site->desk, game->name, false, &book, err));
    rating_results(book, &count);
    TRY(rating_rows(book, count, &row, &rows, err));
    return rows ? write_game(site, game, book, row, rows, list, err) : RC_OK;
}

/* ---- tournaments ---- */

/* A letter that enters it, written by one tap. */
static void set_enter_link(const struct site *site, const struct tournament *tournament,
                           struct value *one)
{
    OWN(buf) link = {0};
    TEXT_IN(text, words, TEXT_INT_BYTES + 8);

    TEXT_PUT(&text, "enter ", TEXT_INT(tournament->id));
    letter_mailto(site->desk->config->address, words, words, &link);
    value_set_text(one, "link", buf_text(&link));
}

static void add_tournament(const struct site *site, struct tournament *tournament,
                           struct value *list)
{
    struct value *one = value_add_map(list), *rows;
    char stamp[TIMETEXT_BYTES];
    unsigned count;

    value_set_int(one, "tournament", tournament->id);
    value_set_text(one, "name", tournament->terms.name);
    timetext_write(tournament->at_s, stamp);
    value_set_text(one, "stamp", stamp);
    set_enter_link(site, tournament, one);
    value_set_int(one, "round", tournament->log.round);
    value_set_flag(one, "enter",
                   tournament->log.phase == TOURNAMENT_LOG_OPEN ||
                       tournament_is_ladder(tournament));
    value_set_flag(one, "running",
                   tournament->log.phase == TOURNAMENT_LOG_RUNNING &&
                       !tournament_is_ladder(tournament));
    value_set_flag(one, "over", tournament->log.phase == TOURNAMENT_LOG_OVER);
    value_set_flag(one, "has_points",
                   tournament->terms.rules.format != SCHEDULE_KNOCKOUT &&
                       tournament->terms.rules.format != SCHEDULE_LADDER);
    rows = value_set_list(one, "rows");
    count = tournament_log_standings(&tournament->log);
    for (unsigned i = 0; i < count; i++) {
        const struct standings_row *row = &tournament->log.row[i];
        unsigned entrant = tournament_log_entrant(&tournament->log, row->entrant);
        unsigned old = tournament->log.in_place_of[entrant - 1];
        struct value *map = value_add_map(rows);
        OWN(buf) points = {0};
        struct safe safe;

        buf_printf(&points, "%u%s", row->points / 2, row->points % 2 ? "½" : "");
        value_set_int(map, "place", row->place);
        value_set_text(map, "name",
                       public_name(site->desk, tournament->player[entrant - 1], &safe) ? safe.at
                                                                                       : "");
        value_set_text(map, "before",
                       old && public_name(site->desk, tournament->player[old - 1], &safe) ? safe.at
                                                                                          : "");
        value_set_flag(map, "has_group", tournament->terms.rules.groups > 1 && row->group);
        value_set_int(map, "group", row->group);
        value_set_flag(map, "final", !row->group);
        value_set_text(map, "points", buf_text(&points));
    }
}

enum rc site_club_gather(struct site *site, struct err *err)
{
    struct value *map = value_map(site->values), *list = value_set_list(map, "games");
    struct value *tournaments = value_set_list(map, "tournaments");
    struct tournament_walk walk;
    struct tournament *tournament;

    for (const struct game *const *game = library_games(site->desk->library); *game; game++)
        TRY(add_game(site, *game, list, err));
    walk = tournaments_of(site->desk, err);
    while ((tournament = tournament_next(&walk)) != NULL)
        if (tournament->log.phase != TOURNAMENT_LOG_CANCELLED)
            add_tournament(site, tournament, tournaments);
    TRY(walk.rc);
    value_set_flag(map, "has_games", value_count(list) > 0);
    value_set_flag(map, "has_tournaments", value_count(tournaments) > 0);
    site->club = map;
    return values_rc(site->values, err);
}

enum rc site_club_write(struct site *site, struct err *err)
{
    TRY(values_rc(site->values, err));
    return site_render(site, "site-club.html", site->club, "club.html", err);
}

/* ---- offers that anybody may take ---- */

static void add_offer(const struct site *site, const struct ledger_offer *row, struct value *list)
{
    const struct sentences *sentences = language_sentences(site->language);
    const struct game *game = library_game(site->desk->library, row->engine);
    OWN(buf) link = {0}, options = {0}, time = {0};
    struct value *one;
    TEXT_IN(text, words, TEXT_INT_BYTES + 8);

    if (value_count(list) == OFFERS_MOST || !row->is_open || !game ||
        row->at_s + OFFER_DAYS * 86400 <= desk_now(site->desk))
        return;
    TEXT_PUT(&text, "join ", TEXT_INT(row->id));
    letter_mailto(site->desk->config->address, words, words, &link);
    one = value_add_map(list);
    option_words_show(sentences, game, row->options, &options);
    option_words_show(sentences, NULL, row->time, &time);
    value_set_text(one, "title", tell_title(sentences, game));
    value_set_text(one, "options", buf_text(&options));
    value_set_text(one, "time", buf_text(&time));
    value_set_text(one, "link", buf_text(&link));
}

enum rc site_offers(struct site *site, struct value *index, struct err *err)
{
    struct value *offers = value_set_list(index, "offers");
    struct value *open = value_set_list(index, "tournaments");
    const struct value *tournaments = value_get(site->club, "tournaments");
    struct ledger_rows rows = ledger_offers(site->desk->ledger, err);
    OWN(buf) link = {0};

    for (struct ledger_offer row; ledger_next(&rows, &row);)
        add_offer(site, &row, offers);
    for (size_t i = 0; i < value_count(tournaments); i++)
        if (value_is_true(value_get(value_at(tournaments, i), "enter")))
            value_add(open, (struct value *)(uintptr_t)value_at(tournaments, i)); /* only read */
    value_set_flag(index, "has_offers", value_count(offers) > 0);
    value_set_flag(index, "has_tournaments", value_count(open) > 0);
    letter_mailto(site->desk->config->address, "join", "join ", &link);
    value_set_text(index, "join_link", buf_text(&link));
    return ledger_end(&rows);
}
