/* SPDX-License-Identifier: MIT */
/* Sealed blocks: a secret order for a public place, as postern-proof block makes them. */

#include "seal/block.h"
#include "seal/encode.h"
#include "seal/secret.h"
#include "table/table_p.h"

static bool read_key(const char *genesis, const char *box, struct hash *game,
                     unsigned char key[KEY_BYTES])
{
    return base32_read(genesis, strlen(genesis), game->at, HASH_BYTES) &&
           base32_read(box, strlen(box), key, KEY_BYTES);
}

enum rc table_ticket(struct table *table, const char *text, size_t length)
{
    char words[BASE32_HASH_BYTES];
    struct block_ticket ticket;
    struct err err = {0};

    if (block_read_ticket(text, length, &ticket, &err) != RC_OK)
        return table_fail(table, &err);
    buf_clear(&table->answer);
    BUF_PUT(&table->answer, base32_write(ticket.genesis.at, HASH_BYTES, words), " ");
    buf_put(&table->answer, base32_write(ticket.key, KEY_BYTES, words));
    return buf_rc(&table->answer, NULL);
}

enum rc table_print(struct table *table, const char *genesis, const char *box)
{
    unsigned char key[KEY_BYTES];
    char print[BLOCK_PRINT_BYTES];
    struct hash game;

    if (!read_key(genesis, box, &game, key))
        return table_refuse(table, RC_BAD_INPUT, "no key of a game", "");
    buf_clear(&table->answer);
    buf_put(&table->answer, block_print(&game, key, print));
    return buf_rc(&table->answer, NULL);
}

enum rc table_block(struct table *table, const char *genesis, const char *box, unsigned seat,
                    uint32_t decision, uint32_t seen, const char *order, size_t length)
{
    unsigned char key[KEY_BYTES], entropy[BLOCK_ENTROPY_BYTES];
    struct block block = {.decision = decision, .seat = seat, .seen = seen, .length = length};
    struct block_sealed sealed;
    struct err err = {0};
    enum rc rc = RC_OK;

    if (!read_key(genesis, box, &block.genesis, key))
        return table_refuse(table, RC_BAD_INPUT, "no key of a game", "");
    if (length > BLOCK_TEXT_MAX)
        return table_refuse(table, RC_TOO_LONG, "too long for a sealed block", "");
    memcpy(block.text, order, length);
    entropy_system(NULL, entropy, sizeof entropy);
    rc = block_close(key, &block, entropy, &sealed, &err);
    buf_clear(&table->answer);
    THEN(rc, block_write(&sealed, &table->answer, &err));
    secret_wipe(entropy, sizeof entropy);
    secret_wipe(&block, sizeof block);
    return rc == RC_OK ? RC_OK : table_fail(table, &err);
}
