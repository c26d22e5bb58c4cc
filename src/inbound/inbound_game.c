/* SPDX-License-Identifier: MIT */
/* Steps: is the letter's game to be played, is its question open, and was all this said before? */

#include "outbound/ahead.h"
#include "ledger/work.h"
#include "play/held.h"
#include "inbound/inbound_p.h"
#include "server/vault.h"
#include "commands/commands.h"
#include "commands/commands_time.h"
#include "commands/consent.h"
#include "commands/draft.h"
#include "commands/lend.h"
#include "commands/stock.h"

/* It came in when entries stood in the log that are lost since, or were put back from letters,
 * whatever its token says (P5); or it answers one of those that are lost. */
static bool was_lost(const struct incoming *incoming)
{
    const struct token *token = &incoming->known->read.token;

    return incoming->in->arrived_s < incoming->position->lost_s ||
           (incoming->known->read.has_token && token->kind == TOKEN_REPLY &&
            replay_is_lost(incoming->position->replay, token->entry));
}

/* What he has heard of, and what he wants of games that began since he said so. */
static enum rc note_heard(struct incoming *incoming, int64_t entry, struct err *err)
{
    TRY(ledger_heard_put(incoming->desk->ledger, incoming->position->game,
                         (int)incoming->known->seat, entry, err));
    return stock_say(incoming, err);
}

/* Its token was made at an entry that the ledger does not hold: an older ledger was put back, and
 * nothing more of this game may be signed. */
enum rc step_ahead(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const struct token *token = &incoming->known->read.token;
    const struct position *position = incoming->position;

    if (!position || position->is_frozen)
        return RC_OK;
    if (was_lost(incoming)) {
        *goes_on = false;
        return incoming_end(incoming, LEDGER_REJECTED, "was-lost", "desk.was-lost");
    }
    TRY(lend_returned(incoming, err));
    if (!incoming->known->read.has_token || token->kind != TOKEN_REPLY)
        return RC_OK;
    if (token->entry <= position->chain.number)
        return incoming->known->sender && incoming->known->seat
                   ? note_heard(incoming, token->entry, err)
                   : RC_OK;
    *goes_on = false;
    incoming_end(incoming, LEDGER_REJECTED, "frozen", "desk.frozen");
    incoming->position->is_frozen = true;
    return ahead_freeze(incoming->desk, position->game, token->entry,
                        (int64_t)position->chain.number, err);
}

/* An opening names its seal: it needs no open question of the letter it answers, and is taken after
 * the end. */
static bool is_all_openings(const struct incoming *incoming)
{
    struct held_line held;
    bool all = incoming->lines.count > 0;

    for (size_t i = 0; i < incoming->lines.count && all; i++) {
        const char *line = incoming->lines.line[i].text;

        all = held_read(line, strlen(line), &held) == HELD_OPENING;
    }
    secret_wipe(&held, sizeof held);
    return all;
}

enum rc step_game(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const struct position *position = incoming->position;

    if (position_closed(position)) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "frozen", position_closed(position));
    } else if (position->waits && incoming->lines.count) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "lost", "desk.lost");
    } else if (position->phase == POSITION_OVER && !is_all_openings(incoming)) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "game-over", "desk.game-over");
    } else if (incoming->known->arrived_s < position_since(position, incoming->known->seat) &&
               !incoming->fate.took_back) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "was-before", "desk.was-before");
    } else
        return commands_time_late(incoming, goes_on, err);
    return RC_OK;
}

bool inbound_question_is_open(const struct incoming *incoming)
{
    const struct position *position = incoming->position;

    if (!incoming->known->read.has_token || incoming->fate.took_back ||
        !adjudicate_is_asked(position, incoming->known->seat))
        return true; /* the seat's question is meant; or the rules say what may be ordered unasked
                      */
    if (position_is_luck(
            incoming->known->read.token.decision)) /* the first question may be answered along */
        return position->phase == POSITION_LUCK ||
               adjudicate_is_asked(position, incoming->known->seat);
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == incoming->known->seat &&
            position->decision[i].id == incoming->known->read.token.decision)
            return true;
    return false;
}

/* When an earlier letter came, if it counted; -1 = it did not. */
static enum rc when_counted(struct desk *desk, int64_t letter, int64_t *came_s, struct err *err)
{
    struct ledger_letter_row row = {0};
    enum rc rc = ledger_one(ledger_letter_get(desk->ledger, letter, err), &row);
    bool counted = row.outcome.kind == LEDGER_ACCEPTED || row.outcome.kind == LEDGER_PART ||
                   row.outcome.kind == LEDGER_ANSWERED;

    *came_s = rc == RC_OK && counted ? row.letter.arrived_s : -1;
    return rc;
}

/* Does it answer one certain letter of ours, so that it may be a repeat of another answer? */
static bool is_answer(const struct incoming *incoming)
{
    return incoming->known->read.has_token ||
           (incoming->known->is_part &&
            (incoming->known->confirms || incoming->known->read.token.kind == TOKEN_PLAYER));
}

/* What it says, and in answer to what. */
static enum rc hash_said(const struct incoming *incoming, struct hash *hash, struct err *err)
{
    OWN_WIPED(buf) said = {0};

    if (!is_answer(incoming))
        buf_put(&said, "plain/");
    else if (incoming->known->is_part && incoming->known->confirms)
        buf_printf(&said, "confirmed %lld/", (long long)incoming->known->confirms);
    else
        buf_printf(&said, incoming->known->is_part ? "part %u/%u/" : "%u/%u/",
                   (unsigned)incoming->known->read.token.decision,
                   (unsigned)incoming->known->read.token.entry);
    for (size_t i = 0; i < incoming->lines.count; i++)
        buf_printf(&said, "%s\n", incoming->lines.line[i].text);
    TRY(buf_rc(&said, err));
    return vault_lookup(incoming->desk, "said", said.at, said.length, hash, err);
}

/* The same words in answer to the same letter of ours under a new Message-ID (I8); or in answer to
 * none, where the seat is asked nothing.
 * out    *came_s: as when_counted */
static enum rc is_repeat(struct incoming *incoming, bool *repeat, int64_t *came_s, struct err *err)
{
    struct ledger *ledger = incoming->desk->ledger;
    int seat = (int)incoming->known->seat;
    struct hash hash;
    int64_t earlier = 0;
    enum rc rc = hash_said(incoming, &hash, err);

    *repeat = false;
    if (rc == RC_OK && !is_answer(incoming) &&
        adjudicate_is_asked(incoming->position, incoming->known->seat))
        return ledger_said_newest(ledger, incoming->known->game, seat, hash.at, incoming->known->id,
                                  err);
    THEN(rc, ledger_said(ledger, incoming->known->game, seat, hash.at, incoming->known->id,
                         &earlier, err));
    if (rc != RC_OK || !earlier)
        return rc;
    rc = when_counted(incoming->desk, earlier, came_s, err);
    if (incoming->known->is_part ||
        !is_answer(incoming)) /* a digest follows no one entry of the game */
        *repeat = *came_s >= 0;
    else /* while nothing came after the letter that is answered, no earlier one can have counted */
        *repeat = incoming->position->chain.number > incoming->known->read.token.entry;
    return rc;
}

/* A command that must not be carried out twice by one letter that came twice. */
static bool is_for_once(const struct order_line *line)
{
    static const char *const names[] = {"say", "report", "note"};
    const char *arguments;
    const struct command *command = commands_find(line->text, &arguments);

    for (size_t i = 0; command && i < sizeof names / sizeof names[0]; i++)
        if (text_equal(command->name, names[i]))
            return true;
    return command && command->when == COMMAND_GOING;
}

/* A player who writes the same again hears that it was taken, and when. */
static void end_repeat(struct incoming *incoming, int64_t came_s)
{
    struct wording wording = incoming->answer.wording;
    OWN(buf) time = {0};

    incoming_end(incoming, LEDGER_REPEAT, "said-before", came_s < 0 ? "desk.repeat" : NULL);
    if (came_s < 0)
        return;
    wording.zone = incoming->person.zone;
    wording_time(&wording, came_s, &time);
    SAY(incoming, "desk.repeat-taken", "time", buf_text(&time));
}

/* Before the commands: those of a letter that repeats another are not carried out again. */
enum rc step_again(struct incoming *incoming, bool *goes_on, struct err *err)
{
    bool once = false, repeat = false;
    int64_t came_s = -1;

    for (size_t i = 0; i < incoming->lines.count && !once; i++)
        once = is_for_once(&incoming->lines.line[i]);
    if (once && incoming->position && is_answer(incoming) &&
        !(incoming->lines.flags & INCOMING_PREVIEW))
        TRY(is_repeat(incoming, &repeat, &came_s, err));
    if (repeat) {
        *goes_on = false;
        end_repeat(incoming, came_s);
    }
    return RC_OK;
}

/* What he wrote may well answer what is asked now: a "yes" is enough then. */
static void offer_lines(struct incoming *incoming)
{
    const struct meaning_reader reader = inbound_reader(incoming);
    bool fits = false;

    for (size_t i = 0; i < incoming->lines.count && !incoming->person.strict; i++)
        fits |= consent_offer(incoming, &reader, incoming->lines.line[i].text);
    if (fits)
        incoming_tell(incoming, "talk.fits-now", "n", "", NULL);
}

enum rc step_repeat(struct incoming *incoming, bool *goes_on, struct err *err)
{
    bool repeat = false;
    int64_t came_s = -1;

    if (incoming->lines.count && !(incoming->lines.flags & INCOMING_PREVIEW) &&
        !draft_is_meant(incoming))
        TRY(is_repeat(incoming, &repeat, &came_s, err));
    if (repeat) {
        *goes_on = false;
        end_repeat(incoming, came_s);
    } else if (!inbound_question_is_open(incoming) && !is_all_openings(incoming)) {
        *goes_on = false;
        incoming_end(incoming, LEDGER_REJECTED, "finished-decision", "desk.finished-decision");
        offer_lines(incoming);
    }
    return RC_OK;
}
