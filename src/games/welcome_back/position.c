/* SPDX-License-Identifier: MIT */
/* Writes a position as text. position_read.c reads it back. */
#include "games/welcome_back/position.h"

#include "games/welcome_back/setup.h"

const char *const wb_phase_names[WB_PHASES] = {
    [WB_PHASE_FIRST_HERO] = "first-hero",
    [WB_PHASE_SPECIALS] = "specials",
    [WB_PHASE_STARTER] = "starter",
    [WB_PHASE_HERO] = "hero",
    [WB_PHASE_DECK] = "deck",
    [WB_PHASE_BID] = "bid",
    [WB_PHASE_PLACE] = "place",
    [WB_PHASE_PICK] = "pick",
    [WB_PHASE_NAME] = "name",
    [WB_PHASE_REVEAL] = "reveal",
    [WB_PHASE_CHOICE] = "choice",
    [WB_PHASE_PRICE] = "price",
    [WB_PHASE_CUBE] = "cube",
    [WB_PHASE_SWAP] = "swap",
    [WB_PHASE_SHOW] = "show",
    [WB_PHASE_REVIEW] = "review",
    [WB_PHASE_DISCLOSE] = "disclose",
    [WB_PHASE_OVER] = "over",
};

struct writer {
    const struct wb_rulebook *book;
    const struct wb_state *state;
    struct text *out;
};

static void put_number_line(const struct writer *writer, const char *key, int number)
{
    if (!number)
        return;
    TEXT_PUT(writer->out, key, " ", TEXT_INT(number), "\n");
}

static void put_seats_line(const struct writer *writer, const char *key, unsigned mask)
{
    if (!mask)
        return;
    text_put(writer->out, key);
    for (unsigned seat = 1; seat <= writer->state->seats; seat++)
        if (wb_has(mask, seat))
            TEXT_PUT(writer->out, " ", TEXT_INT(seat));
    text_put_char(writer->out, '\n');
}

static void put_card(const struct writer *writer, unsigned card)
{
    text_put(writer->out, card == WB_UNKNOWN ? "?" : wb_key(WB_TERM_MONSTER + card));
}

static void put_tile(const struct writer *writer, unsigned index)
{
    text_put(writer->out, wb_key(WB_TERM_TILE + wb_tile(writer->book, writer->state, index)->tile));
}

static void put_tiles_line(const struct writer *writer, const char *key, unsigned mask)
{
    if (!mask)
        return;
    text_put(writer->out, key);
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (wb_has(mask, i)) {
            text_put_char(writer->out, ' ');
            put_tile(writer, i);
        }
    text_put_char(writer->out, '\n');
}

/* "7:golem@2" */
static void put_placed(const struct writer *writer, unsigned place)
{
    unsigned drawer = writer->state->seen[writer->state->round - 1][place] & WB_SEEN_BY;

    TEXT_PUT(writer->out, " ", TEXT_INT(place + 1), ":");
    put_card(writer, writer->state->card[place]);
    if (drawer)
        TEXT_PUT(writer->out, "@", TEXT_INT(drawer));
}

static void put_scores(const struct writer *writer)
{
    const struct wb_state *state = writer->state;
    unsigned won = 0;

    for (unsigned seat = 1; seat <= state->seats; seat++)
        won += state->success[seat];
    if (won) {
        text_put(writer->out, "success");
        for (unsigned seat = 1; seat <= state->seats; seat++)
            TEXT_PUT(writer->out, " ", TEXT_INT(state->success[seat]));
        text_put_char(writer->out, '\n');
    }
    put_seats_line(writer, "red", state->red);
    put_seats_line(writer, "out", state->out);
    put_seats_line(writer, "resigned", state->resigned);
    put_number_line(writer, "winner", state->winner);
}

static void put_specials(const struct writer *writer)
{
    const struct wb_state *state = writer->state;

    if (state->special[0]) {
        text_put(writer->out, "specials");
        for (unsigned i = 0; i < WB_GAME_SPECIALS; i++) {
            text_put_char(writer->out, ' ');
            put_card(writer, state->special[i]);
        }
        text_put_char(writer->out, '\n');
    }
    if (state->shown) {
        text_put(writer->out, "shown");
        for (unsigned card = WB_FIRST_SPECIAL; card <= WB_MONSTERS; card++)
            if (wb_has(state->shown, card)) {
                text_put_char(writer->out, ' ');
                put_card(writer, card);
            }
        text_put_char(writer->out, '\n');
    }
    put_number_line(writer, "disclosed", state->disclosed);
}

static void put_deck(const struct writer *writer)
{
    const struct wb_state *state = writer->state;

    if (!state->card[0] || state->taken == WB_CARDS)
        return;
    text_put(writer->out, "deck");
    for (unsigned place = state->taken; place < WB_CARDS; place++) {
        text_put_char(writer->out, ' ');
        put_card(writer, state->card[place]);
    }
    text_put_char(writer->out, '\n');
}

/* Positions first to last of the dungeon, those opened or those still face down. */
static void put_dungeon(const struct writer *writer, const char *key, unsigned first, unsigned last)
{
    if (first > last)
        return;
    text_put(writer->out, key);
    for (unsigned position = first; position <= last; position++)
        put_placed(writer, wb_place_at(writer->state, position));
    text_put_char(writer->out, '\n');
}

static void put_asides(const struct writer *writer)
{
    const struct wb_state *state = writer->state;

    for (unsigned i = 0; i < state->aside_count; i++) {
        text_put(writer->out, i < state->aside_opened ? "aside-shown" : "aside");
        put_placed(writer, state->aside[i].place);
        TEXT_PUT(writer->out, " ", TEXT_INT(state->aside[i].seat), " ");
        put_tile(writer, state->aside[i].tile);
        text_put_char(writer->out, '\n');
    }
}

static void put_cards(const struct writer *writer)
{
    const struct wb_state *state = writer->state;

    put_deck(writer);
    put_dungeon(writer, "faced", 1, state->revealed);
    put_dungeon(writer, "pile", state->revealed + 1u, state->pile_count);
    put_asides(writer);
    if (state->hand) {
        text_put(writer->out, "hand");
        put_placed(writer, state->hand - 1u);
        text_put_char(writer->out, '\n');
    }
    if (state->swapped_count) {
        text_put(writer->out, "replaced");
        for (unsigned i = 0; i < state->swapped_count; i++)
            put_placed(writer, state->swapped[i]);
        text_put_char(writer->out, '\n');
    }
}

static void put_names(const struct writer *writer)
{
    for (unsigned i = 0; i < WB_HERO_TILES; i++)
        if (writer->state->named[i]) {
            text_put(writer->out, "named ");
            put_tile(writer, i);
            text_put_char(writer->out, ' ');
            put_card(writer, writer->state->named[i]);
            text_put_char(writer->out, '\n');
        }
}

static bool has_asked_tile(const struct wb_state *state)
{
    return state->phase == WB_PHASE_PICK || state->phase == WB_PHASE_NAME ||
           state->phase == WB_PHASE_PRICE || state->phase == WB_PHASE_SHOW;
}

static void put_raid(const struct writer *writer)
{
    const struct wb_state *state = writer->state;
    unsigned reductions[] = {state->reduction, state->next_reduction};

    put_names(writer);
    if (has_asked_tile(state))
        put_tiles_line(writer, "asked", 1u << state->asked);
    put_number_line(writer, "picked", state->picked);
    put_number_line(writer, "hp", state->hp);
    put_number_line(writer, "skips", state->skips);
    if (reductions[0] || reductions[1])
        TEXT_PUT(writer->out, "reduction ", TEXT_INT(reductions[0]), " ", TEXT_INT(reductions[1]),
                 "\n");
    if (state->identity) {
        text_put(writer->out, "facing ");
        if (state->strength < 0)
            text_put(writer->out, "none");
        else
            text_put_int(writer->out, state->strength);
        text_put_char(writer->out, ' ');
        put_card(writer, state->identity);
        TEXT_PUT(writer->out, " ", TEXT_INT(state->hp_before), "\n");
    }
}

/* Who may know the cards of former rounds: a hexadecimal digit for each place. */
static void put_seen(const struct writer *writer)
{
    const struct wb_state *state = writer->state;

    for (unsigned round = 1; round < state->round; round++) {
        TEXT_PUT(writer->out, "seen ", TEXT_INT(round), " ");
        for (unsigned place = 0; place < WB_CARDS; place++)
            text_put_char(writer->out, "0123456789abcdef"[state->seen[round - 1][place] & 15]);
        text_put_char(writer->out, '\n');
    }
}

void wb_write_position(const void *rulebook, const void *position, struct text *out)
{
    const struct wb_state *state = position;
    struct writer writer = {rulebook, state, out};

    text_put(out, "options ");
    wb_put_options(state, out);
    text_put_char(out, '\n');
    put_number_line(&writer, "seats", state->seats);
    put_number_line(&writer, "question", (int)state->question);
    put_number_line(&writer, "round", state->round);
    TEXT_PUT(out, "phase ", wb_phase_names[state->phase], "\n");
    if (state->hero)
        TEXT_PUT(out, "hero ", wb_key(WB_TERM_HERO + state->hero), "\n");
    put_number_line(&writer, "starter", state->starter);
    put_number_line(&writer, "turn", state->turn);
    put_number_line(&writer, "raider", state->raider);
    put_seats_line(&writer, "passed", state->passed);
    put_scores(&writer);
    put_specials(&writer);
    put_tiles_line(&writer, "tiles", state->in_play);
    put_tiles_line(&writer, "running", state->running);
    put_cards(&writer);
    put_raid(&writer);
    put_seen(&writer);
}
