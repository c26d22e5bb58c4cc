/* SPDX-License-Identifier: MIT */
#include "base/own.h"
#include "wb_support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wb_load_shipped(struct wb_rulebook *book)
{
    struct err err = {0};
    struct game_file file = {.name = "welcome_back.cards"};
    OWN_MEMORY char *text = read_whole("data/welcome_back.cards", &file.length);

    file.text = text;
    memset(book, 0, sizeof *book);
    if (welcome_back.rules->load(&file, 1, "1", book, &err) != RC_OK) {
        fprintf(stderr, "%s:%u:%u: %s\n", err.source, err.line, err.column, err.text);
        exit(1);
    }
}

void wb_start_words(struct lexicon *lexicon)
{
    static unsigned char block[1 << 18];
    static struct arena arena;

    arena_init(&arena, block, sizeof block);
    lexicon_init(lexicon, welcome_back.text->terms, welcome_back.text->term_count, &arena);
}

void wb_add_words(struct lexicon *lexicon, const char *language)
{
    struct err err = {0};
    char path[128];
    size_t length;
    OWN_MEMORY char *text = NULL;

    snprintf(path, sizeof path, "templates/%s/welcome_back.words", language);
    text = read_whole(path, &length);
    if (lexicon_add(lexicon, path, text, length, &err) != RC_OK) {
        fprintf(stderr, "%s:%u: %s\n", path, err.line, err.text);
        exit(1);
    }
}

unsigned wb_below(struct wb_chance *chance, unsigned bound)
{
    chance->at ^= chance->at >> 12;
    chance->at ^= chance->at << 25;
    chance->at ^= chance->at >> 27;
    return (unsigned)((chance->at * UINT64_C(2685821657736338717) >> 33) % bound);
}

static void random_draw(const struct wb_rulebook *book, const struct wb_state *state,
                        const struct decision *decision, struct wb_chance *chance,
                        struct order *order)
{
    uint16_t number[DRAW_NUMBERS_MAX];

    for (unsigned j = 0; j < decision->bound_count; j++)
        number[j] = (uint16_t)wb_below(chance, decision->bound[j]);
    welcome_back.rules->draw_order(book, state, decision, number, order);
}

bool wb_random_order(const struct wb_rulebook *book, const struct wb_state *state,
                     struct wb_chance *chance, struct order *order)
{
    struct decision decision[DECISIONS_MAX];
    struct order list[64];
    unsigned count, kinds = 0, kind, chosen = 0, seen = 0;

    if (welcome_back.rules->open_decisions(book, state, decision) == 0)
        return false;
    if (decision[0].kind == DECISION_DRAW) {
        random_draw(book, state, &decision[0], chance, order);
        return true;
    }
    count = welcome_back.rules->legal(book, state, decision[0].seat, list);
    for (unsigned i = 0; i < count; i++)
        kinds += i == 0 || list[i].kind != list[i - 1].kind;
    kind = wb_below(chance, kinds ? kinds : 1);
    for (unsigned i = 0, at = 0; i < count; i++) {
        at += i > 0 && list[i].kind != list[i - 1].kind;
        if (at == kind && wb_below(chance, ++seen) == 0)
            chosen = i;
    }
    *order = list[chosen];
    return count > 0;
}

const char *wb_options_text(struct wb_chance *chance, char *text, size_t bytes)
{
    static const char *const first_turn[] = {"free", "must-add"};
    static const char *const heroes[] = {"back", "original", "both"};
    static const char *const flute[] = {"next", "all"};

    snprintf(text, bytes, "first-turn=%s heroes=%s flute=%s", first_turn[wb_below(chance, 2)],
             heroes[wb_below(chance, 3)], flute[wb_below(chance, 2)]);
    return text;
}
