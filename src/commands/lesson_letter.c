/* SPDX-License-Identifier: MIT */
/* Answers "hint" and "analyse" within a day's ration. The thinking is done in src/teach. */
#include "commands/commands.h"

#include "outbound/outbox.h"
#include "outbound/teaching.h"
#include "ledger/work.h"
#include "server/vault.h"
#include "teach/hint.h"

enum { DAY_S = 86400 };

/* Count one against the day's ration of a player. */
static enum rc count(struct incoming *incoming, const char *tag, int64_t most, bool *may,
                     struct err *err)
{
    struct desk *desk = incoming->desk;
    int64_t used = 0;
    struct hash hash;

    TRY(vault_lookup(desk, tag, (const char *)&incoming->known->sender,
                     sizeof incoming->known->sender, &hash, err));
    TRY(ledger_rate_count(desk->ledger, hash.at, desk_now(desk), DAY_S, &used, err));
    *may = used <= most;
    return RC_OK;
}

static void say_enough(struct incoming *incoming, const char *key, int64_t most)
{
    incoming_tell(incoming, key, "n", TEXT_INT(most), (const char *)NULL);
}

/* ---- hints ---- */

static void tell_hint(struct incoming *incoming, const struct bot_hint *hint)
{
    const struct wording *wording = &incoming->answer.wording;
    char before[TEXT_INT_BYTES], after[TEXT_INT_BYTES];
    OWN_WIPED(buf) orders = {0};
    OWN(buf) why = {0};

    teaching_put_orders(wording, position_rulebook(incoming->position), hint->order, hint->count,
                        &orders);
    teaching_put_why(wording, hint->term, &why);
    incoming_tell(incoming, "talk.hint-turn", "orders", buf_text(&orders), "why", buf_text(&why),
                  (const char *)NULL);
    incoming_tell(incoming, "talk.hint-chance", "before",
                  text_of_int(before, teaching_percent(hint->before)), "after",
                  text_of_int(after, teaching_percent(hint->after)), (const char *)NULL);
}

static enum rc give_hint(struct incoming *incoming, struct err *err)
{
    struct bot_hint hint;
    bool found;

    TRY(hint_find(incoming->desk, incoming->position, incoming->known->seat, &hint, &found, err));
    if (!found)
        incoming_tell(incoming, "talk.hint-nothing", "n", "", (const char *)NULL);
    if (found)
        tell_hint(incoming, &hint);
    return RC_OK;
}

enum rc lesson_hint(struct incoming *incoming, const char *arguments, struct err *err)
{
    bool may = false;

    (void)arguments;
    if (!hint_is_allowed(incoming->position, incoming->known->seat))
        return incoming_tell(incoming, "talk.hint-not-here", "n", "", (const char *)NULL);
    TRY(count(incoming, "hint", LESSON_HINTS, &may, err));
    if (!may)
        say_enough(incoming, "talk.hint-enough", LESSON_HINTS);
    return may ? give_hint(incoming, err) : RC_OK;
}

/* ---- analyses ---- */

enum rc lesson_analyse(struct incoming *incoming, const char *arguments, struct err *err)
{
    const struct position *position = incoming->position;
    struct outbox_letter letter = {.kind = OUTBOX_ANALYSIS,
                                   .game = position->game,
                                   .seat = incoming->known->seat,
                                   .facts.from_n = (int64_t)position->chain.number,
                                   .n = (int64_t)position->chain.number,
                                   .facts.player = incoming->known->sender};
    bool may = false;

    (void)arguments;
    if (position->phase != POSITION_OVER || !position->played->practice)
        return incoming_tell(
            incoming, position->played->practice ? "talk.analysis-not-over" : "talk.analysis-never",
            "n", "", (const char *)NULL);
    TRY(count(incoming, "analysis", LESSON_ANALYSES, &may, err));
    if (may)
        TRY(outbox_put(incoming->desk, &letter, NULL, err));
    if (may)
        incoming_tell(incoming, "talk.analysis-coming", "n", "", (const char *)NULL);
    else
        say_enough(incoming, "talk.analysis-enough", LESSON_ANALYSES);
    return RC_OK;
}
