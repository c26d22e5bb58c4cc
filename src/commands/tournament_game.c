/* SPDX-License-Identifier: MIT */
/* Makes the games of a tournament and enters them in its log. Who meets whom is decided in
 * src/tournament. */
#include "commands/tournament_game.h"

#include "outbound/notice.h"
#include "ledger/tournaments.h"
#include "play/position.h"
#include "people/people.h"
#include "record/genesis.h"
#include "seal/encode.h"
#include "commands/newgame.h"

enum rc tournament_game_make(struct desk *desk, struct tournament *tournament, unsigned at,
                             unsigned k, struct err *err)
{
    const struct pairing_pair *pair = &tournament->log.pair[at];
    unsigned first = tournament_log_entrant(&tournament->log, pair->first);
    unsigned second = tournament_log_entrant(&tournament->log, pair->second);
    bool exchanged = k == 2;
    const struct genesis_tournament place = {
        .genesis = tournament->chain.genesis,
        .round = tournament->log.round,
        .board = at - tournament->log.round_first + 1,
        .k = k,
        .entrant = {exchanged ? second : first, exchanged ? first : second}};
    struct newgame wanted = {.played = library_game(desk->library, tournament->terms.game),
                             .options = tournament->terms.options,
                             .time = tournament->terms.time,
                             .seats = GENESIS_TOURNAMENT_SEATS,
                             .tournament = &place};
    struct ledger_tournament_game row = {
        .tournament = tournament->id, .round = place.round, .board = place.board, .k = k};
    char genesis[BASE32_HASH_BYTES];
    struct position *position = NULL;
    struct verdict verdict = {0};
    OWN(buf) line = {0};

    TRY(wanted.played
            ? RC_OK
            : ERR(err, RC_NEWER, "this program does not know the game ", tournament->terms.game));
    for (unsigned seat = 1; seat <= GENESIS_TOURNAMENT_SEATS; seat++)
        wanted.player[seat] = tournament->player[place.entrant[seat - 1] - 1];
    TRY(newgame_make(desk, &wanted, &row.game, &verdict, err));
    if (verdict.kind != VERDICT_DONE)
        return ERR(err, RC_CONFIG, "the game does not take the options of this tournament");
    TRY(ledger_tournament_game_put(desk->ledger, &row, err));
    TRY(position_get(desk, row.game, &position, err));
    buf_printf(&line, "game %lld/%lld/%u number %lld %s", (long long)row.round,
               (long long)row.board, k, (long long)row.game,
               base32_write(position->chain.genesis.at, HASH_BYTES, genesis));
    return tournament_append(desk, tournament, buf_text(&line), err);
}

static enum rc player_has_room(struct desk *desk, const struct tournament *tournament,
                               int64_t player, bool *has_room, struct err *err)
{
    const int64_t most = desk->config->tournament_games;
    int64_t count = 0;

    TRY(most ? ledger_tournament_games_of(desk->ledger, player, &count, err) : RC_OK);

    /* a pair that plays two games at a time is not shut out by a limit of one */
    *has_room = !most || !count || count + (int64_t)tournament->terms.rules.games <= most;
    return RC_OK;
}

enum rc tournament_game_has_room(struct desk *desk, const struct tournament *tournament,
                                 unsigned at, bool *has_room, struct err *err)
{
    const struct pairing_pair *pair = &tournament->log.pair[at];
    const unsigned seeds[2] = {pair->first, pair->second};

    *has_room = true;
    for (unsigned i = 0; i < 2 && *has_room; i++)
        TRY(player_has_room(
            desk, tournament,
            tournament->player[tournament_log_entrant(&tournament->log, seeds[i]) - 1], has_room,
            err));
    return RC_OK;
}

/* Both of a challenge have room, or it is not made. */
static enum rc check_room(struct desk *desk, const struct tournament *tournament,
                          int64_t challenger, int64_t challenged, const char **why, struct err *err)
{
    bool one = true, two = true;

    TRY(player_has_room(desk, tournament, challenger, &one, err));
    TRY(player_has_room(desk, tournament, challenged, &two, err));
    *why = one && two ? NULL : "games";
    return RC_OK;
}

enum rc tournament_game_challenge(struct desk *desk, struct tournament *tournament,
                                  int64_t challenger, int64_t challenged, const char **why,
                                  struct err *err)
{
    char id[TEXT_INT_BYTES], game[TEXT_INT_BYTES];
    struct notice notice = {.key = "club.ladder-challenged",
                            .arg = {{"name", tournament->terms.name},
                                    {"tournament", text_of_int(id, tournament->id)},
                                    {"game", ""}},
                            .count = 3,
                            .subject = tournament->terms.name};
    unsigned at = 0;

    TRY(check_room(desk, tournament, challenger, challenged, why, err));
    if (!*why)
        TRY(tournament_challenge(desk, tournament, challenger, challenged, &at, why, err));

    if (*why)
        return RC_OK;
    for (unsigned k = 1; k <= tournament->terms.rules.games; k++)
        TRY(tournament_game_make(desk, tournament, at, k, err));
    notice.arg[2].text = text_of_int(game, tournament->log.game[at][0].number);
    return notice_player(desk, challenged, &notice, err);
}
