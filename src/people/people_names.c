/* SPDX-License-Identifier: MIT */
/* What leads from a name to its player: the name itself, and what it looks like. */

#include "people/naming.h"
#include "people/people_p.h"
#include "server/vault.h"
#include "ledger/derived.h"

static const char *const look_tags[NAMING_WAYS] = {"name as it looks", "name as it looks folded"};

static enum rc look_hash(struct desk *desk, const char *name, enum naming_way way,
                         struct hash *hash, struct err *err)
{
    char look[NAMING_LOOK_BYTES];

    TRY(naming_look(name, way, look, err));
    return vault_lookup(desk, look_tags[way], look, strlen(look), hash, err);
}

/* *player = 0: nobody's name looks like this one. */
static enum rc find_look(struct desk *desk, const char *name, enum naming_way way, int64_t *player,
                         struct hash *hash, struct err *err)
{
    int64_t address;
    enum rc rc = look_hash(desk, name, way, hash, err);

    *player = 0;
    return rc == RC_OK
               ? ledger_lookup_get(desk->ledger, LEDGER_BY_NAME, hash->at, player, &address, err)
               : rc;
}

/* Of several that look alike, from before looks were compared, the first keeps it. */
static enum rc put_look(struct desk *desk, const char *name, enum naming_way way, int64_t player,
                        struct err *err)
{
    struct hash hash;
    int64_t other;

    TRY(find_look(desk, name, way, &other, &hash, err));
    return !other ? ledger_lookup_put(desk->ledger, LEDGER_BY_NAME, hash.at, player, 0, err)
                  : RC_OK;
}

enum rc people_name_put(struct desk *desk, const char *name, int64_t player, struct err *err)
{
    TRY(people_lookup_put(desk, LEDGER_BY_NAME, name, player, 0, err));
    for (enum naming_way way = 0; way < NAMING_WAYS; way++)
        TRY(put_look(desk, name, way, player, err));
    return RC_OK;
}

enum rc people_name_drop(struct desk *desk, const char *name, int64_t player, struct err *err)
{
    TRY(people_lookup_drop(desk, LEDGER_BY_NAME, name, err));
    for (enum naming_way way = 0; way < NAMING_WAYS; way++) {
        struct hash hash;
        int64_t owner;

        TRY(find_look(desk, name, way, &owner, &hash, err));
        if (owner == player)
            TRY(ledger_lookup_drop(desk->ledger, LEDGER_BY_NAME, hash.at, err));
    }
    return RC_OK;
}

/* ---- a ledger from before looks were compared ---- */

static enum rc put_looks(struct desk *desk, const struct person *person, struct err *err)
{
    if (person->merged || !person->language[0]) /* forgotten */
        return RC_OK;
    for (enum naming_way way = 0; way < NAMING_WAYS; way++)
        TRY(put_look(desk, person->name, way, person->id, err));
    return RC_OK;
}

static enum rc put_all_looks(struct desk *desk, struct err *err)
{
    struct ledger_rows rows = people_walk(desk, err);
    struct person person;

    while (people_next(desk, &rows, &person))
        rows.rc = put_looks(desk, &person, err);
    return ledger_end(&rows);
}

/* Has the first player who is there a look? Then all have. */
static enum rc find_first(struct desk *desk, bool *there, struct err *err)
{
    struct person person;
    struct hash hash;
    int64_t owner = 0, next;
    enum rc rc = ledger_next_id(desk->ledger, LEDGER_PLAYERS, &next, err);

    *there = true;
    for (int64_t id = 1; rc == RC_OK && id < next; id++) {
        if (people_get(desk, id, &person, NULL) != RC_OK || person.merged)
            continue;
        rc = find_look(desk, person.name, NAMING_AS_IS, &owner, &hash, err);
        *there = owner != 0;
        break;
    }
    return rc;
}

enum rc people_name_taken(struct desk *desk, const char *name, int64_t *player, struct err *err)
{
    struct hash hash;
    bool there;

    TRY(find_first(desk, &there, err));
    if (!there)
        TRY(put_all_looks(desk, err));
    *player = 0;
    for (enum naming_way way = 0; way < NAMING_WAYS && !*player; way++)
        TRY(find_look(desk, name, way, player, &hash, err));
    return RC_OK;
}
