/* SPDX-License-Identifier: MIT */
/* The tournament as one text:
 *
 *     postern-cup-record 2
 *     genesis                     then its lines, each behind two blanks
 *     entry N TEXT                and behind it, where it seals a name: seal C
 *     know I NONCE NAME           names of those who show themselves (base32, base64)
 *     words I WORDS               luck (base64)
 *     head N EN
 *     sign SIGNATURE
 */
#include "tournament/tournament_p.h"

#include "ledger/tournaments.h"
#include "people/people.h"
#include "seal/encode.h"
#include "seal/luck.h"
#include "seal/seal.h"
#include "server/keyring.h"

static void put_genesis(struct buf *out, const char *text)
{
    buf_put(out, "genesis\n");
    while (*text) {
        size_t length = strcspn(text, "\n");

        buf_printf(out, "  %.*s\n", (int)length, text);
        text += length + 1;
    }
}

static enum rc put_entries(struct desk *desk, int64_t tournament, struct buf *out, struct err *err)
{
    struct ledger_rows rows = ledger_tournament_entries(desk->ledger, tournament, err);
    char seal[BASE32_HASH_BYTES];

    for (struct ledger_tournament_entry row; ledger_next(&rows, &row);) {
        if (row.n == 0)
            put_genesis(out, row.text);
        else
            buf_printf(out, "entry %lld %s\n", (long long)row.n, row.text);
        if (row.n > 0 && row.commitment)
            buf_printf(out, "seal %s\n", base32_write(row.commitment, HASH_BYTES, seal));
    }
    return ledger_end(&rows);
}

static void put_base64(struct buf *out, const char *text, size_t length)
{
    OWN_MEMORY char *coded = malloc(BASE64_CHARS(length) + 1);

    if (coded)
        buf_put(out, base64_write(text, length, coded));
    else
        out->failed = true;
}

static void put_name(struct buf *out, int64_t entrant, const struct buf *content, size_t name)
{
    char nonce[BASE32_CHARS(SEAL_NONCE_BYTES) + 1];

    base32_write(content->at, SEAL_NONCE_BYTES, nonce);
    buf_printf(out, "know %lld %s ", (long long)entrant, nonce);
    put_base64(out, content->at + SEAL_NONCE_BYTES, name);
    buf_put_char(out, '\n');
}

/* Words of a throw that came to nothing prove no luck any more. */
static bool are_the_luck(const struct tournament *tournament, int64_t entrant, const char *words)
{
    char text[BASE32_HASH_BYTES];
    struct hash luck;

    luck_of_seat(&tournament->chain.genesis, (unsigned)entrant, words, strlen(words), &luck);
    return text_equal(base32_write(luck.at, HASH_BYTES, text), tournament->log.luck[entrant - 1]);
}

/* A name is shown by who shows himself to everybody; who was forgotten has neither name nor words.
 */
static void put_entrant(struct desk *desk, const struct tournament *tournament,
                        const struct ledger_tournament_entrant *row, struct buf *out)
{
    struct vault_place place =
        tournament_name_place(tournament, (unsigned)row->entrant, row->player);
    struct person person;
    OWN_WIPED(buf) content = {0};
    const char *words;
    size_t name;

    if (people_get(desk, row->player, &person, NULL) == RC_OK &&
        vault_open(desk, &place, row->box, &content, NULL) == RC_OK &&
        content.length > SEAL_NONCE_BYTES) {
        name = strcspn(content.at + SEAL_NONCE_BYTES, "\n");
        words = content.at + SEAL_NONCE_BYTES + name + 1;
        if (person.profile == PERSON_PROFILE_PUBLIC)
            put_name(out, row->entrant, &content, name);
        if (*words && are_the_luck(tournament, row->entrant, words)) {
            buf_printf(out, "words %lld ", (long long)row->entrant);
            put_base64(out, words, strlen(words));
            buf_put_char(out, '\n');
        }
    }
}

static enum rc put_entrants(struct desk *desk, const struct tournament *tournament, struct buf *out,
                            struct err *err)
{
    struct ledger_rows rows = ledger_tournament_entrants(desk->ledger, tournament->id, err);

    for (struct ledger_tournament_entrant row; ledger_next(&rows, &row);)
        put_entrant(desk, tournament, &row, out);
    return ledger_end(&rows);
}

static enum rc sign(struct desk *desk, const struct tournament *tournament, struct buf *out,
                    struct err *err)
{
    char head[BASE32_HASH_BYTES], text[BASE32_SIGNATURE_BYTES];
    unsigned char key[KEY_BYTES], signature[SIGNATURE_BYTES];
    struct hash digest;

    chain_head(&tournament->chain, &digest);
    tournament_terms_key(&tournament->terms, &tournament->log, key);
    TRY(keyring_sign(desk, key, &digest, signature, err));
    buf_printf(out, "head %llu %s\nsign %s\n", (unsigned long long)tournament->chain.number,
               base32_write(tournament->chain.entry.at, HASH_BYTES, head),
               base32_write(signature, SIGNATURE_BYTES, text));
    return RC_OK;
}

enum rc tournament_export(struct desk *desk, const struct tournament *tournament, struct buf *out,
                          struct err *err)
{
    TRY(tournament_mark(desk, tournament, err));
    buf_put(out, "postern-cup-record 2\n");
    TRY(put_entries(desk, tournament->id, out, err));
    TRY(put_entrants(desk, tournament, out, err));
    TRY(sign(desk, tournament, out, err));
    return buf_rc(out, err);
}
