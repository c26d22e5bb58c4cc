/* Discourse, by its documented API (docs.discourse.org): posts, topics, private messages. */
#include <string.h>

#include "base/text.h"
#include "base/timetext.h"
#include "post/forum.h"

static enum rc discourse_set_up(struct forum *forum, struct err *err)
{
    struct buf header = {0};

    buf_printf(&header, "Api-Username: %s", forum->robot);
    forum->http.more = curl_slist_append(NULL, buf_text(&header));
    buf_fini(&header);
    return forum->http.more ? RC_OK : ERR(err, RC_NO_MEMORY, "out of memory for a forum");
}

static void raise_newest(struct forum *forum, uint64_t id)
{
    if (id > forum->newest)
        forum->newest = id;
}

static enum rc get(struct forum *forum, const char *before, uint64_t number,
                   struct http_answer *answer, struct err *err)
{
    struct buf path = {0};
    enum rc rc;

    buf_printf(&path, "%s%llu.json", before, (unsigned long long)number);
    rc = http_call(&forum->http, NULL, buf_text(&path), NULL, NULL, answer, err);
    buf_fini(&path);
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
    struct http_answer answer;
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
    {
        raise_newest(forum, forum_number(post));
    }
    http_answer_fini(&answer);
    return RC_OK;
}

/* The first topic in the list has the newest message. */
static enum rc newest_private(struct forum *forum, struct err *err)
{
    struct http_answer answer;
    struct buf path = {0};
    uint64_t topic;
    char *robot = curl_easy_escape(NULL, forum->robot, 0);
    enum rc rc;

    buf_printf(&path, "/topics/private-messages/%s.json", robot ? robot : "");
    curl_free(robot);
    rc = http_call(&forum->http, NULL, buf_text(&path), NULL, forum->etag, &answer, err);
    buf_fini(&path);
    if (rc != RC_OK)
        return rc;
    topic = forum_number(json_object_get(
        json_array_get(json_object_get(json_object_get(answer.json, "topic_list"), "topics"), 0),
        "id"));
    if (answer.status == 200)
        memcpy(forum->etag, answer.etag, sizeof forum->etag);
    http_answer_fini(&answer);
    return topic ? look_into_topic(forum, topic, err) : RC_OK;
}

static enum rc discourse_newest(struct forum *forum, struct err *err)
{
    struct http_answer answer;
    const json_t *posts, *post;
    size_t index;
    enum rc rc = http_call(&forum->http, NULL, "/posts.json", NULL, NULL, &answer, err);

    if (rc != RC_OK)
        return rc;
    posts = json_object_get(answer.json, "latest_posts");
    if (answer.status != 200 || !json_is_array(posts))
        rc = forum_bad_answer(forum, "/posts.json", err);
    json_array_foreach(posts, index, post)
    {
        raise_newest(forum, forum_number(json_object_get(post, "id")));
    }
    http_answer_fini(&answer);
    return rc == RC_OK ? newest_private(forum, err) : rc;
}

/* "2026-11-21T22:16:57.123Z" to whole seconds. */
static bool read_time(const char *text, int64_t *seconds)
{
    char whole[TIMETEXT_BYTES];
    struct text out;

    text_init(&out, whole, sizeof whole);
    text_put_bytes(&out, text, strcspn(text, ".Z"));
    text_put_char(&out, 'Z');
    return !out.cut && timetext_read(whole, out.length, seconds);
}

/* A post does not say whether it is private, which decides where it may be answered: its topic
 * does. */
static enum rc read_topic(struct forum *forum, struct forum_post *post, struct err *err)
{
    struct http_answer answer;
    enum rc rc = get(forum, "/t/", post->topic, &answer, err);

    if (rc != RC_OK)
        return rc;
    post->private = text_equal(forum_string(answer.json, "archetype"), "private_message");
    if (json_object_set(post->json, "topic_title", json_object_get(answer.json, "title")) == 0)
        post->title = forum_string(post->json, "topic_title");
    http_answer_fini(&answer);
    return RC_OK;
}

static enum rc discourse_read(struct forum *forum, uint64_t id, struct forum_post *post,
                              struct err *err)
{
    struct http_answer answer;
    enum rc rc = get(forum, "/posts/", id, &answer, err);

    if (rc != RC_OK)
        return rc;
    post->json = json_incref(answer.json);
    http_answer_fini(&answer);
    post->id = id;
    post->topic = forum_number(json_object_get(post->json, "topic_id"));
    post->user = forum_number(json_object_get(post->json, "user_id"));
    post->author = forum_string(post->json, "username");
    post->title = "";
    post->html = forum_string(post->json, "cooked");
    if (!post->topic || !read_time(forum_string(post->json, "created_at"), &post->created_s))
        return forum_bad_answer(forum, "/posts/N.json", err);
    return text_equal_folded(post->author, forum->robot) ? RC_OK : read_topic(forum, post, err);
}

/* Why it was refused: {"errors": ["…"]}. */
static void read_refusal(const struct http_answer *answer, struct forum_result *result)
{
    const char *why = json_string_value(json_array_get(json_object_get(answer->json, "errors"), 0));

    /* 409: the same was posted by somebody at the same moment; 5xx: the forum's own trouble. */
    result->fate = answer->status == 409 || answer->status >= 500 ? POST_TEMPORARY : POST_PERMANENT;
    why = why ? why : "refused without a reason";
    post_text_clean(result->text, sizeof result->text, why, strlen(why));
}

static void read_success(const struct http_answer *answer, struct forum_result *result)
{
    bool queued = text_equal(forum_string(answer->json, "action"), "enqueued");
    const json_t *post = json_object_get(answer->json, "post");
    const char *words = queued ? "waits for a moderator" : "posted";

    result->fate = POST_ACCEPTED;
    forum_set_made(result->made, forum_number(json_object_get(post ? post : answer->json, "id")));
    post_text_clean(result->text, sizeof result->text, words, strlen(words));
}

static json_t *compose(const struct forum_text *text)
{
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
                         "target_recipients", text->name, "archetype", "private_message");
    default:
        return json_pack("{s:{s:s}}", "post", "raw", text->text);
    }
}

static enum rc discourse_send(struct forum *forum, const struct forum_text *text,
                              struct forum_result *result, struct err *err)
{
    json_t *json = compose(text);
    struct http_answer answer;
    struct buf path = {0};
    enum rc rc;

    if (!json)
        return ERR(err, RC_NO_MEMORY, "out of memory for a post");
    buf_put(&path, text->place == FORUM_POST ? "/posts/" : "/posts");
    buf_put(&path, text->place == FORUM_POST ? text->name : "");
    buf_put(&path, ".json");
    rc = http_call(&forum->http, text->place == FORUM_POST ? "PUT" : "POST", buf_text(&path), json,
                   NULL, &answer, err);
    json_decref(json);
    buf_fini(&path);
    if (rc != RC_OK)
        return rc;
    result->code = (int)answer.status;
    if (answer.status >= 200 && answer.status < 300)
        read_success(&answer, result);
    else
        read_refusal(&answer, result);
    http_answer_fini(&answer);
    return RC_OK;
}

/* Private messages are not among the latest posts: one may be written twice after a lost answer. */
static enum rc discourse_find(struct forum *forum, const struct forum_text *text,
                              char made[FORUM_ID_BYTES], struct err *err)
{
    struct http_answer answer;
    const json_t *post;
    size_t index;
    enum rc rc = http_call(&forum->http, NULL, "/posts.json", NULL, NULL, &answer, err);

    if (rc != RC_OK)
        return rc;
    json_array_foreach(json_object_get(answer.json, "latest_posts"), index, post)
    {
        if (text_equal_folded(forum_string(post, "username"), forum->robot) &&
            strstr(forum_string(post, "raw"), text->mark))
            forum_set_made(made, forum_number(json_object_get(post, "id")));
    }
    http_answer_fini(&answer);
    return RC_OK;
}

const struct forum_ops forum_discourse = {
    .kind = "discourse",
    .key_header = "Api-Key: ",
    .set_up = discourse_set_up,
    .newest = discourse_newest,
    .read = discourse_read,
    .send = discourse_send,
    .find = discourse_find,
};
