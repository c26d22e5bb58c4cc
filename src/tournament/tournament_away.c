/* SPDX-License-Identifier: MIT */
/* Results of games that are played on other servers. */
#include "tournament/tournament_p.h"

#include "people/people.h"
#include "seal/encode.h"
#include "tournament/record/tournament_games.h"

enum rc tournament_trust(struct desk *desk, struct tournament *tournament, const char *key,
                         struct err *err)
{
    unsigned char bytes[KEY_BYTES];
    OWN(buf) line = {0};
    enum rc rc;

    FAIL_IF(!base32_read(key, strlen(key), bytes, sizeof bytes), err, RC_USAGE,
            "a server's key is 52 letters and digits, as postern-proof verify prints them "
            "behind \"server\"");
    if (memcmp(bytes, tournament->terms.key, KEY_BYTES) == 0)
        return ERR(err, RC_CONFLICT, "this is the key of this server");
    buf_printf(&line, "trust %s", key);
    rc = tournament_append(desk, tournament, buf_text(&line), err);
    if (rc == RC_BAD_INPUT) { /* by the rules of the log */
        err_clear(err);
        return ERR(err, RC_CONFLICT,
                   "only a tournament that is played elsewhere, and is not over, takes results of "
                   "other servers: of at most 16, each entered once");
    }
    return rc;
}

static enum rc find_server(const struct tournament *tournament, const struct verify *game,
                           unsigned *server, struct err *err)
{
    char key[BASE32_HASH_BYTES];

    base32_write(game->genesis.key, KEY_BYTES, key);
    for (unsigned i = 0; i < tournament->log.servers; i++)
        if (text_equal(tournament->log.server[i], key)) {
            *server = i + 1;
            return RC_OK;
        }
    return ERR(err, RC_BAD_KEY, "the record is of a server whose key was not entered: ", key);
}

static enum rc check_new(const struct tournament *tournament, const struct verify *game,
                         struct err *err)
{
    char genesis[BASE32_HASH_BYTES];

    base32_write(game->end.genesis.at, HASH_BYTES, genesis);
    return tournament_log_is_new(&tournament->log, genesis)
               ? RC_OK
               : ERR(err, RC_CONFLICT, "the result of this game was entered already");
}

/* As far as the record shows who sat there. */
static enum rc check_names(struct desk *desk, const struct tournament *tournament, unsigned at,
                           unsigned k, const struct verify *game, struct err *err)
{
    const struct pairing_pair *pair = &tournament->log.pair[at];
    const unsigned seeds[2] = {pair->first, pair->second};

    for (unsigned seat = 1; seat <= 2; seat++) {
        unsigned entrant = tournament_log_entrant(&tournament->log, seeds[(seat == 2) != (k == 2)]);
        struct person person;
        const char *shown = game->person[seat];

        if (!*shown || people_get(desk, tournament->player[entrant - 1], &person, NULL) != RC_OK)
            continue;
        FAIL_IF(!text_equal_folded(shown, person.name), err, RC_CONFLICT,
                "in this record another player sits where ", person.name, " should: ", shown);
    }
    return RC_OK;
}

static enum rc check_record(const struct verify *game, struct err *err)
{
    FAIL_IF(!game->is_good, err, RC_BAD_SEAL, "the record is false: ", game->err.text);
    if (game->count[VERIFY_HEAD][VERIFY_UNPROVED])
        return ERR(err, RC_BAD_SEAL, "nobody signed this record");
    return RC_OK;
}

static enum rc log_away(struct desk *desk, struct tournament *tournament, unsigned server,
                        const struct tournament_game_said *said, struct err *err)
{
    OWN(buf) line = {0};

    buf_printf(&line, "result %u/%u/%u %u-%u %s %llu %s %s %u", said->round, said->board, said->k,
               said->points[0], said->points[1], said->how, (unsigned long long)said->n, said->head,
               said->genesis, server);
    return tournament_append(desk, tournament, buf_text(&line), err);
}

enum rc tournament_result_away(struct desk *desk, struct tournament *tournament, unsigned board,
                               unsigned k, const struct verify *game, const struct buf *text,
                               struct err *err)
{
    struct tournament_game_said said = {.round = tournament->log.round, .board = board, .k = k};
    unsigned at = tournament->log.round_first + board - 1, server = 0;

    TRY(check_record(game, err));
    if (tournament->log.phase != TOURNAMENT_LOG_RUNNING || !tournament->log.rules.elsewhere ||
        !board || at >= tournament->log.pairs || tournament->log.pair[at].done || !k ||
        k > tournament->log.rules.games || tournament->log.game[at][k - 1].done)
        return ERR(err, RC_CONFLICT,
                   "no result is awaited there; `postern tournament show` has the boards of the "
                   "round in their order");
    TRY(find_server(tournament, game, &server, err));
    TRY(check_new(tournament, game, err));
    TRY(tournament_games_fits(&tournament->terms, game, tournament->round_s, err));
    TRY(check_names(desk, tournament, at, k, game, err));
    TRY(tournament_games_value(game, text, k, &said, err));
    return log_away(desk, tournament, server, &said, err);
}
