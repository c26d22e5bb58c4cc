/* SPDX-License-Identifier: MIT */
/* Queues a tournament's posts, and finds its topic in the forum. Its texts come from
 * schedule/tournament_posts.c. */
#include "outbound/forum_club.h"

#include <stdio.h>

#include "outbound/forum_queue.h"
#include "outbound/outbox.h"
#include "forum/forum.h"
#include "ledger/topics.h"

static const char opening[] = "cup-topic/", later[] = "cup/";

enum rc forum_club_has_topic(struct desk *desk, int64_t tournament, bool *has, struct err *err)
{
    int64_t topic = -1;

    TRY(ledger_tournament_topic_get(desk->ledger, tournament, &topic, err));
    *has = topic >= 0;
    return RC_OK;
}

static enum rc put(struct desk *desk, const struct forum_club *told, bool opens, struct err *err)
{
    char place[FORUM_PLACE_BYTES];
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values);
    struct outbox_letter letter = {.kind = opens ? OUTBOX_TOPIC : OUTBOX_SAY,
                                   .n = -1,
                                   .seat = FORUM_SEAT,
                                   .place = place,
                                   .values = map};

    snprintf(place, sizeof place, "%s%lld", opens ? opening : later, (long long)told->tournament);
    value_set_text(map, "title", told->title);
    value_set_text(map, "announcement", told->text);
    value_set_text(map, "table", told->table);
    TRY(values_rc(values, err));
    return outbox_put(desk, &letter, NULL, err);
}

enum rc forum_club_tell(struct desk *desk, const struct forum_club *told, struct err *err)
{
    bool has = false;

    if (!forum_is_on(desk))
        return RC_OK;
    TRY(forum_club_has_topic(desk, told->tournament, &has, err));
    TRY(put(desk, told, !has, err));
    return !has ? ledger_tournament_topic_put(desk->ledger, told->tournament, 0, err) : RC_OK;
}

/* ---- on its way ---- */

static bool opens(const char *place)
{
    return text_starts_with(place, opening);
}

int64_t forum_club_of(const char *place)
{
    const char *number = opens(place)                     ? place + sizeof opening - 1
                         : text_starts_with(place, later) ? place + sizeof later - 1
                                                          : "";
    int64_t tournament = 0;

    return text_to_int(number, strlen(number), &tournament) ? tournament : 0;
}

enum rc forum_club_resolve(struct desk *desk, const char *place, char *to, size_t capacity,
                           bool *is_lost, struct err *err)
{
    int64_t topic = -1;
    enum rc rc = ledger_tournament_topic_get(desk->ledger, forum_club_of(place), &topic, err);

    *to = '\0';
    *is_lost = rc == RC_OK && topic < 0;
    if (opens(place))
        snprintf(to, capacity, "category/%lld", (long long)desk->config->forum.category);
    else if (topic > 0)
        snprintf(to, capacity, "topic/%lld", (long long)topic);
    return rc;
}

enum rc forum_club_note(struct desk *desk, int64_t tournament, int64_t topic, struct err *err)
{
    return topic ? ledger_tournament_topic_put(desk->ledger, tournament, topic, err)
                 : ledger_tournament_topic_drop(desk->ledger, tournament, err);
}
