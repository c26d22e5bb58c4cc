/* SPDX-License-Identifier: MIT */
/* A tournament's luck: given, sealed and opened, and the draw of the seeds. */
#include "tournament/tournament_p.h"

#include "ledger/tournaments.h"
#include "ledger/work.h"
#include "seal/encode.h"
#include "seal/luck.h"
#include "seal/secret.h"

/* ---- given ---- */

bool tournament_wants_luck(const struct tournament *tournament, int64_t player)
{
    unsigned entrant = tournament_entrant_of(tournament, player);

    return entrant && !tournament->log.gone[entrant - 1] &&
           (tournament_log_takes_luck(&tournament->log, entrant) ||
            tournament_log_must_open(&tournament->log, entrant));
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

bool tournament_is_luck(const char *words)
{
    const char *sealed = sealed_of(words);

    return !sealed || is_hash(sealed);
}

static enum rc write_luck(const struct tournament *tournament, unsigned entrant, const char *words,
                          struct buf *line, struct err *err)
{
    const char *sealed = sealed_of(words);
    char text[BASE32_HASH_BYTES];
    struct hash luck;

    if (tournament_log_must_open(&tournament->log, entrant)) {
        if (!tournament_terms_opens(words, tournament->log.luck[entrant - 1]))
            return ERR(err, RC_BAD_SEAL, "this is not the luck that was sealed");
        buf_printf(line, "open %u %s", entrant, words);
        return RC_OK;
    }
    if (!tournament_is_luck(words))
        return ERR(err, RC_BAD_SEAL, "behind \"sealed\" stands what `postern-proof luck` prints");
    luck_of_seat(&tournament->chain.genesis, entrant, words, strlen(words), &luck);
    buf_printf(line, sealed ? "luck %u sealed %s" : "luck %u %s", entrant,
               sealed ? sealed : base32_write(luck.at, HASH_BYTES, text));
    return RC_OK;
}

enum rc tournament_wake_draw(struct desk *desk, const struct tournament *tournament,
                             struct err *err)
{
    const struct ledger_timer timer = {TOURNAMENT_LUCK_TIMER, 0, tournament->id, desk_now(desk)};

    return tournament->log.phase == TOURNAMENT_LOG_CLOSED
               ? ledger_timer_set(desk->ledger, &timer, err)
               : RC_OK;
}

enum rc tournament_append_luck(struct desk *desk, struct tournament *tournament, unsigned entrant,
                               const char *words, struct err *err)
{
    OWN(buf) line = {0};

    TRY(write_luck(tournament, entrant, words, &line, err));
    TRY(tournament_append(desk, tournament, buf_text(&line), err));
    return tournament_wake_draw(desk, tournament, err);
}

/* ---- fixed ---- */

enum rc tournament_close(struct desk *desk, struct tournament *tournament, struct err *err)
{
    char text[BASE32_HASH_BYTES];
    OWN(buf) line = {0};
    struct hash lucks;
    enum rc rc;

    tournament_terms_lucks(&tournament->chain.genesis, &tournament->log, &lucks);
    buf_printf(&line, "close %s", base32_write(lucks.at, HASH_BYTES, text));
    rc = tournament_append(desk, tournament, buf_text(&line), err);
    tournament->just_closed = rc == RC_OK;
    return rc;
}

enum rc tournament_throw_again(struct desk *desk, struct tournament *tournament, struct err *err)
{
    OWN(buf) line = {0};

    buf_printf(&line, "again %u", tournament->log.throws + 2);
    return tournament_append(desk, tournament, buf_text(&line), err);
}

/* ---- drawn ---- */

static uint64_t lot_number(void *context, uint64_t bound)
{
    return draw_number(context, bound);
}

static enum rc log_seeds(struct desk *desk, struct tournament *tournament, const struct hash *seed,
                         struct err *err)
{
    char label[TOURNAMENT_LABEL_BYTES];
    uint16_t order[PAIRING_ENTRANTS_MAX];
    struct draw numbers, again;
    const struct tournament_log_lot drawing = {lot_number, &numbers}, check = {lot_number, &again};
    OWN(buf) line = {0};
    unsigned count;
    WIPED_AT_END(numbers);
    WIPED_AT_END(again);

    tournament_terms_label(&tournament->log, label);
    draw_start(&numbers, seed, label);
    draw_start(&again, seed, label);
    count = tournament_log_seeds(&tournament->log, &drawing, order);
    buf_printf(&line, "seeds %s", tournament->terms.by_lot ? "lot" : "rating");
    for (unsigned i = 0; i < count; i++)
        buf_printf(&line, " %u", order[i]);
    TRY(tournament_append_drawn(desk, tournament, buf_text(&line), &check, err));
    tournament->term_s = tournament->at_s;
    return RC_OK;
}

enum rc tournament_draw(struct desk *desk, struct tournament *tournament, struct err *err)
{
    unsigned char secret[CHAIN_SECRET_BYTES];
    struct hash lucks, seed;
    WIPED_AT_END(seed);

    TRY(tournament_secret(desk, tournament, secret, err));
    tournament_terms_lucks(&tournament->chain.genesis, &tournament->log, &lucks);
    luck_seed(&tournament->chain.genesis, secret, &lucks, 1, &seed);
    secret_wipe(secret, sizeof secret);
    return log_seeds(desk, tournament, &seed, err);
}
