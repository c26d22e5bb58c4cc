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

/* Does the ledger hold all that was ever signed of this game? */
static enum rc check_newest(struct desk *desk, int64_t game, struct err *err)
{
    struct ledger_head head;
    enum rc rc = ledger_head_get(desk->ledger, game, &head, err);

    if (rc == RC_OK && !marks_agree(desk->marks, &(struct mark){game, head.n, head.hash}))
        rc = RC_FROZEN;
    return rc;
}

enum rc sealing_head(struct desk *desk, const struct genesis *genesis, const struct chain *chain,
                     struct footer *footer, struct err *err)
{
    struct mark mark = {(int64_t)genesis->number, (int64_t)chain->number, chain->entry.at};
    uint32_t generation = keys_find_public(desk->keys, genesis->key);
    struct hash digest;
    struct err own = {0};
    enum rc rc = RC_OK;

    rc = check_newest(desk, mark.game, &own);
    desk_step(desk, "before mark");
    if (rc == RC_OK && marks_newest(desk->marks, mark.game) < mark.n) /* others are marked */
        rc = marks_advance(desk->marks, &mark, 1, &own);
    desk_step(desk, "after mark");
    if (rc == RC_FROZEN)
        return freeze(desk, mark.game, err);
    if (rc != RC_OK)
        return ERR(err, rc, own.text);
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
