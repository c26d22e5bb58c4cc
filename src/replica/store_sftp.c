/* SPDX-License-Identifier: MIT */
/* One connection, kept open. The host must be a known one and the key a file: nobody is asked. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "late/curl.h"
#include "base/text.h"
#include "replica/store_p.h"

struct sftp {
    CURL *curl;
    char key[STORE_PATH_BYTES], hosts[STORE_PATH_BYTES];
    int patience_ms;
    char said[CURL_ERROR_SIZE];
};

enum rc store_sftp_start(struct store *store, const struct store_where *where, struct err *err)
{
    struct sftp *sftp;
    enum rc rc;

    if (!where->key_file || !where->key_file[0] || !where->hosts_file || !where->hosts_file[0])
        return ERR(err, RC_CONFIG,
                   "a replica behind SFTP needs [server] replica_key and replica_hosts");
    if (access(where->key_file, R_OK) != 0)
        return ERR(err, RC_CONFIG, "[server] replica_key: ", where->key_file,
                   " is not there, or not readable");
    if (access(where->hosts_file, R_OK) != 0)
        return ERR(err, RC_CONFIG, "[server] replica_hosts: ", where->hosts_file,
                   " is not there, or not readable; ssh-keyscan HOST writes such a file");
    rc = late_curl_load(err);
    if (rc != RC_OK)
        return rc;
    sftp = calloc(1, sizeof *sftp);
    if (!sftp)
        return ERR(err, RC_NO_MEMORY, "no memory for the replica");
    store->own = sftp;
    text_copy(sftp->key, sizeof sftp->key, where->key_file);
    text_copy(sftp->hosts, sizeof sftp->hosts, where->hosts_file);
    sftp->patience_ms = where->patience_ms;
    sftp->curl = curl_easy_init();
    return sftp->curl ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for SFTP");
}

static void sftp_close(struct store *store)
{
    struct sftp *sftp = store->own;

    if (sftp->curl)
        curl_easy_cleanup(sftp->curl);
    free(sftp);
}

/* What is to be passed on, and what became of it. */
struct receiving {
    store_bytes_fn fn;
    void *user;
    enum rc rc;
    struct err *err;
};

static size_t receive(char *bytes, size_t size, size_t count, void *user)
{
    struct receiving *receiving = user;

    receiving->rc = receiving->fn(receiving->user, bytes, size * count, receiving->err);
    return receiving->rc == RC_OK ? size * count : CURL_WRITEFUNC_ERROR;
}

static enum rc code_rc(CURLcode code)
{
    switch (code) {
    case CURLE_REMOTE_FILE_NOT_FOUND:
        return RC_NOT_FOUND;
    case CURLE_REMOTE_ACCESS_DENIED:
        return RC_PERMISSION;
    case CURLE_LOGIN_DENIED:
        return RC_LOGIN;
    case CURLE_PEER_FAILED_VERIFICATION:
        return RC_CERTIFICATE;
    case CURLE_OUT_OF_MEMORY:
        return RC_NO_MEMORY;
    default:
        return RC_NETWORK;
    }
}

static void set_up(struct sftp *sftp, const char *url, struct receiving *receiving)
{
    CURL *curl = sftp->curl;

    curl_easy_reset(curl); /* keeps the connection */
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "sftp");
    curl_easy_setopt(curl, CURLOPT_SSH_AUTH_TYPES, (long)CURLSSH_AUTH_PUBLICKEY);
    curl_easy_setopt(curl, CURLOPT_SSH_PRIVATE_KEYFILE, sftp->key);
    curl_easy_setopt(curl, CURLOPT_SSH_KNOWNHOSTS, sftp->hosts);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)sftp->patience_ms);
    curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, (long)sftp->patience_ms / 1000 + 1);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)sftp->patience_ms / 1000 + 1);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, sftp->said);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, receiving);
    sftp->said[0] = '\0';
}

static enum rc perform(struct sftp *sftp, const char *url, const struct receiving *receiving,
                       struct err *err)
{
    CURLcode code = curl_easy_perform(sftp->curl);

    if (receiving->rc != RC_OK)
        return receiving->rc;
    return code == CURLE_OK ? RC_OK
                            : ERR(err, code_rc(code), url, ": ",
                                  sftp->said[0] ? sftp->said : curl_easy_strerror(code));
}

static enum rc sftp_read(struct store *store, const char *name, store_bytes_fn fn, void *user,
                         struct err *err)
{
    struct receiving receiving = {fn, user, RC_OK, err};
    char url[STORE_PATH_BYTES];
    enum rc rc = store_path(store, name, url, err);

    if (rc != RC_OK)
        return rc;
    set_up(store->own, url, &receiving);
    return perform(store->own, url, &receiving, err);
}

static enum rc collect(void *user, const void *bytes, size_t count, struct err *err)
{
    buf_put_bytes(user, bytes, count);
    return buf_rc(user, err);
}

static enum rc give_names(struct buf *list, store_name_fn fn, void *user, struct err *err)
{
    enum rc rc = RC_OK;

    for (char *name = list->at, *end; name && *name && rc == RC_OK; name = end) {
        end = strchr(name, '\n');
        if (end)
            *end++ = '\0';
        if (name[0] != '.')
            rc = fn(user, name, err);
        if (!end)
            break;
    }
    return rc;
}

static enum rc sftp_list(struct store *store, const char *name, store_name_fn fn, void *user,
                         struct err *err)
{
    struct buf list = {0};
    struct receiving receiving = {collect, &list, RC_OK, err};
    struct sftp *sftp = store->own;
    char url[STORE_PATH_BYTES];
    enum rc rc = store_path(store, name, url, err);

    if (rc == RC_OK && strlen(url) + 1 >= sizeof url)
        rc = ERR(err, RC_TOO_LONG, url, ": this path is too long");
    if (rc != RC_OK)
        return rc;
    strcat(url, "/"); /* a folder, to libcurl */
    set_up(sftp, url, &receiving);
    curl_easy_setopt(sftp->curl, CURLOPT_DIRLISTONLY, 1L);
    rc = perform(sftp, url, &receiving, err);
    if (rc == RC_OK)
        rc = give_names(&list, fn, user, err);
    buf_fini(&list);
    return rc;
}

static enum rc skip_bytes(void *user, const void *bytes, size_t count, struct err *err)
{
    (void)user;
    (void)bytes;
    (void)count;
    (void)err;
    return RC_OK;
}

static enum rc sftp_has(struct store *store, const char *name, bool *has, struct err *err)
{
    struct receiving receiving = {skip_bytes, NULL, RC_OK, err};
    struct sftp *sftp = store->own;
    char url[STORE_PATH_BYTES];
    enum rc rc = store_path(store, name, url, err);
    struct err own = {0};

    if (rc != RC_OK)
        return rc;
    set_up(sftp, url, &receiving);
    curl_easy_setopt(sftp->curl, CURLOPT_NOBODY, 1L);
    rc = perform(sftp, url, &receiving, &own);
    *has = rc == RC_OK;
    return rc == RC_OK || rc == RC_NOT_FOUND ? RC_OK : ERR(err, rc, own.text);
}

struct sending {
    const char *at;
    size_t left;
};

static size_t send_some(char *out, size_t size, size_t count, void *user)
{
    struct sending *sending = user;
    size_t most = size * count < sending->left ? size * count : sending->left;

    memcpy(out, sending->at, most);
    sending->at += most;
    sending->left -= most;
    return most;
}

static enum rc sftp_write(struct store *store, const char *name, const char *text, struct err *err)
{
    struct receiving receiving = {skip_bytes, NULL, RC_OK, err};
    struct sending sending = {text, strlen(text)};
    struct sftp *sftp = store->own;
    char url[STORE_PATH_BYTES];
    enum rc rc = store_path(store, name, url, err);

    if (rc != RC_OK)
        return rc;
    set_up(sftp, url, &receiving);
    curl_easy_setopt(sftp->curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(sftp->curl, CURLOPT_READFUNCTION, send_some);
    curl_easy_setopt(sftp->curl, CURLOPT_READDATA, &sending);
    curl_easy_setopt(sftp->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)sending.left);
    return perform(sftp, url, &receiving, err);
}

static int64_t sftp_free_bytes(struct store *store)
{
    (void)store;
    return INT64_MAX;
}

const struct store_ops store_sftp = {sftp_read,  sftp_list,       sftp_has,
                                     sftp_write, sftp_free_bytes, sftp_close};
