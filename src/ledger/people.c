/* SPDX-License-Identifier: MIT */
/* Players, their addresses, and who a keyed hash leads to. */
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/ledger_p.h"

STATEMENT(PLAYER_PUT, "INSERT INTO player (id, made_s, box) VALUES (?, ?, ?)");

enum rc ledger_player_put(struct ledger *ledger, const struct ledger_player *player,
                          struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);
    struct query query;

    if (rc != RC_OK)
        return rc;
    ledger->people_stamp++;
    query_begin(&query, ledger, &ST_PLAYER_PUT);
    query_int(&query, player->id);
    query_int(&query, player->made_s);
    query_bytes(&query, player->box);
    return query_run(&query, err);
}

struct player_walk {
    ledger_player_fn fn;
    void *user;
};

static enum rc tell_player(struct query *query, void *context, struct err *err)
{
    const struct player_walk *walk = context;
    struct ledger_player player = {.id = query_get_int(query, 0),
                                   .made_s = query_get_int(query, 1),
                                   .box = query_get_bytes(query, 2)};

    return walk->fn(walk->user, &player, err);
}

STATEMENT(PLAYER_GET, "SELECT id, made_s, box FROM player WHERE id = ?");

enum rc ledger_player_get(struct ledger *ledger, int64_t player, ledger_player_fn fn, void *user,
                          struct err *err)
{
    struct player_walk walk = {fn, user};
    struct query query;

    query_begin(&query, ledger, &ST_PLAYER_GET);
    query_int(&query, player);
    return query_walk(&query, tell_player, &walk, "no such player", err);
}

STATEMENT(PLAYERS, "SELECT id, made_s, box FROM player ORDER BY id");

enum rc ledger_players(struct ledger *ledger, ledger_player_fn fn, void *user, struct err *err)
{
    struct player_walk walk = {fn, user};
    struct query query;

    query_begin(&query, ledger, &ST_PLAYERS);
    return query_walk(&query, tell_player, &walk, NULL, err);
}

STATEMENT(PLAYER_CHANGE_PUT,
          "INSERT INTO player_change (id, player, at_s, kind, box) VALUES (?, ?, ?, ?, ?)");

enum rc ledger_player_change_put(struct ledger *ledger, const struct ledger_player_change *change,
                                 struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);
    struct query query;

    if (rc != RC_OK)
        return rc;
    ledger->people_stamp++;
    query_begin(&query, ledger, &ST_PLAYER_CHANGE_PUT);
    query_int(&query, change->id);
    query_int(&query, change->player);
    query_int(&query, change->at_s);
    query_text(&query, change->kind);
    query_bytes(&query, change->box);
    return query_run(&query, err);
}

struct change_walk {
    ledger_player_change_fn fn;
    void *user;
};

static enum rc tell_change(struct query *query, void *context, struct err *err)
{
    const struct change_walk *walk = context;
    struct ledger_player_change change = {.id = query_get_int(query, 0),
                                          .player = query_get_int(query, 1),
                                          .at_s = query_get_int(query, 2),
                                          .kind = query_get_text(query, 3),
                                          .box = query_get_bytes(query, 4)};

    return walk->fn(walk->user, &change, err);
}

STATEMENT(PLAYER_CHANGES,
          "SELECT id, player, at_s, kind, box FROM player_change WHERE player = ? ORDER BY id");

enum rc ledger_player_changes(struct ledger *ledger, int64_t player, ledger_player_change_fn fn,
                              void *user, struct err *err)
{
    struct change_walk walk = {fn, user};
    struct query query;

    query_begin(&query, ledger, &ST_PLAYER_CHANGES);
    query_int(&query, player);
    return query_walk(&query, tell_change, &walk, NULL, err);
}

/* --- addresses ---------------------------------------------------------------------------- */

static const char *const address_states[LEDGER_ADDRESS_STATE_COUNT] = {
    [LEDGER_ADDRESS_NEW] = "", /* no row says so */
    [LEDGER_ADDRESS_CONFIRMED] = "confirmed",
    [LEDGER_ADDRESS_DROPPED] = "dropped",
};

STATEMENT(ADDRESS_PUT, "INSERT INTO address (id, player, at_s, box) VALUES (?, ?, ?, ?)");

static enum rc put_address_row(struct ledger *ledger, const struct ledger_address *address,
                               struct err *err)
{
    struct query query;

    ledger->people_stamp++;
    query_begin(&query, ledger, &ST_ADDRESS_PUT);
    query_int(&query, address->id);
    query_int(&query, address->player);
    query_int(&query, address->at_s);
    query_bytes(&query, address->box);
    return query_run(&query, err);
}

enum rc ledger_address_put(struct ledger *ledger, const struct ledger_address *address,
                           struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    if (rc == RC_OK)
        rc = ledger_inner_begin(ledger, err);
    if (rc != RC_OK)
        return rc;
    rc = put_address_row(ledger, address, err);
    if (rc == RC_OK && address->state != LEDGER_ADDRESS_NEW)
        rc = ledger_address_change(ledger, address->id, address->state, address->at_s, err);
    return ledger_inner_end(ledger, rc, err);
}

STATEMENT(ADDRESS_CHANGE, "INSERT INTO address_change (address, at_s, state) VALUES (?, ?, ?)");

enum rc ledger_address_change(struct ledger *ledger, int64_t address,
                              enum ledger_address_state state, int64_t at_s, struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);
    struct query query;

    if (rc != RC_OK)
        return rc;
    ledger->people_stamp++;
    query_begin(&query, ledger, &ST_ADDRESS_CHANGE);
    query_int(&query, address);
    query_int(&query, at_s);
    query_text(&query, address_states[state]);
    return query_run(&query, err);
}

struct address_walk {
    ledger_address_fn fn;
    void *user;
};

static enum rc tell_address(struct query *query, void *context, struct err *err)
{
    const struct address_walk *walk = context;
    unsigned state =
        ledger_index_of(address_states, LEDGER_ADDRESS_STATE_COUNT, query_get_text(query, 4));
    struct ledger_address address = {.id = query_get_int(query, 0),
                                     .player = query_get_int(query, 1),
                                     .at_s = query_get_int(query, 2),
                                     .state = (enum ledger_address_state)state,
                                     .box = query_get_bytes(query, 3)};

    return walk->fn(walk->user, &address, err);
}

#define ADDRESS_ROW                                                                                \
    "SELECT a.id, a.player, a.at_s, a.box, (SELECT state FROM address_change"                      \
    " WHERE address = a.id ORDER BY id DESC LIMIT 1) FROM address a"
STATEMENT(ADDRESS_GET, ADDRESS_ROW " WHERE a.id = ?");

enum rc ledger_address_get(struct ledger *ledger, int64_t address, ledger_address_fn fn, void *user,
                           struct err *err)
{
    struct address_walk walk = {fn, user};
    struct query query;

    query_begin(&query, ledger, &ST_ADDRESS_GET);
    query_int(&query, address);
    return query_walk(&query, tell_address, &walk, "no such address", err);
}

STATEMENT(ADDRESSES, ADDRESS_ROW " WHERE a.player = ? ORDER BY a.id");

enum rc ledger_addresses(struct ledger *ledger, int64_t player, ledger_address_fn fn, void *user,
                         struct err *err)
{
    struct address_walk walk = {fn, user};
    struct query query;

    query_begin(&query, ledger, &ST_ADDRESSES);
    query_int(&query, player);
    return query_walk(&query, tell_address, &walk, NULL, err);
}

/* --- look-ups ----------------------------------------------------------------------------- */

static const char *const lookup_kinds[LEDGER_LOOKUP_COUNT] = {
    [LEDGER_BY_ADDRESS] = "address",
    [LEDGER_BY_NAME] = "name",
};

STATEMENT(LOOKUP_PUT, "INSERT INTO lookup (kind, hash, player, address) VALUES (?, ?, ?, ?)");

enum rc ledger_lookup_put(struct ledger *ledger, enum ledger_lookup_kind kind,
                          const unsigned char *hash, int64_t player, int64_t address,
                          struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_LOOKUP_PUT);
    query_text(&query, lookup_kinds[kind]);
    query_hash(&query, hash);
    query_int(&query, player);
    query_int_or_null(&query, address, 0);
    return query_run(&query, err);
}

STATEMENT(LOOKUP_DROP, "DELETE FROM lookup WHERE kind = ? AND hash = ?");

enum rc ledger_lookup_drop(struct ledger *ledger, enum ledger_lookup_kind kind,
                           const unsigned char *hash, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_LOOKUP_DROP);
    query_text(&query, lookup_kinds[kind]);
    query_hash(&query, hash);
    return query_run(&query, err);
}

STATEMENT(LOOKUP_GET, "SELECT player, address FROM lookup WHERE kind = ? AND hash = ?");

enum rc ledger_lookup_get(struct ledger *ledger, enum ledger_lookup_kind kind,
                          const unsigned char *hash, int64_t *player, int64_t *address,
                          struct err *err)
{
    int64_t found_player = 0, found_address = 0;
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_LOOKUP_GET);
    query_text(&query, lookup_kinds[kind]);
    query_hash(&query, hash);
    if (query_next(&query)) {
        found_player = query_get_int(&query, 0);
        found_address = query_get_int_or(&query, 1, 0);
    }
    rc = query_end(&query, err);
    if (rc == RC_OK) {
        *player = found_player;
        *address = found_address;
    }
    return rc;
}
