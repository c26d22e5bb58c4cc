/* SPDX-License-Identifier: MIT */
/* What all forums share: a post as a letter, marks, numbers, bad answers. Each kind of forum has
 * a file of its own. */
#include "post/forum_p.h"

#include <glib.h>
#include <time.h>

static const struct {
    const struct forum_ops *ops;
    const void *dialect;
} kinds[POST_FORUM_COUNT] = {
    [POST_FORUM_DISCOURSE] = {&forum_discourse, NULL},
    [POST_FORUM_NODEBB] = {&forum_nodebb, &nodebb_3},
    [POST_FORUM_NODEBB1] = {&forum_nodebb, &nodebb_1},
};

static bool name_is_one_line(const char *name)
{
    return name && name[0] && !name[strcspn(name, "\r\n")];
}

enum rc forum_init(struct forum *forum, const struct post_forum_config *config, struct err *err)
{
    if ((unsigned)config->kind >= POST_FORUM_COUNT)
        return ERR(err, RC_CONFIG, "the forum needs a kind: discourse, nodebb or nodebb1");
    if (!name_is_one_line(config->robot))
        return ERR(err, RC_CONFIG, "the forum needs the robot's account name");
    forum->ops = kinds[config->kind].ops;
    forum->dialect = kinds[config->kind].dialect;
    TRY(http_init(&forum->http, config, forum->ops->key_header, err));
    forum->category = config->category;
    forum->robot = config->robot;
    forum->robot_path = curl_easy_escape(NULL, config->robot, 0);
    FAIL_IF(!forum->robot_path, err, RC_NO_MEMORY, "out of memory for a forum");
    return forum->ops->set_up ? forum->ops->set_up(forum, err) : RC_OK;
}

void forum_fini(struct forum *forum)
{
    http_fini(&forum->http);
    curl_free(forum->robot_path);
    free(forum->rooms);
    memset(forum, 0, sizeof *forum);
}

void forum_hang_up(struct forum *forum, struct post_link *link)
{
    link->wait_s = forum->http.wait_s;
    forum->http.wait_s = 0;
    http_close(&forum->http);
}

uint64_t forum_number(const json_t *json)
{
    int64_t number = 0;

    if (json_is_integer(json))
        number = json_integer_value(json);
    else if (json_is_string(json) &&
             !text_to_int(json_string_value(json), json_string_length(json), &number))
        number = 0;
    return number > 0 ? (uint64_t)number : 0;
}

const char *forum_string(const json_t *json, const char *name)
{
    const char *string = json_string_value(json_object_get(json, name));

    return string ? string : "";
}

void forum_set_made(char made[FORUM_ID_BYTES], uint64_t id, uint64_t topic)
{
    struct text text = text_in(made, FORUM_ID_BYTES);

    if (id > 0)
        text_put_int(&text, (int64_t)id);
    if (id > 0 && topic > 0)
        TEXT_PUT(&text, "/", TEXT_INT((int64_t)topic));
}

void forum_refuse(struct forum_result *result, enum post_fate fate, const char *why)
{
    result->fate = fate;
    why = why[0] ? why : "refused without a reason";
    post_text_clean(result->text, sizeof result->text, why, strlen(why));
}

void forum_hold(struct forum_result *result)
{
    forum_refuse(result, POST_TEMPORARY, "waits for a moderator");
    result->hold = POST_HOLD_QUEUE;
}

bool forum_is_own(const struct forum *forum, const struct forum_post *post)
{
    return (forum->uid && post->user == forum->uid) ||
           text_equal_folded(post->author, forum->robot);
}

bool forum_has_mark(const char *html, const char *mark)
{
    const char *at;
    TEXT_IN(text, bare, FORUM_MARK_BYTES);

    text_put_bytes(&text, mark + 1, strlen(mark) - 2);
    at = strstr(html, bare);
    return at && (at[text.length] == '<' || text_is_space(at[text.length]));
}

static const struct post_forum_traits traits[POST_FORUM_COUNT] = {
    [POST_FORUM_DISCOURSE] = {true, 32000, 32000, "[details=\"", "\"]\n", "\n[/details]\n"},
    [POST_FORUM_NODEBB] = {true, 32767, 1000, "", "", ""},
    [POST_FORUM_NODEBB1] = {true, 32767, 1000, "", "", ""},
};

const struct post_forum_traits *post_forum_traits(enum post_forum kind)
{
    return &traits[kind];
}

enum rc forum_bad_answer(const struct forum *forum, const char *asked, struct err *err)
{
    return ERR(err, RC_NETWORK, "forum ", forum->http.url, " gives an unexpected answer to ", asked,
               ": check its kind and url");
}

/* ---- a post as a letter ---- */

enum { WORD_BYTES = 42 }; /* an encoded word is 75 characters at most */

/* One encoded word (RFC 2047); what does not fit is cut between characters. */
static void put_word(struct buf *out, const char *string)
{
    char cut[WORD_BYTES + 1], *coded;

    post_text_clean(cut, sizeof cut, string, strlen(string));
    coded = g_base64_encode((const unsigned char *)cut, strlen(cut));
    BUF_PUT(out, "=?utf-8?B?", coded, "?=");
    g_free(coded);
}

static void put_date(struct buf *out, int64_t seconds)
{
    time_t at = (time_t)seconds;
    char date[64];
    struct tm tm;

    strftime(date, sizeof date, "%d %b %Y %H:%M:%S +0000", gmtime_r(&at, &tm));
    BUF_PUT(out, "Date: ", date, "\r\n");
}

static const char *const kind_words[FORUM_KINDS] = {[FORUM_IS_POST] = "post",
                                                    [FORUM_IS_PRIVATE] = "private",
                                                    [FORUM_IS_MESSAGE] = "message",
                                                    [FORUM_IS_EDIT] = "edit"};

/* Every edit of a post has one id, so that the first one alone is answered. */
static void put_message_id(struct buf *out, const struct forum_post *post)
{
    buf_printf(out, "Message-ID: <%s-%llu%s@", post->kind == FORUM_IS_MESSAGE ? "message" : "post",
               (unsigned long long)post->id, post->kind == FORUM_IS_EDIT ? ".edit" : "");
}

enum rc forum_compose(const struct forum *forum, const struct forum_post *post, struct buf *letter,
                      struct err *err)
{
    const char *host = strstr(forum->http.url, "://") + 3;
    int host_length = (int)strcspn(host, ":/");
    unsigned long long id = post->id, topic = post->topic, user = post->user;
    char name[POST_TEXT_BYTES];

    put_message_id(letter, post);
    buf_printf(letter, "%.*s>\r\nReferences: <topic-%llu@%.*s>\r\n", host_length, host, topic,
               host_length, host);
    put_date(letter, post->created_s);
    buf_put(letter, "From: ");
    put_word(letter, post->author);
    buf_printf(letter, " <user-%llu@%.*s>\r\n", user, host_length, host);
    buf_printf(letter, "To: <topic-%llu@%.*s>\r\nSubject: ", topic, host_length, host);
    put_word(letter, post->title);
    post_text_clean(name, sizeof name, post->author, strlen(post->author));
    buf_printf(letter,
               "\r\nPostern-Forum: post=%llu topic=%llu user=%llu kind=%s name=%s\r\n"
               "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n"
               "Content-Transfer-Encoding: 8bit\r\n\r\n",
               id, topic, user, kind_words[post->kind], name);
    BUF_PUT(letter, post->html, "\r\n");
    return buf_rc(letter, err);
}
