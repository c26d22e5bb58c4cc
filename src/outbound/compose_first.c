/* SPDX-License-Identifier: MIT */
/* A letter's first line: what is wanted of its reader, in as few words as a list of letters shows.
 * The subject stays the same for a thread's sake (O4). */
#include <string.h>

#include "outbound/compose_p.h"
#include "letter/mime_out.h"

enum { NAMES_COLUMNS = 34 /* "Waiting for …" and the marker stay one line */ };

static void put(const struct making *making, const char *key, const char *name, const char *text,
                struct buf *out)
{
    WORDING(&making->wording, out, key, name, text);
}

static void put_over(const struct making *making, struct buf *out)
{
    struct outcome outcome = {0};

    position_outcome(making->news.position, &outcome);
    if (outcome.over == GAME_WON && outcome.winner == making->seat)
        put(making, "letter.first-you-won", "n", "", out);
    else if (outcome.over == GAME_WON)
        put(making, "letter.first-won", "winner", making->name[outcome.winner], out);
    else
        put(making, outcome.over == GAME_DRAWN ? "letter.first-drawn" : "letter.first-void", "n",
            "", out);
}

static void put_asked(const struct making *making, const struct decision *decision, struct buf *out)
{
    const struct timing *timing = &making->news.position->timing;
    const struct timing_open *open = timing_find(timing, decision->id, decision->seat);
    bool luck = position_is_luck(decision->id);
    OWN(buf) left = {0};

    if (timing->pause_s || !open || open->due_s == TIMING_NEVER) {
        put(making, luck ? "letter.first-luck-open" : "letter.first-move-open", "n", "", out);
        return;
    }
    wording_duration(&making->wording, timing_deadline(open) - making->made_s, &left);
    put(making, luck ? "letter.first-luck" : "letter.first-move", "left", buf_text(&left), out);
}

/* Long names would push the marker onto a line of its own. */
static void put_waiting(const struct making *making, struct buf *out)
{
    const char *names = value_get_text(value_get(making->map, "waiting"));
    size_t length = strlen(names);
    OWN(buf) cut = {0};

    while (length && letter_columns(names, length) > NAMES_COLUMNS)
        do
            length--;
        while (length && ((unsigned char)names[length] & 0xC0) == 0x80);
    buf_put_bytes(&cut, names, length);
    buf_put(&cut, names[length] ? "…" : "");
    put(making, *names ? "letter.first-waiting" : "letter.first-game", "who", buf_text(&cut), out);
    value_set_flag(making->map, "told_waiting", !names[length] && !making->is_section);
}

static void put_game(const struct making *making, struct buf *out)
{
    const struct position *position = making->news.position;
    const struct decision *decision = making->seat <= SEATS_MAX && making->kind != OUTBOX_WATCH
                                          ? compose_question(position, making->seat)
                                          : NULL;
    const char *became = making->facts.outcome;

    if (making->kind == OUTBOX_ANSWER && text_equal(became, "rejected")) {
        put(making, "letter.first-refused", "n", "", out);
        buf_put_char(out, ' ');
    }
    if (making->kind == OUTBOX_NEWS && position->ended_n > making->facts.from_n &&
        position->phase != POSITION_OVER) {
        put(making, "letter.first-round", "n", "", out);
        buf_put_char(out, ' ');
    }
    if (position->phase == POSITION_OVER)
        put_over(making, out);
    else if (decision)
        put_asked(making, decision, out);
    else
        put_waiting(making, out);
}

static const char *key_of_note(const struct making *making)
{
    if (making->kind == OUTBOX_DIGEST)
        return "letter.first-digest";
    if (making->facts.confirm.letter && !making->facts.outcome)
        return "letter.first-confirm";
    if (making->facts.offer)
        return "letter.first-offer";
    return making->reply_to ? "letter.first-answer" : "letter.first-note";
}

void compose_add_first(struct making *making)
{
    OWN(buf) text = {0};

    value_set_flag(making->map, "told_waiting", false);
    if (making->game)
        put_game(making, &text);
    else
        put(making, key_of_note(making), "robot", making->desk->config->name, &text);
    value_set_text(making->map, "first", buf_text(&text));
}
