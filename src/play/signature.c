/* SPDX-License-Identifier: MIT */
/* Reads and checks a player's signature under an order, and writes it into the log. */
#include "play/signature.h"

#include "ledger/facts.h"
#include "people/people.h"
#include "seal/encode.h"

static const char mark[] = "sign=";

/* ---- the line ---- */

static bool take_number(const char **at, const char *end, char after, uint64_t *number)
{
    const char *stop = memchr(*at, after, (size_t)(end - *at));
    int64_t value;

    if (!stop || !text_to_int(*at, (size_t)(stop - *at), &value) || value < 0)
        return false;
    *number = (uint64_t)value;
    *at = stop + 1;
    return true;
}

/* Take the parts of a line apart; false: it is not written so. */
static bool take_apart(const char *line, size_t length, struct signature *signature)
{
    const char *at = line + sizeof mark - 1, *end = line + length;
    const size_t chars = BASE32_CHARS(SIGNATURE_BYTES);

    if (!take_number(&at, end, '/', &signature->decision) ||
        !take_number(&at, end, '/', &signature->seen) || (size_t)(end - at) <= chars ||
        at[chars] != ' ' || !base32_read(at, chars, signature->signature, SIGNATURE_BYTES))
        return false;
    signature->order = at + chars + 1;
    signature->length = (size_t)(end - signature->order);
    return signature->length > 0;
}

/* ---- what was signed ---- */

static bool is_asked(const struct position *position, unsigned seat, uint64_t decision)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == seat && position->decision[i].id == decision)
            return true;
    return false;
}

static enum rc check(struct desk *desk, const struct position *position, unsigned seat,
                     struct signature *signature, struct err *err)
{
    struct chain seen = position->chain;
    struct person person;
    struct ledger_entry entry = {0};
    struct ledger_rows rows;
    struct hash digest;

    if (!position->player[seat] || signature->seen > position->chain.number ||
        !is_asked(position, seat, signature->decision))
        return RC_OK;
    TRY(people_get(desk, position->player[seat], &person, err));
    if (!base32_read(person.key, strlen(person.key), signature->key, KEY_BYTES))
        return RC_OK;
    seen.number = signature->seen;
    rows = ledger_entries(desk->ledger, position->game, (int64_t)signature->seen, err);
    if (ledger_next(&rows, &entry) && entry.n == (int64_t)seen.number)
        memcpy(seen.entry.at, entry.hash, HASH_BYTES);
    else if (rows.rc == RC_OK)
        rows.rc = ERR(err, RC_BUG, "an entry of the chain is missing");
    TRY(ledger_end(&rows));
    chain_order(&seen, signature->decision, signature->order, signature->length, &digest);
    signature->good = signature_is_good(signature->key, &digest, signature->signature);
    return RC_OK;
}

enum rc signature_read(struct desk *desk, const struct position *position, unsigned seat,
                       const char *line, size_t length, struct signature *signature,
                       struct err *err)
{
    *signature = (struct signature){.order = line, .length = length};
    if (length < sizeof mark - 1 || memcmp(line, mark, sizeof mark - 1) != 0)
        return RC_OK;
    signature->present = true;
    return take_apart(line, length, signature) ? check(desk, position, seat, signature, err)
                                               : RC_OK;
}

/* ---- the log ---- */

static enum rc log_pen(struct desk *desk, struct position *position, unsigned seat,
                       const unsigned char key[KEY_BYTES], struct err *err)
{
    struct entry entry;

    if (position->has_pen[seat] && memcmp(position->pen[seat], key, KEY_BYTES) == 0)
        return RC_OK;
    entry_init(&entry, 0, 0, seat, ENTRY_PEN);
    memcpy(entry.key, key, KEY_BYTES);
    return position_append(desk, position, &entry, NULL, 0, NULL, err);
}

/* Is it over what the log will say? */
static bool is_of_words(const struct signature *signature, const char *words,
                        const struct hash *commitment)
{
    for (unsigned form = 0; form < (commitment ? ENTRY_SIGNED_FORMS : 1); form++) {
        char text[ENTRY_SIGNED_BYTES];

        if (entry_signed_text(words, form, commitment, text) &&
            text_is(signature->order, signature->length, text))
            return true;
    }
    return false;
}

enum rc signature_put(struct desk *desk, struct position *position,
                      const struct signature *signature, const struct hash *commitment,
                      struct entry *entry, struct err *err)
{
    enum rc rc;

    if (!signature->good || !is_of_words(signature, entry->words, commitment))
        return RC_OK;
    rc = log_pen(desk, position, entry->who, signature->key, err);
    entry->is_signed = rc == RC_OK;
    entry->decision = signature->decision;
    entry->seen = signature->seen;
    memcpy(entry->signature, signature->signature, SIGNATURE_BYTES);
    return rc;
}
