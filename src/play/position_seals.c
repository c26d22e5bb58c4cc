/* SPDX-License-Identifier: MIT */
/* The boxes in which the ledger keeps what a game sealed. */

#include "ledger/facts.h"
#include "play/position_p.h"
#include "seal/seal.h"

struct vault_place position_place(const struct position *position, const char *column, int64_t row)
{
    return (struct vault_place){
        {LEDGER_KEY_GAME, position->game}, column, row, &position->chain.genesis};
}

enum { COLUMN_BYTES = 64 };

/* What is a person's own stands under his own key, so that forgetting him takes it along: his name,
 * and what he wrote. */
static bool is_personal(enum seal_family family)
{
    return family == SEAL_PERSON || family == SEAL_WORDS || family == SEAL_PRESS ||
           family == SEAL_LETTER;
}

/* Others may sit there now: whose it is stands beside the entry, once that is written. */
static struct vault_place seal_place(struct desk *desk, const struct position *position,
                                     const char *name, unsigned owner, int64_t n,
                                     char column[COLUMN_BYTES])
{
    struct vault_place place;
    uint64_t first, entry;
    const enum seal_family family = seal_name_family(name, &first, &entry);
    const uint64_t seat = family == SEAL_PERSON ? first : owner;
    int64_t player = 0;
    struct text text = text_in(column, COLUMN_BYTES);

    TEXT_PUT(&text, "seals.box:", name);
    place = position_place(position, column, n);
    if (!is_personal(family) || seat < 1 || seat > SEATS_MAX)
        return place;
    if ((family == SEAL_PERSON ? ledger_seat_at : ledger_seat_holder)(
            desk->ledger, position->game, (int)seat, n, &player, NULL) != RC_OK ||
        !player)
        player = position->player[seat];
    if (player)
        place.owner = (struct vault_owner){LEDGER_KEY_PLAYER, player};
    return place;
}

/* A box's content: nonce, then payload. */
enum rc position_open_row(struct desk *desk, const struct position *position,
                          const struct ledger_seal_row *row, unsigned char nonce[SEAL_NONCE_BYTES],
                          struct buf *payload, struct err *err)
{
    char column[COLUMN_BYTES];
    struct vault_place place =
        seal_place(desk, position, row->seal.name, (unsigned)row->seal.seat, row->n, column);
    const size_t start = payload->length;
    size_t length;
    enum rc rc;

    if (!row->seal.box.at)
        return ERR(err, RC_NOT_FOUND, "the seal ", row->seal.name, " is held by its player");
    rc = vault_open(desk, &place, row->seal.box, payload, NULL);
    length = payload->length - start;
    if (rc == RC_OK && length < SEAL_NONCE_BYTES)
        rc = RC_BAD_SEAL;
    if (rc == RC_BAD_SEAL)
        rc = ERR(err, rc, "the box of seal ", row->seal.name, " of game ", TEXT_INT(position->game),
                 " does not open: it was altered or exchanged with another; restore a backup");
    else if (rc != RC_OK)
        rc = ERR(err, rc, "the box of seal ", row->seal.name, " cannot be read");
    if (rc == RC_OK) {
        memcpy(nonce, payload->at + start, SEAL_NONCE_BYTES);
        payload->length -= SEAL_NONCE_BYTES;
        memmove(payload->at + start, payload->at + start + SEAL_NONCE_BYTES,
                length - SEAL_NONCE_BYTES + 1);
    }
    return rc;
}

enum rc position_seal_box(struct desk *desk, const struct position *position, const char *name,
                          unsigned seat, int64_t n, const unsigned char nonce[SEAL_NONCE_BYTES],
                          const char *payload, size_t length, struct buf *out, struct err *err)
{
    char column[COLUMN_BYTES];
    struct vault_place place = seal_place(desk, position, name, seat, n, column);
    OWN_WIPED(buf) content = {0};

    buf_put_bytes(&content, nonce, SEAL_NONCE_BYTES);
    buf_put_bytes(&content, payload, length);
    TRY(buf_rc(&content, err));
    return vault_close(desk, &place, content.at, content.length, out, err);
}

enum rc position_opening(struct desk *desk, const struct position *position, const char *name,
                         unsigned char nonce[SEAL_NONCE_BYTES], struct buf *out, struct err *err)
{
    struct ledger_rows rows = ledger_seal_get(desk->ledger, position->game, name, err);

    for (struct ledger_seal_row row; ledger_next(&rows, &row);)
        rows.rc = position_open_row(desk, position, &row, nonce, out, err);
    return ledger_end(&rows);
}
