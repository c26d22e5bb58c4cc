/* SPDX-License-Identifier: MIT */
/* Makes commitments, checks openings, and reads names of seals. */
#include "seal/seal.h"

#include <assert.h>

#include "seal/secret.h"

void seal_make(const struct hash *genesis, const char *name, unsigned seat,
               const struct opening *opening, struct hash *commitment)
{
    struct hash_job job;

    hash_start(&job, "seal", 5);
    hash_add_hash(&job, genesis);
    hash_add_text(&job, name);
    hash_add_number(&job, seat);
    hash_add(&job, opening->payload, opening->length);
    hash_add(&job, opening->nonce, SEAL_NONCE_BYTES);
    hash_end(&job, commitment);
}

bool seal_is_opened_by(const struct hash *commitment, const struct hash *genesis, const char *name,
                       unsigned seat, const struct opening *opening)
{
    struct hash made;

    seal_make(genesis, name, seat, opening, &made);
    return hash_equal(&made, commitment);
}

void seal_drawn_nonce(const unsigned char secret[32], const struct hash *genesis, uint64_t n,
                      const char *name, unsigned char nonce[SEAL_NONCE_BYTES])
{
    struct hash_job job;
    struct hash made;

    static_assert((int)SEAL_NONCE_BYTES == (int)HASH_BYTES, "a nonce is a hash");
    hash_start(&job, "nonce", 4);
    hash_add(&job, secret, 32);
    hash_add_hash(&job, genesis);
    hash_add_number(&job, n);
    hash_add_text(&job, name);
    hash_end(&job, &made);
    memcpy(nonce, made.at, SEAL_NONCE_BYTES);
    secret_wipe(&made, sizeof made);
}

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

bool seal_name_is_valid(const char *name, size_t length)
{
    if (length == 0 || length > SEAL_NAME_MAX || name[0] < 'a' || name[0] > 'z')
        return false;
    for (size_t i = 1; i < length; i++)
        if (!is_word_character(name[i]) && (name[i] != '/' || name[i - 1] == '/'))
            return false;
    return name[length - 1] != '/';
}

/* What stands before the first '/', and how many numbers follow. */
static const struct {
    const char *word;
    size_t length;
    unsigned least, most;
} families[SEAL_FAMILY_COUNT] = {
    [SEAL_GAME] = {"", 0, 0, 0},         [SEAL_LUCK] = {"luck", 4, 1, 1},
    [SEAL_PERSON] = {"person", 6, 1, 2}, [SEAL_PRESS] = {"press", 5, 1, 1},
    [SEAL_LETTER] = {"letter", 6, 1, 1}, [SEAL_OWN] = {"own", 3, 2, 2},
    [SEAL_WORDS] = {"words", 5, 1, 1},   [SEAL_BY] = {"by", 2, 1, 1},
};

/* A number from 1 without leading zero, at most 18 digits. */
static bool take_number(const char **at, uint64_t *number)
{
    const char *start = *at;
    uint64_t value = 0;

    while (text_is_digit(**at) && *at - start < 19)
        value = value * 10 + (uint64_t)(*(*at)++ - '0');
    *number = value;
    return *at > start && *at - start < 19 && *start != '0';
}

enum seal_family seal_name_family(const char *name, uint64_t *first, uint64_t *second)
{
    uint64_t number[2] = {0, 0};
    unsigned family = SEAL_LUCK, count = 0;
    const char *at;

    *first = *second = 0;
    for (; family < SEAL_FAMILY_COUNT; family++) {
        const char *word = families[family].word;
        size_t length = families[family].length;

        if (*name == *word && strncmp(name, word, length) == 0 &&
            (name[length] == '/' || !name[length]))
            break;
    }
    if (family == SEAL_FAMILY_COUNT)
        return SEAL_GAME;
    at = name + families[family].length;
    while (*at == '/' && count < families[family].most) {
        at++;
        if (!take_number(&at, &number[count++]))
            return SEAL_FAMILY_COUNT;
    }
    if (*at || count < families[family].least)
        return SEAL_FAMILY_COUNT;
    *first = number[0];
    *second = number[1];
    return (enum seal_family)family;
}

void seal_name_write(enum seal_family family, uint64_t first, uint64_t second, char *out)
{
    struct text text = text_in(out, SEAL_NAME_MAX + 1);

    TEXT_PUT(&text, families[family].word, "/", TEXT_INT((int64_t)first));
    if (second)
        TEXT_PUT(&text, "/", TEXT_INT((int64_t)second));
}
