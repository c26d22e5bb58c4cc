/* SPDX-License-Identifier: MIT */
#include "rules/standing.h"

#include "base/text.h"

enum standing_result standing_decide(const struct game *game, const void *rulebook,
                                     const struct lexicon *lexicon, const void *state,
                                     const struct decision *decision,
                                     const struct standing_line *line, unsigned count,
                                     struct order *order, unsigned *used)
{
    bool spoke = false, ask = false;
    struct verdict verdict;

    for (unsigned i = 0; game->standing && i < count; i++) {
        enum verdict_kind kind = game->standing->answer(
            rulebook, lexicon, state, decision, line[i].text, line[i].length, order, &verdict);

        if (kind == VERDICT_DONE &&
            game->rules->check(rulebook, state, order, NULL) == VERDICT_DONE) {
            if (used)
                *used = i;
            return STANDING_ORDERS;
        }
        ask |= kind == VERDICT_ILLEGAL && text_equal(verdict.reason, STANDING_ASK);
        spoke |= kind == VERDICT_DONE ||
                 (kind == VERDICT_ILLEGAL && text_equal(verdict.reason, STANDING_UNMET));
    }
    if (ask || !spoke || decision->fallback == FALLBACK_NONE)
        return STANDING_IS_ASKED;
    if (decision->fallback == FALLBACK_ORDER)
        *order = decision->fallback_order;
    return STANDING_FALLS_BACK;
}
