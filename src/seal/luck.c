/* SPDX-License-Identifier: MIT */
/* Makes the seed from everybody's luck, and numbers from the seed. */
#include "seal/luck.h"

#include "seal/encode.h"
#include "seal/secret.h"

void luck_of_seat(const struct hash *genesis, unsigned seat, const char *words, size_t length,
                  struct hash *luck)
{
    struct hash_job job;

    hash_start(&job, "luck", 3);
    hash_add_hash(&job, genesis);
    hash_add_number(&job, seat);
    hash_add(&job, words, length);
    hash_end(&job, luck);
}

void luck_of_message(const char *message_id, size_t length, char *out)
{
    struct hash_job job;
    struct hash hash;

    hash_start(&job, "message-id", 1);
    hash_add(&job, message_id, length);
    hash_end(&job, &hash);
    base32_write(hash.at, HASH_BYTES, out);
}

void luck_seed(const struct hash *genesis, const unsigned char secret[CHAIN_SECRET_BYTES],
               const struct hash *luck, unsigned seats, struct hash *seed)
{
    struct hash_job job;

    hash_start(&job, "seed", 2 + seats);
    hash_add_hash(&job, genesis);
    hash_add(&job, secret, CHAIN_SECRET_BYTES);
    for (unsigned i = 0; i < seats; i++)
        hash_add_hash(&job, &luck[i]);
    hash_end(&job, seed);
}

void draw_start(struct draw *draw, const struct hash *seed, const char *label)
{
    memset(draw, 0, sizeof *draw);
    draw->seed = *seed;
    draw->label = label;
}

static void fill_block(struct draw *draw)
{
    struct hash_job job;
    struct hash block;

    hash_start(&job, "draw", 3);
    hash_add_hash(&job, &draw->seed);
    hash_add_text(&job, draw->label);
    hash_add_number(&job, draw->block++);
    hash_end(&job, &block);
    for (unsigned i = 0; i < 4; i++) {
        draw->word[i] = 0;
        for (unsigned k = 0; k < 8; k++)
            draw->word[i] |= (uint64_t)block.at[8 * i + k] << (8 * k);
    }
    draw->left = 4;
    secret_wipe(&block, sizeof block);
}

int draw_word_is_fair(uint64_t word, uint64_t bound)
{
    uint64_t spare = (UINT64_MAX % bound + 1) % bound; /* 2^64 mod bound */

    return spare == 0 || word < UINT64_MAX - spare + 1;
}

uint64_t draw_number(struct draw *draw, uint64_t bound)
{
    uint64_t word;

    do {
        if (!draw->left)
            fill_block(draw);
        word = draw->word[4 - draw->left--];
    } while (!draw_word_is_fair(word, bound));
    return word % bound;
}

void draw_numbers(const struct hash *seed, const char *label, const uint16_t *bound, unsigned count,
                  uint16_t *number)
{
    struct draw draw;

    draw_start(&draw, seed, label);
    for (unsigned i = 0; i < count; i++)
        number[i] = (uint16_t)draw_number(&draw, bound[i]);
    secret_wipe(&draw, sizeof draw);
}
