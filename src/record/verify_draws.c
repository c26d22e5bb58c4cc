/* SPDX-License-Identifier: MIT */
/* Checks that draws, and the seals made of them, follow from the seed. */
#include "record/verify_p.h"

#include "seal/secret.h"

/* One seal of the entry: it must hold what was drawn, under the nonce that S gives. */
static enum rc derive(struct record_seal *seal, const struct secret *secret, uint64_t n,
                      const struct verify_seed *seed, struct err *err)
{
    struct opening opening = {.payload = secret->payload, .length = strlen(secret->payload)};
    WIPED_AT_END(opening);

    seal_drawn_nonce(seed->secret, &seed->genesis, n, seal->name, opening.nonce);
    if (!seal_is_opened_by(&seal->commitment, &seed->genesis, seal->name, seal->seat, &opening))
        return ERR(err, RC_BAD_SEAL, "this is not what the seed gives for ", seal->name);
    return seal->knowledge == RECORD_SEALED ? record_tell(seal, &opening, err) : RC_OK;
}

static enum rc derive_all(struct record *record, const struct entry *entry,
                          const struct secret *secret, unsigned count,
                          const struct verify_seed *seed, struct err *err)
{
    const struct record_entry *row = &record->entry[entry->number - 1];

    for (uint32_t i = row->first_seal; i < row->first_seal + row->seal_count; i++)
        for (unsigned k = 0; k < count; k++)
            if (text_equal(secret[k].name, record->seal[i].name))
                TRY(derive(&record->seal[i], &secret[k], entry->number, seed, err));
    return RC_OK;
}

static enum rc compare(struct record *record, const struct replay *replay,
                       const struct entry *entry, const struct order *order,
                       const struct verify_seed *seed, struct err *err)
{
    const struct game *game = replay_game(replay);
    const void *rulebook = replay_rulebook(replay), *state = replay_state(replay);
    struct secret secret[SECRETS_MAX];
    unsigned count;
    TEXT_IN(out, text, ENTRY_WORDS_BYTES);
    WIPED_AT_END(secret);

    game->text->write_order(rulebook, state, order, ORDER_PUBLIC, &out);
    if (out.cut || !text_equal(text, entry->words))
        return ERR(err, RC_BAD_SEAL, "this is not what the seed gives: ", text);
    count = game_secrets_of(game, rulebook, state, order, secret);
    return derive_all(record, entry, secret, count, seed, err);
}

enum rc verify_draw(struct record *record, const struct replay *replay, const struct entry *entry,
                    const struct verify_seed *seed, bool will_be_undone, bool *proved,
                    struct err *err)
{
    struct order order;
    enum rc rc;

    *proved = false;
    if (!seed->known || !entry_is_drawn(entry))
        return RC_OK;
    rc = replay_drawn_order(replay, entry, &seed->seed, &order, err);
    if (rc == RC_NOT_FOUND) { /* the replay says what is wrong */
        err_clear(err);
        return RC_OK;
    }
    THEN(rc, compare(record, replay, entry, &order, seed, err));
    secret_wipe(&order, sizeof order);
    *proved = rc == RC_OK;
    /* A lot is drawn from what its seat may order; seals that were undone stay closed, and may have
     * held what that depends on. */
    if (rc == RC_BAD_SEAL && will_be_undone && entry->kind == ENTRY_DEFAULT &&
        !replay_knows_all_of(replay, entry->who)) {
        err_clear(err);
        rc = RC_OK;
    }
    return rc;
}
