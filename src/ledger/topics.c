/* SPDX-License-Identifier: MIT */
/* Rows of the forum's topics, and of posts that are on their way in parts. */
#include "ledger/topics.h"

#include "ledger/ledger_p.h"

#define NAMES_TEXT(name, text) [LEDGER_TOPIC_##name] = text,
static const char *const names[LEDGER_TOPIC_COUNT] = {LEDGER_TOPICS(NAMES_TEXT)};

const char *ledger_topic_name(enum ledger_topic_state state)
{
    return (unsigned)state < LEDGER_TOPIC_COUNT ? names[state] : "?";
}

FORM(topic_form, ledger_topic, COLUMN(ledger_topic, game), COLUMN(ledger_topic, topic),
     COLUMN(ledger_topic, post), COLUMN_OF_NAMES(ledger_topic, state, names),
     COLUMN(ledger_topic, board));

ASK(put, ledger_topic_put, WITH(const struct ledger_topic *topic), &topic_form,
    "INSERT INTO forum_topic (game, topic, post, state, board)"
    " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET topic = excluded.topic,"
    " post = excluded.post, state = excluded.state, board = excluded.board",
    topic);

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

ASK(rows, ledger_topics, WITH_NOTHING, &topic_form,
    "SELECT game, topic, post, state, board FROM forum_topic ORDER BY game", NULL);

ASK(is, ledger_topic_is_behind, WITH(int64_t game, int64_t out, bool *is_behind), NULL,
    "SELECT 1 FROM delivery d JOIN letter_out o ON o.id = d.out"
    " WHERE d.state = 'waiting' AND d.channel = 'forum' AND o.game = ?1"
    " AND o.id < ?2 AND o.kind IN ('post', 'say') LIMIT 1",
    VALUES(INT(game), INT(out)), is_behind);

ASK(one_int, ledger_topic_waiting, WITH(int64_t game, int64_t *count), NULL,
    "SELECT count(*) FROM delivery d JOIN letter_out o ON o.id = d.out"
    " WHERE d.state = 'waiting' AND d.channel = 'forum' AND o.game = ?1"
    " AND o.seat = 255",
    VALUES(INT(game)), 0, count);

/* ---- topics of tournaments ---- */

ASK(run, ledger_tournament_topic_put, WITH(int64_t tournament, int64_t topic), NULL,
    "INSERT INTO tournament_topic (tournament, topic) VALUES (?, ?)"
    " ON CONFLICT DO UPDATE SET topic = excluded.topic",
    VALUES(INT(tournament), INT(topic)));

ASK(one_int, ledger_tournament_topic_get, WITH(int64_t tournament, int64_t *topic), NULL,
    "SELECT topic FROM tournament_topic WHERE tournament = ?", VALUES(INT(tournament)), -1, topic);

ASK(run, ledger_tournament_topic_drop, WITH(int64_t tournament), NULL,
    "DELETE FROM tournament_topic WHERE tournament = ?", VALUES(INT(tournament)));

/* ---- parts of a text on its way ---- */

ASK(run, ledger_part_put, WITH(int64_t out, unsigned part, enum ledger_part state, int64_t at_s),
    NULL,
    "INSERT INTO forum_part (out, part, state, at_s) VALUES (?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET state = excluded.state",
    VALUES(INT(out), INT(part), TEXT(state == LEDGER_PART_QUEUED ? "queued" : "posted"),
           INT(at_s)));

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

ASK(run, ledger_parts_drop, WITH(int64_t out), NULL, "DELETE FROM forum_part WHERE out = ?",
    VALUES(INT(out)));

ASK(one_int, ledger_parts_queued, WITH(int64_t *count), NULL,
    "SELECT count(*) FROM forum_part WHERE state = 'queued'", NULL, 0, count);
