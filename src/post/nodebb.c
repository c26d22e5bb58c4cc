/* NodeBB: reading is the same in all versions, writing differs: a plugin in 1.x, its own API
 * from 3. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "post/forum.h"

struct nodebb_dialect {
    const char *write;  /* path of the write API */
    const char *answer; /* what its answers are wrapped in */
    const char *topic; /* the member of a new topic's answer that holds the topic; "" = it is one */
    bool rooms;        /* a private message needs a room opened first */
};
const struct nodebb_dialect nodebb_1 = {"/api/v1", "payload", "topicData", false};
const struct nodebb_dialect nodebb_3 = {"/api/v3", "response", "", true};

static enum rc nodebb_newest(struct forum *forum, struct err *err)
{
    struct http_answer answer;
    const json_t *post;
    size_t index;
    enum rc rc =
        http_call(&forum->http, NULL, "/api/recent/posts", NULL, forum->etag, &answer, err);

    if (rc != RC_OK)
        return rc;
    if (answer.status != 304 && (answer.status != 200 || !json_is_array(answer.json)))
        rc = forum_bad_answer(forum, "/api/recent/posts", err);
    if (rc == RC_OK && answer.status == 200)
        memcpy(forum->etag, answer.etag, sizeof forum->etag);
    json_array_foreach(answer.json, index, post)
    {
        uint64_t id = forum_number(json_object_get(post, "pid"));

        if (rc == RC_OK && id > forum->newest)
            forum->newest = id;
    }
    http_answer_fini(&answer);
    return rc;
}

static enum rc get(struct forum *forum, struct http_answer *answer, struct err *err,
                   const char *before, uint64_t number, const char *behind, uint64_t page)
{
    struct buf path = {0};
    enum rc rc;

    buf_printf(&path, "%s%llu%s", before, (unsigned long long)number, behind);
    if (page > 0)
        buf_printf(&path, "%llu", (unsigned long long)page);
    rc = http_call(&forum->http, NULL, buf_text(&path), NULL, NULL, answer, err);
    buf_fini(&path);
    if (rc != RC_OK)
        return rc;
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
    {
        if (forum_number(json_object_get(post, "pid")) == id)
            return post;
    }
    return NULL;
}

static bool fill(const json_t *topic, uint64_t id, struct forum_post *post)
{
    const json_t *found = post_of(topic, id);

    if (!found || json_is_true(json_object_get(found, "deleted")))
        return false;
    post->id = id;
    post->topic = forum_number(json_object_get(topic, "tid"));
    post->user = forum_number(json_object_get(found, "uid"));
    post->author = forum_string(json_object_get(found, "user"), "username");
    post->title = forum_string(topic, "title");
    post->html = forum_string(found, "content");
    post->created_s = (int64_t)(forum_number(json_object_get(found, "timestamp")) / 1000);
    return true;
}

/* The post alone comes without its HTML, so its topic is read, from the last page back. */
static enum rc read_in_topic(struct forum *forum, uint64_t topic, uint64_t id,
                             struct forum_post *post, struct err *err)
{
    uint64_t page = 0;

    do {
        struct http_answer answer;
        enum rc rc = get(forum, &answer, err, "/api/topic/", topic, page ? "?page=" : "", page);

        if (rc != RC_OK)
            return rc;
        if (fill(answer.json, id, post)) {
            post->json = json_incref(answer.json);
            http_answer_fini(&answer);
            return RC_OK;
        }
        page = page > 0 ? page - 1
                        : forum_number(json_object_get(json_object_get(answer.json, "pagination"),
                                                       "pageCount"));
        http_answer_fini(&answer);
    } while (page > 1);
    return ERR(err, RC_NOT_FOUND, "no such post");
}

static enum rc nodebb_read(struct forum *forum, uint64_t id, struct forum_post *post,
                           struct err *err)
{
    struct http_answer answer;
    enum rc rc = get(forum, &answer, err, "/api/post/pid/", id, "", 0);
    uint64_t topic;

    if (rc != RC_OK)
        return rc;
    topic = forum_number(json_object_get(answer.json, "tid"));
    http_answer_fini(&answer);
    return read_in_topic(forum, topic, id, post, err);
}

/* Words in refusals that are about now, not about this text. */
static const char *const later_words[] = {"too-new", "too-many", "wait", "blacklisted", "queue"};

static void read_refusal(const struct http_answer *answer, struct forum_result *result)
{
    const json_t *status = json_object_get(answer->json, "status");
    const char *why = forum_string(status ? status : answer->json, "message");

    result->fate = POST_PERMANENT;
    for (size_t i = 0; i < sizeof later_words / sizeof *later_words; i++)
        if (strstr(why, later_words[i]))
            result->fate = POST_TEMPORARY;
    why = why[0] ? why : "refused without a reason";
    post_text_clean(result->text, sizeof result->text, why, strlen(why));
}

static uint64_t made_of(const json_t *made, const struct nodebb_dialect *dialect)
{
    const json_t *topic = dialect->topic[0] ? json_object_get(made, dialect->topic) : NULL;
    uint64_t id = forum_number(json_object_get(made, "pid"));

    if (!id)
        id = forum_number(json_object_get(topic ? topic : made, "mainPid"));
    if (!id)
        id = forum_number(json_object_get(json_object_get(made, "mainPost"), "pid"));
    return id;
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
    struct http_answer answer;
    enum rc rc = http_call(&forum->http, text->place == FORUM_POST ? "PUT" : "POST", path, json,
                           NULL, &answer, err);

    if (rc != RC_OK)
        return rc;
    result->code = (int)answer.status;
    if (answer.status < 300) {
        result->fate = POST_ACCEPTED;
        forum_set_made(result->made,
                       made_of(json_object_get(answer.json, dialect->answer), dialect));
    } else {
        read_refusal(&answer, result);
    }
    http_answer_fini(&answer);
    return RC_OK;
}

static void refuse(struct forum_result *result, const char *why)
{
    *result = (struct forum_result){.fate = POST_PERMANENT};
    post_text_clean(result->text, sizeof result->text, why, strlen(why));
}

/* out    *uid: 0 when there is no such user */
static enum rc find_user(struct forum *forum, const char *name, uint64_t *uid, struct err *err)
{
    char *escaped = curl_easy_escape(NULL, name, 0);
    struct http_answer answer;
    struct buf path = {0};
    enum rc rc;

    buf_printf(&path, "/api/user/username/%s", escaped ? escaped : "");
    curl_free(escaped);
    rc = http_call(&forum->http, NULL, buf_text(&path), NULL, NULL, &answer, err);
    buf_fini(&path);
    if (rc != RC_OK)
        return rc;
    *uid = answer.status == 200 ? forum_number(json_object_get(answer.json, "uid")) : 0;
    http_answer_fini(&answer);
    return RC_OK;
}

/* out    *room: 0 when it was refused, and why in result */
static enum rc open_room(struct forum *forum, uint64_t uid, uint64_t *room,
                         struct forum_result *result, struct err *err)
{
    const struct nodebb_dialect *dialect = forum->dialect;
    json_t *json = json_pack("{s:[I]}", "uids", (json_int_t)uid);
    struct http_answer answer;
    struct buf path = {0};
    enum rc rc;

    buf_printf(&path, "%s/chats", dialect->write);
    rc = json ? http_call(&forum->http, "POST", buf_text(&path), json, NULL, &answer, err)
              : ERR(err, RC_NO_MEMORY, "out of memory for a message");
    json_decref(json);
    buf_fini(&path);
    if (rc != RC_OK)
        return rc;
    *room = forum_number(json_object_get(json_object_get(answer.json, dialect->answer), "roomId"));
    if (!*room) {
        result->code = (int)answer.status;
        read_refusal(&answer, result);
    }
    http_answer_fini(&answer);
    return RC_OK;
}

static enum rc send_message(struct forum *forum, const struct forum_text *text,
                            struct forum_result *result, struct err *err)
{
    const struct nodebb_dialect *dialect = forum->dialect;
    struct buf path = {0}, message = {0};
    uint64_t uid = 0, to;
    json_t *json;
    enum rc rc = find_user(forum, text->name, &uid, err);

    if (rc == RC_OK && uid == 0)
        refuse(result, "no such user in the forum");
    to = uid;
    if (rc == RC_OK && uid != 0 && dialect->rooms)
        rc = open_room(forum, uid, &to, result, err);
    if (rc != RC_OK || uid == 0 || to == 0)
        return rc;
    buf_printf(&path, dialect->rooms ? "%s/chats/%llu" : "%s/users/%llu/chats", dialect->write,
               (unsigned long long)to);
    buf_printf(&message, "%s\n\n%s", text->title, text->text);
    json = json_pack("{s:s}", "message", buf_text(&message));
    rc = json ? call(forum, text, buf_text(&path), json, result, err)
              : ERR(err, RC_NO_MEMORY, "out of memory for a message");
    json_decref(json);
    buf_fini(&path);
    buf_wipe(&message);
    return rc;
}

static enum rc nodebb_send(struct forum *forum, const struct forum_text *text,
                           struct forum_result *result, struct err *err)
{
    const struct nodebb_dialect *dialect = forum->dialect;
    struct buf path = {0};
    json_t *json;
    enum rc rc;

    if (text->place == FORUM_USER)
        return send_message(forum, text, result, err);
    buf_put(&path, dialect->write);
    json = compose(text, &path);
    rc = json && !path.failed ? call(forum, text, buf_text(&path), json, result, err)
                              : ERR(err, RC_NO_MEMORY, "out of memory for a post");
    json_decref(json);
    buf_fini(&path);
    return rc;
}

/* The mark as it looks in the HTML of a post: without its backquotes. */
static bool post_has_mark(const json_t *post, const char *mark)
{
    char bare[FORUM_MARK_BYTES];
    struct text text;
    const char *at;

    text_init(&text, bare, sizeof bare);
    text_put_bytes(&text, mark + 1, strlen(mark) - 2);
    at = strstr(forum_string(post, "content"), bare);
    return at && (at[text.length] == '<' || text_is_space(at[text.length]));
}

static void find_in(const struct forum *forum, const json_t *posts, const char *mark,
                    char made[FORUM_ID_BYTES])
{
    const json_t *post;
    size_t index;

    json_array_foreach(posts, index, post)
    {
        if (text_equal_folded(forum_string(json_object_get(post, "user"), "username"),
                              forum->robot) &&
            post_has_mark(post, mark))
            forum_set_made(made, forum_number(json_object_get(post, "pid")));
    }
}

/* Many posts may have come since: the topic's first and last page are surer. */
static enum rc find_in_topic(struct forum *forum, uint64_t topic, const char *mark,
                             char made[FORUM_ID_BYTES], struct err *err)
{
    uint64_t page = 0;

    for (;;) {
        struct http_answer answer;
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
        http_answer_fini(&answer);
        if (page > 0 || pages < 2)
            return RC_OK;
        page = pages;
    }
}

/* Among the forum's latest posts: a lost answer is asked about soon. */
static enum rc nodebb_find(struct forum *forum, const struct forum_text *text,
                           char made[FORUM_ID_BYTES], struct err *err)
{
    struct http_answer answer;
    enum rc rc = http_call(&forum->http, NULL, "/api/recent/posts", NULL, NULL, &answer, err);

    if (rc != RC_OK)
        return rc;
    find_in(forum, answer.json, text->mark, made);
    http_answer_fini(&answer);
    if (made[0] || text->place != FORUM_TOPIC)
        return RC_OK;
    return find_in_topic(forum, strtoull(text->name, NULL, 10), text->mark, made, err);
}

const struct forum_ops forum_nodebb = {
    .kind = "nodebb",
    .key_header = "Authorization: Bearer ",
    .newest = nodebb_newest,
    .read = nodebb_read,
    .send = nodebb_send,
    .find = nodebb_find,
};
