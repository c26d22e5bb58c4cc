/* SPDX-License-Identifier: MIT */
/* A tournament's luck: given, sealed and opened, and the draw of the seeds. */
#include "cup/cup_p.h"

#include <string.h>

#include "base/text.h"
#include "ledger/cups.h"
#include "ledger/work.h"
#include "seal/encode.h"
#include "seal/luck.h"
#include "seal/secret.h"

/* ---- given ---- */

bool cup_wants_luck(const struct cup *cup, int64_t player)
{
    unsigned entrant = cup_entrant_of(cup, player);

    return entrant && !cup->log.gone[entrant - 1] &&
           (cuplog_takes_luck(&cup->log, entrant) || cuplog_must_open(&cup->log, entrant));
}

static const char *sealed_of(const char *words)
{
    static const char word[] = "sealed ";

    return text_starts_with(words, word) ? words + sizeof word - 1 : NULL;
}

static bool is_hash(const char *text)
{
    unsigned char bytes[HASH_BYTES];

    return base32_read(text, strlen(text), bytes, sizeof bytes);
}

bool cup_is_luck(const char *words)
{
    const char *sealed = sealed_of(words);

    return !sealed || is_hash(sealed);
}

static enum rc write_luck(const struct cup *cup, unsigned entrant, const char *words,
                          struct buf *line, struct err *err)
{
    const char *sealed = sealed_of(words);
    char text[BASE32_HASH_BYTES];
    struct hash luck;

    if (cuplog_must_open(&cup->log, entrant)) {
        if (!cup_terms_opens(words, cup->log.luck[entrant - 1]))
            return ERR(err, RC_BAD_SEAL, "this is not the luck that was sealed");
        buf_printf(line, "open %u %s", entrant, words);
        return RC_OK;
    }
    if (!cup_is_luck(words))
        return ERR(err, RC_BAD_SEAL, "behind \"sealed\" stands what `postern-proof luck` prints");
    luck_of_seat(&cup->chain.genesis, entrant, words, strlen(words), &luck);
    buf_printf(line, sealed ? "luck %u sealed %s" : "luck %u %s", entrant,
               sealed ? sealed : base32_write(luck.at, HASH_BYTES, text));
    return RC_OK;
}

enum rc cup_wake_draw(struct desk *desk, const struct cup *cup, struct err *err)
{
    const struct ledger_timer timer = {CUP_LUCK_TIMER, 0, cup->id, desk_now(desk)};

    return cup->log.phase == CUPLOG_CLOSED ? ledger_timer_set(desk->ledger, &timer, err) : RC_OK;
}

enum rc cup_log_luck(struct desk *desk, struct cup *cup, unsigned entrant, const char *words,
                     struct err *err)
{
    struct buf line = {0};
    enum rc rc = write_luck(cup, entrant, words, &line, err);

    if (rc == RC_OK)
        rc = cup_log(desk, cup, buf_text(&line), err);
    if (rc == RC_OK)
        rc = cup_wake_draw(desk, cup, err);
    buf_fini(&line);
    return rc;
}

/* ---- fixed ---- */

enum rc cup_close(struct desk *desk, struct cup *cup, struct err *err)
{
    char text[BASE32_HASH_BYTES];
    struct buf line = {0};
    struct hash lucks;
    enum rc rc;

    cup_terms_lucks(&cup->chain.genesis, &cup->log, &lucks);
    buf_printf(&line, "close %s", base32_write(lucks.at, HASH_BYTES, text));
    rc = cup_log(desk, cup, buf_text(&line), err);
    cup->just_closed = rc == RC_OK;
    buf_fini(&line);
    return rc;
}

enum rc cup_throw_again(struct desk *desk, struct cup *cup, struct err *err)
{
    struct buf line = {0};
    enum rc rc;

    buf_printf(&line, "again %u", cup->log.throws + 2);
    rc = cup_log(desk, cup, buf_text(&line), err);
    buf_fini(&line);
    return rc;
}

/* ---- drawn ---- */

static uint64_t lot_number(void *context, uint64_t bound)
{
    return draw_number(context, bound);
}

static enum rc log_seeds(struct desk *desk, struct cup *cup, const struct hash *seed,
                         struct err *err)
{
    char label[CUP_LABEL_BYTES];
    uint16_t order[PAIRING_ENTRANTS_MAX];
    struct draw numbers, again;
    const struct cuplog_lot drawing = {lot_number, &numbers}, check = {lot_number, &again};
    struct buf line = {0};
    unsigned count;
    enum rc rc;

    cup_terms_label(&cup->log, label);
    draw_start(&numbers, seed, label);
    draw_start(&again, seed, label);
    count = cuplog_seeds(&cup->log, &drawing, order);
    buf_printf(&line, "seeds %s", cup->terms.by_lot ? "lot" : "rating");
    for (unsigned i = 0; i < count; i++)
        buf_printf(&line, " %u", order[i]);
    rc = cup_log_drawn(desk, cup, buf_text(&line), &check, err);
    cup->term_s = cup->at_s;
    secret_wipe(&numbers, sizeof numbers);
    secret_wipe(&again, sizeof again);
    buf_fini(&line);
    return rc;
}

enum rc cup_draw(struct desk *desk, struct cup *cup, struct err *err)
{
    unsigned char secret[CHAIN_SECRET_BYTES];
    struct hash lucks, seed;
    enum rc rc = cup_secret(desk, cup, secret, err);

    if (rc != RC_OK)
        return rc;
    cup_terms_lucks(&cup->chain.genesis, &cup->log, &lucks);
    luck_seed(&cup->chain.genesis, secret, &lucks, 1, &seed);
    secret_wipe(secret, sizeof secret);
    rc = log_seeds(desk, cup, &seed, err);
    secret_wipe(&seed, sizeof seed);
    return rc;
}
