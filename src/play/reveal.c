/* SPDX-License-Identifier: MIT */
/* Opens, by entries of the log, what the table holds sealed. */
#include "play/reveal.h"

#include "base/grow.h"
#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "seal/seal.h"
#include "seal/secret.h"

enum rc reveal_seal(struct desk *desk, struct position *position, const char *name, bool *held,
                    struct err *err)
{
    OWN_WIPED(buf) payload = {0};
    struct entry entry;
    enum rc rc;

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_OPEN);
    rc = position_opening(desk, position, name, entry.nonce, &payload, NULL);
    *held = rc == RC_OK;
    if (rc == RC_NOT_FOUND)
        return RC_OK;
    if (rc != RC_OK)
        return position_opening(desk, position, name, entry.nonce, &payload, err);
    text_copy(entry.name, sizeof entry.name, name);
    text_copy(entry.words, sizeof entry.words, buf_text(&payload));
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

/* The secret of this name in the order that the entry's draw gives. */
static bool draw_again(const struct position *before, const struct entry *entry, const char *name,
                       struct secret *drawn)
{
    struct secret secret[SECRETS_MAX];
    struct order order;
    unsigned count = 0, i = 0;

    if (before->has_seed &&
        replay_drawn_order(before->replay, entry, &before->seed, &order, NULL) == RC_OK)
        count = game_secrets_of(before->played, position_rulebook(before), position_state(before),
                                &order, secret);
    while (i < count && !text_equal(secret[i].name, name))
        i++;
    if (i < count)
        *drawn = secret[i];
    secret_wipe(secret, sizeof secret);
    secret_wipe(&order, sizeof order);
    return i < count;
}

bool reveal_drawn(struct desk *desk, int64_t game, const struct entry *entry, const char *name,
                  unsigned seat, const struct hash *commitment, struct secret *secret,
                  struct opening *opening)
{
    OWN_AT(position) before = NULL;
    bool found = false;

    if (entry_is_drawn(entry) &&
        position_walk(desk, game, (int64_t)entry->number - 1, NULL, NULL, &before, NULL) == RC_OK &&
        draw_again(before, entry, name, secret)) {
        *opening = (struct opening){.payload = secret->payload, .length = strlen(secret->payload)};
        seal_drawn_nonce(before->secret, &before->chain.genesis, entry->number, name,
                         opening->nonce);
        found = seal_is_opened_by(commitment, &before->chain.genesis, name, seat, opening);
    }
    return found;
}

struct unopened {
    const struct position *position;
    unsigned count;
    size_t room;
    char (*name)[SEAL_NAME_MAX + 1];
};

static enum rc gather_unopened(struct unopened *unopened, const struct ledger_seal_row *row,
                               struct err *err)
{
    uint64_t first, second;
    void *grown;

    if (row->opened_n >= 0 || !row->seal.box.at ||
        replay_seal_entry(unopened->position->replay, row->seal.name) != (uint64_t)row->n ||
        seal_name_family(row->seal.name, &first, &second) != SEAL_GAME)
        return RC_OK;
    grown = grow_array(unopened->name, unopened->count, &unopened->room, sizeof *unopened->name);
    FAIL_IF(!grown, err, RC_NO_MEMORY, "no memory for the seals of a game");
    unopened->name = grown;
    text_copy(unopened->name[unopened->count++], SEAL_NAME_MAX + 1, row->seal.name);
    return RC_OK;
}

/* ---- which standing answers were used ---- */

static enum rc reveal_once(struct desk *desk, struct position *position, const char *name,
                           struct err *err)
{
    bool held;

    return replay_seal_entry(position->replay, name) &&
                   !replay_seal_is_opened(position->replay, name)
               ? reveal_seal(desk, position, name, &held, err)
               : RC_OK;
}

/* What by/<n> says, and the line that it names. */
static enum rc reveal_by(struct desk *desk, struct position *position, uint64_t n, struct err *err)
{
    char name[SEAL_NAME_MAX + 1], line[SEAL_NAME_MAX + 1];
    const char *said;
    size_t length;

    seal_name_write(SEAL_BY, n, 0, name);
    said = position_payload(position, name, &length);
    if (!said || !replay_seal_entry(position->replay, name))
        return RC_OK;
    text_copy(line, sizeof line, said);
    line[strcspn(line, " ")] = '\0';
    TRY(reveal_once(desk, position, name, err));
    return reveal_once(desk, position, line, err);
}

/* At the end: every line that gave an order, and every "none". */
static enum rc reveal_lines(struct desk *desk, struct position *position, struct err *err)
{
    const uint64_t last = position->chain.number;
    char name[SEAL_NAME_MAX + 1];
    size_t length;

    for (uint64_t n = 1; n <= last; n++)
        TRY(reveal_by(desk, position, n, err));
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        for (int64_t k = 1; k <= position->own_count[seat]; k++) {
            const char *line;

            seal_name_write(SEAL_OWN, seat, (uint64_t)k, name);
            line = position_payload(position, name, &length);
            if (line && text_equal(line, STANDING_ORDER_NONE))
                TRY(reveal_once(desk, position, name, err));
        }
    return RC_OK;
}

enum rc reveal_all(struct desk *desk, struct position *position, struct err *err)
{
    struct unopened unopened = {.position = position};
    struct ledger_rows rows;
    struct entry entry;
    bool held;
    FREED_AT_END(unopened.name);

    entry_init(&entry, 0, 0, ENTRY_TABLE, ENTRY_SECRET);
    memcpy(entry.key, position->secret, sizeof entry.key);
    if (!replay_secret_is_open(position->replay))
        TRY(position_append(desk, position, &entry, NULL, 0, NULL, err));
    rows = ledger_seals(desk->ledger, position->game, 0, INT64_MAX, err);
    for (struct ledger_seal_row row; ledger_next(&rows, &row);)
        rows.rc = gather_unopened(&unopened, &row, err);
    TRY(ledger_end(&rows));
    for (unsigned i = 0; i < unopened.count; i++)
        TRY(reveal_seal(desk, position, unopened.name[i], &held, err));
    return reveal_lines(desk, position, err);
}
