/* SPDX-License-Identifier: MIT */
/* Results of games that are played on other servers. */
#include "cup/cup_p.h"

#include <string.h>

#include "base/text.h"
#include "people/people.h"
#include "seal/encode.h"
#include "tourney/cup_games.h"

enum rc cup_trust(struct desk *desk, struct cup *cup, const char *key, struct err *err)
{
    unsigned char bytes[KEY_BYTES];
    struct buf line = {0};
    enum rc rc;

    if (!base32_read(key, strlen(key), bytes, sizeof bytes))
        return ERR(err, RC_USAGE,
                   "a server's key is 52 letters and digits, as postern-proof verify prints them "
                   "behind \"server\"");
    if (memcmp(bytes, cup->terms.key, KEY_BYTES) == 0)
        return ERR(err, RC_CONFLICT, "this is the key of this server");
    buf_printf(&line, "trust %s", key);
    rc = cup_log(desk, cup, buf_text(&line), err);
    buf_fini(&line);
    if (rc == RC_BAD_INPUT) { /* by the rules of the log */
        err_clear(err);
        return ERR(err, RC_CONFLICT,
                   "only a tournament that is played elsewhere, and is not over, takes results of "
                   "other servers: of at most 16, each entered once");
    }
    return rc;
}

static enum rc find_server(const struct cup *cup, const struct verify *game, unsigned *server,
                           struct err *err)
{
    char key[BASE32_HASH_BYTES];

    base32_write(game->genesis.key, KEY_BYTES, key);
    for (unsigned i = 0; i < cup->log.servers; i++)
        if (text_equal(cup->log.server[i], key)) {
            *server = i + 1;
            return RC_OK;
        }
    return ERR(err, RC_BAD_KEY, "the record is of a server whose key was not entered: ", key);
}

static enum rc check_new(const struct cup *cup, const struct verify *game, struct err *err)
{
    char genesis[BASE32_HASH_BYTES];

    base32_write(game->end.genesis.at, HASH_BYTES, genesis);
    return cuplog_is_new(&cup->log, genesis)
               ? RC_OK
               : ERR(err, RC_CONFLICT, "the result of this game was entered already");
}

/* As far as the record shows who sat there. */
static enum rc check_names(struct desk *desk, const struct cup *cup, unsigned at, unsigned k,
                           const struct verify *game, struct err *err)
{
    const struct pairing_pair *pair = &cup->log.pair[at];
    const unsigned seeds[2] = {pair->first, pair->second};

    for (unsigned seat = 1; seat <= 2; seat++) {
        unsigned entrant = cuplog_entrant(&cup->log, seeds[(seat == 2) != (k == 2)]);
        struct person person;
        const char *shown = game->person[seat];

        if (!*shown || people_get(desk, cup->player[entrant - 1], &person, NULL) != RC_OK)
            continue;
        if (!text_equal_folded(shown, person.name))
            return ERR(err, RC_CONFLICT, "in this record another player sits where ", person.name,
                       " should: ", shown);
    }
    return RC_OK;
}

static enum rc check_record(const struct verify *game, struct err *err)
{
    if (!game->is_good)
        return ERR(err, RC_BAD_SEAL, "the record is false: ", game->err.text);
    if (game->count[VERIFY_HEAD][VERIFY_UNPROVED])
        return ERR(err, RC_BAD_SEAL, "nobody signed this record");
    return RC_OK;
}

static enum rc log_away(struct desk *desk, struct cup *cup, unsigned server,
                        const struct cup_game_said *said, struct err *err)
{
    struct buf line = {0};
    enum rc rc;

    buf_printf(&line, "result %u/%u/%u %u-%u %s %llu %s %s %u", said->round, said->board, said->k,
               said->points[0], said->points[1], said->how, (unsigned long long)said->n, said->head,
               said->genesis, server);
    rc = cup_log(desk, cup, buf_text(&line), err);
    buf_fini(&line);
    return rc;
}

enum rc cup_result_away(struct desk *desk, struct cup *cup, unsigned board, unsigned k,
                        const struct verify *game, const struct buf *text, struct err *err)
{
    struct cup_game_said said = {.round = cup->log.round, .board = board, .k = k};
    unsigned at = cup->log.round_first + board - 1, server = 0;
    enum rc rc = check_record(game, err);

    if (rc != RC_OK)
        return rc;
    if (cup->log.phase != CUPLOG_RUNNING || !cup->log.rules.elsewhere || !board ||
        at >= cup->log.pairs || cup->log.pair[at].done || !k || k > cup->log.rules.games ||
        cup->log.game[at][k - 1].done)
        return ERR(err, RC_CONFLICT,
                   "no result is awaited there; `postern tournament show` has the boards of the "
                   "round in their order");
    rc = find_server(cup, game, &server, err);
    if (rc == RC_OK)
        rc = check_new(cup, game, err);
    if (rc == RC_OK)
        rc = cup_games_fits(&cup->terms, game, cup->round_s, err);
    if (rc == RC_OK)
        rc = check_names(desk, cup, at, k, game, err);
    if (rc == RC_OK)
        rc = cup_games_value(game, text, k, &said, err);
    return rc == RC_OK ? log_away(desk, cup, server, &said, err) : rc;
}
