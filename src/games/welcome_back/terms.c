/* SPDX-License-Identifier: MIT */
/* The list of the game's words, by number and key. Their names in languages stand in templates. */
#include "games/welcome_back/terms.h"

const char *const wb_terms[WB_TERM_COUNT] = {[WB_TERM_HIDDEN] = "card.hidden",
#define X(name, key) [WB_TERM_OF(MONSTER, WB_##name)] = "monster." key,
                                             WB_MONSTER_LIST(X)
#undef X
#define X(name, key) [WB_TERM_OF(HERO, WB_##name)] = "hero." key,
                                                 WB_HERO_LIST(X)
#undef X
#define X(name, key) [WB_TERM_OF(TILE, WB_TILE_##name)] = "tile." key,
                                                     WB_TILE_LIST(X)
#undef X
#define X(name, key) [WB_VERB_##name] = key,
                                                         WB_VERB_LIST(X)
#undef X
#define X(name, key) [WB_LABEL_##name] = key,
                                                             WB_LABEL_LIST(X)
#undef X
};

const char *const wb_topics[WB_TOPICS] = {
#define X(name, key) [WB_TOPIC_##name] = key,
    WB_TOPIC_LIST(X)
#undef X
};

const char *const wb_events[WB_EVENTS] = {
#define X(name, key) [WB_EVENT_##name] = key,
    WB_EVENT_LIST(X)
#undef X
};

const struct order_kind wb_order_kinds[WB_ORDER_KINDS] = {
#define X(name, key, flags) [WB_ORDER_##name] = {key, flags},
    WB_ORDER_LIST(X)
#undef X
};

const char *wb_key(unsigned term)
{
    const char *key = wb_terms[term < WB_TERM_COUNT ? term : 0];
    const char *dot = strchr(key, '.');

    return dot ? dot + 1 : key;
}

unsigned wb_code_of(unsigned base, unsigned count, const char *key, size_t length)
{
    for (unsigned code = 1; code <= count; code++) {
        const char *known = wb_key(base + code);

        if (text_is(key, length, known))
            return code;
    }
    return 0;
}
