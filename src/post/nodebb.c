/* SPDX-License-Identifier: MIT */
/* NodeBB: reading is the same in all versions, writing differs: a plugin in 1.x, its own API
 * from 3. */

#include "post/nodebb_p.h"

const struct nodebb_dialect nodebb_1 = {"/api/v1", "payload", "topicData", false};
const struct nodebb_dialect nodebb_3 = {"/api/v3", "response", "", true};

static enum rc nodebb_newest(struct forum *forum, struct err *err)
{
    OWN(http_answer) answer = {0};
    const json_t *post;
    size_t index;
    enum rc rc = http_get(&forum->http, forum->etag, &answer, err, "/api/recent/posts");

    TRY(rc);
    if (answer.status != 304 && (answer.status != 200 || !json_is_array(answer.json)))
        rc = forum_bad_answer(forum, "/api/recent/posts", err);
    if (rc == RC_OK && answer.status == 200)
        memcpy(forum->etag, answer.etag, sizeof forum->etag);
    json_array_foreach(answer.json, index, post) {
        uint64_t id = forum_number(json_object_get(post, "pid"));

        if (rc == RC_OK && id > forum->newest)
            forum->newest = id;
    }
    return rc;
}

/* What is hidden from a guest is answered with 401. */
static enum rc get(struct forum *forum, struct http_answer *answer, struct err *err,
                   const char *before, uint64_t number, const char *behind, uint64_t page)
{
    struct http_request request = {.closed_is_known = true};
    OWN(buf) path = {0};
    enum rc rc;

    buf_printf(&path, "%s%llu%s", before, (unsigned long long)number, behind);
    if (page > 0)
        buf_printf(&path, "%llu", (unsigned long long)page);
    request.path = buf_text(&path);
    TRY(http_ask(&forum->http, &request, answer, err));
    if (answer->status == 200 && json_is_object(answer->json))
        return RC_OK;
    rc = answer->status >= 500 ? ERR(err, RC_LATER, "forum ", forum->http.url, " is out of order")
                               : ERR(err, RC_NOT_FOUND, "no such post");
    http_answer_fini(answer);
    return rc;
}

static const json_t *post_of(const json_t *topic, uint64_t id)
{
    const json_t *post;
    size_t index;

    json_array_foreach(json_object_get(topic, "posts"), index, post)
        if (forum_number(json_object_get(post, "pid")) == id)
            return post;
    return NULL;
}

static int64_t seconds_of(const json_t *milliseconds)
{
    return (int64_t)(forum_number(milliseconds) / 1000);
}

static void fill_post(const json_t *topic, const json_t *found, struct forum_post *post)
{
    post->topic = forum_number(json_object_get(topic, "tid"));
    post->category = forum_number(json_object_get(topic, "cid"));
    post->user = forum_number(json_object_get(found, "uid"));
    post->author = forum_string(json_object_get(found, "user"), "username");
    post->title = forum_string(topic, "title");
    post->html = forum_string(found, "content");
    post->created_s = seconds_of(json_object_get(found, "timestamp"));
    post->edit = forum_number(json_object_get(found, "edited"));
    post->edited_s = seconds_of(json_object_get(found, "edited"));
}

static bool fill(const json_t *topic, uint64_t id, struct forum_post *post)
{
    const json_t *found = post_of(topic, id);

    if (!found || json_is_true(json_object_get(found, "deleted")))
        return false;
    post->id = id;
    fill_post(topic, found, post);
    return true;
}
/* The post alone comes without its HTML, so its topic is read, from the last page back. */
static enum rc read_in_topic(struct forum *forum, uint64_t topic, uint64_t id,
                             struct forum_post *post, struct err *err)
{
    uint64_t page = 0;

    do {
        OWN(http_answer) answer = {0};

        TRY(get(forum, &answer, err, "/api/topic/", topic, page ? "?page=" : "", page));
        if (fill(answer.json, id, post)) {
            post->json = json_incref(answer.json);
            return RC_OK;
        }
        page = page > 0 ? page - 1
                        : forum_number(json_object_get(json_object_get(answer.json, "pagination"),
                                                       "pageCount"));
    } while (page > 1);
    return ERR(err, RC_NOT_FOUND, "no such post");
}

static enum rc nodebb_read(struct forum *forum, uint64_t id, struct forum_post *post,
                           struct err *err)
{
    OWN(http_answer) answer = {0};
    uint64_t topic;

    TRY(get(forum, &answer, err, "/api/post/pid/", id, "", 0));
    topic = forum_number(json_object_get(answer.json, "tid"));
    return read_in_topic(forum, topic, id, post, err);
}

/* Words in refusals that are not about this text, but about now or this place. */
static const struct {
    const char *word;
    enum post_hold hold;
} passing[] = {
    {"topic-locked", POST_HOLD_LOCKED}, {"no-privileges", POST_HOLD_LOCKED},
    {"topic-deleted", POST_HOLD_GONE},  {"post-deleted", POST_HOLD_GONE},
    {"no-topic", POST_HOLD_GONE},       {"no-post", POST_HOLD_GONE},
    {"too-new", POST_HOLD_NONE},        {"too-many", POST_HOLD_NONE},
    {"wait", POST_HOLD_NONE},           {"blacklisted", POST_HOLD_NONE},
    {"queue", POST_HOLD_NONE},          {"user-banned", POST_HOLD_LOCKED},
};

/* "[[error:too-many-posts, 10, 0]]": the first number is how long to wait. */
static int64_t wait_in(const char *why)
{
    const char *comma = strchr(why, ',');
    int64_t seconds = 0;

    if (!comma)
        return 0;
    comma += strspn(comma, ", ");
    return text_to_int(comma, strspn(comma, "0123456789"), &seconds) && seconds > 0 ? seconds : 0;
}

/* A refusal's words tell whether it is about this text, this place or this moment. */
static void nodebb_read_refusal(const struct http_answer *answer, struct forum_result *result)
{
    const json_t *status = json_object_get(answer->json, "status");
    const char *why = forum_string(status ? status : answer->json, "message");

    result->code = (int)answer->status;
    forum_refuse(result, POST_PERMANENT, why);
    for (size_t i = 0; i < sizeof passing / sizeof *passing; i++) {
        if (!strstr(why, passing[i].word))
            continue;
        result->fate = POST_TEMPORARY;
        result->hold = passing[i].hold;
        result->wait_s = wait_in(why);
        return;
    }
    if (answer->status == 404) {
        result->fate = POST_TEMPORARY;
        result->hold = POST_HOLD_GONE;
    }
}

static void take_made(const json_t *made, const struct nodebb_dialect *dialect,
                      struct forum_result *result)
{
    const json_t *topic = dialect->topic[0] ? json_object_get(made, dialect->topic) : NULL;
    uint64_t id = forum_number(json_object_get(made, "pid"));
    uint64_t tid = id ? 0 : forum_number(json_object_get(topic ? topic : made, "tid"));

    if (!id)
        id = forum_number(json_object_get(topic ? topic : made, "mainPid"));
    if (!id)
        id = forum_number(json_object_get(json_object_get(made, "mainPost"), "pid"));
    forum_set_made(result->made, id, tid);
}

static json_t *compose(const struct forum_text *text, struct buf *path)
{
    int64_t category = 0;

    switch (text->place) {
    case FORUM_CATEGORY:
        buf_put(path, "/topics");
        if (!text_to_int(text->name, strlen(text->name), &category))
            return NULL;
        return json_pack("{s:I, s:s, s:s}", "cid", (json_int_t)category, "title", text->title,
                         "content", text->text);
    case FORUM_TOPIC:
    case FORUM_POST:
        buf_printf(path, text->place == FORUM_TOPIC ? "/topics/%s" : "/posts/%s", text->name);
        return json_pack("{s:s}", "content", text->text);
    default:
        return NULL;
    }
}

static enum rc call(struct forum *forum, const struct forum_text *text, const char *path,
                    const json_t *json, struct forum_result *result, struct err *err)
{
    const struct nodebb_dialect *dialect = forum->dialect;
    OWN(http_answer) answer = {0};

    TRY(http_ask(&forum->http,
                 &(struct http_request){.method = text->place == FORUM_POST ? "PUT" : "POST",
                                        .path = path,
                                        .json = json},
                 &answer, err));
    result->code = (int)answer.status;
    if (answer.status < 300 &&
        json_is_true(json_object_get(json_object_get(answer.json, dialect->answer), "queued"))) {
        forum_hold(result);
    } else if (answer.status < 300) {
        result->fate = POST_ACCEPTED;
        take_made(json_object_get(answer.json, dialect->answer), dialect, result);
    } else {
        nodebb_read_refusal(&answer, result);
    }
    return RC_OK;
}

/* out    *room: 0 when it was refused, and why in result */
static enum rc open_room(struct forum *forum, uint64_t uid, uint64_t *room,
                         struct forum_result *result, struct err *err)
{
    const struct nodebb_dialect *dialect = forum->dialect;
    json_t *json = json_pack("{s:[I]}", "uids", (json_int_t)uid);
    OWN(http_answer) answer = {0};
    OWN(buf) path = {0};
    enum rc rc;

    buf_printf(&path, "%s/chats", dialect->write);
    rc = json
             ? http_ask(&forum->http, &(struct http_request){.path = buf_text(&path), .json = json},
                        &answer, err)
             : ERR(err, RC_NO_MEMORY, "out of memory for a message");
    json_decref(json);
    TRY(rc);
    *room = forum_number(json_object_get(json_object_get(answer.json, dialect->answer), "roomId"));
    if (*room)
        nodebb_note_room(forum, uid, *room);
    else
        nodebb_read_refusal(&answer, result);
    return RC_OK;
}

/* A player has one room, as long as it can be seen; 1.x opens one where none is named. */
static enum rc send_message(struct forum *forum, const struct forum_text *text,
                            struct forum_result *result, struct err *err)
{
    const struct nodebb_dialect *dialect = forum->dialect;
    OWN_WIPED(buf) message = {0};
    OWN(buf) path = {0};
    uint64_t uid = 0, room = 0;
    json_t *json;
    enum rc rc = nodebb_find_user(forum, text->name, &uid, err);

    if (rc == RC_OK && uid == 0)
        forum_refuse(result, POST_PERMANENT, "no such user in the forum");
    if (rc == RC_OK && uid != 0)
        rc = nodebb_find_room(forum, uid, &room, err);
    if (rc == RC_OK && uid != 0 && !room && dialect->is_3)
        rc = open_room(forum, uid, &room, result, err);
    if (rc != RC_OK || uid == 0 || (dialect->is_3 && !room))
        return rc;
    buf_printf(&path, dialect->is_3 ? "%s/chats/%llu" : "%s/users/%llu/chats", dialect->write,
               (unsigned long long)(dialect->is_3 ? room : uid));
    buf_printf(&message, "%s\n\n%s", text->title, text->text);
    json = json_pack("{s:s}", "message", buf_text(&message));
    if (json && room && !dialect->is_3)
        json_object_set_new(json, "roomId", json_integer((json_int_t)room));
    rc = json ? call(forum, text, buf_text(&path), json, result, err)
              : ERR(err, RC_NO_MEMORY, "out of memory for a message");
    json_decref(json);
    return rc;
}

static enum rc nodebb_send(struct forum *forum, const struct forum_text *text,
                           struct forum_result *result, struct err *err)
{
    const struct nodebb_dialect *dialect = forum->dialect;
    OWN(buf) path = {0};
    json_t *json;
    enum rc rc;

    if (text->place == FORUM_USER)
        return send_message(forum, text, result, err);
    buf_put(&path, dialect->write);
    json = compose(text, &path);
    rc = json && !path.failed ? call(forum, text, buf_text(&path), json, result, err)
                              : ERR(err, RC_NO_MEMORY, "out of memory for a post");
    json_decref(json);
    return rc;
}

static void find_in(const struct forum *forum, const json_t *posts, const char *mark,
                    char made[FORUM_ID_BYTES])
{
    const json_t *post;
    size_t index;

    json_array_foreach(posts, index, post) {
        const struct forum_post author = {
            .user = forum_number(json_object_get(post, "uid")),
            .author = forum_string(json_object_get(post, "user"), "username")};

        if (forum_is_own(forum, &author) && forum_has_mark(forum_string(post, "content"), mark))
            forum_set_made(made, forum_number(json_object_get(post, "pid")),
                           forum_number(json_object_get(post, "tid")));
    }
}

/* Many posts may have come since: the topic's first and last page are surer. */
static enum rc find_in_topic(struct forum *forum, uint64_t topic, const char *mark,
                             char made[FORUM_ID_BYTES], struct err *err)
{
    uint64_t page = 0;

    for (;;) {
        OWN(http_answer) answer = {0};
        struct err missing = {0};
        enum rc rc =
            get(forum, &answer, &missing, "/api/topic/", topic, page ? "?page=" : "", page);
        uint64_t pages;

        if (rc == RC_NOT_FOUND)
            return RC_OK;
        if (rc != RC_OK)
            return err ? (*err = missing, rc) : rc;
        pages =
            forum_number(json_object_get(json_object_get(answer.json, "pagination"), "pageCount"));
        find_in(forum, json_object_get(answer.json, "posts"), mark, made);
        if (page > 0 || pages < 2)
            return RC_OK;
        page = pages;
    }
}

/* Among the forum's latest posts: a lost answer is asked about soon. */
static enum rc nodebb_find(struct forum *forum, const struct forum_text *text,
                           char made[FORUM_ID_BYTES], struct err *err)
{
    OWN(http_answer) answer = {0};

    TRY(nodebb_who(forum, err));
    if (text->place == FORUM_USER)
        return nodebb_find_message(forum, text, made, err);
    TRY(http_get(&forum->http, NULL, &answer, err, "/api/recent/posts"));
    find_in(forum, answer.json, text->mark, made);
    if (text->place != FORUM_CATEGORY)
        made[strcspn(made, "/")] = '\0';
    if (made[0] || text->place != FORUM_TOPIC)
        return RC_OK;
    TRY(find_in_topic(forum, strtoull(text->name, NULL, 10), text->mark, made, err));
    made[strcspn(made, "/")] = '\0';
    return RC_OK;
}

/* Whoever wrote a post sees it in the queue; 1.4 has none. */
static enum rc nodebb_queued(struct forum *forum, const char *mark, enum forum_queue *queue,
                             struct err *err)
{
    const struct nodebb_dialect *dialect = forum->dialect;
    struct http_request request = {.path = "/api/post-queue", .closed_is_known = true};
    OWN(http_answer) answer = {0};
    const json_t *posts, *post;
    size_t index;

    if (!dialect->is_3) {
        *queue = FORUM_QUEUE_HAS_NOT;
        return RC_OK;
    }
    TRY(http_ask(&forum->http, &request, &answer, err));
    posts = json_object_get(answer.json, "posts");
    if (answer.status == 200 && json_is_array(posts))
        *queue = FORUM_QUEUE_HAS_NOT;
    json_array_foreach(posts, index, post) {
        const json_t *data = json_object_get(post, "data");

        if (strstr(forum_string(data, "rawContent"), mark) ||
            forum_has_mark(forum_string(data, "content"), mark))
            *queue = FORUM_QUEUE_HAS_IT;
    }
    return RC_OK;
}

/* ---- posts that were edited ---- */

static enum rc show_edited(const json_t *topic, forum_post_fn fn, void *user, struct err *err)
{
    enum rc rc = RC_OK;
    const json_t *found;
    size_t index;

    json_array_foreach(json_object_get(topic, "posts"), index, found) {
        struct forum_post post = {.id = forum_number(json_object_get(found, "pid"))};

        fill_post(topic, found, &post);
        if (rc == RC_OK && post.edit && !json_is_true(json_object_get(found, "deleted")))
            rc = fn(user, &post, err);
    }
    return rc;
}

/* The first page says how many there are; the last one has the newest posts. */
static enum rc nodebb_edits(struct forum *forum, struct forum_watch *watch, forum_post_fn fn,
                            void *user, struct err *err)
{
    struct http_request request = {.etag = watch->etag, .closed_is_known = true};
    struct http_answer answer;
    OWN(buf) path = {0};
    uint64_t pages = 0;
    enum rc rc = RC_OK;

    buf_printf(&path, "/api/topic/%llu", (unsigned long long)watch->topic);
    request.path = buf_text(&path);
    TRY(http_ask(&forum->http, &request, &answer, err));
    if (answer.status == 200) {
        rc = show_edited(answer.json, fn, user, err);
        memcpy(watch->etag, answer.etag, sizeof watch->etag);
        pages =
            forum_number(json_object_get(json_object_get(answer.json, "pagination"), "pageCount"));
    }
    http_answer_fini(&answer);
    if (rc == RC_OK && pages > 1) {
        watch->etag[0] = '\0'; /* it says nothing of the last page */
        rc = get(forum, &answer, NULL, "/api/topic/", watch->topic, "?page=", pages);
        if (rc == RC_OK) {
            rc = show_edited(answer.json, fn, user, err);
            http_answer_fini(&answer);
        } else if (rc == RC_NOT_FOUND)
            rc = RC_OK;
        else
            rc = ERR(err, rc, "forum ", forum->http.url, " did not show a topic's last page");
    }
    return rc;
}

const struct forum_ops forum_nodebb = {
    .kind = "nodebb",
    .key_header = "Authorization: Bearer ",
    .who = nodebb_who,
    .newest = nodebb_newest,
    .read = nodebb_read,
    .edits = nodebb_edits,
    .messages = nodebb_messages,
    .send = nodebb_send,
    .find = nodebb_find,
    .queued = nodebb_queued,
    .upload = nodebb_upload,
    .may_open = nodebb_may_open,
};
