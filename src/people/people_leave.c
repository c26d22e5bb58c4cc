/* SPDX-License-Identifier: MIT */
#include "ledger/letters.h"
#include "people/people_p.h"

#include <stdlib.h>

#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/work.h"

enum { OWN_ADDRESSES_MAX = 32, WAITING_MOST = 1000 };

struct leaving {
    struct desk *desk;
    unsigned count;
    int64_t id[OWN_ADDRESSES_MAX];
    char address[OWN_ADDRESSES_MAX][PERSON_ADDRESS_BYTES];
    int64_t game; /* that goes on */
    unsigned waiting;
    struct {
        int64_t out;
        int place;
    } letter[WAITING_MOST];
};

static enum rc on_running(void *user, const struct ledger_game_row *row, struct err *err)
{
    struct leaving *leaving = user;

    (void)err;
    if (row->status != LEDGER_OVER && !leaving->game)
        leaving->game = row->game;
    return RC_OK;
}

static enum rc check_leaves(struct leaving *leaving, int64_t player, struct err *err)
{
    char number[TEXT_INT_BYTES];
    enum rc rc = ledger_games_of_player(leaving->desk->ledger, player, on_running, leaving, err);

    if (rc == RC_OK && leaving->game)
        rc = ERR(err, RC_CONFLICT, "he has a seat in game ", text_of_int(number, leaving->game),
                 ", which goes on: postern seat replace, or end it, first");
    return rc;
}

static enum rc on_address(void *user, const struct ledger_address *row, struct err *err)
{
    struct leaving *leaving = user;

    if (row->state != LEDGER_ADDRESS_CONFIRMED || leaving->count == OWN_ADDRESSES_MAX)
        return RC_OK;
    leaving->id[leaving->count] = row->id;
    return people_address_open(leaving->desk, row, leaving->address[leaving->count++], err);
}

static enum rc on_letter(void *user, const struct ledger_delivery *delivery, struct err *err)
{
    struct leaving *leaving = user;

    (void)err;
    for (unsigned i = 0; i < leaving->count; i++)
        if (leaving->id[i] == delivery->address && leaving->waiting < WAITING_MOST) {
            leaving->letter[leaving->waiting].out = delivery->out;
            leaving->letter[leaving->waiting++].place = delivery->place;
        }
    return RC_OK;
}

static enum rc cancel_letters(struct leaving *leaving, struct err *err)
{
    struct ledger *ledger = leaving->desk->ledger;
    enum rc rc = ledger_deliveries_due(ledger, LEDGER_BY_MAIL, INT64_MAX, INT32_MAX, on_letter,
                                       leaving, err);

    for (unsigned i = 0; i < leaving->waiting && rc == RC_OK; i++)
        rc = ledger_delivery_end(ledger, leaving->letter[i].out, leaving->letter[i].place,
                                 LEDGER_DELIVERY_CANCELLED, desk_now(leaving->desk), "", err);
    return rc;
}

/* Nothing leads to him any more. */
static enum rc leave(struct leaving *leaving, int64_t player, struct err *err)
{
    struct desk *desk = leaving->desk;
    struct person person;
    enum rc rc = people_get(desk, player, &person, err);

    if (rc == RC_OK)
        rc = check_leaves(leaving, player, err);
    if (rc == RC_OK)
        rc = ledger_addresses(desk->ledger, player, on_address, leaving, err);
    if (rc == RC_OK)
        rc = cancel_letters(leaving, err);
    for (unsigned i = 0; i < leaving->count && rc == RC_OK; i++)
        rc = people_address_end(desk, leaving->id[i], leaving->address[i], err);
    if (rc == RC_OK)
        rc = people_name_drop(desk, person.name, player, err);
    secret_wipe(&person, sizeof person);
    people_forget(desk->people);
    return rc;
}

static enum rc new_leaving(struct desk *desk, struct leaving **leaving, struct err *err)
{
    *leaving = calloc(1, sizeof **leaving);
    if (!*leaving)
        return ERR(err, RC_NO_MEMORY, "no memory for a player's addresses");
    (*leaving)->desk = desk;
    return RC_OK;
}

enum rc people_erase(struct desk *desk, int64_t player, struct err *err)
{
    struct leaving *leaving;
    enum rc rc = new_leaving(desk, &leaving, err);

    if (rc != RC_OK)
        return rc;
    rc = leave(leaving, player, err);
    if (rc == RC_OK)
        rc = ledger_key_forget(desk->ledger, LEDGER_KEY_PLAYER, player, err);
    secret_wipe(leaving, sizeof *leaving);
    free(leaving);
    return rc;
}

enum rc people_merge(struct desk *desk, int64_t player, int64_t into, struct err *err)
{
    char number[TEXT_INT_BYTES];
    struct leaving *leaving;
    struct person person;
    enum rc rc;

    if (player == into)
        return ERR(err, RC_USAGE, "this is one player already");
    rc = new_leaving(desk, &leaving, err);
    if (rc != RC_OK)
        return rc;
    rc = people_get(desk, into, &person, err);
    if (rc == RC_OK)
        rc = leave(leaving, player, err);
    for (unsigned i = 0; i < leaving->count && rc == RC_OK; i++)
        rc = people_address_add(desk, into, leaving->address[i], err);
    if (rc == RC_OK && leaving->count && person.address[0]) /* letters go where they went */
        rc = people_address_add(desk, into, person.address, err);
    if (rc == RC_OK)
        rc = people_change(desk, player, "merged", text_of_int(number, into), err);
    secret_wipe(leaving, sizeof *leaving);
    free(leaving);
    return rc;
}
