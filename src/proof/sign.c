/* SPDX-License-Identifier: MIT */
/* key, sign, block and read: orders in the player's own hand, and secrets in public places. */
#include <stdio.h>

#include "proof/proof_p.h"
#include "seal/block.h"
#include "seal/encode.h"
#include "seal/private.h"
#include "seal/secret.h"
#include "seal/signed_head.h"

static const char key_start[] = "postern-pen 1 ";
static const char key_name[] = "postern-pen";

enum { PATH_BYTES = 1024 };

static const char *key_path(const struct proof *proof, char path[PATH_BYTES])
{
    return proof->value[OPTION_KEY] ? proof->value[OPTION_KEY]
                                    : proof_home_file(key_name, path, PATH_BYTES);
}

/* The seed in the player's key file. */
static bool read_seed(struct proof *proof, const char *path, unsigned char seed[KEY_BYTES])
{
    OWN_WIPED(buf) file = {0};
    bool good = false;

    if (proof_check_private(path, &proof->err) == RC_OK &&
        proof_read_file(path, &file, &proof->err) == RC_OK) {
        const size_t start = sizeof key_start - 1, length = BASE32_CHARS(KEY_BYTES);

        good = file.length == start + length + 1 && text_starts_with(file.at, key_start) &&
               file.at[file.length - 1] == '\n' &&
               base32_read(file.at + start, length, seed, KEY_BYTES);
        if (!good)
            ERR(&proof->err, RC_BAD_KEY, path, " is not a key file of this program");
    }
    return good;
}

int proof_key(struct proof *proof)
{
    char path_room[PATH_BYTES], text[BASE32_HASH_BYTES];
    const char *path = key_path(proof, path_room);
    unsigned char seed[KEY_BYTES], public_key[KEY_BYTES];
    OWN_WIPED(buf) line = {0};
    bool made;

    entropy_system(NULL, seed, sizeof seed);
    buf_printf(&line, "%s%s\n", key_start, base32_write(seed, KEY_BYTES, text));
    made = buf_rc(&line, &proof->err) == RC_OK &&
           proof_create_file(path, buf_text(&line), &proof->err) == RC_OK;
    pen_public(seed, public_key);
    secret_wipe(seed, sizeof seed);
    secret_wipe(text, sizeof text);
    if (!made)
        return PROOF_FAILED;
    shown_printf("pen %s\n", base32_write(public_key, KEY_BYTES, text));
    return PROOF_GOOD;
}

/* The last one of a letter is its own. */
static enum rc read_last_head(const struct buf *letter, struct chain *seen, struct err *err)
{
    struct signed_head head;
    bool has_any = false;
    size_t from = 0;
    enum rc rc;

    while (!(rc = signed_head_read(buf_text(letter), letter->length, &from, &head, err))) {
        seen->number = head.footer.entry;
        seen->entry = head.footer.head;
        signed_head_fini(&head);
        has_any = true;
    }
    signed_head_fini(&head);
    if (!has_any)
        return rc;
    err_clear(err);
    return RC_OK;
}

/* The head that the player saw: of a saved letter, or by --entry and --head. */
static bool seen_head(struct proof *proof, struct chain *seen)
{
    OWN(buf) letter = {0};
    bool good;

    if (!proof->value[OPTION_LETTER]) {
        const char *head = proof->value[OPTION_HEAD];

        if (!proof_number(proof, OPTION_ENTRY, &seen->number))
            return false;
        good = head && base32_read(head, strlen(head), seen->entry.at, HASH_BYTES);
        if (!good)
            ERR(&proof->err, RC_USAGE, "--head wants the 52 letters of the head you saw");
        return good;
    }
    return proof_read_letter(proof->value[OPTION_LETTER], &letter, &proof->err) == RC_OK &&
           read_last_head(&letter, seen, &proof->err) == RC_OK;
}

int proof_sign(struct proof *proof)
{
    char path_room[PATH_BYTES], text[BASE32_SIGNATURE_BYTES];
    const char *path = key_path(proof, path_room), *order = proof->operand[0];
    unsigned char seed[KEY_BYTES], signature[SIGNATURE_BYTES];
    struct chain seen = {0};
    struct hash digest;
    uint64_t decision;

    if (!proof_genesis(proof, &seen.genesis) || !proof_number(proof, OPTION_DECISION, &decision) ||
        !seen_head(proof, &seen))
        return PROOF_USAGE;
    if (!read_seed(proof, path, seed))
        return PROOF_FAILED;
    chain_order(&seen, decision, order, strlen(order), &digest);
    pen_sign(seed, &digest, signature);
    secret_wipe(seed, sizeof seed);
    shown_printf("sign=%u/%u/%s %s\n", (unsigned)decision, (unsigned)seen.number,
                 base32_write(signature, SIGNATURE_BYTES, text), order);
    return PROOF_GOOD;
}

int proof_recover(struct proof *proof)
{
    char path_room[PATH_BYTES], text[BASE32_SIGNATURE_BYTES];
    const char *path = key_path(proof, path_room);
    unsigned char seed[KEY_BYTES], signature[SIGNATURE_BYTES];
    struct hash digest;
    struct hash_job job;

    if (!read_seed(proof, path, seed))
        return PROOF_FAILED;
    hash_start(&job, "recover", 1);
    hash_add_text(&job, proof->operand[0]);
    hash_end(&job, &digest);
    pen_sign(seed, &digest, signature);
    secret_wipe(seed, sizeof seed);
    shown_printf("confirm %s\n", base32_write(signature, SIGNATURE_BYTES, text));
    return PROOF_GOOD;
}

/* What a ticket says, out of a record, and its newest entry. */
static enum rc ticket_of_record(const struct buf *text, struct block_ticket *ticket, uint64_t *seen,
                                struct err *err)
{
    OWN(record) record = {0};
    struct genesis genesis;
    struct chain chain;

    TRY(record_read(buf_text(text), text->length, &record, err));
    TRY(genesis_read(record.genesis, record.genesis_length, &genesis, err));
    memcpy(ticket->key, genesis.box, KEY_BYTES);
    chain_start(&chain, record.genesis, record.genesis_length);
    ticket->genesis = chain.genesis;
    *seen = record.entry_count;
    return RC_OK;
}

/* What the server said of its key by mail, in either case, must fit. */
static bool fits_print(struct proof *proof, const unsigned char key[KEY_BYTES],
                       const struct hash *game)
{
    char print[BLOCK_PRINT_BYTES];

    if (text_equal_folded(proof->value[OPTION_PRINT], block_print(game, key, print)))
        return true;
    ERR(&proof->err, RC_BAD_SEAL, "this is not the game's key: its fingerprint is ", print,
        "; nothing was sealed. Show your server both");
    return false;
}

/* The game in --game: a record, or a ticket that --print must confirm.
 * out    *seen: the record's newest entry; of a ticket it stays as it is */
static int read_ticket(struct proof *proof, struct block_ticket *ticket, uint64_t *seen)
{
    const char *path = proof->value[OPTION_GAME], *print = proof->value[OPTION_PRINT];
    OWN_WIPED(buf) text = {0};
    bool is_record;
    enum rc rc;

    if (!path) {
        ERR(&proof->err, RC_USAGE, "--game wants a record of the game, or the ticket of its topic");
        return PROOF_USAGE;
    }
    rc = proof_read_file(path, &text, &proof->err);
    is_record = text_starts_with(buf_text(&text), "postern-record ");
    THEN(rc, is_record ? ticket_of_record(&text, ticket, seen, &proof->err)
                       : block_read_ticket(buf_text(&text), text.length, ticket, &proof->err));
    if (rc != RC_OK)
        return PROOF_FAILED;
    if (!is_record && !print) {
        ERR(&proof->err, RC_USAGE, "a ticket proves nothing: give --print, the fingerprint of the ",
            "key in your letters");
        return PROOF_USAGE;
    }
    return !print || fits_print(proof, ticket->key, &ticket->genesis) ? PROOF_GOOD : PROOF_FALSE;
}

enum { NOT_TOLD = 0 };

/* The entry that the player saw last: told, or the record's newest. */
static bool read_seen(struct proof *proof, uint64_t *seen)
{
    if (*seen != NOT_TOLD && !proof->value[OPTION_ENTRY])
        return true;
    return proof_number(proof, OPTION_ENTRY, seen);
}

static int print_block(struct proof *proof, const unsigned char key[KEY_BYTES],
                       const struct block *block)
{
    unsigned char entropy[BLOCK_ENTROPY_BYTES];
    struct block_sealed sealed;
    OWN(buf) out = {0};
    int code = PROOF_FAILED;

    entropy_system(NULL, entropy, sizeof entropy);
    if (block_close(key, block, entropy, &sealed, &proof->err) == RC_OK &&
        block_write(&sealed, &out, &proof->err) == RC_OK) {
        shown_printf("%s", buf_text(&out));
        code = PROOF_GOOD;
    }
    secret_wipe(entropy, sizeof entropy);
    return code;
}

int proof_block(struct proof *proof)
{
    struct block block = {.length = strlen(proof->operand[0]), .seen = NOT_TOLD};
    struct block_ticket ticket;
    int code;

    if (!proof_number(proof, OPTION_SEAT, &block.seat) ||
        !proof_number(proof, OPTION_DECISION, &block.decision))
        return PROOF_USAGE;
    code = read_ticket(proof, &ticket, &block.seen);
    if (code != PROOF_GOOD)
        return code;
    block.genesis = ticket.genesis;
    if (!read_seen(proof, &block.seen))
        return PROOF_USAGE;
    text_copy(block.text, sizeof block.text, proof->operand[0]);
    code = print_block(proof, ticket.key, &block);
    secret_wipe(&block, sizeof block);
    return code;
}

int proof_read(struct proof *proof)
{
    char path_room[PATH_BYTES];
    const char *path = key_path(proof, path_room);
    unsigned char seed[KEY_BYTES];
    OWN_WIPED(buf) told = {0};
    OWN(buf) post = {0};
    struct err own = {0};
    size_t from = 0;
    enum rc rc;

    if (!read_seed(proof, path, seed))
        return PROOF_FAILED;
    rc = proof_read_letter(proof->operand[0], &post, &own);
    while (rc == RC_OK)
        rc = private_open(seed, buf_text(&post), post.length, &from, &told, &own);
    secret_wipe(seed, sizeof seed);
    if (rc == RC_NOT_FOUND && told.length) {
        rc = RC_OK; /* no more of them */
        shown_printf("%s", buf_text(&told));
    } else {
        ERR(&proof->err, rc, own.text);
    }
    return rc == RC_OK ? PROOF_GOOD : PROOF_FAILED;
}
