/* SPDX-License-Identifier: MIT */
/* Erases a player, or makes two records of one person into one. */
#include "ledger/letters.h"
#include "people/people_p.h"

#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/knocks.h"
#include "ledger/work.h"

enum { OWN_ADDRESSES_MAX = 32, WAITING_MOST = 1000 };

struct leaving {
    struct desk *desk;
    unsigned count;
    int64_t id[OWN_ADDRESSES_MAX];
    char address[OWN_ADDRESSES_MAX][PERSON_ADDRESS_BYTES];
    unsigned waiting;
    struct {
        int64_t out;
        int place;
    } letter[WAITING_MOST];
};

static enum rc check_leaves(struct leaving *leaving, int64_t player, struct err *err)
{
    struct ledger_rows rows = ledger_games_of_player(leaving->desk->ledger, player, err);

    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        if (row.status != LEDGER_OVER)
            rows.rc = ERR(err, RC_CONFLICT, "he has a seat in game ", TEXT_INT(row.game),
                          ", which goes on: postern seat replace, or end it, first");
    return ledger_end(&rows);
}

static enum rc note_addresses(struct leaving *leaving, int64_t player, struct err *err)
{
    struct ledger_rows rows = ledger_addresses(leaving->desk->ledger, player, err);
    struct ledger_address row;

    while (leaving->count < OWN_ADDRESSES_MAX && ledger_next(&rows, &row)) {
        if (row.state != LEDGER_ADDRESS_CONFIRMED)
            continue;
        leaving->id[leaving->count] = row.id;
        rows.rc = people_address_open(leaving->desk, &row, leaving->address[leaving->count++], err);
    }
    return ledger_end(&rows);
}

static enum rc note_letters(struct leaving *leaving, struct err *err)
{
    struct ledger_rows rows =
        ledger_deliveries_due(leaving->desk->ledger, LEDGER_BY_MAIL, INT64_MAX, INT32_MAX, err);

    for (struct ledger_delivery row; ledger_next(&rows, &row);)
        for (unsigned i = 0; i < leaving->count; i++)
            if (leaving->id[i] == row.address && leaving->waiting < WAITING_MOST) {
                leaving->letter[leaving->waiting].out = row.out;
                leaving->letter[leaving->waiting++].place = row.place;
            }
    return ledger_end(&rows);
}

static enum rc cancel_letters(struct leaving *leaving, struct err *err)
{
    struct ledger *ledger = leaving->desk->ledger;

    TRY(note_letters(leaving, err));
    for (unsigned i = 0; i < leaving->waiting; i++)
        TRY(ledger_delivery_end(ledger, leaving->letter[i].out, leaving->letter[i].place,
                                LEDGER_DELIVERY_CANCELLED, desk_now(leaving->desk), "", err));
    return RC_OK;
}

/* Nothing leads to him any more. */
static enum rc leave(struct leaving *leaving, int64_t player, struct err *err)
{
    struct desk *desk = leaving->desk;
    struct person person;
    enum rc rc = people_get(desk, player, &person, err);

    THEN(rc, check_leaves(leaving, player, err));
    THEN(rc, note_addresses(leaving, player, err));
    THEN(rc, cancel_letters(leaving, err));
    THEN(rc, ledger_knocks_forget(desk->ledger, player, err));
    for (unsigned i = 0; i < leaving->count && rc == RC_OK; i++)
        rc = people_address_end(desk, leaving->id[i], leaving->address[i], err);
    THEN(rc, people_name_drop(desk, person.name, player, err));
    secret_wipe(&person, sizeof person);
    people_forget(desk->people);
    return rc;
}

static enum rc new_leaving(struct desk *desk, struct leaving **leaving, struct err *err)
{
    *leaving = calloc(1, sizeof **leaving);
    FAIL_IF(!*leaving, err, RC_NO_MEMORY, "no memory for a player's addresses");
    (*leaving)->desk = desk;
    return RC_OK;
}

enum rc people_erase(struct desk *desk, int64_t player, struct err *err)
{
    OWN_MEMORY struct leaving *leaving = NULL;
    enum rc rc;

    TRY(new_leaving(desk, &leaving, err));
    rc = leave(leaving, player, err);
    THEN(rc, ledger_key_forget(desk->ledger, LEDGER_KEY_PLAYER, player, err));
    secret_wipe(leaving, sizeof *leaving);
    return rc;
}

enum rc people_merge(struct desk *desk, int64_t player, int64_t into, struct err *err)
{
    OWN_MEMORY struct leaving *leaving = NULL;
    struct person person;
    enum rc rc;

    FAIL_IF(player == into, err, RC_USAGE, "this is one player already");
    TRY(new_leaving(desk, &leaving, err));
    rc = people_get(desk, into, &person, err);
    THEN(rc, leave(leaving, player, err));
    for (unsigned i = 0; i < leaving->count && rc == RC_OK; i++)
        rc = people_address_add(desk, into, leaving->address[i], err);
    if (rc == RC_OK && leaving->count && person.address[0]) /* letters go where they went */
        rc = people_address_add(desk, into, person.address, err);
    THEN(rc, people_change(desk, player, "merged", TEXT_INT(into), err));
    secret_wipe(leaving, sizeof *leaving);
    return rc;
}
