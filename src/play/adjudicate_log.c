/* SPDX-License-Identifier: MIT */
/* One order into the log, with its secrets sealed. */

#include "play/adjudicate_p.h"
#include "play/signature.h"
#include "seal/secret.h"

/* The seals of an order, ready for position_append. */
struct order_seals {
    unsigned count;
    struct secret secret[SECRETS_MAX];
    struct position_seal seal[1 + SECRETS_MAX]; /* by/<n>, where there is one, comes first */
};

static void gather_seals(const struct position *position, const struct order *order,
                         const struct held_line *held, struct order_seals *seals)
{
    seals->count = game_secrets_of(position->played, position_rulebook(position),
                                   position_state(position), order, seals->secret);
    for (unsigned i = 0; i < seals->count; i++)
        seals->seal[i] = (struct position_seal){.name = seals->secret[i].name,
                                                .seat = seals->secret[i].seat,
                                                .payload = seals->secret[i].payload,
                                                .length = strlen(seals->secret[i].payload)};
    for (unsigned i = 0; held && i < seals->count; i++)
        if (text_equal(seals->secret[i].name, held->name))
            seals->seal[i] = (struct position_seal){.name = seals->secret[i].name,
                                                    .seat = seals->secret[i].seat,
                                                    .commitment = held->commitment};
}

enum rc adjudicate_log_with(struct desk *desk, struct position *position, struct entry *entry,
                            const struct order *order, const struct held_line *held,
                            const struct signature *signature, const struct position_letter *letter,
                            struct err *err)
{
    struct order_seals seals;
    struct text words = text_in(entry->words, sizeof entry->words);
    WIPED_AT_END(seals);

    position->played->text->write_order(position_rulebook(position), position_state(position),
                                        order, ORDER_PUBLIC, &words);
    FAIL_IF(words.cut, err, RC_BUG, "an order is longer than an entry can be");
    TRY(signature
            ? signature_put(desk, position, signature, held ? &held->commitment : NULL, entry, err)
            : RC_OK);
    gather_seals(position, order, held, &seals);
    return position_append(desk, position, entry, seals.seal, seals.count, letter, err);
}

enum rc adjudicate_log_by(struct desk *desk, struct position *position, struct entry *entry,
                          const struct order *order, const char *line, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    struct order_seals seals;
    struct text words;
    WIPED_AT_END(seals);

    entry->by = true;
    text_init(&words, entry->words, sizeof entry->words);
    position->played->text->write_order(position_rulebook(position), position_state(position),
                                        order, ORDER_PUBLIC, &words);
    FAIL_IF(words.cut, err, RC_BUG, "an order is longer than an entry can be");
    gather_seals(position, order, NULL, &seals);
    memmove(seals.seal + 1, seals.seal, seals.count * sizeof seals.seal[0]);
    seal_name_write(SEAL_BY, position->chain.number + 1, 0, name);
    seals.seal[0] = (struct position_seal){
        .name = name, .seat = entry->who, .payload = line, .length = strlen(line)};
    return position_append(desk, position, entry, seals.seal, seals.count + 1, NULL, err);
}

enum rc adjudicate_log(struct desk *desk, struct position *position, struct entry *entry,
                       const struct order *order, struct err *err)
{
    return adjudicate_log_with(desk, position, entry, order, NULL, NULL, NULL, err);
}
