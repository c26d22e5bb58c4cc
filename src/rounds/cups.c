/* SPDX-License-Identifier: MIT */
#include "rounds/cups.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "dispatch/notice.h"
#include "ledger/cups.h"
#include "ledger/work.h"
#include "match/position.h"
#include "match/taken_back.h"
#include "people/people.h"
#include "rounds/cup_luck.h"
#include "rounds/cup_posts.h"
#include "rounds/cup_slow.h"
#include "seal/encode.h"
#include "talk/cupgame.h"

/* ---- letters ---- */

static enum rc tell_one(struct desk *desk, const struct cup *cup, unsigned entrant, const char *key,
                        const char *detail, struct err *err)
{
    char id[TEXT_INT_BYTES], round[TEXT_INT_BYTES], entrants[TEXT_INT_BYTES];
    const struct game *game = library_game(desk->library, cup->terms.game);
    const struct notice notice = {.key = key,
                                  .arg = {{"name", cup->terms.name},
                                          {"cup", text_of_int(id, cup->id)},
                                          {"round", text_of_int(round, (int64_t)cup->log.round)},
                                          {"n", text_of_int(entrants, (int64_t)cup->log.seeds)},
                                          {"detail", detail}},
                                  .count = 5,
                                  .about = game,
                                  .subject = cup->terms.name};
    struct person person;

    if (people_get(desk, cup->player[entrant - 1], &person, NULL) != RC_OK || person.practice[0])
        return RC_OK; /* forgotten, or a program */
    return notice_player(desk, person.id, &notice, err);
}

enum rc cups_tell(struct desk *desk, const struct cup *cup, const char *key, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned entrant = 1; entrant <= cup->log.entered && rc == RC_OK; entrant++)
        if (!cup->log.gone[entrant - 1])
            rc = tell_one(desk, cup, entrant, key, "", err);
    return rc;
}

enum rc cups_tell_sealed(struct desk *desk, const struct cup *cup, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned entrant = 1; entrant <= cup->log.entered && rc == RC_OK; entrant++)
        if (!cup->log.gone[entrant - 1] && cuplog_must_open(&cup->log, entrant))
            rc = tell_one(desk, cup, entrant, "club.cup-luck-open", "", err);
    return rc;
}

struct announcing {
    struct desk *desk;
    const struct cup *cup;
};

static enum rc announce_to(void *user, const struct person *person, struct err *err)
{
    const struct announcing *announcing = user;
    const struct cup *cup = announcing->cup;
    const struct game *game = library_game(announcing->desk->library, cup->terms.game);
    char id[TEXT_INT_BYTES];
    const struct notice notice = {
        .key = "club.cup-announced",
        .arg = {{"name", cup->terms.name}, {"cup", text_of_int(id, cup->id)}},
        .count = 2,
        .about = game,
        .subject = cup->terms.name};

    if (person->banned || person->merged || person->practice[0] || !person->address_id)
        return RC_OK;
    return notice_player(announcing->desk, person->id, &notice, err);
}

enum rc cups_announce(struct desk *desk, struct cup *cup, struct err *err)
{
    struct announcing announcing = {desk, cup};
    enum rc rc = people_each(desk, announce_to, &announcing, err);

    return rc == RC_OK ? cup_post(desk, cup, CUP_POST_OPEN, err) : rc;
}

enum rc cups_cancelled(struct desk *desk, struct cup *cup, struct err *err)
{
    enum rc rc = cups_tell(desk, cup, "club.cup-cancelled", err);

    return rc == RC_OK ? cup_post(desk, cup, CUP_POST_CANCELLED, err) : rc;
}

/* ---- a game that ended ---- */

struct won {
    unsigned points[2]; /* half points of the seats 1 and 2 */
    const char *how;
};

/* Whose luck was missing stands behind the reason: "luck-missing seat/2". */
static bool stayed_away(const struct position *position, unsigned seat)
{
    char word[TEXT_INT_BYTES + 8];
    struct text text;

    text_init(&text, word, sizeof word);
    text_put(&text, "seat/");
    text_put_int(&text, seat);
    return strstr(position->end_reason, word) != NULL;
}

static struct won result_of(const struct position *position)
{
    struct outcome outcome = {0};
    struct won won = {{0, 0}, "played"};

    position_outcome(position, &outcome);
    if (text_starts_with(position->end_reason, POSITION_LUCK_MISSING) ||
        text_starts_with(position->end_reason, POSITION_LUCK_UNOPENED)) {
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
    enum rc rc = taken_back_get(desk->ledger, game, &back, err);

    if (back.by_keeper && text_equal(won->how, "played"))
        won->how = "adjudicated";
    return rc;
}

/* In the second game of a pair the seats are exchanged. */
static enum rc log_result(struct desk *desk, struct cup *cup, const struct ledger_cup_game *game,
                          struct err *err)
{
    bool exchanged = game->k == 2;
    char head[BASE32_HASH_BYTES];
    struct position *position;
    struct ledger_cup_game done = *game;
    struct buf line = {0};
    struct won won;
    enum rc rc = position_get(desk, game->game, &position, err);

    if (rc != RC_OK)
        return rc;
    won = result_of(position);
    rc = mark_changed(desk, game->game, &won, err);
    if (rc != RC_OK)
        return rc;
    buf_printf(&line, "result %lld/%lld/%lld %u-%u %s %llu %s", (long long)game->round,
               (long long)game->board, (long long)game->k, won.points[exchanged],
               won.points[!exchanged], won.how, (unsigned long long)position->chain.number,
               base32_write(position->chain.entry.at, HASH_BYTES, head));
    rc = cup_log(desk, cup, buf_text(&line), err);
    done.done = true;
    if (rc == RC_OK)
        rc = ledger_cup_game_put(desk->ledger, &done, err);
    buf_fini(&line);
    return rc;
}

/* ---- the next round ---- */

static enum rc log_round(struct desk *desk, struct cup *cup, unsigned count, struct err *err)
{
    struct buf line = {0};
    enum rc rc;

    buf_printf(&line, "pair %u", cup->log.round + 1);
    for (unsigned i = 0; i < count; i++)
        buf_printf(&line, " %u-%u", cuplog_entrant(&cup->log, cup->log.next[i].first),
                   cuplog_entrant(&cup->log, cup->log.next[i].second));
    rc = cup_log(desk, cup, buf_text(&line), err);
    buf_fini(&line);
    return rc == RC_OK ? cup_slow_watch(desk, cup, err) : rc;
}

static bool can_play(struct desk *desk, int64_t player)
{
    struct person person;

    return people_get(desk, player, &person, NULL) == RC_OK && !person.banned && !person.merged;
}

/* Who left while his game waited, or cannot play any more, has lost it. */
static enum rc forfeit_waiting(struct desk *desk, struct cup *cup, unsigned at, struct err *err)
{
    const struct pairing_pair *pair = &cup->log.pair[at];
    const unsigned entrant[2] = {cuplog_entrant(&cup->log, pair->first),
                                 cuplog_entrant(&cup->log, pair->second)};
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < 2 && rc == RC_OK; i++)
        if (!cup->log.gone[entrant[i] - 1] && !can_play(desk, cup->player[entrant[i] - 1]))
            rc = cup_leave(desk, cup, cup->player[entrant[i] - 1], err);
    for (unsigned k = 1; k <= cup->terms.rules.games && rc == RC_OK; k++) {
        struct buf line = {0};

        buf_printf(&line, "result %u/%u/%u %u-%u forfeit", cup->log.round,
                   at - cup->log.round_first + 1, k, cup->log.gone[entrant[0] - 1] ? 0 : 2,
                   cup->log.gone[entrant[1] - 1] ? 0 : 2);
        rc = cup_log(desk, cup, buf_text(&line), err);
        buf_fini(&line);
    }
    return rc;
}

static bool one_is_gone(struct desk *desk, const struct cup *cup, unsigned at)
{
    const struct pairing_pair *pair = &cup->log.pair[at];
    unsigned first = cuplog_entrant(&cup->log, pair->first);
    unsigned second = cuplog_entrant(&cup->log, pair->second);

    return cup->log.gone[first - 1] || cup->log.gone[second - 1] ||
           !can_play(desk, cup->player[first - 1]) || !can_play(desk, cup->player[second - 1]);
}

/* Who meets whom, where the two make their games themselves, on another server. */
static enum rc tell_opponents(struct desk *desk, const struct cup *cup, unsigned at,
                              struct err *err)
{
    const struct pairing_pair *pair = &cup->log.pair[at];
    const unsigned entrant[2] = {cuplog_entrant(&cup->log, pair->first),
                                 cuplog_entrant(&cup->log, pair->second)};
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < 2 && rc == RC_OK; i++) {
        char name[PERSON_NAME_BYTES];

        cup_name(desk, cup, entrant[!i], false, name, sizeof name);
        rc = tell_one(desk, cup, entrant[i], i ? "club.cup-away-second" : "club.cup-away-first",
                      *name ? name : "?", err);
    }
    return rc;
}

/* Begin the games of a pair, if both have room for them; else they wait, and are told so. */
static enum rc begin_pair(struct desk *desk, struct cup *cup, unsigned at, bool is_new,
                          struct err *err)
{
    const struct pairing_pair *pair = &cup->log.pair[at];
    const unsigned seeds[2] = {pair->first, pair->second};
    char games[TEXT_INT_BYTES];
    bool has_room = true;
    enum rc rc;

    if (one_is_gone(desk, cup, at))
        return forfeit_waiting(desk, cup, at, err);
    if (cup->terms.rules.elsewhere)
        return is_new ? tell_opponents(desk, cup, at, err) : RC_OK;
    rc = cupgame_has_room(desk, cup, at, &has_room, err);
    for (unsigned k = 1; k <= cup->terms.rules.games && has_room && rc == RC_OK; k++)
        rc = cupgame_make(desk, cup, at, k, err);
    for (unsigned i = 0; i < 2 && !has_room && is_new && rc == RC_OK; i++)
        rc = tell_one(desk, cup, cuplog_entrant(&cup->log, seeds[i]), "club.cup-waits",
                      text_of_int(games, desk->config->tournament_games), err);
    return rc;
}

/* Games for all who meet and have none yet; who has a bye hears of it. */
static enum rc make_games(struct desk *desk, struct cup *cup, bool is_new, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned at = cup->log.round_first; at < cup->log.pairs && rc == RC_OK; at++) {
        const struct pairing_pair *pair = &cup->log.pair[at];

        if (!pair->done && !cup->log.game[at][0].number)
            rc = begin_pair(desk, cup, at, is_new, err);
        if (rc == RC_OK && is_new && pair->done && pair->first && !pair->second)
            rc = tell_one(desk, cup, cuplog_entrant(&cup->log, pair->first), "club.cup-bye", "",
                          err);
    }
    return rc;
}

/* Who was banned, forgotten or found to be another cannot be paired any more. */
static enum rc drop_missing(struct desk *desk, struct cup *cup, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < cup->log.entered && rc == RC_OK; i++) {
        if (cup->log.gone[i] || can_play(desk, cup->player[i]))
            continue;
        rc = cup_leave(desk, cup, cup->player[i], err);
    }
    return rc;
}

static enum rc log_standing(struct desk *desk, struct cup *cup, struct err *err)
{
    unsigned count = cuplog_standings(&cup->log);
    struct buf line = {0};
    enum rc rc;

    buf_printf(&line, "standing %u", cup->log.round);
    for (unsigned i = 0; i < count; i++)
        buf_printf(&line, " %u", cuplog_entrant(&cup->log, cup->log.row[i].entrant));
    rc = cup_log(desk, cup, buf_text(&line), err);
    buf_fini(&line);
    return rc;
}

static enum rc finish(struct desk *desk, struct cup *cup, struct err *err)
{
    unsigned count = cuplog_standings(&cup->log);
    enum rc rc = cup_end(desk, cup, err);

    for (unsigned i = 0; i < count && rc == RC_OK; i++) {
        char place[TEXT_INT_BYTES];

        rc = tell_one(desk, cup, cuplog_entrant(&cup->log, cup->log.row[i].entrant),
                      "club.cup-over", text_of_int(place, cup->log.row[i].place), err);
    }
    return rc == RC_OK ? cup_post(desk, cup, CUP_POST_OVER, err) : rc;
}

/* ---- one that is frozen ---- */

enum { DAY_S = 86400 };

/* It stands still until the keeper lets it go on; its timer comes again meanwhile. */
static enum rc look_later(struct desk *desk, const struct cup *cup, const char *kind,
                          struct err *err)
{
    const struct ledger_timer timer = {kind, 0, cup->id, desk_now(desk) + DAY_S};

    return ledger_timer_set(desk->ledger, &timer, err);
}

/* ---- a ladder ---- */

static enum rc set_term(struct desk *desk, const struct cup *cup, struct err *err)
{
    const int64_t days = cup->terms.rules.term_days;
    const struct ledger_timer timer = {CUPS_TERM, 0, cup->id, cup->term_s + days * DAY_S};

    return days ? ledger_timer_set(desk->ledger, &timer, err) : RC_OK;
}

enum rc cups_luck_due(struct desk *desk, int64_t id, struct err *err)
{
    struct cup *cup = NULL;
    enum rc rc = cup_load(desk, id, &cup, err);

    if (rc == RC_OK && cup->signed_n)
        rc = look_later(desk, cup, CUP_LUCK_TIMER, err);
    else if (rc == RC_OK)
        rc = cups_advance(desk, cup, err);
    cup_free(cup);
    return rc;
}

enum rc cups_term_due(struct desk *desk, int64_t id, struct err *err)
{
    struct cup *cup = NULL;
    struct buf line = {0};
    struct ladder before;
    enum rc rc = cup_load(desk, id, &cup, err);

    if (rc == RC_OK && cup->signed_n)
        rc = look_later(desk, cup, CUPS_TERM, err);
    else if (rc == RC_OK)
        rc = ledger_timer_drop(desk->ledger, CUPS_TERM, 0, id, err);
    if (rc == RC_OK && !cup->signed_n && cup_is_ladder(cup)) {
        before = cup->log.ladder;
        rc = drop_missing(desk, cup, err);
        buf_printf(&line, "sink %u", cup->log.terms + 1);
        if (rc == RC_OK)
            rc = cup_log(desk, cup, buf_text(&line), err);
        if (rc == RC_OK)
            rc = log_standing(desk, cup, err);
        cup->term_s = cup->at_s;
        if (rc == RC_OK)
            rc = set_term(desk, cup, err);
        if (rc == RC_OK && memcmp(&before, &cup->log.ladder, sizeof before) != 0)
            rc = cup_post(desk, cup, CUP_POST_LADDER, err);
    }
    buf_fini(&line);
    cup_free(cup);
    return rc;
}

/* The order behind a result, and a word to both where it is another one. */
static enum rc tell_rungs(struct desk *desk, struct cup *cup, const struct ledger_cup_game *game,
                          const struct ladder *before, struct err *err)
{
    const struct pairing_pair *pair = &cup->log.pair[game->board - 1];
    const unsigned seeds[2] = {pair->first, pair->second};
    enum rc rc;

    if (memcmp(before, &cup->log.ladder, sizeof *before) == 0)
        return RC_OK;
    rc = log_standing(desk, cup, err);
    for (unsigned i = 0; i < 2 && rc == RC_OK; i++) {
        unsigned place = ladder_place(&cup->log.ladder, seeds[i]);
        char number[TEXT_INT_BYTES];

        if (place)
            rc = tell_one(desk, cup, cuplog_entrant(&cup->log, seeds[i]), "club.ladder-place",
                          text_of_int(number, place), err);
    }
    return rc == RC_OK ? cup_post(desk, cup, CUP_POST_LADDER, err) : rc;
}

static enum rc take_result(struct desk *desk, struct cup *cup, const struct ledger_cup_game *game,
                           struct err *err)
{
    const struct ladder before = cup->log.ladder;
    enum rc rc = log_result(desk, cup, game, err);

    return rc == RC_OK && cup_is_ladder(cup) ? tell_rungs(desk, cup, game, &before, err) : rc;
}

/* ---- on and on ---- */

enum rc cups_advance(struct desk *desk, struct cup *cup, struct err *err)
{
    enum rc rc = cup->signed_n ? RC_OK : cup_luck_go_on(desk, cup, err);

    if (cup->signed_n)
        return rc;
    if (rc == RC_OK && cup_is_ladder(cup))
        return set_term(desk, cup, err);
    while (rc == RC_OK && cup->log.phase == CUPLOG_RUNNING && !cuplog_open(&cup->log)) {
        unsigned count;

        if (cup->log.round)
            rc = log_standing(desk, cup, err);
        if (rc == RC_OK)
            rc = drop_missing(desk, cup, err);
        if (rc != RC_OK)
            break;
        count = cuplog_pair(&cup->log);
        if (!count)
            return cup->log.round ? finish(desk, cup, err) : cup_cancel(desk, cup, err);
        rc = log_round(desk, cup, count, err);
        if (rc == RC_OK)
            rc = make_games(desk, cup, true, err);
        if (rc == RC_OK)
            rc = cup_post(desk, cup, CUP_POST_ROUND, err);
    }
    return rc;
}

/* ---- what is due ---- */

struct due {
    struct ledger_cup_game *at; /* owned */
    size_t count;
};

static enum rc note_due(void *user, const struct ledger_cup_game *game, struct err *err)
{
    struct due *due = user;
    struct ledger_cup_game *grown = realloc(due->at, (due->count + 1) * sizeof *grown);

    if (!grown)
        return ERR(err, RC_NO_MEMORY, "no memory for results");
    due->at = grown;
    grown[due->count++] = *game;
    return RC_OK;
}

/* All results of one tournament that are there. */
static enum rc take_results(struct desk *desk, const struct ledger_cup_game *game, size_t count,
                            struct err *err)
{
    struct cup *cup = NULL;
    enum rc rc = cup_load(desk, game->cup, &cup, err);

    for (size_t i = 0; i < count && rc == RC_OK && !cup->signed_n; i++) {
        struct ledger_cup_game done = game[i];

        if (cup->log.phase == CUPLOG_RUNNING)
            rc = take_result(desk, cup, &game[i], err);
        else { /* it was cancelled: nobody waits for the result */
            done.done = true;
            rc = ledger_cup_game_put(desk->ledger, &done, err);
        }
    }
    if (rc == RC_OK)
        rc = cups_advance(desk, cup, err);
    cup_free(cup);
    return rc;
}

/* Games that waited until somebody had ended another. */
static enum rc begin_waiting(void *user, struct cup *cup, struct err *err)
{
    enum rc rc = RC_OK;

    if (cup->signed_n)
        return RC_OK;
    if (cup->log.phase == CUPLOG_RUNNING && !cup_is_ladder(cup) && cuplog_open(&cup->log))
        rc = make_games(user, cup, false, err);
    return rc == RC_OK && cup->log.phase == CUPLOG_RUNNING ? cups_advance(user, cup, err) : rc;
}

enum rc cups_resume(struct desk *desk, struct cup *cup, struct err *err)
{
    return begin_waiting(desk, cup, err);
}

/* Looked at again inside the change: another program may have taken them. */
static enum rc take_due(struct desk *desk, struct err *err)
{
    struct due due = {0};
    enum rc rc = desk_begin(desk, err);

    if (rc != RC_OK)
        return rc;
    rc = ledger_cup_games_due(desk->ledger, note_due, &due, err);
    for (size_t from = 0, to; from < due.count && rc == RC_OK; from = to) {
        for (to = from; to < due.count && due.at[to].cup == due.at[from].cup;)
            to++;
        rc = take_results(desk, due.at + from, to - from, err);
    }
    free(due.at);
    if (rc == RC_OK)
        rc = cup_each(desk, begin_waiting, desk, err);
    if (rc == RC_OK)
        return desk_commit(desk, err);
    desk_rollback(desk);
    return rc;
}

enum rc cups_run(struct desk *desk, struct err *err)
{
    struct due due = {0};
    enum rc rc = ledger_cup_games_due(desk->ledger, note_due, &due, err);
    bool any = due.count > 0;

    free(due.at);
    return rc == RC_OK && any ? take_due(desk, err) : rc;
}
