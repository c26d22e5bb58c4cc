/* SPDX-License-Identifier: MIT */
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

static enum ledger_topic_state read_state(const char *name)
{
    enum ledger_topic_state state = 0;

    while (state < LEDGER_TOPIC_GONE && !text_equal(names[state], name))
        state++;
    return state;
}

static struct ledger_topic read_row(struct query *query)
{
    return (struct ledger_topic){.game = query_get_int(query, 0),
                                 .topic = query_get_int(query, 1),
                                 .post = query_get_int(query, 2),
                                 .state = read_state(query_get_text(query, 3)),
                                 .board = query_get_int(query, 4)};
}

STATEMENT(TOPIC_PUT, "INSERT INTO forum_topic (game, topic, post, state, board)"
                     " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET topic = excluded.topic,"
                     " post = excluded.post, state = excluded.state, board = excluded.board");

enum rc ledger_topic_put(struct ledger *ledger, const struct ledger_topic *topic, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_TOPIC_PUT);
    query_int(&query, topic->game);
    query_int(&query, topic->topic);
    query_int(&query, topic->post);
    query_text(&query, ledger_topic_name(topic->state));
    query_int(&query, topic->board);
    return query_run(&query, err);
}

static enum rc get_one(struct ledger *ledger, const struct statement *which, int64_t number,
                       struct ledger_topic *topic, struct err *err)
{
    struct query query;

    *topic = (struct ledger_topic){0};
    query_begin(&query, ledger, which);
    query_int(&query, number);
    while (query_next(&query))
        *topic = read_row(&query);
    return query_end(&query, err);
}

STATEMENT(TOPIC_GET, "SELECT game, topic, post, state, board FROM forum_topic WHERE game = ?");

enum rc ledger_topic_get(struct ledger *ledger, int64_t game, struct ledger_topic *topic,
                         struct err *err)
{
    return get_one(ledger, &ST_TOPIC_GET, game, topic, err);
}

STATEMENT(TOPIC_FIND, "SELECT game, topic, post, state, board FROM forum_topic WHERE topic = ?");

enum rc ledger_topic_find(struct ledger *ledger, int64_t number, struct ledger_topic *topic,
                          struct err *err)
{
    return get_one(ledger, &ST_TOPIC_FIND, number, topic, err);
}

STATEMENT(TOPICS, "SELECT game, topic, post, state, board FROM forum_topic ORDER BY game");

enum rc ledger_topics(struct ledger *ledger, ledger_topic_fn fn, void *user, struct err *err)
{
    enum rc rc = RC_OK, end;
    struct query query;

    query_begin(&query, ledger, &ST_TOPICS);
    while (rc == RC_OK && query_next(&query)) {
        struct ledger_topic topic = read_row(&query);

        rc = fn(user, &topic, err);
    }
    end = query_end(&query, err);
    return rc != RC_OK ? rc : end;
}

STATEMENT(TOPIC_BEHIND, "SELECT 1 FROM delivery d JOIN letter_out o ON o.id = d.out"
                        " WHERE d.state = 'waiting' AND d.channel = 'forum' AND o.game = ?1"
                        " AND o.id < ?2 AND o.kind IN ('post', 'say') LIMIT 1");

enum rc ledger_topic_is_behind(struct ledger *ledger, int64_t game, int64_t out, bool *is_behind,
                               struct err *err)
{
    int64_t found = 0;
    struct query query;
    enum rc rc;

    query_begin(&query, ledger, &ST_TOPIC_BEHIND);
    query_int(&query, game);
    query_int(&query, out);
    rc = query_one_int(&query, 0, &found, err);
    *is_behind = found != 0;
    return rc;
}

STATEMENT(TOPIC_WAITING, "SELECT count(*) FROM delivery d JOIN letter_out o ON o.id = d.out"
                         " WHERE d.state = 'waiting' AND d.channel = 'forum' AND o.game = ?1"
                         " AND o.seat = 255");

enum rc ledger_topic_waiting(struct ledger *ledger, int64_t game, int64_t *count, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_TOPIC_WAITING);
    query_int(&query, game);
    return query_one_int(&query, 0, count, err);
}

/* ---- topics of tournaments ---- */

STATEMENT(CUP_TOPIC_PUT, "INSERT INTO cup_topic (cup, topic) VALUES (?, ?)"
                         " ON CONFLICT DO UPDATE SET topic = excluded.topic");

enum rc ledger_cup_topic_put(struct ledger *ledger, int64_t cup, int64_t topic, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_CUP_TOPIC_PUT);
    query_int(&query, cup);
    query_int(&query, topic);
    return query_run(&query, err);
}

STATEMENT(CUP_TOPIC_GET, "SELECT topic FROM cup_topic WHERE cup = ?");

enum rc ledger_cup_topic_get(struct ledger *ledger, int64_t cup, int64_t *topic, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_CUP_TOPIC_GET);
    query_int(&query, cup);
    return query_one_int(&query, -1, topic, err);
}

STATEMENT(CUP_TOPIC_DROP, "DELETE FROM cup_topic WHERE cup = ?");

enum rc ledger_cup_topic_drop(struct ledger *ledger, int64_t cup, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_CUP_TOPIC_DROP);
    query_int(&query, cup);
    return query_run(&query, err);
}

/* ---- parts of a text on its way ---- */

STATEMENT(PART_PUT, "INSERT INTO forum_part (out, part, state, at_s) VALUES (?, ?, ?, ?)"
                    " ON CONFLICT DO UPDATE SET state = excluded.state");

enum rc ledger_part_put(struct ledger *ledger, int64_t out, unsigned part, enum ledger_part state,
                        int64_t at_s, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_PART_PUT);
    query_int(&query, out);
    query_int(&query, part);
    query_text(&query, state == LEDGER_PART_QUEUED ? "queued" : "posted");
    query_int(&query, at_s);
    return query_run(&query, err);
}

STATEMENT(PART_GET, "SELECT state = 'queued' FROM forum_part WHERE out = ? AND part = ?");

enum rc ledger_part_get(struct ledger *ledger, int64_t out, unsigned part, enum ledger_part *state,
                        struct err *err)
{
    struct query query;

    *state = LEDGER_PART_NONE;
    query_begin(&query, ledger, &ST_PART_GET);
    query_int(&query, out);
    query_int(&query, part);
    while (query_next(&query))
        *state = query_get_int(&query, 0) ? LEDGER_PART_QUEUED : LEDGER_PART_POSTED;
    return query_end(&query, err);
}

STATEMENT(PARTS_DROP, "DELETE FROM forum_part WHERE out = ?");

enum rc ledger_parts_drop(struct ledger *ledger, int64_t out, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_PARTS_DROP);
    query_int(&query, out);
    return query_run(&query, err);
}

STATEMENT(PARTS_QUEUED, "SELECT count(*) FROM forum_part WHERE state = 'queued'");

enum rc ledger_parts_queued(struct ledger *ledger, int64_t *count, struct err *err)
{
    struct query query;

    query_begin(&query, ledger, &ST_PARTS_QUEUED);
    return query_one_int(&query, 0, count, err);
}
