/* SPDX-License-Identifier: MIT */
/* What our own mail system found out about a letter's sender. Source: RFC 8601; mail-conventions
 * I10. */

#include "inbound/inbound_p.h"

enum proof { PROOF_NONE, PROOF_PASSED, PROOF_FAILED };

/* The domain that a property of a result names: "header.d=example.org …", "smtp.mailfrom=a@b".
 * None, where anything in them is no property: it may be a part of a name that a sender chose. */
static void take_domain(const char *properties, const char *name, char *out, size_t room)
{
    size_t length;

    text_copy(out, room, "");
    for (const char *at = properties + strspn(properties, " "); *at;
         at += length, at += strspn(at, " ")) {
        const char *domain, *local;

        length = strcspn(at, " ");
        if (!memchr(at, '=', length)) {
            text_copy(out, room, "");
            return;
        }
        if (*out || !text_starts_with(at, name))
            continue;
        domain = at + strlen(name);
        local = memrchr(domain, '@', (size_t)(at + length - domain));
        domain = local ? local + 1 : domain;
        if ((size_t)(at + length - domain) < room)
            text_copy(out, (size_t)(at + length - domain) + 1, domain);
    }
}

static bool is_below(const char *name, const char *domain)
{
    size_t whole = strlen(name), length = strlen(domain);

    return length && strchr(domain, '.') && whole >= length &&
           text_equal_folded(name + whole - length, domain) &&
           (whole == length || name[whole - length - 1] == '.');
}

/* Are the sender's domain and this one the same, or one below the other (RFC 7489 3.1, relaxed)? */
static bool is_aligned(const char *address, const char *domain)
{
    const char *at = strrchr(address, '@');

    return at && (is_below(at + 1, domain) || is_below(domain, at + 1));
}

/* What a signature or the sender's host was found to be good for (RFC 8601, 2.7.1 and 2.7.2). */
static const struct {
    const char *method, *property;
} identities[] = {
    {"dkim", "header.d="},
    {"dkim", "header.i="},
    {"spf", "smtp.mailfrom="},
};

/* One result: a pass counts for the domain of the From line, a failure for any. How a host is
 * called ("iprev") says nothing of who wrote. */
static enum proof weigh(const struct letter *mail, const struct letter_auth *auth)
{
    enum proof proof = PROOF_NONE;

    for (size_t i = 0; i < sizeof identities / sizeof *identities; i++) {
        char domain[256];

        if (!text_equal(auth->method, identities[i].method))
            continue;
        take_domain(auth->property, identities[i].property, domain, sizeof domain);
        if (text_equal(auth->result, "pass") && is_aligned(mail->from.address, domain))
            return PROOF_PASSED;
        if (text_equal(auth->result, "fail"))
            proof = PROOF_FAILED;
    }
    return proof;
}

/* DMARC speaks of the From line; who named another domain there saw another letter. */
static bool is_of_sender(const struct letter *mail, const struct letter_auth *auth)
{
    char domain[256];

    take_domain(auth->property, "header.from=", domain, sizeof domain);
    return !*domain || is_aligned(mail->from.address, domain);
}

/* Only results with our own authserv-id count, and of those the topmost field. DMARC decides;
 * without it one aligned pass does, whatever else failed (RFC 7489, 4.2). */
static enum proof find_proof(const struct incoming *incoming)
{
    const struct letter *mail = &incoming->known->read.mail;
    enum proof proof = PROOF_NONE;

    if (!incoming->desk->config->authserv[0])
        return PROOF_NONE;
    for (unsigned i = 0; i < mail->auth_count; i++) {
        const struct letter_auth *auth = &mail->auth[i];
        enum proof one;

        if (auth->field != 0 || !text_equal_folded(auth->server, incoming->desk->config->authserv))
            continue;
        if (text_equal(auth->method, "dmarc") && text_equal(auth->result, "pass"))
            return is_of_sender(mail, auth) ? PROOF_PASSED : PROOF_FAILED;
        if (text_equal(auth->method, "dmarc") && text_equal(auth->result, "fail"))
            return PROOF_FAILED;
        one = weigh(mail, auth);
        if (one == PROOF_PASSED || proof == PROOF_NONE)
            proof = one;
    }
    return proof;
}

bool inbound_is_forged(const struct incoming *incoming)
{
    return find_proof(incoming) == PROOF_FAILED;
}

bool inbound_is_sure(const struct incoming *incoming)
{
    return incoming->fate.by_confirm || incoming->known->by_house || incoming->in->told ||
           incoming->known->read.post.kind != FORUM_POST_NONE ||
           (incoming->known->read.mail.from_count <= 1 && find_proof(incoming) == PROOF_PASSED);
}

/* Has our own mail system written what it found? It is told to, so that a letter without that came
 * by a way round it. */
bool inbound_has_results(const struct incoming *incoming)
{
    const struct letter *mail = &incoming->known->read.mail;
    bool has = false;

    for (unsigned i = 0; i < mail->auth_count && !has; i++)
        has = mail->auth[i].field == 0 &&
              text_equal_folded(mail->auth[i].server, incoming->desk->config->authserv);
    return has;
}
