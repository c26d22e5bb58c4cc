/* SPDX-License-Identifier: MIT */
/* page: is a saved table.html the page of this release? What a server writes into its copy, whose
 * letters it takes and which games there are, is data that the page's script reads; it is told, and
 * left out of the sum. So is whether it may fetch the records beside it: no other word of its
 * policy may differ. */
#include <sodium.h>
#include <stdio.h>

#include "proof/page_sum.h"
#include "proof/proof_p.h"

enum { SUM_BYTES = 2 * crypto_hash_sha256_BYTES + 1 };

static const struct {
    const char *name, *sum; /* SHA-256 of the file as built, hexadecimal */
} pages[] = {PAGE_SUMS{NULL, NULL}};

/* Parts a page around its server's words; false where there is no place for them. */
static bool part(const char *page, const char **words, const char **rest)
{
    static const char place[] = "<script id=\"site\" type=\"application/json\">";
    const char *at = strstr(page, place);

    if (!at)
        return false;
    *words = at + strlen(place);
    *rest = strstr(*words, "</script>");
    return *rest != NULL;
}

static void add(crypto_hash_sha256_state *state, const char *from, const char *to)
{
    crypto_hash_sha256_update(state, (const unsigned char *)from, (size_t)(to - from));
}

/* The page up to the server's words, its policy as built. */
static void add_head(crypto_hash_sha256_state *state, const char *page, const char *words)
{
    static const char self[] = "connect-src 'self'", none[] = "connect-src 'none'";
    const char *at = strstr(page, self);

    if (at && at < words) {
        add(state, page, at);
        add(state, none, none + strlen(none));
        page = at + strlen(self);
    }
    add(state, page, words);
}

static void sum_of(const struct buf *page, const char *words, const char *rest, char sum[SUM_BYTES])
{
    static const char nothing[] = "{}";
    unsigned char hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256_state state;

    crypto_hash_sha256_init(&state);
    add_head(&state, buf_text(page), words);
    add(&state, nothing, nothing + strlen(nothing));
    add(&state, rest, buf_text(page) + page->length);
    crypto_hash_sha256_final(&state, hash);
    sodium_bin2hex(sum, SUM_BYTES, hash, sizeof hash);
}

static int judge(struct proof *proof, const struct buf *page)
{
    const char *words, *rest;
    char sum[SUM_BYTES];

    if (strlen(buf_text(page)) != page->length || !part(buf_text(page), &words, &rest)) {
        ERR(&proof->err, RC_BAD_INPUT, proof->operand[0], " is no page of postern's table");
        return PROOF_FALSE;
    }
    sum_of(page, words, rest, sum);
    for (size_t i = 0; pages[i].name; i++)
        if (text_equal(pages[i].sum, sum)) {
            shown_printf("true: this is %s of postern %s\nSHA-256 %s\n", pages[i].name,
                         PACKAGE_VERSION, sum);
            if (rest - words > 2)
                shown_printf("it is told: %.*s\n", (int)(rest - words), words);
            return PROOF_GOOD;
        }
    ERR(&proof->err, RC_BAD_SEAL, "this is no page of postern " PACKAGE_VERSION ": its SHA-256 is ",
        sum, "; do not trust it, or hold it against the release that it comes from");
    return PROOF_FALSE;
}

int proof_page(struct proof *proof)
{
    OWN(buf) page = {0};
    int code = PROOF_FAILED;

    if (!pages[0].name)
        ERR(&proof->err, RC_NOT_FOUND,
            "this postern-proof was built without the table and knows no page");
    else if (proof_read_file(proof->operand[0], &page, &proof->err) == RC_OK)
        code = judge(proof, &page);
    return code;
}

void proof_print_version(void)
{
    shown_printf("postern-proof %s\n", PACKAGE_VERSION);
    for (size_t i = 0; pages[i].name; i++)
        shown_printf("%s SHA-256 %s\n", pages[i].name, pages[i].sum);
}
