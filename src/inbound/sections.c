/* SPDX-License-Identifier: MIT */
/* A letter that speaks of several games: a line "game 12", and below it what is meant for that
 * game. Each part goes the rest of a letter's way by itself and is answered in its game; what
 * stands before the first heading is for the game of the letter that is answered, in answer to a
 * digest for none. Source: design, section 7. */

#include "ledger/derived.h"
#include "ledger/letters.h"
#include "commands/commands.h"
#include "commands/picks.h"
#include "inbound/headings.h"
#include "inbound/inbound_p.h"

enum { DIGEST_ANSWERED_S = 30 * 86400 /* after that an answer to a digest is asked about */ };

static size_t next_heading(const struct desk *desk, const struct orders_in *orders, size_t from)
{
    while (from < orders->count && !headings_number(desk, orders->line[from].text))
        from++;
    return from;
}

/* The sender's seat in a game: of several, one that is asked. */
static unsigned seat_of(const struct position *position, int64_t player)
{
    unsigned found = 0;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->player[seat] == player && (!found || adjudicate_is_asked(position, seat)))
            found = seat;
    return found;
}

/* Take the lines of a part out of the letter's. */
static enum rc move_lines(struct orders_in *from, size_t first, size_t end, struct orders_in *to,
                          struct err *err)
{
    size_t count = end - first;

    to->flags = from->flags;
    to->line = calloc(count + 1, sizeof *to->line);
    FAIL_IF(!to->line, err, RC_NO_MEMORY, "no memory for a letter's lines");
    memcpy(to->line, from->line + first, count * sizeof *to->line);
    memmove(from->line + first, from->line + end, (from->count - end) * sizeof *from->line);
    from->count -= count;
    to->count = count;
    return RC_OK;
}

static void add_outcome(struct incoming *incoming, enum ledger_outcome_kind outcome)
{
    if (incoming->fate.outcome == LEDGER_OUTCOME_COUNT)
        incoming->fate.outcome = outcome;
    else if (incoming->fate.outcome != outcome)
        incoming->fate.outcome = LEDGER_PART;
}

/* A part whose game there is, and in which the sender sits. */
static enum rc go_part(struct incoming *incoming, struct position *position, unsigned seat,
                       size_t first, struct orders_in *orders, struct err *err)
{
    struct incoming_known known = *incoming->known;
    struct incoming part = *incoming;
    enum rc rc;

    known.game = position->game;
    known.seat = seat;
    known.read.has_token = false;
    known.is_part = true;
    known.commands_only = false;
    part.known = &known;
    part.dropped = incoming->dropped + first + 1;
    part.lines = *orders;
    part.answer.values = values_new();
    part.answer.map = value_map(part.answer.values);
    part.answer.lines = value_set_list(part.answer.map, "lines");
    part.answer.paragraphs = value_set_list(part.answer.map, "paragraphs");
    part.answer.wanted = part.fate.letter_told = part.fate.wants_status = false;
    part.fate.outcome = LEDGER_OUTCOME_COUNT;
    part.fate.reason = NULL;
    rc = incoming_see_game(&part, err);
    THEN(rc, inbound_part_luck(&part, err));
    THEN(rc, inbound_go_on(&part, err));
    THEN(rc, inbound_settle(&part, err));
    add_outcome(incoming, part.fate.outcome);
    *orders = part.lines;
    values_free(part.answer.values);
    return rc;
}

static enum rc take_part(struct incoming *incoming, size_t first, struct err *err)
{
    int64_t game = headings_number(incoming->desk, incoming->lines.line[first].text);
    size_t end = next_heading(incoming->desk, &incoming->lines, first + 1);
    struct position *position = NULL;
    struct orders_in orders = {0};
    unsigned seat = 0;
    enum rc rc = move_lines(&incoming->lines, first + 1, end, &orders, err);

    if (rc == RC_OK) {
        rc = position_get(incoming->desk, game, &position, NULL);
        seat = rc == RC_OK ? seat_of(position, incoming->known->sender) : 0;
        rc = rc == RC_OK || rc == RC_NOT_FOUND ? RC_OK : ERR(err, rc, "a game cannot be read");
    }
    if (rc == RC_OK && seat)
        rc = go_part(incoming, position, seat, first, &orders, err);
    else if (rc == RC_OK) {
        incoming_tell(incoming, "talk.section-not-yours", "n", TEXT_INT(game), NULL);
        add_outcome(incoming, LEDGER_REJECTED);
    }
    THEN(rc, incoming_see_game(incoming, err));
    incoming_drop_line(incoming, first);
    incoming->dropped += end - first - 1;
    orders_fini(&orders);
    return rc;
}

/* Does it answer a letter of a game in which its sender sits? */
static bool answers_own_letter(const struct incoming *incoming)
{
    const struct incoming_known *known = incoming->known;

    return incoming->position && known->read.has_token && known->seat &&
           known->read.token.kind == TOKEN_REPLY &&
           incoming->position->player[known->seat] == known->sender;
}

/* Without the token of a letter of his own, of a digest that is not old, or other proof, anybody
 * could have written it. */
static enum rc is_proved(const struct incoming *incoming, bool *proved, struct err *err)
{
    const struct token *token = &incoming->known->read.token;
    struct ledger_out out = {0};
    enum rc rc = RC_OK;

    *proved = inbound_is_sure(incoming) || answers_own_letter(incoming);
    if (*proved || !incoming->known->read.has_token || token->kind != TOKEN_PLAYER ||
        token->seat != TOKEN_OF_LETTER)
        return RC_OK;
    rc = ledger_one(ledger_out_get(incoming->desk->ledger, token->entry, err), &out);
    if (rc == RC_NOT_FOUND) {
        err_clear(err);
        return RC_OK;
    }
    *proved = rc == RC_OK && incoming->known->arrived_s < out.made_s + DIGEST_ANSWERED_S;
    return rc;
}

/* Is it for the game of the letter that is answered? */
static bool is_own_heading(const struct incoming *incoming, size_t i)
{
    return incoming->position && headings_number(incoming->desk, incoming->lines.line[i].text) ==
                                     incoming->position->game;
}

/* All parts but that of the letter's own game, whose lines stay. */
static enum rc take_parts(struct incoming *incoming, size_t first, struct err *err)
{
    while (first < incoming->lines.count) {
        if (is_own_heading(incoming, first))
            incoming_drop_line(incoming, first);
        else
            TRY(take_part(incoming, first, err));
        first = next_heading(incoming->desk, &incoming->lines, first);
    }
    return RC_OK;
}

/* The one game that asks a player, or if none does, the one that he plays: what he sent may have
 * been taken already. 0 = none, or more than one. */
static enum rc find_game(const struct incoming *incoming, int64_t *only, struct err *err)
{
    struct ledger_rows rows = ledger_seats_waiting(incoming->desk->ledger, incoming->known->sender,
                                                   desk_now(incoming->desk) + 1, err);
    unsigned count = 0;

    *only = 0;
    for (struct ledger_place place; ledger_next(&rows, &place);) {
        *only = place.game;
        count++;
    }
    TRY(ledger_end(&rows));
    if (count > 1)
        *only = 0;
    return !count ? ledger_games_going(incoming->desk->ledger, incoming->known->sender, &count,
                                       only, err)
                  : RC_OK;
}

/* Has it lines, and does none say anything of ours but luck? What answers an invitation is about
 * that, and a "yes" answers no question but that of the letter which it replies to. */
static bool may_answer(const struct incoming *incoming)
{
    const struct language *language = incoming->answer.wording.language;
    const char *arguments;

    if (incoming->known->offer)
        return false;

    for (size_t i = 0; i < incoming->lines.count; i++) {
        const struct command *command = commands_find(incoming->lines.line[i].text, &arguments);

        if ((command && !text_equal(command->name, "luck")) ||
            picks_is_yes(language, incoming->lines.line[i].text))
            return false;
    }
    return incoming->lines.count > 0;
}

/* Does a line answer what a seat is asked: an order, or luck? */
static bool answers(const struct incoming *incoming, const struct position *position, unsigned seat)
{
    const struct meaning_reader reader = {.library = incoming->desk->library,
                                          .game = position->played,
                                          .rulebook = position_rulebook(position),
                                          .seat = seat,
                                          .waits = position->waits,
                                          .language = incoming->answer.wording.language};
    bool wants_luck = position_wants_luck(position, seat), does = false;

    for (size_t i = 0; i < incoming->lines.count && !does; i++) {
        const char *line = incoming->lines.line[i].text;

        does = (wants_luck && text_starts_with(line, "luck ")) ||
               meaning_is_order(&reader, line, strlen(line));
    }
    return does;
}

/* A letter of no game that answers the one question that is open to its writer is for that game. */
static enum rc name_only_game(struct incoming *incoming, struct err *err)
{
    struct position *position;
    int64_t game = 0;
    unsigned seat;

    if (incoming->position || !incoming->known->sender || incoming->known->is_part ||
        !may_answer(incoming))
        return RC_OK;
    TRY(find_game(incoming, &game, err));
    if (!game || position_get(incoming->desk, game, &position, NULL) != RC_OK)
        return RC_OK;
    seat = seat_of(position, incoming->known->sender);
    return seat && answers(incoming, position, seat)
               ? headings_insert(&incoming->lines, 0, game, err)
               : RC_OK;
}

enum rc step_sections(struct incoming *incoming, bool *goes_on, struct err *err)
{
    size_t first = next_heading(incoming->desk, &incoming->lines, 0);
    bool proved;
    enum rc rc = RC_OK;

    if (first == incoming->lines.count) {
        rc = name_only_game(incoming, err);
        first = next_heading(incoming->desk, &incoming->lines, 0);
    }
    TRY(rc);
    if (!incoming->known->sender || first == incoming->lines.count || incoming->known->is_part)
        return RC_OK;
    TRY(is_proved(incoming, &proved, err));
    if (!proved) {
        *goes_on = false;
        return inbound_ask_owner(incoming, "not-proved", "talk.confirm-digest", err);
    }
    rc = take_parts(incoming, first, err);
    *goes_on = rc == RC_OK && incoming->lines.count > 0;
    if (*goes_on && incoming->position) { /* what is for its own game has an outcome of its own */
        incoming->fate.outcome = LEDGER_OUTCOME_COUNT;
        return RC_OK;
    }
    incoming->fate.reason = "several-games";
    if (*goes_on) /* what stands before the first heading ends the letter's way */
        incoming->fate.sections = incoming->fate.outcome;
    return rc;
}
