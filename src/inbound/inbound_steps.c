/* SPDX-License-Identifier: MIT */
/* The table of all steps, which is the way that every letter goes. */
#include "inbound/inbound_p.h"

static const struct {
    const char *name;
    inbound_step_fn *run;
} steps[] = {
    {"letter", step_letter}, {"token", step_token},     {"classify", step_classify},
    {"forum", step_forum},   {"seat", step_seat},       {"words", step_words},
    {"sender", step_sender}, {"confirm", step_confirm}, {"text", step_text},
    {"yes", step_yes},       {"guard", step_guard},     {"sections", step_sections},
    {"again", step_again},   {"ahead", step_ahead},     {"commands", step_commands},
    {"parts", step_parts},   {"game", step_game},       {"repeat", step_repeat},
    {"luck", step_luck},     {"chat", step_chat},       {"orders?", step_any_orders},
    {"orders", step_orders},
};

static enum rc go(struct incoming *incoming, size_t first, struct err *err)
{
    bool goes_on = true;
    enum rc rc = RC_OK;

    for (size_t i = first; i < sizeof steps / sizeof steps[0] && goes_on && rc == RC_OK; i++) {
        rc = steps[i].run(incoming, &goes_on, err);
        LOG(&incoming->desk->log, LOG_DEBUG, "step", "name", steps[i].name);
    }
    return rc;
}

enum rc inbound_go(struct incoming *incoming, struct err *err)
{
    TRY(go(incoming, 0, err));
    if (incoming->fate.sections != LEDGER_OUTCOME_COUNT) {
        incoming->fate.outcome = incoming->fate.sections;
        incoming->fate.reason = "several-games";
    }
    return RC_OK;
}

enum rc inbound_go_on(struct incoming *incoming, struct err *err)
{
    size_t first = 0;

    while (steps[first].run != step_again)
        first++;
    return go(incoming, first, err);
}
