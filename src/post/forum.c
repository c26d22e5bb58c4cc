#include "post/forum.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"

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
    enum rc rc;

    if ((unsigned)config->kind >= POST_FORUM_COUNT)
        return ERR(err, RC_CONFIG, "the forum needs a kind: discourse, nodebb or nodebb1");
    if (!name_is_one_line(config->robot))
        return ERR(err, RC_CONFIG, "the forum needs the robot's account name");
    forum->ops = kinds[config->kind].ops;
    forum->dialect = kinds[config->kind].dialect;
    rc = http_init(&forum->http, config, forum->ops->key_header, err);
    if (rc != RC_OK)
        return rc;
    forum->robot = strdup(config->robot);
    if (!forum->robot)
        return ERR(err, RC_NO_MEMORY, "out of memory for a forum");
    return forum->ops->set_up ? forum->ops->set_up(forum, err) : RC_OK;
}

void forum_fini(struct forum *forum)
{
    http_fini(&forum->http);
    free(forum->robot);
    memset(forum, 0, sizeof *forum);
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

void forum_set_made(char made[FORUM_ID_BYTES], uint64_t id)
{
    made[0] = '\0';
    if (id > 0)
        text_of_int(made, (int64_t)id);
}

enum rc forum_bad_answer(const struct forum *forum, const char *asked, struct err *err)
{
    return ERR(err, RC_NETWORK, "forum ", forum->http.url, " gives an unexpected answer to ", asked,
               ": check its kind and url");
}

/* ---- a post as a letter ---- */

enum { WORD_BYTES = 42, BASE64_LINE = 57 }; /* an encoded word is 75 characters at most */

static void put_base64(struct buf *out, const unsigned char *bytes, size_t length)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

    for (size_t i = 0; i < length; i += 3) {
        uint32_t three = (uint32_t)bytes[i] << 16;

        if (i + 1 < length)
            three |= (uint32_t)bytes[i + 1] << 8;
        if (i + 2 < length)
            three |= bytes[i + 2];
        buf_put_char(out, digits[three >> 18]);
        buf_put_char(out, digits[three >> 12 & 63]);
        buf_put_char(out, i + 1 < length ? digits[three >> 6 & 63] : '=');
        buf_put_char(out, i + 2 < length ? digits[three & 63] : '=');
    }
}

/* One encoded word (RFC 2047); what does not fit is cut between characters. */
static void put_word(struct buf *out, const char *string)
{
    char cut[WORD_BYTES + 1];

    post_text_clean(cut, sizeof cut, string, strlen(string));
    buf_put(out, "=?utf-8?B?");
    put_base64(out, (const unsigned char *)cut, strlen(cut));
    buf_put(out, "?=");
}

static void put_date(struct buf *out, int64_t seconds)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    time_t at = (time_t)seconds;
    struct tm tm = {0};

    gmtime_r(&at, &tm);
    buf_printf(out, "Date: %d %.3s %d %02d:%02d:%02d +0000\r\n", tm.tm_mday, months + 3 * tm.tm_mon,
               tm.tm_year + 1900, tm.tm_hour, tm.tm_min, tm.tm_sec);
}

enum rc forum_compose(const struct forum *forum, const struct forum_post *post, struct buf *letter,
                      struct err *err)
{
    const char *host = strstr(forum->http.url, "://") + 3;
    int host_length = (int)strcspn(host, ":/");
    unsigned long long id = post->id, topic = post->topic, user = post->user;
    size_t length = strlen(post->html);

    buf_printf(letter, "Message-ID: <post-%llu@%.*s>\r\n", id, host_length, host);
    buf_printf(letter, "References: <topic-%llu@%.*s>\r\n", topic, host_length, host);
    put_date(letter, post->created_s);
    buf_put(letter, "From: ");
    put_word(letter, post->author);
    buf_printf(letter, " <user-%llu@%.*s>\r\n", user, host_length, host);
    buf_printf(letter, "To: <topic-%llu@%.*s>\r\nSubject: ", topic, host_length, host);
    put_word(letter, post->title);
    buf_printf(letter,
               "\r\nPostern-Forum: post=%llu topic=%llu user=%llu private=%s\r\n"
               "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n"
               "Content-Transfer-Encoding: base64\r\n\r\n",
               id, topic, user, post->private ? "yes" : "no");
    for (size_t i = 0; i < length; i += BASE64_LINE) {
        size_t left = length - i;

        put_base64(letter, (const unsigned char *)post->html + i,
                   left < BASE64_LINE ? left : BASE64_LINE);
        buf_put(letter, "\r\n");
    }
    return buf_rc(letter, err);
}
