/* SPDX-License-Identifier: MIT */
/* Topics of games in the forum: which one shows a game, and how the forum left it. */
#pragma once

#include "ledger/ledger.h"

#define LEDGER_TOPICS(X)                                                                           \
    X(WANTED, "wanted") /* the opening post is on its way */                                       \
    X(OPEN, "open")                                                                                \
    X(LOCKED, "locked") /* the forum takes no posts there */                                       \
    X(GONE, "gone")     /* deleted, or hidden from the robot */
#define LEDGER_TOPIC_STATE_NAME(name, text) LEDGER_TOPIC_##name,
enum ledger_topic_state { LEDGER_TOPICS(LEDGER_TOPIC_STATE_NAME) LEDGER_TOPIC_COUNT };
const char *ledger_topic_name(enum ledger_topic_state state);

struct ledger_topic {
    int64_t game;
    int64_t topic; /* 0 = not open yet */
    int64_t post;  /* the opening post; 0 = not open yet */
    enum ledger_topic_state state;
    int64_t board; /* newest letter out with the opening post's text; 0 = none */
};
/* Put the row of a game, in place of an older one. */
enum rc ledger_topic_put(struct ledger *ledger, const struct ledger_topic *topic, struct err *err);
/* out    topic->game: 0 when the game has none */
enum rc ledger_topic_get(struct ledger *ledger, int64_t game, struct ledger_topic *topic,
                         struct err *err);
/* The game that a topic shows. out  topic->game: 0 = none */
enum rc ledger_topic_find(struct ledger *ledger, int64_t number, struct ledger_topic *topic,
                          struct err *err);
struct ledger_rows ledger_topics(struct ledger *ledger, struct err *err);
/* How many posts for everybody wait, of one game. */
enum rc ledger_topic_waiting(struct ledger *ledger, int64_t game, int64_t *count, struct err *err);
/* Does an older post of the game ("post", "say") wait? They keep their order. */
enum rc ledger_topic_is_behind(struct ledger *ledger, int64_t game, int64_t out, bool *is_behind,
                               struct err *err);

/* ---- topics of tournaments ---- */

/* Note a tournament's topic; 0 = it is on its way. */
enum rc ledger_tournament_topic_put(struct ledger *ledger, int64_t tournament, int64_t topic,
                                    struct err *err);
/* out    *topic: −1 when it has none */
enum rc ledger_tournament_topic_get(struct ledger *ledger, int64_t tournament, int64_t *topic,
                                    struct err *err);
enum rc ledger_tournament_topic_drop(struct ledger *ledger, int64_t tournament, struct err *err);

/* ---- parts of a text on its way ---- */

enum ledger_part { LEDGER_PART_NONE, LEDGER_PART_POSTED, LEDGER_PART_QUEUED };
/* Note how far part `part` of a letter out is (0 = it goes as a whole). */
enum rc ledger_part_put(struct ledger *ledger, int64_t out, unsigned part, enum ledger_part state,
                        int64_t at_s, struct err *err);
enum rc ledger_part_get(struct ledger *ledger, int64_t out, unsigned part, enum ledger_part *state,
                        struct err *err);
/* Forget the parts of a letter out that is final. */
enum rc ledger_parts_drop(struct ledger *ledger, int64_t out, struct err *err);
/* How many parts moderators have. */
enum rc ledger_parts_queued(struct ledger *ledger, int64_t *count, struct err *err);
