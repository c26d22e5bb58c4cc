/* SPDX-License-Identifier: MIT */
/* Signs heads and receipts. A head is marked on disk first (ledger/mark.c). */
#include "play/signing.h"

#include "ledger/facts.h"
#include "ledger/work.h"
#include "server/replica.h"
#include "server/keyring.h"

/* A head behind its mark: nothing of this game is signed until the administrator decides. */
static enum rc freeze(struct desk *desk, int64_t game, struct err *err)
{
    enum rc rc = ledger_freeze(desk->ledger, game, desk_now(desk), "behind-its-mark", err);

    LOG(&desk->log, LOG_ERROR, "game-frozen", "game", TEXT_INT(game), "reason",
        "a later head was signed than the ledger holds; " SIGNING_HOW_TO_GO_ON);
    return rc == RC_OK ? ERR(err, RC_FROZEN, "game ", TEXT_INT(game),
                             " is frozen: a later head was signed than the ledger holds; "
                             "see postern doctor")
                       : rc;
}

/* The newest head of a game, and whether the marks that this process has read allow it. */
static enum rc read_head(struct desk *desk, int64_t game, struct ledger_head *head, bool *agrees,
                         struct err *err)
{
    TRY(ledger_head_get(desk->ledger, game, head, err));
    *agrees = marks_agree(desk->marks, &(struct mark){game, head->n, head->hash});
    return RC_OK;
}

enum rc signing_check(struct desk *desk, int64_t game, struct err *err)
{
    struct ledger_head head;
    bool agrees = true, frozen = false;

    TRY(marks_refresh(desk->marks, err));
    TRY(read_head(desk, game, &head, &agrees, err));
    TRY(ledger_is_frozen(desk->ledger, game, &frozen, err));
    if (agrees && !frozen)
        return RC_OK;
    return agrees ? ERR(err, RC_FROZEN, "game ", TEXT_INT(game),
                        " is frozen; see postern doctor, then `postern game thaw`")
                  : freeze(desk, game, err);
}

/* Put the mark of the ledger's newest head on disk; it covers all older ones. Another program may
 * have marked a still newer head after ours was read: then the ledger must hold that one. */
static enum rc mark_newest(struct desk *desk, int64_t game, struct err *err)
{
    struct err own = {0};
    struct ledger_head head;
    bool agrees = false;
    enum rc rc = read_head(desk, game, &head, &agrees, err);

    if (rc == RC_OK && agrees && head.n > marks_newest(desk->marks, game))
        rc = ledger_sync(desk->ledger, err); /* a signed head must outlive a loss of power */
    if (rc == RC_OK && agrees)               /* and of this machine */
        rc = replica_await(desk->replica, err);
    if (rc == RC_OK && agrees) {
        rc = marks_advance(desk->marks, &(struct mark){game, head.n, head.hash}, &own);
        if (rc != RC_FROZEN)
            return rc == RC_OK ? RC_OK : ERR(err, rc, own.text);
        rc = RC_OK;
    }
    if (rc == RC_OK && ledger_is_in_transaction(desk->ledger)) /* it shows an older moment */
        return ERR(err, RC_BUSY, "the game went on meanwhile; try again");
    THEN(rc, read_head(desk, game, &head, &agrees, err));
    return rc == RC_OK && !agrees ? freeze(desk, game, err) : rc;
}

enum rc signing_head(struct desk *desk, const struct position *position, struct footer *footer,
                     struct err *err)
{
    struct hash digest;
    enum rc rc;

    desk_step(desk, "before mark");
    rc = mark_newest(desk, position->game, err);
    desk_step(desk, "after mark");
    TRY(rc);
    footer->game = position->genesis.number;
    footer->entry = position->chain.number;
    footer->head = position->chain.entry;
    chain_head(&position->chain, &digest);
    return keyring_sign(desk, position->key, &digest, footer->signature, err);
}

struct signer {
    struct desk *desk;
    const unsigned char *key;
    enum rc rc;
    struct err *err;
};

static void sign(void *context, const struct hash *digest, unsigned char signature[SIGNATURE_BYTES])
{
    struct signer *signer = context;

    memset(signature, 0, SIGNATURE_BYTES);
    signer->rc = keyring_sign(signer->desk, signer->key, digest, signature, signer->err);
}

enum rc signing_receipt(struct desk *desk, const struct position *position,
                        const struct receipt *receipt, struct buf *out, struct err *err)
{
    struct signer signer = {desk, position->key, RC_OK, err};

    receipt_write(receipt, &position->chain.genesis, sign, &signer, out);
    return signer.rc == RC_OK ? buf_rc(out, err) : signer.rc;
}
