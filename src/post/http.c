#include "post/http.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "post/post_p.h"
#include "post/secret.h"
#include "post/server.h"

enum { HTTP_TIMEOUT_S = 60, HTTP_CONNECT_S = 30 };

static bool copy(char **to, const char *from)
{
    *to = from ? strdup(from) : NULL;
    return !from || *to;
}

/* A user before the host could make another host look like this one. */
static bool url_is_allowed(const char *url)
{
    char host[256] = "";
    struct text text;

    if (url[strcspn(url, "@?#\\ \t\r\n")] != '\0')
        return false;
    if (text_starts_with(url, "https://"))
        return url[8] != '\0';
    if (!text_starts_with(url, "http://"))
        return false;
    text_init(&text, host, sizeof host);
    text_put_bytes(&text, url + 7, strcspn(url + 7, ":/"));
    return server_is_loopback(host);
}

enum rc http_init(struct http *http, const struct post_forum_config *config, const char *key_header,
                  struct err *err)
{
    size_t length;
    enum rc rc;

    if (!config->url || !url_is_allowed(config->url))
        return ERR(err, RC_CONFIG, "the forum needs a url that begins with https://");
    if (!config->key == !config->key_file)
        return ERR(err, RC_CONFIG, "the forum ", config->url, " needs a key_file");
    rc = server_start_curl(err);
    if (rc != RC_OK)
        return rc;
    http->key_header = key_header;
    http->timeout_s = config->timeout_s ? config->timeout_s : HTTP_TIMEOUT_S;
    http->stop_fd = config->stop_fd;
    if (!copy(&http->url, config->url) || !copy(&http->ca_file, config->ca_file) ||
        !copy(&http->key_file, config->key_file) || !copy(&http->key, config->key))
        return ERR(err, RC_NO_MEMORY, "out of memory for a forum");
    length = strlen(http->url);
    if (http->url[length - 1] == '/')
        http->url[length - 1] = '\0';
    return RC_OK;
}

static void wipe_list(struct curl_slist *list)
{
    for (struct curl_slist *at = list; at; at = at->next)
        explicit_bzero(at->data, strlen(at->data));
    curl_slist_free_all(list);
}

void http_close(struct http *http)
{
    curl_easy_cleanup(http->easy);
    http->easy = NULL;
    wipe_list(http->headers);
    http->headers = NULL;
}

void http_fini(struct http *http)
{
    http_close(http);
    if (http->key)
        explicit_bzero(http->key, strlen(http->key));
    curl_slist_free_all(http->more);
    free(http->url);
    free(http->ca_file);
    free(http->key_file);
    free(http->key);
    memset(http, 0, sizeof *http);
}

void http_answer_fini(struct http_answer *answer)
{
    json_decref(answer->json);
    memset(answer, 0, sizeof *answer);
}

static int on_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const struct http *http = context;
    struct server stop = {.stop_fd = http->stop_fd};

    (void)a, (void)b, (void)c, (void)d;
    return server_is_stopped(&stop);
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context)
{
    struct buf *body = context;

    if (body->length + size * count > HTTP_BODY_MAX)
        return 0;
    buf_put_bytes(body, bytes, size * count);
    return body->failed ? 0 : size * count;
}

static size_t on_header(char *line, size_t size, size_t count, void *context)
{
    static const char name[] = "etag:";
    struct http_answer *answer = context;
    size_t length = size * count, from = sizeof name - 1;
    struct text text;

    if (length < from || strncasecmp(line, name, from) != 0)
        return length;
    while (from < length && text_is_space(line[from]))
        from++;
    text_init(&text, answer->etag, sizeof answer->etag);
    for (; from < length && !text_is_space(line[from]); from++)
        text_put_char(&text, line[from]);
    if (text.cut)
        answer->etag[0] = '\0';
    return length;
}

/* The key stands in a header of its own that lives as long as the connection. */
static enum rc add_key(struct http *http, struct err *err)
{
    struct buf header = {0};
    enum rc rc = RC_OK;

    if (http->key) {
        buf_put(&header, http->key_header);
        buf_put(&header, http->key);
    } else {
        struct buf key = {0};

        rc = secret_from_file(http->key_file, &key, err);
        buf_reserve(&header, key.length + 64);
        buf_put(&header, http->key_header);
        buf_put_bytes(&header, buf_text(&key), key.length);
        buf_wipe(&key);
    }
    if (rc == RC_OK && !header.failed)
        http->headers = curl_slist_append(http->headers, buf_text(&header));
    if (rc == RC_OK && (header.failed || !http->headers))
        rc = ERR(err, RC_NO_MEMORY, "out of memory for a forum");
    buf_wipe(&header);
    return rc;
}

static enum rc open_handle(struct http *http, struct err *err)
{
    enum rc rc;

    if (http->easy)
        return RC_OK;
    rc = add_key(http, err);
    http->headers = curl_slist_append(http->headers, "Content-Type: application/json");
    http->headers = curl_slist_append(http->headers, "Accept: application/json");
    for (const struct curl_slist *at = http->more; at; at = at->next)
        http->headers = curl_slist_append(http->headers, at->data);
    http->easy = curl_easy_init();
    if (rc == RC_OK && (!http->easy || !http->headers))
        rc = ERR(err, RC_NO_MEMORY, "out of memory for a forum");
    if (rc != RC_OK)
        http_close(http);
    return rc;
}

static void set_options(struct http *http, struct http_answer *answer, struct buf *body)
{
    CURL *easy = http->easy;

    curl_easy_reset(easy); /* keeps the connection */
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    if (http->ca_file) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, http->ca_file);
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)http->timeout_s);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)HTTP_CONNECT_S);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, http->error);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "postern");
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, http);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, body);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, answer);
}

/* What a status means whatever was asked. */
static enum rc judge(const struct http *http, const struct http_answer *answer, struct err *err)
{
    char number[TEXT_INT_BYTES];

    text_of_int(number, answer->status);
    if (answer->status == 401)
        return ERR(err, RC_LOGIN, "forum ", http->url,
                   " refuses the robot's key: make a new one and write it to key_file");
    if (answer->status == 429)
        return ERR(err, RC_LATER, "forum ", http->url, " asks to send less: waiting");
    if (answer->status >= 500 && !answer->json)
        return ERR(err, RC_LATER, "forum ", http->url, " is out of order (HTTP ", number,
                   "): waiting");
    if (answer->status >= 300 && answer->status < 400 && answer->status != 304)
        return ERR(err, RC_CONFIG, "forum ", http->url, " has moved (HTTP ", number,
                   "): correct its url");
    return RC_OK;
}

static enum rc run(struct http *http, const char *etag, struct http_answer *answer,
                   const struct buf *body, struct err *err)
{
    struct curl_slist *headers = http->headers, *condition = NULL;
    struct buf line = {0};
    struct buf where = {0};
    CURLcode code;
    enum rc rc = RC_OK;

    if (etag && etag[0]) { /* in front of the others, which it borrows */
        buf_printf(&line, "If-None-Match: %s", etag);
        condition = curl_slist_append(NULL, buf_text(&line));
        if (condition)
            condition->next = headers;
    }
    curl_easy_setopt(http->easy, CURLOPT_HTTPHEADER, condition ? condition : headers);
    http->error[0] = '\0';
    code = curl_easy_perform(http->easy);
    if (condition) {
        condition->next = NULL;
        curl_slist_free_all(condition);
    }
    buf_fini(&line);
    if (code != CURLE_OK) {
        buf_printf(&where, "forum %s", http->url);
        rc = server_explain_at(buf_text(&where), code, 0,
                               http->error[0] ? http->error : curl_easy_strerror(code), err);
        buf_fini(&where);
        return rc;
    }
    curl_easy_getinfo(http->easy, CURLINFO_RESPONSE_CODE, &answer->status);
    answer->json = json_loadb(buf_text(body), body->length, JSON_DECODE_ANY, NULL);
    return judge(http, answer, err);
}

enum rc http_call(struct http *http, const char *method, const char *path, const json_t *send,
                  const char *etag, struct http_answer *answer, struct err *err)
{
    enum rc rc = open_handle(http, err);
    char *text = send ? json_dumps(send, JSON_COMPACT) : NULL;
    struct buf url = {0}, body = {0};

    memset(answer, 0, sizeof *answer);
    if (rc == RC_OK) {
        set_options(http, answer, &body);
        buf_printf(&url, "%s%s", http->url, path);
        if (url.failed || (send && !text) ||
            curl_easy_setopt(http->easy, CURLOPT_URL, buf_text(&url)) != CURLE_OK)
            rc = ERR(err, RC_NO_MEMORY, "out of memory for a forum");
    }
    if (rc == RC_OK) {
        if (text)
            curl_easy_setopt(http->easy, CURLOPT_POSTFIELDS, text);
        curl_easy_setopt(http->easy, CURLOPT_CUSTOMREQUEST, text ? method : NULL);
        rc = run(http, etag, answer, &body, err);
    }
    if (rc != RC_OK)
        http_answer_fini(answer);
    buf_fini(&url);
    buf_fini(&body);
    free(text);
    return rc;
}
