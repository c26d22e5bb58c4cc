/* SPDX-License-Identifier: MIT */
/* Sets libcurl up for one mail server, and says in plain words what its errors mean. */
#include "post/server.h"

#include "base/child.h"
#include "post/post_p.h"
#include "post/secret.h"

/* An SMTP server may think for ten minutes about a whole letter; giving up sooner sends it twice
 * (RFC 5321 4.5.3.2.6). */
enum { CONNECT_S = 30, IMAP_ANSWER_S = 60, SMTP_ANSWER_S = 600, TIMEOUT_MAX_S = 600 };

static const struct {
    const char *name;
    const char *schemes[POST_TLS_COUNT];
    uint16_t ports[POST_TLS_COUNT];
} kinds[SERVER_KIND_COUNT] = {
    [SERVER_IMAP] = {"IMAP", {"imap", "imaps", "imap"}, {143, 993, 143}},
    [SERVER_SMTP] = {"SMTP", {"smtp", "smtps", "smtp"}, {587, 465, 25}},
};

bool post_is_loopback(const char *host)
{
    if (text_starts_with(host, "127."))
        return host[strspn(host, "0123456789.")] == '\0';
    return text_equal(host, "localhost") || text_equal(host, "::1") || text_equal(host, "[::1]");
}

static bool host_is_plain(const char *host)
{
    for (; *host; host++)
        if (!text_is_letter(*host) && !text_is_digit(*host) && !strchr(".-:[]_", *host))
            return false;
    return true;
}

static enum rc check(const struct post_server *config, const char *kind, struct err *err)
{
    const struct post_login *login = &config->login;
    int ways = !!login->password + !!login->password_file + !!login->password_command +
               !!login->token_command;

    if (!config->host || !config->host[0] || !host_is_plain(config->host))
        return ERR(err, RC_CONFIG, "the ", kind, " server needs a host name");
    if ((unsigned)config->tls >= POST_TLS_COUNT)
        return ERR(err, RC_CONFIG, "the ", kind, " server needs a kind of TLS");
    if (config->tls == POST_TLS_NONE && !post_is_loopback(config->host))
        return ERR(err, RC_CONFIG, "no connection to ", config->host,
                   " without TLS: use STARTTLS, or TLS from the first byte");
    FAIL_IF(ways > 1, err, RC_CONFIG, "the login of ", config->host,
            " has more than one password or token: give one of password file, password "
            "command and token command");
    FAIL_IF(!login->user != !ways, err, RC_CONFIG, "the login of ", config->host,
            login->user ? " has a user but no password file, password command or token command"
                        : " has a password but no user");
    return RC_OK;
}

enum rc server_init(struct server *server, enum server_kind kind, const struct post_server *config,
                    struct err *err)
{
    struct post_server *to = &server->to;

    TRY(check(config, kinds[kind].name, err));
    *server = (struct server){.kind = kind, .to = *config};
    if (!to->port)
        to->port = kinds[kind].ports[to->tls];
    if (!to->timeout_s)
        to->timeout_s = kind == SERVER_SMTP ? SMTP_ANSWER_S : IMAP_ANSWER_S;
    if (to->timeout_s > TIMEOUT_MAX_S)
        to->timeout_s = TIMEOUT_MAX_S;
    server->connect_s = to->timeout_s < CONNECT_S ? to->timeout_s : CONNECT_S;
    return RC_OK;
}

static int on_progress(void *stop_fd, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    (void)a, (void)b, (void)c, (void)d;
    return fd_is_readable(*(const int *)stop_fd, 0);
}

void server_set_common(CURL *easy, const char *ca_file, const int *stop_fd)
{
    if (ca_file) {
        curl_easy_setopt(easy, CURLOPT_CAINFO, ca_file);
        curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    }
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_PROXY, ""); /* not what the environment says */
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, (void *)(uintptr_t)stop_fd);
}

static enum rc set_login(const struct server *server, CURL *easy, struct err *err)
{
    const struct post_login *login = &server->to.login;
    OWN_WIPED(buf) secret = {0};
    CURLcode set;

    if (!login->user)
        return RC_OK;
    if (login->password)
        buf_put(&secret, login->password);
    else if (login->password_file)
        TRY(secret_from_file(login->password_file, &secret, err));
    else
        TRY(secret_from_command(login->token_command ? login->token_command
                                                     : login->password_command,
                                server->connect_s, &secret, err));
    TRY(buf_rc(&secret, err));
    set = curl_easy_setopt(easy, CURLOPT_USERNAME, login->user);
    if (set == CURLE_OK)
        set =
            curl_easy_setopt(easy, login->token_command ? CURLOPT_XOAUTH2_BEARER : CURLOPT_PASSWORD,
                             buf_text(&secret));
    FAIL_IF(set != CURLE_OK, err, RC_NO_MEMORY, "out of memory for a login");
    return RC_OK;
}

enum rc server_set_up(const struct server *server, CURL *easy, const char *path, char *error,
                      struct err *err)
{
    const struct post_server *to = &server->to;
    bool bare_v6 = strchr(to->host, ':') && to->host[0] != '[';
    OWN(buf) url = {0};
    bool set;

    buf_printf(&url, "%s://%s%s%s:%u/%s", kinds[server->kind].schemes[to->tls], bare_v6 ? "[" : "",
               to->host, bare_v6 ? "]" : "", (unsigned)to->port, path);
    set = !url.failed && curl_easy_setopt(easy, CURLOPT_URL, buf_text(&url)) == CURLE_OK;
    if (to->interface)
        set = set && curl_easy_setopt(easy, CURLOPT_INTERFACE, to->interface) == CURLE_OK;
    server_set_common(easy, to->ca_file, &to->stop_fd);
    curl_easy_setopt(easy, CURLOPT_USE_SSL,
                     (long)(to->tls == POST_TLS_NONE ? CURLUSESSL_NONE : CURLUSESSL_ALL));
    curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)server->connect_s);
    curl_easy_setopt(easy, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)to->timeout_s);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, error);
    return set ? set_login(server, easy, err)
               : ERR(err, RC_NO_MEMORY, "out of memory for a connection");
}

/* What libcurl says, what it means for us, and what to do. */
static const struct {
    CURLcode code;
    enum rc rc;
    const char *advice;
} meanings[] = {
    {CURLE_COULDNT_RESOLVE_HOST, RC_NETWORK, "the host's name is not known: check host and DNS"},
    {CURLE_COULDNT_CONNECT, RC_NETWORK, "nobody answers: check host and port, or wait for it"},
    {CURLE_INTERFACE_FAILED, RC_CONFIG, "the local address is not ours: correct it"},
    {CURLE_OPERATION_TIMEDOUT, RC_NETWORK, "no answer in time"},
    {CURLE_SEND_ERROR, RC_NETWORK, "the connection broke"},
    {CURLE_RECV_ERROR, RC_NETWORK, "the connection broke"},
    {CURLE_GOT_NOTHING, RC_NETWORK, "the connection closed without a word"},
    {CURLE_SSL_CONNECT_ERROR, RC_NETWORK, "TLS failed: check that port and kind of TLS agree"},
    {CURLE_PEER_FAILED_VERIFICATION, RC_CERTIFICATE,
     "its certificate is not trusted: if it is the right server, name its CA in ca_file"},
    {CURLE_SSL_CACERT_BADFILE, RC_CONFIG, "ca_file cannot be read: correct the path"},
    {CURLE_SSL_ISSUER_ERROR, RC_CERTIFICATE, "its certificate has the wrong issuer"},
    {CURLE_REMOTE_ACCESS_DENIED, RC_REFUSED, "it does not talk to this host: ask its keeper"},
    {CURLE_USE_SSL_FAILED, RC_REFUSED,
     "it offers no STARTTLS, and nothing is sent in clear: use its TLS port, or have it enabled"},
    {CURLE_LOGIN_DENIED, RC_LOGIN, "the login was refused: check user and password"},
    {CURLE_AUTH_ERROR, RC_LOGIN, "the login was refused: check user and token"},
    {CURLE_WEIRD_SERVER_REPLY, RC_NETWORK, "it does not speak as such a server should: check port"},
    {CURLE_ABORTED_BY_CALLBACK, RC_STOPPED, "stopped on request"},
    {CURLE_OUT_OF_MEMORY, RC_NO_MEMORY, "out of memory"},
};

enum rc server_explain_at(const char *where, CURLcode code, long reply, const char *words,
                          struct err *err)
{
    const char *advice = "unexpected";
    char clean[POST_TEXT_BYTES];
    enum rc rc = RC_NETWORK;

    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
        if (meanings[i].code == code) {
            rc = meanings[i].rc;
            advice = meanings[i].advice;
        }
    }
    /* 454 is what a busy server says to a right password (RFC 4954 6), 421 to anything. */
    if (reply == 421 || (rc == RC_LOGIN && reply >= 400 && reply < 500)) {
        rc = RC_LATER;
        advice = "it asks to try later";
    } else if (code == CURLE_WEIRD_SERVER_REPLY && reply >= 400)
        advice = "it does not take us";
    post_text_clean(clean, sizeof clean, words, strlen(words));
    return ERR(err, rc, where, ": ", advice, clean[0] ? " (" : "", clean, clean[0] ? ")" : "");
}

enum rc server_explain(const struct server *server, CURLcode code, long reply, const char *words,
                       struct err *err)
{
    OWN(buf) where = {0};

    buf_printf(&where, "%s server %s port %u", kinds[server->kind].name, server->to.host,
               (unsigned)server->to.port);
    return server_explain_at(buf_text(&where), code, reply, words, err);
}
