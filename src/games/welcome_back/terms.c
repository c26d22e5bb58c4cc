/* SPDX-License-Identifier: MIT */
/* The list of the game's words, by number and key. Their names in languages stand in templates. */
#include "games/welcome_back/terms.h"

#define MONSTER_TEXT(name, key) [WB_TERM_OF(MONSTER, WB_##name)] = "monster." key,
#define HERO_TEXT(name, key)    [WB_TERM_OF(HERO, WB_##name)] = "hero." key,
#define TILE_TEXT(name, key)    [WB_TERM_OF(TILE, WB_TILE_##name)] = "tile." key,
#define VERB_TEXT(name, key)    [WB_VERB_##name] = key,
#define LABEL_TEXT(name, key)   [WB_LABEL_##name] = key,
const char *const wb_terms[WB_TERM_COUNT] = {[WB_TERM_HIDDEN] = "card.hidden",
                                             WB_MONSTER_LIST(MONSTER_TEXT) WB_HERO_LIST(HERO_TEXT)
                                                 WB_TILE_LIST(TILE_TEXT) WB_VERB_LIST(VERB_TEXT)
                                                     WB_LABEL_LIST(LABEL_TEXT)};

#define WB_TOPICS_TEXT(name, key) [WB_TOPIC_##name] = key,
const char *const wb_topics[WB_TOPICS] = {WB_TOPIC_LIST(WB_TOPICS_TEXT)};

#define WB_EVENTS_TEXT(name, key) [WB_EVENT_##name] = key,
const char *const wb_events[WB_EVENTS] = {WB_EVENT_LIST(WB_EVENTS_TEXT)};

#define WB_ORDER_KINDS_ROW(name, key, flags) [WB_ORDER_##name] = {key, flags},
const struct order_kind wb_order_kinds[WB_ORDER_KINDS] = {WB_ORDER_LIST(WB_ORDER_KINDS_ROW)};

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
