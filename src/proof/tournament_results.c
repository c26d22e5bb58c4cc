/* SPDX-License-Identifier: MIT */
/* verify: are a tournament's results those of its games? */
#include <stdio.h>

#include "proof/proof_p.h"
#include "tournament/record/tournament_games.h"

struct holding {
    struct proof *proof;
    const struct tournament_verified *tournament;
    struct tournament_game_said *said; /* owned */
    size_t count;
    bool *seen; /* [game]; owned */
    struct tournament_results *results;
};

static void note(struct holding *holding, size_t at)
{
    if (holding->seen[at] || !holding->said[at].has_result)
        return;
    holding->seen[at] = true;
    holding->results->proved++;
}

static enum rc hold_bytes(struct holding *holding, const struct buf *text, struct err *err)
{
    OWN(verify) verify = {0};
    size_t at = 0;
    enum rc rc = verify_bytes(buf_text(text), text->length, holding->proof->find, &verify, err);

    TRY(rc);
    if (!verify.is_good)
        rc = ERR(err, RC_BAD_SEAL, verify.err.text);
    else if (verify.count[VERIFY_HEAD][VERIFY_UNPROVED])
        rc = ERR(err, RC_BAD_SEAL, "nobody signed this record");
    else
        rc = tournament_games_check(holding->tournament, holding->said, holding->count, &verify,
                                    text, &at, err);
    if (rc == RC_NOT_FOUND) /* else as if there were no file */
        return ERR(err, RC_BAD_SEAL, "the tournament names no such game");
    if (rc == RC_OK)
        note(holding, at);
    return rc;
}

static enum rc hold_file(struct holding *holding, const char *path)
{
    struct err own = {0}, *err = &holding->proof->err;
    OWN_WIPED(buf) text = {0};
    enum rc rc = proof_read_file(path, &text, err);

    if (rc == RC_OK) {
        rc = hold_bytes(holding, &text, &own);
        if (rc != RC_OK)
            ERR(err, rc, path, ": ", own.text);
    }
    return rc;
}

/* A game that was called off behind the first luck, and each further one of the same two. */
static void tell_called_off(const struct holding *holding, size_t at)
{
    const struct tournament_game_said *off = &holding->said[at];
    struct tournament_results *results = holding->results;
    const char *between = "; these two met again in ";

    results->called_off++;
    buf_printf(&results->called,
               "game %u/%u/%u was called off by the administrator behind its first luck",
               off->round, off->board, off->k);
    for (size_t i = at + 1; i < holding->count; i++) {
        const struct tournament_game_said *said = &holding->said[i];

        if (!tournament_games_meet(holding->tournament, off, said))
            continue;
        results->met_again++;
        buf_printf(&results->called, "%s%u/%u/%u", between, said->round, said->board, said->k);
        between = ", ";
    }
    buf_put_char(&results->called, '\n');
}

static void count_results(const struct holding *holding)
{
    for (size_t i = 0; i < holding->count; i++) {
        holding->results->results += holding->said[i].has_result;
        holding->results->adjudicated += text_equal(holding->said[i].how, "adjudicated");
        if (holding->said[i].is_called_off)
            tell_called_off(holding, i);
    }
}

enum rc proof_hold_results(struct proof *proof, const struct tournament_verified *tournament,
                           const char *text, struct tournament_results *results)
{
    struct holding holding = {.proof = proof, .tournament = tournament, .results = results};
    FREED_AT_END(holding.said);
    FREED_AT_END(holding.seen);

    TRY(tournament_games_read(text, &holding.said, &holding.count, &proof->err));
    if (!(holding.seen = calloc(holding.count + 1, sizeof *holding.seen)))
        return ERR(&proof->err, RC_NO_MEMORY, "no memory for a tournament's games");
    for (int i = 1; i < proof->operands; i++)
        TRY(hold_file(&holding, proof->operand[i]));
    count_results(&holding);
    return RC_OK;
}

void proof_print_results(const struct tournament_results *results)
{
    unsigned left = results->results - results->proved;

    if (results->proved)
        shown_printf("%u of %u results are proved by the records of their games\n", results->proved,
                     results->results);
    if (left)
        shown_printf("%s results are as true as the records of the games that they name\n",
                     left == results->results ? "the" : "the other");
    if (results->adjudicated)
        shown_printf("not proved: %u results by the administrator's word\n", results->adjudicated);
    shown_printf("%s", buf_text(&results->called));
}
