/* SPDX-License-Identifier: MIT */
#include "tests/toy/grown.h"

#include "base/text.h"
#include "tests/toy/toy.h"

enum { VERSION_BYTES = 16 };

static const char *const versions[] = {"toy-1", "strict", "blind", "toy-2", NULL};
struct game toy_grown;
struct game_rules toy_grown_rules;

static const char *version_of(const void *rulebook)
{
    return (const char *)rulebook + toy_game.rulebook_bytes;
}

static enum rc load(const struct game_file *file, unsigned count, const char *version,
                    void *rulebook, struct err *err)
{
    text_copy((char *)rulebook + toy_game.rulebook_bytes, VERSION_BYTES, version);
    return toy_game.rules->load(file, count, "toy-1", rulebook, err);
}

static enum verdict_kind check(const void *rulebook, const void *state, const struct order *order,
                               struct verdict *verdict)
{
    if (text_equal(version_of(rulebook), "strict") && order->kind == GROWN_PEEK)
        return verdict_illegal(verdict, "TOY-99", "toy.over");
    return toy_game.rules->check(rulebook, state, order, verdict);
}

static bool apply(const void *rulebook, void *state, const struct order *order,
                  struct event_list *events)
{
    if (toy_grown.rules->check(rulebook, state, order, NULL) != VERDICT_DONE)
        return false;
    if (text_equal(version_of(rulebook), "blind") && order->kind == GROWN_PEEK)
        return true;
    return toy_game.rules->apply(rulebook, state, order, events);
}

void toy_grow(void)
{
    toy_grown = toy_game;
    toy_grown.versions = versions;
    toy_grown.rulebook_bytes = toy_game.rulebook_bytes + VERSION_BYTES;
    toy_grown_rules = *toy_game.rules;
    toy_grown_rules.load = load;
    toy_grown_rules.check = check;
    toy_grown_rules.apply = apply;
    toy_grown.rules = &toy_grown_rules;
}
