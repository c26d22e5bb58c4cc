/* SPDX-License-Identifier: MIT */
/* Asks an address that a stranger may have chosen: what it may be is checked where the connection
 * is made, so that no name service can lead it inside. */
#include "post/knock.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include <curl/curl.h>

#include "post/server.h"

enum { TIMEOUT_S = 20, CONNECT_S = 10, ANSWER_MOST = 64 * 1024 };

/* ---- where one may go ---- */

bool knock_url_is_good(const char *url)
{
    static const char https[] = "https://";
    const char *host = url + sizeof https - 1;
    size_t length = strlen(url);

    if (!text_starts_with(url, https) || length >= KNOCK_URL_BYTES || !*host ||
        strchr("/:?", *host))
        return false;
    for (const char *at = url; *at; at++)
        if (*at <= ' ' || *at >= 127 || strchr("@#\\\"<>", *at))
            return false;
    return true;
}

struct network {
    uint8_t bits;
    unsigned char at[16];
};

/* Not of the public internet (RFC 6890 and what came since). */
static const struct network four[] = {{8, {0}},
                                      {8, {10}},
                                      {10, {100, 64}},
                                      {8, {127}},
                                      {16, {169, 254}},
                                      {12, {172, 16}},
                                      {24, {192, 0, 0}},
                                      {24, {192, 0, 2}},
                                      {24, {192, 88, 99}},
                                      {16, {192, 168}},
                                      {15, {198, 18}},
                                      {24, {198, 51, 100}},
                                      {24, {203, 0, 113}},
                                      {4, {224}},
                                      {4, {240}}};
/* Of IPv6 all that is not 2000::/3, and within it what leads to other addresses, or nowhere. */
static const struct network six[] = {
    {32, {0x20, 0x01}}, {32, {0x20, 0x01, 0x0d, 0xb8}}, {16, {0x20, 0x02}}, {20, {0x3f, 0xff}}};

static bool is_within(const unsigned char *address, const unsigned char *network, unsigned bits)
{
    unsigned whole = bits / 8, rest = bits % 8;
    unsigned char mask = (unsigned char)(0xff00 >> rest);

    return memcmp(address, network, whole) == 0 &&
           (!rest || (address[whole] & mask) == (network[whole] & mask));
}

static bool is_in_one_of(const unsigned char *address, const struct network *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_within(address, list[i].at, list[i].bits))
            return true;
    return false;
}

static const unsigned char *bytes_of(const struct sockaddr *address, size_t *count)
{
    *count = address->sa_family == AF_INET6 ? 16 : 4;
    return address->sa_family == AF_INET6
               ? (const unsigned char *)&((const struct sockaddr_in6 *)(const void *)address)
                     ->sin6_addr
               : (const unsigned char *)&((const struct sockaddr_in *)(const void *)address)
                     ->sin_addr;
}

/* In the network of an interface? If they cannot be listed, it is. */
static bool is_beside(const struct sockaddr *address)
{
    struct ifaddrs *list;
    bool is = false;

    if (getifaddrs(&list))
        return true;
    for (const struct ifaddrs *one = list; one && !is; one = one->ifa_next) {
        const unsigned char *mine, *mask, *other;
        size_t count;

        if (!one->ifa_addr || !one->ifa_netmask || one->ifa_addr->sa_family != address->sa_family)
            continue;
        mine = bytes_of(one->ifa_addr, &count);
        mask = bytes_of(one->ifa_netmask, &count);
        other = bytes_of(address, &count);
        is = true;
        for (size_t i = 0; i < count; i++)
            is &= (mine[i] & mask[i]) == (other[i] & mask[i]);
    }
    freeifaddrs(list);
    return is;
}

bool knock_is_inside(const struct sockaddr *address)
{
    static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
    size_t count;
    const unsigned char *at;

    if (address->sa_family != AF_INET && address->sa_family != AF_INET6)
        return true;
    at = bytes_of(address, &count);
    if (count == 16 && memcmp(at, mapped, sizeof mapped) == 0) {
        struct sockaddr_in inner = {.sin_family = AF_INET};

        memcpy(&inner.sin_addr, at + 12, 4);
        return knock_is_inside((const struct sockaddr *)&inner);
    }
    if (count == 16 && ((at[0] & 0xe0) != 0x20 || is_in_one_of(at, six, sizeof six / sizeof *six)))
        return true;
    if (count == 4 && is_in_one_of(at, four, sizeof four / sizeof *four))
        return true;
    return is_beside(address);
}

/* ---- one request ---- */

struct asking {
    const struct knock_config *config;
    bool denied;
    size_t read;
};

static curl_socket_t on_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct asking *asking = context;

    if (purpose != CURLSOCKTYPE_IPCXN ||
        (!asking->config->inside && knock_is_inside(&address->addr))) {
        asking->denied = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static size_t on_body(char *bytes, size_t size, size_t count, void *context)
{
    struct asking *asking = context;

    (void)bytes;
    asking->read += size * count;
    return asking->read > ANSWER_MOST ? 0 : size * count;
}

static void set_options(CURL *easy, struct asking *asking, const struct knock_request *request,
                        struct curl_slist *headers)
{
    const struct knock_config *config = asking->config;

    curl_easy_setopt(easy, CURLOPT_URL, request->url);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    server_set_common(easy, config->ca_file, &config->stop_fd);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT, (long)TIMEOUT_S);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "postern");
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, on_socket);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, asking);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, asking);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->body);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE, (long)request->length);
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
}

static enum knock_fate judge(const struct asking *asking, CURLcode code, long status,
                             char note[KNOCK_NOTE_BYTES])
{
    if (status)
        snprintf(note, KNOCK_NOTE_BYTES, "HTTP %ld", status);
    else if (asking->denied)
        snprintf(note, KNOCK_NOTE_BYTES, "it lies within this server's own networks");
    else
        snprintf(note, KNOCK_NOTE_BYTES, "%s", curl_easy_strerror(code));
    if (status >= 200 && status < 300)
        return KNOCK_DONE;
    if (status)
        return status >= 500 || status == 408 || status == 425 || status == 429 ? KNOCK_LATER
                                                                                : KNOCK_REFUSED;
    return asking->denied || code == CURLE_UNSUPPORTED_PROTOCOL || code == CURLE_URL_MALFORMAT
               ? KNOCK_REFUSED
               : KNOCK_LATER;
}

enum knock_fate knock_send(const struct knock_config *config, const struct knock_request *request,
                           char note[KNOCK_NOTE_BYTES])
{
    struct asking asking = {.config = config};
    CURL *easy = curl_easy_init();
    struct curl_slist *headers = NULL;
    CURLcode code = CURLE_OUT_OF_MEMORY;
    long status = 0;

    for (unsigned i = 0; i < KNOCK_HEADERS; i++)
        if (request->header[i])
            headers = curl_slist_append(headers, request->header[i]);
    if (easy) {
        set_options(easy, &asking, request, headers);
        code = curl_easy_perform(easy);
        curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    }
    curl_easy_cleanup(easy);
    for (const struct curl_slist *at = headers; at; at = at->next)
        explicit_bzero(at->data, strlen(at->data));
    curl_slist_free_all(headers);
    return judge(&asking, code, status, note);
}
