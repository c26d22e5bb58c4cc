/* SPDX-License-Identifier: MIT */
/* Writes the administrator one letter about trouble with the forum that only he can mend. */
#include "outbound/forum_trouble.h"

#include <stdio.h>

#include "outbound/notice.h"
#include "forum/forum.h"
#include "ledger/work.h"
#include "server/vault.h"

/* The row that says since when the forum is out of reach, and how much of it was told. */
static const char ROW[] = "forum-trouble";

enum trouble {
    TROUBLE_NONE,
    TROUBLE_AWAY,      /* no answer, not long enough to tell */
    TROUBLE_AWAY_TOLD, /* no answer for long */
    TROUBLE_SHUT_TOLD, /* it will not let the robot in */
    TROUBLE_COUNT
};
static const char *const words[TROUBLE_COUNT] = {"", "away", "away-told", "shut-told"};

/* ---- topics ---- */

enum rc forum_queue_topic(struct desk *desk, const struct ledger_topic *topic, bool refused,
                          const char *why, struct err *err)
{
    char game[TEXT_INT_BYTES], subject[64];
    OWN(buf) url = {0};
    struct notice notice = {.key = refused                               ? "keeper.forum-refused"
                                   : topic->state == LEDGER_TOPIC_LOCKED ? "keeper.forum-locked"
                                                                         : "keeper.forum-gone",
                            .count = 3,
                            .subject = subject};

    if (topic->topic)
        forum_topic_url(desk->config, topic->topic, &url);
    notice.arg[0] = (struct sentence_arg){"game", text_of_int(game, topic->game)};
    notice.arg[1] = (struct sentence_arg){"topic", url.length ? buf_text(&url) : "-"};
    notice.arg[2] = (struct sentence_arg){"text", why[0] ? why : "-"};
    snprintf(subject, sizeof subject, "forum: game %s", game);
    TRY(buf_rc(&url, err));
    return notice_keeper(desk, &notice, err);
}

/* ---- posts ---- */

enum rc forum_queue_post(struct desk *desk, int64_t game, int64_t out, const char *why,
                         struct err *err)
{
    char number[TEXT_INT_BYTES], name[TEXT_INT_BYTES], told[48], subject[48];
    struct notice notice = {.key = "keeper.forum-post-refused", .count = 3, .subject = subject};
    struct hash hash;
    int64_t count = 0;

    snprintf(told, sizeof told, "refused post of game %lld", (long long)game);
    TRY(vault_lookup(desk, "told", told, strlen(told), &hash, err));
    TRY(ledger_rate_count(desk->ledger, hash.at, desk_now(desk), FORUM_REFUSED_S, &count, err));
    if (count > 1)
        return RC_OK;
    notice.arg[0] = (struct sentence_arg){"game", game ? text_of_int(name, game) : "-"};
    notice.arg[1] = (struct sentence_arg){"letter", text_of_int(number, out)};
    notice.arg[2] = (struct sentence_arg){"text", why[0] ? why : "-"};
    snprintf(subject, sizeof subject, "forum: post %s", number);
    return notice_keeper(desk, &notice, err);
}

/* ---- the whole forum ---- */

/* What this try says of the forum; what went wrong on our side says nothing of it. */
static enum trouble judge(enum rc rc, enum trouble now)
{
    switch (rc) {
    case RC_OK:
        return TROUBLE_NONE;
    case RC_NETWORK:
    case RC_LATER:
        return now == TROUBLE_NONE ? TROUBLE_AWAY : now;
    case RC_LOGIN:
    case RC_CERTIFICATE:
    case RC_CONFIG:
    case RC_PERMISSION:
    case RC_IO: /* the file with its key */
        return TROUBLE_SHUT_TOLD;
    default:
        return now;
    }
}

static enum rc tell(struct desk *desk, enum trouble trouble, const char *why, struct err *err)
{
    struct notice notice = {.key = trouble == TROUBLE_SHUT_TOLD ? "keeper.forum-shut"
                                                                : "keeper.forum-away",
                            .arg = {{"text", why}},
                            .count = 1,
                            .subject = "forum"};

    return trouble == TROUBLE_SHUT_TOLD || trouble == TROUBLE_AWAY_TOLD
               ? notice_keeper(desk, &notice, err)
               : RC_OK;
}

static enum rc change(struct desk *desk, enum trouble next, int64_t since_s, const char *why,
                      struct err *err)
{
    struct err own = {0};
    enum rc rc;

    TRY(desk_begin(desk, err));
    rc = ledger_inbox_put(desk->ledger, ROW, since_s, words[next], &own);
    THEN(rc, tell(desk, next, why, &own));
    rc = desk_end(desk, rc, &own);
    return rc == RC_OK ? rc : ERR(err, rc, own.text);
}

enum rc forum_note_reached(struct desk *desk, const struct err *last, struct err *err)
{
    enum trouble next;
    unsigned now;
    int64_t since_s;

    TRY(ledger_inbox_word(desk->ledger, ROW, &since_s, words, TROUBLE_COUNT, &now, err));
    next = judge(last->rc, now);
    if (next == TROUBLE_AWAY && now == TROUBLE_AWAY && desk_now(desk) - since_s > FORUM_AWAY_S)
        next = TROUBLE_AWAY_TOLD;
    if (next == now)
        return RC_OK;
    return change(desk, next, now == TROUBLE_NONE ? desk_now(desk) : since_s, last->text, err);
}
