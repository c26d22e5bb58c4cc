/* SPDX-License-Identifier: MIT */
/* Players, their addresses, and who a keyed hash leads to. */
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "ledger/ledger_p.h"

FORM(player_form, ledger_player, COLUMN(ledger_player, id), COLUMN(ledger_player, made_s),
     COLUMN(ledger_player, box));

STATEMENT_OF(PLAYER_PUT, &player_form, "INSERT INTO player (id, made_s, box) VALUES (?, ?, ?)");

enum rc ledger_player_put(struct ledger *ledger, const struct ledger_player *player,
                          struct err *err)
{
    TRY(ledger_need_write(ledger, err));
    ledger->people_stamp++;
    return query_put(ledger, &ST_PLAYER_PUT, player, err);
}

ASK(get, ledger_player_get, WITH(int64_t player), &player_form,
    "SELECT id, made_s, box FROM player WHERE id = ?", VALUES(INT(player)), "no such player");

ASK(rows, ledger_players, WITH_NOTHING, &player_form,
    "SELECT id, made_s, box FROM player ORDER BY id", NULL);

FORM(change_form, ledger_player_change, COLUMN(ledger_player_change, id),
     COLUMN(ledger_player_change, player), COLUMN(ledger_player_change, at_s),
     COLUMN(ledger_player_change, kind), COLUMN(ledger_player_change, box));

STATEMENT_OF(PLAYER_CHANGE_PUT, &change_form,
             "INSERT INTO player_change (id, player, at_s, kind, box) VALUES (?, ?, ?, ?, ?)");

enum rc ledger_player_change_put(struct ledger *ledger, const struct ledger_player_change *change,
                                 struct err *err)
{
    TRY(ledger_need_write(ledger, err));
    ledger->people_stamp++;
    return query_put(ledger, &ST_PLAYER_CHANGE_PUT, change, err);
}

ASK(rows, ledger_player_changes, WITH(int64_t player), &change_form,
    "SELECT id, player, at_s, kind, box FROM player_change WHERE player = ? ORDER BY id",
    VALUES(INT(player)));

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
    ledger->people_stamp++;
    return query_run(
        ledger, &ST_ADDRESS_PUT,
        VALUES(INT(address->id), INT(address->player), INT(address->at_s), BYTES(address->box)),
        err);
}

enum rc ledger_address_put(struct ledger *ledger, const struct ledger_address *address,
                           struct err *err)
{
    enum rc rc = ledger_need_write(ledger, err);

    THEN(rc, ledger_inner_begin(ledger, err));
    TRY(rc);
    rc = put_address_row(ledger, address, err);
    if (rc == RC_OK && address->state != LEDGER_ADDRESS_NEW)
        rc = ledger_address_change(ledger, address->id, address->state, address->at_s, err);
    return ledger_inner_end(ledger, rc, err);
}

STATEMENT(ADDRESS_CHANGE, "INSERT INTO address_change (address, at_s, state) VALUES (?, ?, ?)");

enum rc ledger_address_change(struct ledger *ledger, int64_t address,
                              enum ledger_address_state state, int64_t at_s, struct err *err)
{
    TRY(ledger_need_write(ledger, err));
    ledger->people_stamp++;
    return query_run(ledger, &ST_ADDRESS_CHANGE,
                     VALUES(INT(address), INT(at_s), TEXT(address_states[state])), err);
}

FORM(address_form, ledger_address, COLUMN(ledger_address, id), COLUMN(ledger_address, player),
     COLUMN(ledger_address, at_s), COLUMN(ledger_address, box),
     COLUMN_OF_NAMES(ledger_address, state, address_states));

#define ADDRESS_ROW                                                                                \
    "SELECT a.id, a.player, a.at_s, a.box, (SELECT state FROM address_change"                      \
    " WHERE address = a.id ORDER BY id DESC LIMIT 1) FROM address a"
ASK(get, ledger_address_get, WITH(int64_t address), &address_form, ADDRESS_ROW " WHERE a.id = ?",
    VALUES(INT(address)), "no such address");

ASK(rows, ledger_addresses, WITH(int64_t player), &address_form,
    ADDRESS_ROW " WHERE a.player = ? ORDER BY a.id", VALUES(INT(player)));

/* By the index that begins with due_s: a day's deliveries, once. */
ASK(rows, ledger_addresses_missed, WITH(int64_t since_s), &address_form,
    ADDRESS_ROW " JOIN (SELECT address, max(CASE WHEN state IN ('refused', 'given up')"
                " THEN id END) lost, max(CASE state WHEN 'sent' THEN id END) sent"
                " FROM delivery WHERE due_s >= ? AND address IS NOT NULL"
                " GROUP BY address) d ON d.address = a.id"
                " WHERE d.lost > coalesce(d.sent, 0) ORDER BY a.id",
    VALUES(INT(since_s)));

/* --- look-ups ----------------------------------------------------------------------------- */

static const char *const lookup_kinds[LEDGER_LOOKUP_COUNT] = {
    [LEDGER_BY_ADDRESS] = "address",
    [LEDGER_BY_NAME] = "name",
};

ASK(run, ledger_lookup_put,
    WITH(enum ledger_lookup_kind kind, const unsigned char *hash, int64_t player, int64_t address),
    NULL, "INSERT INTO lookup (kind, hash, player, address) VALUES (?, ?, ?, ?)",
    VALUES(TEXT(lookup_kinds[kind]), HASH(hash), INT(player), INT_OR_NULL(address, 0)));

ASK(run, ledger_lookup_drop, WITH(enum ledger_lookup_kind kind, const unsigned char *hash), NULL,
    "DELETE FROM lookup WHERE kind = ? AND hash = ?", VALUES(TEXT(lookup_kinds[kind]), HASH(hash)));

STATEMENT(LOOKUP_GET, "SELECT player, address FROM lookup WHERE kind = ? AND hash = ?");

enum rc ledger_lookup_get(struct ledger *ledger, enum ledger_lookup_kind kind,
                          const unsigned char *hash, int64_t *player, int64_t *address,
                          struct err *err)
{
    struct ledger_rows rows =
        query_rows(ledger, &ST_LOOKUP_GET, VALUES(TEXT(lookup_kinds[kind]), HASH(hash)), err);
    int64_t found_player = 0, found_address = 0;

    if (query_next(&rows)) {
        found_player = query_get_int(&rows, 0);
        found_address = query_get_int_or(&rows, 1, 0);
    }
    TRY(ledger_end(&rows));
    *player = found_player;
    *address = found_address;
    return RC_OK;
}
