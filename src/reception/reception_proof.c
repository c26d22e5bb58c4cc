/* SPDX-License-Identifier: MIT */
/* What our own mail system found out about a letter's sender. Source: RFC 8601; mail-conventions
 * I10. */
#include <string.h>

#include "reception/reception_p.h"

/* Only results with our own authserv-id count, and of those the topmost field. */
bool reception_is_forged(const struct incoming *incoming)
{
    const struct letter *mail = &incoming->known->read.mail;
    bool failed = false;

    if (!incoming->desk->config->authserv[0])
        return false;
    for (unsigned i = 0; i < mail->auth_count; i++) {
        const struct letter_auth *auth = &mail->auth[i];

        if (auth->field != 0 || !text_equal_folded(auth->server, incoming->desk->config->authserv))
            continue;
        if (text_equal(auth->method, "dmarc"))
            return text_equal(auth->result, "fail");
        failed |= text_equal(auth->result, "fail");
    }
    return failed;
}

/* The domain that a property of a result names: "header.d=example.org …". */
static void take_domain(const char *property, const char *name, char *out, size_t room)
{
    const char *at = strstr(property, name);
    size_t length = 0;

    if (at && (at == property || at[-1] == ' ')) {
        at += strlen(name);
        length = strcspn(at, " ;\t");
    }
    text_copy(out, length + 1 < room ? length + 1 : room, at ? at : "");
}

/* Is the sender's domain this one, or below it (RFC 7489 3.1, relaxed)? */
static bool is_aligned(const char *address, const char *domain)
{
    const char *at = strrchr(address, '@');
    size_t whole = at ? strlen(at + 1) : 0, length = strlen(domain);

    if (!length || !strchr(domain, '.') || whole < length ||
        !text_equal_folded(at + 1 + whole - length, domain))
        return false;
    return whole == length || at[whole - length] == '.';
}

/* Our own mail system has found that the letter is from whom it says. */
static bool authentication_passed(const struct incoming *incoming)
{
    const struct letter *mail = &incoming->known->read.mail;

    if (!incoming->desk->config->authserv[0] || mail->from_count > 1 ||
        reception_is_forged(incoming))
        return false;
    for (unsigned i = 0; i < mail->auth_count; i++) {
        const struct letter_auth *auth = &mail->auth[i];
        char domain[256];

        if (auth->field != 0 || !text_equal(auth->result, "pass") ||
            !text_equal_folded(auth->server, incoming->desk->config->authserv))
            continue;
        if (text_equal(auth->method, "dmarc"))
            return true;
        take_domain(auth->property, "header.d=", domain, sizeof domain);
        if (text_equal(auth->method, "dkim") && is_aligned(mail->from.address, domain))
            return true;
    }
    return false;
}

bool reception_is_sure(const struct incoming *incoming)
{
    return incoming->fate.by_confirm || incoming->known->by_house ||
           incoming->known->read.post.kind != FORUM_POST_NONE || authentication_passed(incoming);
}

/* Has our own mail system written what it found? It is told to, so that a letter without that came
 * by a way round it. */
bool reception_has_results(const struct incoming *incoming)
{
    const struct letter *mail = &incoming->known->read.mail;
    bool has = false;

    for (unsigned i = 0; i < mail->auth_count && !has; i++)
        has = mail->auth[i].field == 0 &&
              text_equal_folded(mail->auth[i].server, incoming->desk->config->authserv);
    return has;
}
