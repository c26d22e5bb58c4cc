/* SPDX-License-Identifier: MIT */
/* Rows of the forum's topics, and of posts that are on their way in parts. */
#include "ledger/topics.h"

#include "base/text.h"
#include "ledger/ledger_p.h"

static const char *const names[LEDGER_TOPIC_COUNT] = {
#define X(name, text) [LEDGER_TOPIC_##name] = text,
    LEDGER_TOPICS(X)
#undef X
};

const char *ledger_topic_name(enum ledger_topic_state state)
{
    return (unsigned)state < LEDGER_TOPIC_COUNT ? names[state] : "?";
}

FORM(topic_form, ledger_topic, COLUMN(ledger_topic, game), COLUMN(ledger_topic, topic),
     COLUMN(ledger_topic, post), COLUMN_OF_NAMES(ledger_topic, state, names),
     COLUMN(ledger_topic, board));

STATEMENT_OF(TOPIC_PUT, &topic_form,
             "INSERT INTO forum_topic (game, topic, post, state, board)"
             " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET topic = excluded.topic,"
             " post = excluded.post, state = excluded.state, board = excluded.board");

enum rc ledger_topic_put(struct ledger *ledger, const struct ledger_topic *topic, struct err *err)
{
    return query_put(ledger, &ST_TOPIC_PUT, topic, err);
}

static enum rc get_one(struct ledger *ledger, const struct statement *which, int64_t number,
                       struct ledger_topic *topic, struct err *err)
{
    *topic = (struct ledger_topic){0};
    return ledger_one(query_rows(ledger, which, VALUES(INT(number)), err), topic);
}

STATEMENT_OF(TOPIC_GET, &topic_form,
             "SELECT game, topic, post, state, board FROM forum_topic WHERE game = ?");

enum rc ledger_topic_get(struct ledger *ledger, int64_t game, struct ledger_topic *topic,
                         struct err *err)
{
    return get_one(ledger, &ST_TOPIC_GET, game, topic, err);
}

STATEMENT_OF(TOPIC_FIND, &topic_form,
             "SELECT game, topic, post, state, board FROM forum_topic WHERE topic = ?");

enum rc ledger_topic_find(struct ledger *ledger, int64_t number, struct ledger_topic *topic,
                          struct err *err)
{
    return get_one(ledger, &ST_TOPIC_FIND, number, topic, err);
}

STATEMENT_OF(TOPICS, &topic_form,
             "SELECT game, topic, post, state, board FROM forum_topic ORDER BY game");

struct ledger_rows ledger_topics(struct ledger *ledger, struct err *err)
{
    return query_rows(ledger, &ST_TOPICS, NULL, err);
}

STATEMENT(TOPIC_BEHIND, "SELECT 1 FROM delivery d JOIN letter_out o ON o.id = d.out"
                        " WHERE d.state = 'waiting' AND d.channel = 'forum' AND o.game = ?1"
                        " AND o.id < ?2 AND o.kind IN ('post', 'say') LIMIT 1");

enum rc ledger_topic_is_behind(struct ledger *ledger, int64_t game, int64_t out, bool *is_behind,
                               struct err *err)
{
    return query_is(ledger, &ST_TOPIC_BEHIND, VALUES(INT(game), INT(out)), is_behind, err);
}

STATEMENT(TOPIC_WAITING, "SELECT count(*) FROM delivery d JOIN letter_out o ON o.id = d.out"
                         " WHERE d.state = 'waiting' AND d.channel = 'forum' AND o.game = ?1"
                         " AND o.seat = 255");

enum rc ledger_topic_waiting(struct ledger *ledger, int64_t game, int64_t *count, struct err *err)
{
    return query_one_int(ledger, &ST_TOPIC_WAITING, VALUES(INT(game)), 0, count, err);
}

/* ---- topics of tournaments ---- */

STATEMENT(TOURNAMENT_TOPIC_PUT, "INSERT INTO tournament_topic (tournament, topic) VALUES (?, ?)"
                                " ON CONFLICT DO UPDATE SET topic = excluded.topic");

enum rc ledger_tournament_topic_put(struct ledger *ledger, int64_t tournament, int64_t topic,
                                    struct err *err)
{
    return query_run(ledger, &ST_TOURNAMENT_TOPIC_PUT, VALUES(INT(tournament), INT(topic)), err);
}

STATEMENT(TOURNAMENT_TOPIC_GET, "SELECT topic FROM tournament_topic WHERE tournament = ?");

enum rc ledger_tournament_topic_get(struct ledger *ledger, int64_t tournament, int64_t *topic,
                                    struct err *err)
{
    return query_one_int(ledger, &ST_TOURNAMENT_TOPIC_GET, VALUES(INT(tournament)), -1, topic, err);
}

STATEMENT(TOURNAMENT_TOPIC_DROP, "DELETE FROM tournament_topic WHERE tournament = ?");

enum rc ledger_tournament_topic_drop(struct ledger *ledger, int64_t tournament, struct err *err)
{
    return query_run(ledger, &ST_TOURNAMENT_TOPIC_DROP, VALUES(INT(tournament)), err);
}

/* ---- parts of a text on its way ---- */

STATEMENT(PART_PUT, "INSERT INTO forum_part (out, part, state, at_s) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT DO UPDATE SET state = excluded.state");

enum rc ledger_part_put(struct ledger *ledger, int64_t out, unsigned part, enum ledger_part state,
                        int64_t at_s, struct err *err)
{
    return query_run(ledger, &ST_PART_PUT,
                     VALUES(INT(out), INT(part),
                            TEXT(state == LEDGER_PART_QUEUED ? "queued" : "posted"), INT(at_s)),
                     err);
}

STATEMENT(PART_GET, "SELECT state = 'queued' FROM forum_part WHERE out = ? AND part = ?");

enum rc ledger_part_get(struct ledger *ledger, int64_t out, unsigned part, enum ledger_part *state,
                        struct err *err)
{
    struct ledger_rows rows = query_rows(ledger, &ST_PART_GET, VALUES(INT(out), INT(part)), err);

    *state = LEDGER_PART_NONE;
    while (query_next(&rows))
        *state = query_get_int(&rows, 0) ? LEDGER_PART_QUEUED : LEDGER_PART_POSTED;
    return ledger_end(&rows);
}

STATEMENT(PARTS_DROP, "DELETE FROM forum_part WHERE out = ?");

enum rc ledger_parts_drop(struct ledger *ledger, int64_t out, struct err *err)
{
    return query_run(ledger, &ST_PARTS_DROP, VALUES(INT(out)), err);
}

STATEMENT(PARTS_QUEUED, "SELECT count(*) FROM forum_part WHERE state = 'queued'");

enum rc ledger_parts_queued(struct ledger *ledger, int64_t *count, struct err *err)
{
    return query_one_int(ledger, &ST_PARTS_QUEUED, NULL, 0, count, err);
}
