/* SPDX-License-Identifier: MIT */
/* Where a notice may go: addresses of the public internet alone, by https alone. */
#include <stdlib.h>
#include <string.h>

#include <arpa/inet.h>
#include <netinet/in.h>

#include "post/knock.h"
#include "tests/rows.h"
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
    static const char *const outside[] = {
        "1.1.1.1",        "9.255.255.255",   "11.0.0.1",    "100.63.255.255", "100.128.0.1",
        "172.15.255.255", "172.32.0.1",      "192.167.1.1", "198.17.255.255", "223.255.255.254",
        "::ffff:8.8.8.8", "2606:4700::1111", "2a00:1450::5"};
    struct sockaddr other = {.sa_family = AF_UNIX};

    ROWS_EACH(row, "tests/post/knock.rows", "no_address_inside_is_taken")
        if (!is_inside(row.cell[0]))
            fail_msg("%s is taken", row.cell[0]);
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
        if (is_inside(outside[i]))
            fail_msg("%s is refused", outside[i]);
    assert_true(knock_is_inside(&other));
}

TEST(only_https_with_a_host_is_taken)
{
    char long_one[KNOCK_URL_BYTES + 20] = "https://a.example/";

    ROWS_EACH(row, "tests/post/knock.rows", "only_https_with_a_host_is_taken")
        if (knock_url_is_good(row.cell[0]))
            fail_msg("%s is taken", row.cell[0]);
    assert_true(knock_url_is_good("https://hook.example/a?b=c&d=%20"));
    assert_true(knock_url_is_good("https://hook.example:8443"));
    memset(long_one + strlen(long_one), 'x', KNOCK_URL_BYTES);
    assert_false(knock_url_is_good(long_one));
}

TESTS(NULL, NULL)
