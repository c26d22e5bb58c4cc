/* SPDX-License-Identifier: MIT */
/* Finds the seals that an entry names, and the text over which a player signs. */

#include "record/entry.h"
#include "seal/chain.h"

struct names {
    unsigned count;
    char (*name)[SEAL_NAME_MAX + 1];
};

static void add_house(struct names *names, enum seal_family family, uint64_t first, uint64_t second)
{
    if (names->count < CHAIN_SEALS_MAX)
        seal_name_write(family, first, second, names->name[names->count++]);
}

static void add_own(struct names *names, const struct entry *entry)
{
    uint64_t seat, first;

    if (seal_name_family(entry->name, &seat, &first) == SEAL_OWN)
        for (unsigned i = 0; i < entry->count; i++)
            add_house(names, SEAL_OWN, seat, first + i);
}

/* Every bracketed name of an order. */
static void add_brackets(struct names *names, const char *text)
{
    for (const char *open = text; (open = strchr(open, '[')); open++) {
        const char *close = strchr(open, ']');

        if (!close || close - open - 1 > SEAL_NAME_MAX || names->count == CHAIN_SEALS_MAX)
            return;
        memcpy(names->name[names->count], open + 1, (size_t)(close - open - 1));
        names->name[names->count++][close - open - 1] = '\0';
        open = close;
    }
}

unsigned entry_seals(const struct entry *entry, char name[][SEAL_NAME_MAX + 1])
{
    struct names names = {0, name};

    if (entry->letter)
        add_house(&names, SEAL_LETTER, entry->number, 0);
    switch ((enum entry_kind)entry->kind) {
    case ENTRY_ROSTER:
        for (unsigned seat = 1; seat <= entry->count; seat++)
            if (entry->person[seat])
                add_house(&names, SEAL_PERSON, seat, 0);
        break;
    case ENTRY_SEAT:
        if (entry->person[0])
            add_house(&names, SEAL_PERSON, entry->seat, entry->number);
        break;
    case ENTRY_LUCK:
        if (entry->luck[0] == ENTRY_LUCK_SEALED)
            add_house(&names, SEAL_LUCK, entry->who, 0);
        if (entry->hides_words)
            add_house(&names, SEAL_WORDS, entry->number, 0);
        break;
    case ENTRY_AGREE:
    case ENTRY_DECLINE:
    case ENTRY_CLOCK:
    case ENTRY_REMARK:
    case ENTRY_END:
        if (entry->hides_words)
            add_house(&names, SEAL_WORDS, entry->number, 0);
        break;
    case ENTRY_PRESS:
        add_house(&names, SEAL_PRESS, entry->number, 0);
        break;
    case ENTRY_OWN:
        add_own(&names, entry);
        break;
    case ENTRY_ORDER:
    case ENTRY_DRAW:
    case ENTRY_DEFAULT:
        if (entry->by)
            add_house(&names, SEAL_BY, entry->number, 0);
        add_brackets(&names, entry->words);
        break;
    default:
        break;
    }
    return names.count;
}

enum rc entry_substitute(const char *text, entry_lookup_fn *lookup, void *context, char *out,
                         size_t capacity, struct err *err)
{
    const char *at = text;
    struct text made = text_in(out, capacity);

    while (*at) {
        const char *open = strchr(at, '['), *close, *payload;
        char name[SEAL_NAME_MAX + 1];
        size_t length = 0;

        if (!open)
            break;
        close = strchr(open, ']');
        if (!close || close - open - 1 > SEAL_NAME_MAX)
            return ERR(err, RC_BAD_INPUT, "a bracket of an order is not closed");
        text_put_bytes(&made, at, (size_t)(open - at));
        memcpy(name, open + 1, (size_t)(close - open - 1));
        name[close - open - 1] = '\0';
        payload = lookup(context, name, &length);
        if (payload)
            text_put_bytes(&made, payload, length);
        else
            text_put_bytes(&made, open, (size_t)(close - open + 1));
        at = close + 1;
    }
    text_put(&made, at);
    FAIL_IF(made.cut, err, RC_TOO_LONG, "an order with its secrets is too long");
    return RC_OK;
}

bool entry_one_seal(const char *words, char name[SEAL_NAME_MAX + 1])
{
    const char *open = strchr(words, '['), *close = open ? strchr(open, ']') : NULL;

    if (!close || strchr(close, '[') || close - open - 1 > SEAL_NAME_MAX)
        return false;
    text_copy(name, (size_t)(close - open), open + 1);
    return true;
}

bool entry_signed_text(const char *words, unsigned form, const struct hash *commitment,
                       char out[ENTRY_SIGNED_BYTES])
{
    char name[SEAL_NAME_MAX + 1], hash[BASE32_HASH_BYTES];
    struct text text = text_in(out, ENTRY_SIGNED_BYTES);

    if (form == 0) {
        text_put(&text, words);
        return !text.cut;
    }
    if (!entry_one_seal(words, name))
        return false;
    if (form == 1)
        text_put_bytes(&text, words, (size_t)(strchr(words, '[') - words));
    TEXT_PUT(&text, name, " sealed ", base32_write(commitment->at, HASH_BYTES, hash));
    if (form == 1)
        text_put(&text, strchr(words, ']') + 1);
    return !text.cut;
}
