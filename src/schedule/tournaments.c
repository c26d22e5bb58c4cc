/* SPDX-License-Identifier: MIT */
/* Moves tournaments on: takes results, pairs the next round, makes its games. Whether a line may
 * be logged is decided in src/tournament. */
#include "schedule/tournaments.h"

#include <stdio.h>

#include "outbound/notice.h"
#include "ledger/tournaments.h"
#include "ledger/work.h"
#include "play/position.h"
#include "play/rating.h"
#include "people/people.h"
#include "schedule/tournament_p.h"
#include "seal/encode.h"
#include "commands/tournament_game.h"

/* ---- letters ---- */

static enum rc tell_one(struct desk *desk, const struct tournament *tournament, unsigned entrant,
                        const char *key, const char *detail, struct err *err)
{
    char id[TEXT_INT_BYTES], round[TEXT_INT_BYTES];
    const struct game *game = library_game(desk->library, tournament->terms.game);
    const struct notice notice = {
        .key = key,
        .arg = {{"name", tournament->terms.name},
                {"tournament", text_of_int(id, tournament->id)},
                {"round", text_of_int(round, (int64_t)tournament->log.round)},
                {"n", TEXT_INT((int64_t)tournament->log.seeds)},
                {"detail", detail}},
        .count = 5,
        .about = game,
        .subject = tournament->terms.name};
    struct person person;

    if (people_get(desk, tournament->player[entrant - 1], &person, NULL) != RC_OK ||
        person.practice[0])
        return RC_OK; /* forgotten, or a program */
    return notice_player(desk, person.id, &notice, err);
}

enum rc tournaments_tell(struct desk *desk, const struct tournament *tournament, const char *key,
                         struct err *err)
{
    for (unsigned entrant = 1; entrant <= tournament->log.entered; entrant++)
        if (!tournament->log.gone[entrant - 1])
            TRY(tell_one(desk, tournament, entrant, key, "", err));
    return RC_OK;
}

enum rc tournaments_tell_sealed(struct desk *desk, const struct tournament *tournament,
                                struct err *err)
{
    for (unsigned entrant = 1; entrant <= tournament->log.entered; entrant++)
        if (!tournament->log.gone[entrant - 1] &&
            tournament_log_must_open(&tournament->log, entrant))
            TRY(tell_one(desk, tournament, entrant, "club.tournament-luck-open", "", err));
    return RC_OK;
}

enum rc tournaments_announce(struct desk *desk, struct tournament *tournament, struct err *err)
{
    struct ledger_rows rows = people_walk(desk, err);
    char enter[32];
    const struct notice notice = {
        .key = "club.tournament-announced",
        .arg = {{"name", tournament->terms.name}, {"tournament", TEXT_INT(tournament->id)}},
        .count = 2,
        .about = library_game(desk->library, tournament->terms.game),
        .action = {enter},
        .subject = tournament->terms.name};
    struct person person;

    snprintf(enter, sizeof enter, "enter %lld", (long long)tournament->id);
    while (people_next(desk, &rows, &person))
        if (!person.banned && !person.merged && !person.practice[0] && person.address_id)
            rows.rc = notice_player(desk, person.id, &notice, err);
    TRY(ledger_end(&rows));
    return tournament_post(desk, tournament, TOURNAMENT_POST_OPEN, err);
}

enum rc tournaments_cancelled(struct desk *desk, struct tournament *tournament, struct err *err)
{
    TRY(tournaments_tell(desk, tournament, "club.tournament-cancelled", err));
    return tournament_post(desk, tournament, TOURNAMENT_POST_CANCELLED, err);
}

/* ---- a game that ended ---- */

struct won {
    unsigned points[2]; /* half points of the seats 1 and 2 */
    const char *how;
};

/* Who stayed away stands behind the reason: "luck-missing seat/2". */
static bool stayed_away(const struct position *position, unsigned seat)
{
    TEXT_IN(text, word, TEXT_INT_BYTES + 8);

    TEXT_PUT(&text, "seat/", TEXT_INT(seat));
    return strstr(position->end_reason, word) != NULL;
}

static struct won result_of(const struct position *position)
{
    struct outcome outcome = {0};
    struct won won = {{0, 0}, "played"};

    position_outcome(position, &outcome);
    if (text_starts_with(position->end_reason, POSITION_LUCK_MISSING) ||
        text_starts_with(position->end_reason, POSITION_LUCK_UNOPENED) ||
        text_equal(outcome.reason, POSITION_AWAY) ||
        text_equal(outcome.reason, POSITION_ABANDONED)) {
        won.how = "forfeit";
        for (unsigned seat = 1; seat <= 2; seat++)
            won.points[seat - 1] =
                !stayed_away(position, seat) && stayed_away(position, 3 - seat) ? 2 : 0;
        return won;
    }
    if (position->by_hand.over)
        won.how = "adjudicated";
    if (outcome.over == GAME_WON)
        won.points[outcome.winner == 2] = 2;
    else if (outcome.over == GAME_DRAWN)
        won.points[0] = won.points[1] = 1;
    else
        won.how = "adjudicated";
    return won;
}

/* What the administrator took back in a game is his word on it, as an end of his is. */
static enum rc mark_changed(struct desk *desk, int64_t game, struct won *won, struct err *err)
{
    struct taken_back back;

    TRY(taken_back_get(desk->ledger, game, &back, err));
    if (back.by_keeper && text_equal(won->how, "played"))
        won->how = "adjudicated";
    return RC_OK;
}

/* In the second game of a pair the seats are exchanged. */
static enum rc log_result(struct desk *desk, struct tournament *tournament,
                          const struct ledger_tournament_game *game, struct err *err)
{
    bool exchanged = game->k == 2;
    char head[BASE32_HASH_BYTES];
    struct position *position;
    struct ledger_tournament_game done = *game;
    OWN(buf) line = {0};
    struct won won;

    TRY(position_get(desk, game->game, &position, err));
    won = result_of(position);
    TRY(mark_changed(desk, game->game, &won, err));
    buf_printf(&line, "result %lld/%lld/%lld %u-%u %s %llu %s", (long long)game->round,
               (long long)game->board, (long long)game->k, won.points[exchanged],
               won.points[!exchanged], won.how, (unsigned long long)position->chain.number,
               base32_write(position->chain.entry.at, HASH_BYTES, head));
    TRY(tournament_append(desk, tournament, buf_text(&line), err));
    done.done = true;
    return ledger_tournament_game_put(desk->ledger, &done, err);
}

/* ---- the next round ---- */

static enum rc log_round(struct desk *desk, struct tournament *tournament, unsigned count,
                         struct err *err)
{
    OWN(buf) line = {0};

    buf_printf(&line, "pair %u", tournament->log.round + 1);
    for (unsigned i = 0; i < count; i++)
        buf_printf(&line, " %u-%u",
                   tournament_log_entrant(&tournament->log, tournament->log.next[i].first),
                   tournament_log_entrant(&tournament->log, tournament->log.next[i].second));
    TRY(tournament_append(desk, tournament, buf_text(&line), err));
    return tournament_slow_watch(desk, tournament, err);
}

/* Who left while his game waited, or cannot play any more, has lost it. */
static enum rc forfeit_waiting(struct desk *desk, struct tournament *tournament, unsigned at,
                               struct err *err)
{
    const struct pairing_pair *pair = &tournament->log.pair[at];
    const unsigned entrant[2] = {tournament_log_entrant(&tournament->log, pair->first),
                                 tournament_log_entrant(&tournament->log, pair->second)};

    for (unsigned i = 0; i < 2; i++)
        if (!tournament->log.gone[entrant[i] - 1] &&
            !people_may_play(desk, tournament->player[entrant[i] - 1]))
            TRY(tournament_leave(desk, tournament, tournament->player[entrant[i] - 1], err));
    for (unsigned k = 1; k <= tournament->terms.rules.games; k++) {
        OWN(buf) line = {0};

        buf_printf(&line, "result %u/%u/%u %u-%u forfeit", tournament->log.round,
                   at - tournament->log.round_first + 1, k,
                   tournament->log.gone[entrant[0] - 1] ? 0 : 2,
                   tournament->log.gone[entrant[1] - 1] ? 0 : 2);
        TRY(tournament_append(desk, tournament, buf_text(&line), err));
    }
    return RC_OK;
}

static bool one_is_gone(struct desk *desk, const struct tournament *tournament, unsigned at)
{
    const struct pairing_pair *pair = &tournament->log.pair[at];
    unsigned first = tournament_log_entrant(&tournament->log, pair->first);
    unsigned second = tournament_log_entrant(&tournament->log, pair->second);

    return tournament->log.gone[first - 1] || tournament->log.gone[second - 1] ||
           !people_may_play(desk, tournament->player[first - 1]) ||
           !people_may_play(desk, tournament->player[second - 1]);
}

/* Who meets whom, where the two make their games themselves, on another server. */
static enum rc tell_opponents(struct desk *desk, const struct tournament *tournament, unsigned at,
                              struct err *err)
{
    const struct pairing_pair *pair = &tournament->log.pair[at];
    const unsigned entrant[2] = {tournament_log_entrant(&tournament->log, pair->first),
                                 tournament_log_entrant(&tournament->log, pair->second)};

    for (unsigned i = 0; i < 2; i++) {
        char name[PERSON_NAME_BYTES];

        tournament_name(desk, tournament, entrant[!i], false, name, sizeof name);
        TRY(tell_one(desk, tournament, entrant[i],
                     i ? "club.tournament-away-second" : "club.tournament-away-first",
                     *name ? name : "?", err));
    }
    return RC_OK;
}

/* Begin the games of a pair, if both have room for them; else they wait, and are told so. */
static enum rc begin_pair(struct desk *desk, struct tournament *tournament, unsigned at,
                          bool is_new, struct err *err)
{
    const struct pairing_pair *pair = &tournament->log.pair[at];
    const unsigned seeds[2] = {pair->first, pair->second};
    bool has_room = true;

    if (one_is_gone(desk, tournament, at))
        return forfeit_waiting(desk, tournament, at, err);
    if (tournament->terms.rules.elsewhere)
        return is_new ? tell_opponents(desk, tournament, at, err) : RC_OK;
    TRY(tournament_game_has_room(desk, tournament, at, &has_room, err));
    for (unsigned k = 1; k <= tournament->terms.rules.games && has_room; k++)
        TRY(tournament_game_make(desk, tournament, at, k, err));
    for (unsigned i = 0; i < 2 && !has_room && is_new; i++)
        TRY(tell_one(desk, tournament, tournament_log_entrant(&tournament->log, seeds[i]),
                     "club.tournament-waits", TEXT_INT(desk->config->tournament_games), err));
    return RC_OK;
}

/* Who has no opponent hears what that gives: points, the next round, or a rest. */
static enum rc tell_bye(struct desk *desk, const struct tournament *tournament,
                        const struct pairing_pair *pair, struct err *err)
{
    const bool goes_on = tournament->terms.rules.format == SCHEDULE_KNOCKOUT;
    char points[TEXT_INT_BYTES];

    return tell_one(desk, tournament, tournament_log_entrant(&tournament->log, pair->first),
                    goes_on              ? "club.tournament-bye-on"
                    : pair->first_points ? "club.tournament-bye-points"
                                         : "club.tournament-bye",
                    text_of_int(points, pair->first_points / 2), err);
}

static bool meets_somebody(const struct tournament_log *log, unsigned seed)
{
    for (unsigned at = log->round_first; at < log->pairs; at++)
        if (log->pair[at].first == seed || log->pair[at].second == seed)
            return true;
    return false;
}

/* Of a knockout: who met somebody in the last round and meets nobody in this one. */
static enum rc tell_out(struct desk *desk, const struct tournament *tournament, struct err *err)
{
    const struct tournament_log *log = &tournament->log;

    if (tournament->terms.rules.format != SCHEDULE_KNOCKOUT)
        return RC_OK;
    for (unsigned at = log->round_first; at-- > 0 && log->pair[at].round + 1u == log->round;)
        for (unsigned i = 0; i < 2; i++) {
            unsigned seed = i ? log->pair[at].second : log->pair[at].first;
            unsigned entrant = seed ? tournament_log_entrant(log, seed) : 0;

            if (entrant && !log->gone[entrant - 1] && !meets_somebody(log, seed))
                TRY(tell_one(desk, tournament, entrant, "club.tournament-out", "", err));
        }
    return RC_OK;
}

/* Games for all who meet and have none yet; who has a bye hears of it. */
static enum rc make_games(struct desk *desk, struct tournament *tournament, bool is_new,
                          struct err *err)
{
    if (is_new)
        TRY(tell_out(desk, tournament, err));
    for (unsigned at = tournament->log.round_first; at < tournament->log.pairs; at++) {
        const struct pairing_pair *pair = &tournament->log.pair[at];

        if (!pair->done && !tournament->log.game[at][0].number)
            TRY(begin_pair(desk, tournament, at, is_new, err));
        if (is_new && pair->done && pair->first && !pair->second)
            TRY(tell_bye(desk, tournament, pair, err));
    }
    return RC_OK;
}

/* Who was banned, forgotten or found to be another cannot be paired any more. */
static enum rc drop_missing(struct desk *desk, struct tournament *tournament, struct err *err)
{
    for (unsigned i = 0; i < tournament->log.entered; i++) {
        if (tournament->log.gone[i] || people_may_play(desk, tournament->player[i]))
            continue;
        TRY(tournament_leave(desk, tournament, tournament->player[i], err));
    }
    return RC_OK;
}

static enum rc log_standing(struct desk *desk, struct tournament *tournament, struct err *err)
{
    unsigned count = tournament_log_standings(&tournament->log);
    OWN(buf) line = {0};

    buf_printf(&line, "standing %u", tournament->log.round);
    for (unsigned i = 0; i < count; i++)
        buf_printf(&line, " %u",
                   tournament_log_entrant(&tournament->log, tournament->log.row[i].entrant));
    return tournament_append(desk, tournament, buf_text(&line), err);
}

static enum rc finish(struct desk *desk, struct tournament *tournament, struct err *err)
{
    unsigned count = tournament_log_standings(&tournament->log);

    TRY(tournament_end(desk, tournament, err));
    for (unsigned i = 0; i < count; i++) {
        char place[TEXT_INT_BYTES];

        TRY(tell_one(desk, tournament,
                     tournament_log_entrant(&tournament->log, tournament->log.row[i].entrant),
                     "club.tournament-over", text_of_int(place, tournament->log.row[i].place),
                     err));
    }
    return tournament_post(desk, tournament, TOURNAMENT_POST_OVER, err);
}

/* ---- one that is frozen ---- */

enum { DAY_S = 86400 };

/* It stands still until the keeper lets it go on; its timer comes again meanwhile. */
static enum rc look_later(struct desk *desk, const struct tournament *tournament, const char *kind,
                          struct err *err)
{
    const struct ledger_timer timer = {kind, 0, tournament->id, desk_now(desk) + DAY_S};

    return ledger_timer_set(desk->ledger, &timer, err);
}

/* ---- a ladder ---- */

static enum rc set_term(struct desk *desk, const struct tournament *tournament, struct err *err)
{
    const int64_t days = tournament->terms.rules.term_days;
    const struct ledger_timer timer = {TOURNAMENTS_TERM, 0, tournament->id,
                                       tournament->term_s + days * DAY_S};

    return days ? ledger_timer_set(desk->ledger, &timer, err) : RC_OK;
}

enum rc tournaments_luck_due(struct desk *desk, int64_t id, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;

    TRY(tournament_load(desk, id, &tournament, err));
    if (tournament->signed_n)
        TRY(look_later(desk, tournament, TOURNAMENT_LUCK_TIMER, err));
    else
        TRY(tournaments_advance(desk, tournament, err));
    return RC_OK;
}

enum rc tournaments_term_due(struct desk *desk, int64_t id, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;
    OWN(buf) line = {0};
    struct ladder before;
    enum rc rc = tournament_load(desk, id, &tournament, err);

    if (rc == RC_OK && tournament->signed_n)
        rc = look_later(desk, tournament, TOURNAMENTS_TERM, err);
    else if (rc == RC_OK)
        rc = ledger_timer_drop(desk->ledger, TOURNAMENTS_TERM, 0, id, err);
    if (rc == RC_OK && !tournament->signed_n && tournament_is_ladder(tournament)) {
        before = tournament->log.ladder;
        rc = drop_missing(desk, tournament, err);
        buf_printf(&line, "sink %u", tournament->log.terms + 1);
        THEN(rc, tournament_append(desk, tournament, buf_text(&line), err));
        THEN(rc, log_standing(desk, tournament, err));
        tournament->term_s = tournament->at_s;
        THEN(rc, set_term(desk, tournament, err));
        if (rc == RC_OK && memcmp(&before, &tournament->log.ladder, sizeof before) != 0)
            rc = tournament_post(desk, tournament, TOURNAMENT_POST_LADDER, err);
    }
    return rc;
}

/* The order behind a result, and a word to both where it is another one. */
static enum rc tell_rungs(struct desk *desk, struct tournament *tournament,
                          const struct ledger_tournament_game *game, const struct ladder *before,
                          struct err *err)
{
    const struct pairing_pair *pair = &tournament->log.pair[game->board - 1];
    const unsigned seeds[2] = {pair->first, pair->second};

    if (memcmp(before, &tournament->log.ladder, sizeof *before) == 0)
        return RC_OK;
    TRY(log_standing(desk, tournament, err));
    for (unsigned i = 0; i < 2; i++) {
        unsigned place = ladder_place(&tournament->log.ladder, seeds[i]);
        char number[TEXT_INT_BYTES];

        if (place)
            TRY(tell_one(desk, tournament, tournament_log_entrant(&tournament->log, seeds[i]),
                         "club.ladder-place", text_of_int(number, place), err));
    }
    return tournament_post(desk, tournament, TOURNAMENT_POST_LADDER, err);
}

static enum rc take_result(struct desk *desk, struct tournament *tournament,
                           const struct ledger_tournament_game *game, struct err *err)
{
    const struct ladder before = tournament->log.ladder;

    TRY(log_result(desk, tournament, game, err));
    return tournament_is_ladder(tournament) ? tell_rungs(desk, tournament, game, &before, err)
                                            : RC_OK;
}

/* ---- on and on ---- */

enum rc tournaments_advance(struct desk *desk, struct tournament *tournament, struct err *err)
{
    TRY(tournament->signed_n ? RC_OK : tournament_luck_go_on(desk, tournament, err));
    if (tournament->signed_n)
        return RC_OK;
    if (tournament_is_ladder(tournament))
        return set_term(desk, tournament, err);
    while (tournament->log.phase == TOURNAMENT_LOG_RUNNING &&
           !tournament_log_open(&tournament->log)) {
        unsigned count;

        if (tournament->log.round)
            TRY(log_standing(desk, tournament, err));
        TRY(drop_missing(desk, tournament, err));
        count = tournament_log_pair(&tournament->log);
        if (!count)
            return tournament->log.round ? finish(desk, tournament, err)
                                         : tournament_cancel(desk, tournament, err);
        TRY(log_round(desk, tournament, count, err));
        TRY(make_games(desk, tournament, true, err));
        TRY(tournament_post(desk, tournament, TOURNAMENT_POST_ROUND, err));
    }
    return RC_OK;
}

/* ---- what is due ---- */

struct due {
    struct ledger_tournament_game *at; /* owned */
    size_t count;
};

static enum rc note_due(struct desk *desk, struct due *due, struct err *err)
{
    struct ledger_rows rows = ledger_tournament_games_due(desk->ledger, err);

    for (struct ledger_tournament_game game; ledger_next(&rows, &game);) {
        struct ledger_tournament_game *grown = realloc(due->at, (due->count + 1) * sizeof *grown);

        if (!grown) {
            rows.rc = ERR(err, RC_NO_MEMORY, "no memory for results");
            break;
        }
        due->at = grown;
        grown[due->count++] = game;
    }
    return ledger_end(&rows);
}

/* All results of one tournament that are there. */
static enum rc take_results(struct desk *desk, const struct ledger_tournament_game *game,
                            size_t count, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;

    TRY(tournament_load(desk, game->tournament, &tournament, err));
    for (size_t i = 0; i < count && !tournament->signed_n; i++) {
        struct ledger_tournament_game done = game[i];

        if (tournament->log.phase == TOURNAMENT_LOG_RUNNING)
            TRY(take_result(desk, tournament, &game[i], err));
        else {
            /* it was cancelled: nobody waits for the result */
            done.done = true;
            TRY(ledger_tournament_game_put(desk->ledger, &done, err));
        }
    }
    return tournaments_advance(desk, tournament, err);
}

/* Games that waited until somebody had ended another. */
enum rc tournaments_resume(struct desk *desk, struct tournament *tournament, struct err *err)
{
    if (tournament->signed_n)
        return RC_OK;
    if (tournament->log.phase == TOURNAMENT_LOG_RUNNING && !tournament_is_ladder(tournament) &&
        tournament_log_open(&tournament->log))
        TRY(make_games(desk, tournament, false, err));
    return tournament->log.phase == TOURNAMENT_LOG_RUNNING
               ? tournaments_advance(desk, tournament, err)
               : RC_OK;
}

static enum rc resume_all(struct desk *desk, struct err *err)
{
    struct tournament_walk walk = tournaments_of(desk, err);
    struct tournament *tournament;

    while ((tournament = tournament_next(&walk)) != NULL)
        walk.rc = tournaments_resume(desk, tournament, err);
    return walk.rc;
}

/* Looked at again inside the change: another program may have taken them. */
static enum rc take_due(struct desk *desk, struct err *err)
{
    struct due due = {0};
    enum rc rc;

    TRY(desk_begin(desk, err));
    rc = note_due(desk, &due, err);
    for (size_t from = 0, to; from < due.count && rc == RC_OK; from = to) {
        for (to = from; to < due.count && due.at[to].tournament == due.at[from].tournament;)
            to++;
        rc = take_results(desk, due.at + from, to - from, err);
    }
    free(due.at);
    THEN(rc, resume_all(desk, err));
    return desk_end(desk, rc, err);
}

enum rc tournaments_run(struct desk *desk, struct err *err)
{
    int64_t due = 0;

    TRY(ledger_count(ledger_tournament_games_due(desk->ledger, err), &due));
    return due ? take_due(desk, err) : RC_OK;
}
