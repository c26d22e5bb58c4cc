/* SPDX-License-Identifier: MIT */
/* Where a notice may go: addresses of the public internet alone, by https alone. */
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "post/knock.h"
#include "tests/test.h"

static bool is_inside(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};

    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return knock_is_inside((const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return knock_is_inside((const struct sockaddr *)&six);
}

TEST(no_address_inside_is_taken)
{
    static const char *const inside[] = {"0.0.0.0",
                                         "0.1.2.3",
                                         "10.1.2.3",
                                         "100.64.0.1",
                                         "100.127.255.255",
                                         "127.0.0.1",
                                         "127.255.255.254",
                                         "169.254.169.254",
                                         "172.16.0.1",
                                         "172.31.255.255",
                                         "192.0.0.8",
                                         "192.0.2.1",
                                         "192.168.1.1",
                                         "198.18.0.1",
                                         "198.19.255.255",
                                         "198.51.100.7",
                                         "203.0.113.9",
                                         "224.0.0.1",
                                         "239.255.255.255",
                                         "240.0.0.1",
                                         "255.255.255.255",
                                         "::",
                                         "::1",
                                         "::ffff:127.0.0.1",
                                         "::ffff:10.0.0.1",
                                         "::7f00:1",
                                         "64:ff9b::7f00:1",
                                         "fe80::1",
                                         "fc00::1",
                                         "fd12:3456::1",
                                         "fec0::1",
                                         "ff02::1",
                                         "2001:db8::1",
                                         "2001:0:4136::1",
                                         "2002:7f00:1::1",
                                         "100::1",
                                         "3fff::1",
                                         "4000::1"};
    static const char *const outside[] = {
        "1.1.1.1",        "9.255.255.255",   "11.0.0.1",    "100.63.255.255", "100.128.0.1",
        "172.15.255.255", "172.32.0.1",      "192.167.1.1", "198.17.255.255", "223.255.255.254",
        "::ffff:8.8.8.8", "2606:4700::1111", "2a00:1450::5"};
    struct sockaddr other = {.sa_family = AF_UNIX};

    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        if (!is_inside(inside[i]))
            fail_msg("%s is taken", inside[i]);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (is_inside(outside[i]))
            fail_msg("%s is refused", outside[i]);
    assert_true(knock_is_inside(&other));
}

TEST(only_https_with_a_host_is_taken)
{
    static const char *const bad[] = {"http://a.example/",
                                      "https://",
                                      "https:///x",
                                      "https://:443/",
                                      "https://a@b.example/",
                                      "https://a b",
                                      "https://a.example/#x",
                                      "ftp://a.example/",
                                      "HTTPS//x",
                                      "https://a\\b.example",
                                      "file:///etc/passwd",
                                      ""};
    char long_one[KNOCK_URL_BYTES + 20] = "https://a.example/";

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (knock_url_is_good(bad[i]))
            fail_msg("%s is taken", bad[i]);
    assert_true(knock_url_is_good("https://hook.example/a?b=c&d=%20"));
    assert_true(knock_url_is_good("https://hook.example:8443"));
    memset(long_one + strlen(long_one), 'x', KNOCK_URL_BYTES);
    assert_false(knock_url_is_good(long_one));
}

TESTS(NULL, NULL)
