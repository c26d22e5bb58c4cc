/* SPDX-License-Identifier: MIT */
/* Puts the teacher's findings into a reader's words. */
#include "outbound/teaching.h"

#include <stdio.h>

unsigned teaching_percent(int32_t chance)
{
    return (unsigned)((chance * 100 + BOT_CHANCE_WHOLE / 2) / BOT_CHANCE_WHOLE);
}

void teaching_put_orders(const struct wording *wording, const void *rulebook,
                         const struct order *order, unsigned count, struct buf *out)
{
    struct tell tell;

    wording_tell(wording, &tell);
    for (unsigned i = 0; i < count; i++) {
        TEXT_IN(text, line, ORDER_TEXT_BYTES);

        wording->game->text->write_order(rulebook, NULL, &order[i], ORDER_FULL, &text);
        buf_put(out, i ? "; " : "");
        tell_order(&tell, rulebook, order[i].seat, line, out);
    }
}

void teaching_put_why(const struct wording *wording, const char *term, struct buf *out)
{
    char key[SENTENCE_KEY_BYTES];

    if (!term)
        return;
    snprintf(key, sizeof key, "why.%s", term);
    WORDING(wording, out, key, "n", "");
}

static void put_turn_line(const struct wording *wording, const void *rulebook, const char *key,
                          const struct order *order, unsigned count, struct buf *out)
{
    const char *who = count ? wording->player[order->seat] : NULL;
    OWN_WIPED(buf) orders = {0};

    teaching_put_orders(wording, rulebook, order, count, &orders);
    WORDING(wording, out, key, "orders", buf_text(&orders), "who", who ? who : "?");
    buf_put_char(out, '\n');
}

void teaching_put_turn(const struct wording *wording, const void *rulebook,
                       const struct analysis_turn *turn, unsigned number, struct buf *out)
{
    const struct bot_judgement *judged = &turn->judged;
    char i[TEXT_INT_BYTES], n[TEXT_INT_BYTES], best[TEXT_INT_BYTES], played[TEXT_INT_BYTES];
    const char *who = wording->player[turn->seat];

    WORDING(wording, out, "talk.analysis-turn", "i", text_of_int(i, number), "turn",
            text_of_int(n, turn->turn), "who", who ? who : "?", "best",
            text_of_int(best, teaching_percent(judged->best)), "played",
            text_of_int(played, teaching_percent(judged->played)));
    buf_put_char(out, '\n');
    put_turn_line(wording, rulebook, "talk.analysis-played", turn->played, turn->count, out);
    if (judged->answers)
        put_turn_line(wording, rulebook, "talk.analysis-answer", judged->answer, judged->answers,
                      out);
    put_turn_line(wording, rulebook, "talk.analysis-better", judged->better, judged->count, out);
    if (judged->missed) {
        WORDING(wording, out, "talk.analysis-missed", "n", "");
        buf_put_char(out, '\n');
    } else if (judged->term) {
        teaching_put_why(wording, judged->term, out);
        buf_put_char(out, '\n');
    }
    WORDING(wording, out, judged->unseen ? "talk.analysis-unseen" : "talk.analysis-seen", "n", "");
    buf_put_char(out, '\n');
}
