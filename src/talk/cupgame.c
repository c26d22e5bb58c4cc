/* SPDX-License-Identifier: MIT */
#include "talk/cupgame.h"

#include "dispatch/notice.h"
#include "ledger/cups.h"
#include "match/position.h"
#include "people/people.h"
#include "record/genesis.h"
#include "seal/encode.h"
#include "talk/newgame.h"

enum rc cupgame_make(struct desk *desk, struct cup *cup, unsigned at, unsigned k, struct err *err)
{
    const struct pairing_pair *pair = &cup->log.pair[at];
    unsigned first = cuplog_entrant(&cup->log, pair->first);
    unsigned second = cuplog_entrant(&cup->log, pair->second);
    bool exchanged = k == 2;
    const struct genesis_cup place = {
        .genesis = cup->chain.genesis,
        .round = cup->log.round,
        .board = at - cup->log.round_first + 1,
        .k = k,
        .entrant = {exchanged ? second : first, exchanged ? first : second}};
    struct newgame wanted = {.played = library_game(desk->library, cup->terms.game),
                             .options = cup->terms.options,
                             .time = cup->terms.time,
                             .seats = GENESIS_CUP_SEATS,
                             .cup = &place};
    struct ledger_cup_game row = {
        .cup = cup->id, .round = place.round, .board = place.board, .k = k};
    char genesis[BASE32_HASH_BYTES];
    struct position *position = NULL;
    struct verdict verdict = {0};
    struct buf line = {0};
    enum rc rc = wanted.played
                     ? RC_OK
                     : ERR(err, RC_NEWER, "this program does not know the game ", cup->terms.game);

    for (unsigned seat = 1; seat <= GENESIS_CUP_SEATS; seat++)
        wanted.player[seat] = cup->player[place.entrant[seat - 1] - 1];
    if (rc == RC_OK)
        rc = newgame_make(desk, &wanted, &row.game, &verdict, err);
    if (rc == RC_OK && verdict.kind != VERDICT_DONE)
        rc = ERR(err, RC_CONFIG, "the game does not take the options of this tournament");
    if (rc == RC_OK)
        rc = ledger_cup_game_put(desk->ledger, &row, err);
    if (rc == RC_OK)
        rc = position_get(desk, row.game, &position, err);
    if (rc == RC_OK) {
        buf_printf(&line, "game %lld/%lld/%u number %lld %s", (long long)row.round,
                   (long long)row.board, k, (long long)row.game,
                   base32_write(position->chain.genesis.at, HASH_BYTES, genesis));
        rc = cup_log(desk, cup, buf_text(&line), err);
    }
    buf_fini(&line);
    return rc;
}

static enum rc player_has_room(struct desk *desk, const struct cup *cup, int64_t player,
                               bool *has_room, struct err *err)
{
    const int64_t most = desk->config->tournament_games;
    int64_t count = 0;
    enum rc rc = most ? ledger_cup_games_of(desk->ledger, player, &count, err) : RC_OK;

    /* a pair that plays two games at a time is not shut out by a limit of one */
    *has_room = !most || !count || count + (int64_t)cup->terms.rules.games <= most;
    return rc;
}

enum rc cupgame_has_room(struct desk *desk, const struct cup *cup, unsigned at, bool *has_room,
                         struct err *err)
{
    const struct pairing_pair *pair = &cup->log.pair[at];
    const unsigned seeds[2] = {pair->first, pair->second};
    enum rc rc = RC_OK;

    *has_room = true;
    for (unsigned i = 0; i < 2 && *has_room && rc == RC_OK; i++)
        rc = player_has_room(desk, cup, cup->player[cuplog_entrant(&cup->log, seeds[i]) - 1],
                             has_room, err);
    return rc;
}

/* Both of a challenge have room, or it is not made. */
static enum rc check_room(struct desk *desk, const struct cup *cup, int64_t challenger,
                          int64_t challenged, const char **why, struct err *err)
{
    bool one = true, two = true;
    enum rc rc = player_has_room(desk, cup, challenger, &one, err);

    if (rc == RC_OK)
        rc = player_has_room(desk, cup, challenged, &two, err);
    *why = one && two ? NULL : "games";
    return rc;
}

enum rc cupgame_challenge(struct desk *desk, struct cup *cup, int64_t challenger,
                          int64_t challenged, const char **why, struct err *err)
{
    char id[TEXT_INT_BYTES], game[TEXT_INT_BYTES];
    struct notice notice = {
        .key = "club.ladder-challenged",
        .arg = {{"name", cup->terms.name}, {"cup", text_of_int(id, cup->id)}, {"game", ""}},
        .count = 3,
        .subject = cup->terms.name};
    unsigned at = 0;
    enum rc rc = check_room(desk, cup, challenger, challenged, why, err);

    if (rc == RC_OK && !*why)
        rc = cup_challenge(desk, cup, challenger, challenged, &at, why, err);

    if (rc != RC_OK || *why)
        return rc;
    for (unsigned k = 1; k <= cup->terms.rules.games && rc == RC_OK; k++)
        rc = cupgame_make(desk, cup, at, k, err);
    notice.arg[2].text = text_of_int(game, cup->log.game[at][0].number);
    return rc == RC_OK ? notice_player(desk, challenged, &notice, err) : rc;
}
