/* SPDX-License-Identifier: MIT */
/* Discourse, by its documented API (docs.discourse.org): posts, topics, private messages. */

#include "base/timetext.h"
#include "post/forum_p.h"

enum { OPENED_LOOKED_AT = 5, EDITS_LOOKED_AT = 20 };

static enum rc discourse_set_up(struct forum *forum, struct err *err)
{
    OWN(buf) header = {0};

    buf_printf(&header, "Api-Username: %s", forum->robot);
    forum->http.more = curl_slist_append(NULL, buf_text(&header));
    return forum->http.more ? RC_OK : ERR(err, RC_NO_MEMORY, "out of memory for a forum");
}

/* The robot's own number; a key of another account, or a robot that was renamed, is refused. */
static enum rc discourse_who(struct forum *forum, struct err *err)
{
    OWN(http_answer) answer = {0};

    TRY(http_get(&forum->http, NULL, &answer, err, "/u/%s.json", forum->robot_path));
    forum->uid = forum_number(json_object_get(json_object_get(answer.json, "user"), "id"));
    return forum->uid ? RC_OK
                      : ERR(err, RC_CONFIG, "forum ", forum->http.url, " knows no account called '",
                            forum->robot,
                            "' with this key; if the robot was renamed, correct [forum] robot");
}

static void raise_newest(struct forum *forum, uint64_t id)
{
    if (id > forum->newest)
        forum->newest = id;
}

static enum rc get(struct forum *forum, const char *before, uint64_t number,
                   struct http_answer *answer, struct err *err)
{
    enum rc rc = http_get(&forum->http, NULL, answer, err, "%s%llu.json", before,
                          (unsigned long long)number);

    if (rc != RC_OK || answer->status == 200)
        return rc;
    rc = answer->status == 403 || answer->status == 404 || answer->status == 410
             ? ERR(err, RC_NOT_FOUND, "no such post")
             : forum_bad_answer(forum, before, err);
    http_answer_fini(answer);
    return rc;
}

/* Private messages do not stand among the latest posts: the topics that hold them say their
 * numbers. */
static enum rc look_into_topic(struct forum *forum, uint64_t topic, struct err *err)
{
    OWN(http_answer) answer = {0};
    const json_t *post, *stream;
    struct err missing = {0};
    size_t index;
    enum rc rc = get(forum, "/t/", topic, &answer, &missing);

    if (rc == RC_NOT_FOUND)
        return RC_OK;
    if (rc != RC_OK)
        return err ? (*err = missing, rc) : rc;
    stream = json_object_get(json_object_get(answer.json, "post_stream"), "stream");
    json_array_foreach(stream, index, post)
        raise_newest(forum, forum_number(post));
    return RC_OK;
}

/* The first topic in the list has the newest message. */
static enum rc newest_private(struct forum *forum, struct err *err)
{
    OWN(http_answer) answer = {0};
    uint64_t topic;

    TRY(http_get(&forum->http, forum->etag, &answer, err, "/topics/private-messages/%s.json",
                 forum->robot_path));
    topic = forum_number(json_object_get(
        json_array_get(json_object_get(json_object_get(answer.json, "topic_list"), "topics"), 0),
        "id"));
    if (answer.status == 200)
        memcpy(forum->etag, answer.etag, sizeof forum->etag);
    return topic ? look_into_topic(forum, topic, err) : RC_OK;
}

static enum rc discourse_newest(struct forum *forum, struct err *err)
{
    OWN(http_answer) answer = {0};
    const json_t *posts, *post;
    size_t index;
    enum rc rc = http_get(&forum->http, NULL, &answer, err, "/posts.json");

    TRY(rc);
    posts = json_object_get(answer.json, "latest_posts");
    if (answer.status != 200 || !json_is_array(posts))
        rc = forum_bad_answer(forum, "/posts.json", err);
    json_array_foreach(posts, index, post)
        raise_newest(forum, forum_number(json_object_get(post, "id")));
    return rc == RC_OK ? newest_private(forum, err) : rc;
}

/* "2026-11-21T22:16:57.123Z" to whole seconds. */
static bool read_time(const char *text, int64_t *seconds)
{
    TEXT_IN(out, whole, TIMETEXT_BYTES);

    text_put_bytes(&out, text, strcspn(text, ".Z"));
    text_put_char(&out, 'Z');
    return !out.cut && timetext_read(whole, out.length, seconds);
}

/* A post does not say whether it is private, which decides where it may be answered: its topic
 * does. */
static enum rc read_topic(struct forum *forum, struct forum_post *post, struct err *err)
{
    OWN(http_answer) answer = {0};

    TRY(get(forum, "/t/", post->topic, &answer, err));
    post->category = forum_number(json_object_get(answer.json, "category_id"));
    if (text_equal(forum_string(answer.json, "archetype"), "private_message"))
        post->kind = FORUM_IS_PRIVATE;
    if (json_object_set(post->json, "topic_title", json_object_get(answer.json, "title")) == 0)
        post->title = forum_string(post->json, "topic_title");
    return RC_OK;
}

/* A version above 1 is an edit; likes and such change updated_at alone. */
static bool fill_post(const json_t *json, struct forum_post *post)
{
    uint64_t version = forum_number(json_object_get(json, "version"));

    post->id = forum_number(json_object_get(json, "id"));
    post->topic = forum_number(json_object_get(json, "topic_id"));
    post->user = forum_number(json_object_get(json, "user_id"));
    post->author = forum_string(json, "username");
    post->title = "";
    post->html = forum_string(json, "cooked");
    post->edit = version > 1 ? version : 0;
    if (post->edit && !read_time(forum_string(json, "updated_at"), &post->edited_s))
        return false;
    return post->id && post->topic && read_time(forum_string(json, "created_at"), &post->created_s);
}

static enum rc discourse_read(struct forum *forum, uint64_t id, struct forum_post *post,
                              struct err *err)
{
    OWN(http_answer) answer = {0};

    TRY(get(forum, "/posts/", id, &answer, err));
    post->json = json_incref(answer.json);
    if (!fill_post(post->json, post))
        return forum_bad_answer(forum, "/posts/N.json", err);
    return forum_is_own(forum, post) ? RC_OK : read_topic(forum, post, err);
}

/* Why it was refused: {"errors": ["…"], "error_type": "…"}. 409: the same was posted by somebody at
 * the same moment; 5xx: the forum's own trouble; 403 and 404 to a reply are about the topic. */
static void read_refusal(const struct http_answer *answer, enum forum_place place,
                         struct forum_result *result)
{
    const char *why = json_string_value(json_array_get(json_object_get(answer->json, "errors"), 0));
    const json_t *wait = json_object_get(json_object_get(answer->json, "extras"), "wait_seconds");
    bool here = place == FORUM_TOPIC || place == FORUM_POST;

    result->code = (int)answer->status;
    forum_refuse(result, POST_PERMANENT, why ? why : "");
    result->wait_s = (int64_t)forum_number(wait);
    if (here && answer->status == 403)
        result->hold = POST_HOLD_LOCKED;
    if (here && (answer->status == 404 || answer->status == 410))
        result->hold = POST_HOLD_GONE;
    if (result->hold || result->wait_s || answer->status == 409 || answer->status >= 500)
        result->fate = POST_TEMPORARY;
}

static void read_success(const struct http_answer *answer, enum forum_place place,
                         struct forum_result *result)
{
    const json_t *post = json_object_get(answer->json, "post");

    if (text_equal(forum_string(answer->json, "action"), "enqueued")) {
        forum_hold(result);
        return;
    }
    result->fate = POST_ACCEPTED;
    if (!post)
        post = answer->json;
    forum_set_made(result->made, forum_number(json_object_get(post, "id")),
                   place == FORUM_CATEGORY ? forum_number(json_object_get(post, "topic_id")) : 0);
}

static json_t *compose(const struct forum_text *text)
{
    const char *colon = strchr(text->name, ':'), *name = colon ? colon + 1 : text->name;
    int64_t number = 0;

    if (!text_to_int(text->name, strlen(text->name), &number))
        number = 0;
    switch (text->place) {
    case FORUM_TOPIC:
        return json_pack("{s:s, s:I}", "raw", text->text, "topic_id", (json_int_t)number);
    case FORUM_CATEGORY:
        return json_pack("{s:s, s:s, s:I}", "raw", text->text, "title", text->title, "category",
                         (json_int_t)number);
    case FORUM_USER:
        return json_pack("{s:s, s:s, s:s, s:s}", "raw", text->text, "title", text->title,
                         "target_recipients", name, "archetype", "private_message");
    default:
        return json_pack("{s:{s:s}}", "post", "raw", text->text);
    }
}

static enum rc discourse_send(struct forum *forum, const struct forum_text *text,
                              struct forum_result *result, struct err *err)
{
    json_t *json = compose(text);
    OWN(http_answer) answer = {0};
    OWN(buf) path = {0};
    enum rc rc;

    FAIL_IF(!json, err, RC_NO_MEMORY, "out of memory for a post");
    BUF_PUT(&path, text->place == FORUM_POST ? "/posts/" : "/posts",
            text->place == FORUM_POST ? text->name : "", ".json");
    rc = http_ask(&forum->http,
                  &(struct http_request){.method = text->place == FORUM_POST ? "PUT" : "POST",
                                         .path = buf_text(&path),
                                         .json = json},
                  &answer, err);
    json_decref(json);
    TRY(rc);
    result->code = (int)answer.status;
    if (answer.status >= 200 && answer.status < 300)
        read_success(&answer, text->place, result);
    else
        read_refusal(&answer, text->place, result);
    return RC_OK;
}

static void find_in(const struct forum *forum, const json_t *posts, const struct forum_text *text,
                    char made[FORUM_ID_BYTES])
{
    const json_t *json;
    size_t index;

    json_array_foreach(posts, index, json) {
        const struct forum_post post = {.id = forum_number(json_object_get(json, "id")),
                                        .topic = forum_number(json_object_get(json, "topic_id")),
                                        .user = forum_number(json_object_get(json, "user_id")),
                                        .author = forum_string(json, "username")};

        if (forum_is_own(forum, &post) &&
            (strstr(forum_string(json, "raw"), text->mark) ||
             forum_has_mark(forum_string(json, "cooked"), text->mark)))
            forum_set_made(made, post.id, text->place == FORUM_CATEGORY ? post.topic : 0);
    }
}

static enum rc find_in_topic(struct forum *forum, uint64_t topic, const struct forum_text *text,
                             char made[FORUM_ID_BYTES], struct err *err);

/* Topics that the robot opened: the newest of such a list are looked into. */
static enum rc find_opened(struct forum *forum, const char *list, const struct forum_text *text,
                           char made[FORUM_ID_BYTES], struct err *err)
{
    OWN(http_answer) answer = {0};
    const json_t *topics;

    TRY(http_get(&forum->http, NULL, &answer, err, "/topics/%s/%s.json", list, forum->robot_path));
    topics = json_object_get(json_object_get(answer.json, "topic_list"), "topics");
    for (size_t i = 0; !made[0] && i < OPENED_LOOKED_AT && i < json_array_size(topics); i++)
        TRY(find_in_topic(forum, forum_number(json_object_get(json_array_get(topics, i), "id")),
                          text, made, err));
    return RC_OK;
}

static enum rc find_among(struct forum *forum, const char *path, const struct forum_text *text,
                          char made[FORUM_ID_BYTES], struct err *err)
{
    OWN(http_answer) answer = {0};

    TRY(http_get(&forum->http, NULL, &answer, err, "%s", path));
    find_in(forum, json_object_get(json_object_get(answer.json, "post_stream"), "posts"), text,
            made);
    find_in(forum, json_object_get(answer.json, "latest_posts"), text, made);
    return RC_OK;
}

static void put_newest_ids(const json_t *stream, struct buf *path);

/* Its first posts, and its newest. */
static enum rc find_in_topic(struct forum *forum, uint64_t topic, const struct forum_text *text,
                             char made[FORUM_ID_BYTES], struct err *err)
{
    OWN(http_answer) answer = {0};
    struct err missing = {0};
    OWN(buf) path = {0};
    enum rc rc = get(forum, "/t/", topic, &answer, &missing);

    if (rc == RC_NOT_FOUND)
        return RC_OK;
    if (rc != RC_OK)
        return err ? (*err = missing, rc) : rc;
    find_in(forum, json_object_get(json_object_get(answer.json, "post_stream"), "posts"), text,
            made);
    buf_printf(&path, "/t/%llu/posts.json", (unsigned long long)topic);
    put_newest_ids(json_object_get(json_object_get(answer.json, "post_stream"), "stream"), &path);
    if (!made[0] && strchr(buf_text(&path), '?'))
        rc = find_among(forum, buf_text(&path), text, made, err);
    return rc;
}

/* Among the forum's latest posts; then where it must stand, if many came since. */
static enum rc discourse_find(struct forum *forum, const struct forum_text *text,
                              char made[FORUM_ID_BYTES], struct err *err)
{
    if (text->place == FORUM_USER)
        return find_opened(forum, "private-messages-sent", text, made, err);
    TRY(find_among(forum, "/posts.json", text, made, err));
    if (!made[0] && text->place == FORUM_CATEGORY)
        TRY(find_opened(forum, "created-by", text, made, err));
    if (!made[0] && text->place == FORUM_TOPIC)
        TRY(find_in_topic(forum, strtoull(text->name, NULL, 10), text, made, err));
    return RC_OK;
}

/* ---- posts that wait for a moderator ---- */

static enum rc discourse_queued(struct forum *forum, const char *mark, enum forum_queue *queue,
                                struct err *err)
{
    OWN(http_answer) answer = {0};
    const json_t *pending, *post;
    size_t index;

    TRY(http_get(&forum->http, NULL, &answer, err, "/posts/%s/pending.json", forum->robot_path));
    pending = json_object_get(answer.json, "pending_posts");
    if (answer.status == 200 && json_is_array(pending))
        *queue = FORUM_QUEUE_HAS_NOT;
    json_array_foreach(pending, index, post)
        if (strstr(forum_string(post, "raw_text"), mark))
            *queue = FORUM_QUEUE_HAS_IT;
    return RC_OK;
}

/* ---- posts that were edited: the newest of a topic ---- */

static void put_newest_ids(const json_t *stream, struct buf *path)
{
    size_t count = json_array_size(stream);

    for (size_t i = count > EDITS_LOOKED_AT ? count - EDITS_LOOKED_AT : 0; i < count; i++)
        buf_printf(path, "%spost_ids[]=%llu", strchr(buf_text(path), '?') ? "&" : "?",
                   (unsigned long long)forum_number(json_array_get(stream, i)));
}

static enum rc show_edited(const json_t *posts, forum_post_fn fn, void *user, struct err *err)
{
    enum rc rc = RC_OK;
    const json_t *json;
    size_t index;

    json_array_foreach(posts, index, json) {
        struct forum_post post = {0};

        if (rc == RC_OK && fill_post(json, &post) && post.edit)
            rc = fn(user, &post, err);
    }
    return rc;
}

static enum rc discourse_edits(struct forum *forum, struct forum_watch *watch, forum_post_fn fn,
                               void *user, struct err *err)
{
    OWN(http_answer) topic = {0}, answer = {0};
    OWN(buf) path = {0};

    TRY(http_get(&forum->http, watch->etag, &topic, err, "/t/%llu.json",
                 (unsigned long long)watch->topic));
    if (topic.status != 200)
        return RC_OK;
    memcpy(watch->etag, topic.etag, sizeof watch->etag);
    buf_printf(&path, "/t/%llu/posts.json", (unsigned long long)watch->topic);
    put_newest_ids(json_object_get(json_object_get(topic.json, "post_stream"), "stream"), &path);
    if (!strchr(buf_text(&path), '?'))
        return RC_OK;
    TRY(http_get(&forum->http, NULL, &answer, err, "%s", buf_text(&path)));
    return show_edited(json_object_get(json_object_get(answer.json, "post_stream"), "posts"), fn,
                       user, err);
}

/* ---- pictures ---- */

static enum rc discourse_upload(struct forum *forum, const char *png, size_t length,
                                struct buf *url, struct forum_result *result, struct err *err)
{
    const struct http_file file = {.field = "files[]",
                                   .name = "board.png",
                                   .type = "image/png",
                                   .bytes = png,
                                   .length = length};
    OWN(http_answer) answer = {0};
    const char *made;

    TRY(http_ask(&forum->http,
                 &(struct http_request){.path = "/uploads.json?type=composer&synchronous=true",
                                        .file = &file},
                 &answer, err));
    made = forum_string(answer.json, "short_url");
    if (answer.status != 200)
        forum_refuse(result, POST_PERMANENT, "the forum takes no picture");
    else if (!strpbrk(made, " ()<>\r\n"))
        buf_put(url, made);
    return RC_OK;
}

/* "permission": 1 = may open topics; null = may not. A category that is not shown takes none. */
static enum rc discourse_may_open(struct forum *forum, bool *may, struct err *err)
{
    OWN(http_answer) answer = {0};
    const json_t *permission;

    TRY(http_get(&forum->http, NULL, &answer, err, "/c/%llu/show.json",
                 (unsigned long long)forum->category));
    permission = json_object_get(json_object_get(answer.json, "category"), "permission");
    *may = answer.status == 200 && (!permission || forum_number(permission) == 1);
    return RC_OK;
}

const struct forum_ops forum_discourse = {
    .kind = "discourse",
    .key_header = "Api-Key: ",
    .set_up = discourse_set_up,
    .who = discourse_who,
    .newest = discourse_newest,
    .read = discourse_read,
    .edits = discourse_edits,
    .send = discourse_send,
    .find = discourse_find,
    .queued = discourse_queued,
    .upload = discourse_upload,
    .may_open = discourse_may_open,
};
