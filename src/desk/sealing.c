#include "desk/sealing.h"

#include <stdio.h>
#include <string.h>

#include "ledger/facts.h"
#include "ledger/work.h"
#include "seal/mac.h"

_Static_assert((int)MAC_BYTES == (int)TOKEN_MAC_BYTES, "a token carries a whole MAC");

const char *sealing_domain(const struct desk *desk)
{
    return desk->config->address + config_local_part(desk->config->address) + 1;
}

/* A head behind its mark: nothing of this game is signed until the administrator decides. */
static enum rc freeze(struct desk *desk, int64_t game, struct err *err)
{
    char number[TEXT_INT_BYTES];
    enum rc rc = ledger_freeze(desk->ledger, game, desk_now(desk), "behind-its-mark", err);

    LOG(&desk->log, LOG_ERROR, "game-frozen", "game", text_of_int(number, game), "reason",
        "another head was signed before; see postern doctor");
    return rc == RC_OK ? ERR(err, RC_FROZEN, "game ", text_of_int(number, game),
                             " is frozen: a later head was signed than the ledger holds; "
                             "see postern doctor")
                       : rc;
}

/* The newest head of a game, and whether the marks that this process has read allow it. */
static enum rc read_head(struct desk *desk, int64_t game, struct ledger_head *head, bool *agrees,
                         struct err *err)
{
    enum rc rc = ledger_head_get(desk->ledger, game, head, err);

    if (rc == RC_OK)
        *agrees = marks_agree(desk->marks, &(struct mark){game, head->n, head->hash});
    return rc;
}

/* Put the mark of the ledger's newest head on disk; it covers all older ones. Another program may
 * have marked a still newer head after ours was read: then the ledger must hold that one. */
static enum rc mark_newest(struct desk *desk, int64_t game, struct err *err)
{
    struct err own = {0};
    struct ledger_head head;
    bool agrees = false;
    enum rc rc = read_head(desk, game, &head, &agrees, err);

    if (rc == RC_OK && agrees) {
        rc = marks_advance(desk->marks, &(struct mark){game, head.n, head.hash}, 1, &own);
        if (rc != RC_FROZEN)
            return rc == RC_OK ? RC_OK : ERR(err, rc, own.text);
        rc = RC_OK;
    }
    if (rc == RC_OK && ledger_is_in_transaction(desk->ledger)) /* it shows an older moment */
        return ERR(err, RC_BUSY, "the game went on meanwhile; try again");
    if (rc == RC_OK)
        rc = read_head(desk, game, &head, &agrees, err);
    return rc == RC_OK && !agrees ? freeze(desk, game, err) : rc;
}

enum rc sealing_head(struct desk *desk, const struct genesis *genesis, const struct chain *chain,
                     struct footer *footer, struct err *err)
{
    uint32_t generation = keys_find_public(desk->keys, genesis->key);
    struct hash digest;
    enum rc rc;

    desk_step(desk, "before mark");
    rc = mark_newest(desk, (int64_t)genesis->number, err);
    desk_step(desk, "after mark");
    if (rc != RC_OK)
        return rc;
    footer->game = genesis->number;
    footer->entry = chain->number;
    footer->head = chain->entry;
    chain_head(chain, &digest);
    if (!generation || !keys_sign(desk->keys, generation, &digest, footer->signature))
        return ERR(err, RC_BAD_KEY,
                   "the key file lacks the key that signs this game; restore it from its backup");
    return RC_OK;
}

struct signer {
    struct desk *desk;
    uint32_t generation;
};

static void sign(void *context, const struct hash *digest, unsigned char signature[SIGNATURE_BYTES])
{
    const struct signer *signer = context;

    if (!keys_sign(signer->desk->keys, signer->generation, digest, signature))
        memset(signature, 0, SIGNATURE_BYTES);
}

enum rc sealing_receipt(struct desk *desk, const struct genesis *genesis,
                        const struct hash *genesis_hash, const struct receipt *receipt,
                        struct buf *out, struct err *err)
{
    struct signer signer = {desk, keys_find_public(desk->keys, genesis->key)};

    if (!signer.generation)
        return ERR(err, RC_BAD_KEY, "the key file lacks the key that signs this game");
    receipt_write(receipt, genesis_hash, sign, &signer, out);
    return buf_rc(out, err);
}

enum rc sealing_address(struct desk *desk, enum token_kind kind, int64_t game, unsigned seat,
                        int64_t decision, int64_t entry, char out[SEALING_ADDRESS_BYTES],
                        struct err *err)
{
    struct token token = {.kind = kind,
                          .seat = (uint8_t)seat,
                          .game = (uint32_t)game,
                          .decision = (uint32_t)decision,
                          .entry = (uint32_t)entry};
    uint8_t head[TOKEN_HEAD_BYTES];
    char prefix[TOKEN_LOCAL_MAX];
    struct text text;
    size_t count = token_head(&token, head);

    mac_make(desk->keys, head, count, token.mac);
    snprintf(prefix, sizeof prefix, "%.*s", (int)config_local_part(desk->config->address),
             desk->config->address);
    text_init(&text, out, SEALING_ADDRESS_BYTES);
    return token_write_address(&token, prefix, sealing_domain(desk), &text, err);
}

bool sealing_token_is_good(struct desk *desk, const struct token *token)
{
    uint8_t head[TOKEN_HEAD_BYTES];
    size_t count = token_head(token, head);

    return mac_is_good(desk->keys, head, count, token->mac);
}
