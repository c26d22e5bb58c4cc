/* SPDX-License-Identifier: MIT */
/* A letter's first line: what is wanted of its reader, in as few words as a list of letters shows;
 * and below it, of which game. The subject stays the same for a thread's sake (O4). */

#include "outbound/compose_p.h"
#include "ledger/tournaments.h"
#include "letter/mime_out.h"
#include "play/turns.h"

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

    if (making->is_settled) {
        put(making, "letter.first-settled", "n", "", out);
        return;
    }
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
    if (making->facts.offer && !making->facts.outcome)
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

/* "Winter Cup, round 2", by the tournament's beginning; a ladder has no rounds. */
static void put_tournament(const struct making *making, const char *terms, struct buf *headline)
{
    static const char before[] = "\nname ";
    const char *name = strstr(terms, before);
    OWN(buf) own = {0}, whole = {0};

    if (!name)
        return;
    name += sizeof before - 1;
    buf_put_bytes(&own, name, strcspn(name, "\n"));
    WORDING(&making->wording, &whole,
            strstr(terms, "\nformat ladder") ? "talk.headline-ladder" : "talk.headline-tournament",
            "headline", buf_text(headline), "name", buf_text(&own), "round",
            TEXT_INT(making->news.position->genesis.tournament.round));
    buf_clear(headline);
    buf_put(headline, buf_text(&whole));
}

enum rc compose_add_headline(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    struct ledger_rows rows;
    unsigned turn = turns_now(position);
    OWN(buf) text = {0};

    if (turn)
        WORDING(&making->wording, &text, "talk.headline", "subject", making->subject, "n",
                TEXT_INT(turn));
    else
        buf_put(&text, making->subject);
    if (position->genesis.tournament.round) {
        rows = ledger_tournament_of(making->desk->ledger, making->game, err);
        for (struct ledger_tournament_entry row; ledger_next(&rows, &row);)
            put_tournament(making, row.text, &text);
        TRY(ledger_end(&rows));
    }
    value_set_text(making->map, "headline", buf_text(&text));
    return RC_OK;
}
