/* SPDX-License-Identifier: MIT */
/* Looks once whether a page of the web is there. */
#include "post/post.h"

#include <curl/curl.h>

struct look {
    struct buf *out;
    bool too_long;
};

static size_t take(char *bytes, size_t size, size_t count, void *user)
{
    struct look *look = user;

    if (look->out->length + size * count > WEBPAGE_BYTES_MAX) {
        look->too_long = true;
        return 0;
    }
    buf_put_bytes(look->out, bytes, size * count);
    return look->out->failed ? 0 : size * count;
}

static void set_options(CURL *easy, const char *address, struct look *look)
{
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https,http,file");
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_URL, address);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)WEBPAGE_SECONDS);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "postern");
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, look);
}

static enum rc judge(CURL *easy, CURLcode code, const struct look *look, const char *address,
                     struct err *err)
{
    long status = 0;

    FAIL_IF(look->too_long, err, RC_TOO_LONG, address, " is far longer than the page");
    if (code == CURLE_PEER_FAILED_VERIFICATION)
        return ERR(err, RC_CERTIFICATE, address, ": ", curl_easy_strerror(code));
    FAIL_IF(code == CURLE_FILE_COULDNT_READ_FILE, err, RC_NOT_FOUND, "there is no ", address);
    FAIL_IF(code != CURLE_OK, err, RC_NETWORK, address, ": ", curl_easy_strerror(code));
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    if (status != 0 && status != 200) /* a file has none */
        return ERR(err, RC_NOT_FOUND, address, " is answered with HTTP ", TEXT_INT(status));
    return RC_OK;
}

enum rc webpage_fetch(const char *address, struct buf *out, struct err *err)
{
    struct look look = {out, false};
    CURL *easy = curl_easy_init();
    enum rc rc;

    FAIL_IF(!easy, err, RC_NO_MEMORY, "no memory to look at a page");
    set_options(easy, address, &look);
    rc = judge(easy, curl_easy_perform(easy), &look, address, err);
    curl_easy_cleanup(easy);
    return rc == RC_OK ? buf_rc(out, err) : rc;
}
