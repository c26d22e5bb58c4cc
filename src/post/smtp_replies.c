/* SPDX-License-Identifier: MIT */
/* Says by a table what an SMTP server's refusal is about. When to try again is decided in
 * outbound/delivery.c. */
#include "post/post_p.h"

#include <strings.h>

#include "base/base.h"

enum {
    CONNECT = 1 << SMTP_CONNECT,
    MAIL = 1 << SMTP_MAIL,
    RCPT = 1 << SMTP_RCPT,
    DATA = 1 << SMTP_DATA,
    END = 1 << SMTP_END,
    ANY = (1 << SMTP_STAGE_COUNT) - 1
};

/* The first row that fits holds. A code that ends in 0s stands for all that begin like it; "5.1."
 * begins the words (RFC 3463), "?relay" stands somewhere in them. */
static const struct {
    unsigned stages;
    long code;
    const char *words; /* "" = any */
    enum smtp_about about;
} rows[] = {
    {CONNECT, 0, "", SMTP_CONNECTION},
    {ANY, 421, "", SMTP_CONNECTION},
    {ANY, 530, "", SMTP_CONNECTION},
    /* limits of what an account may send: providers say them after any command */
    {ANY, 0, "4.4.5", SMTP_ACCOUNT},
    {ANY, 0, "5.4.5", SMTP_ACCOUNT},
    {ANY, 0, "4.7.28", SMTP_ACCOUNT},
    {ANY, 0, "5.7.28", SMTP_ACCOUNT},
    /* too big: the size stands in MAIL already (RFC 1870) */
    {ANY, 500, "5.2.3", SMTP_LETTER},
    {ANY, 500, "5.3.4", SMTP_LETTER},
    {ANY, 500, "5.6.", SMTP_LETTER},
    {MAIL, 552, "", SMTP_LETTER},
    {MAIL, 0, "", SMTP_ACCOUNT},
    /* a full mailbox is emptied, though its number says for good (RFC 5321 4.5.3.1.10) */
    {ANY, 500, "5.2.2", SMTP_WAIT},
    {ANY, 552, "5.", SMTP_LETTER},
    {ANY, 552, "?full", SMTP_WAIT},
    {ANY, 552, "?quota", SMTP_WAIT},
    {ANY, 552, "?storage", SMTP_WAIT},
    {ANY, 552, "?space", SMTP_WAIT},
    {ANY, 552, "", SMTP_LETTER},
    {ANY, 400, "", SMTP_WAIT},
    /* may we write there at all? Our own set-up may be mended; any other refusal of policy stands,
     * and says nothing of who lives there */
    {RCPT, 500, "?relay", SMTP_WAIT},
    {RCPT, 500, "5.7.", SMTP_LETTER},
    {RCPT, 503, "", SMTP_WAIT},
    {RCPT, 500, "", SMTP_ADDRESS},
    {DATA, 500, "", SMTP_WAIT},
    {END, 500, "5.1.", SMTP_ADDRESS},
    {END, 500, "5.2.1", SMTP_ADDRESS},
    {END, 500, "", SMTP_LETTER},
};

static bool code_fits(long wanted, long code)
{
    return !wanted || (wanted % 100 ? wanted == code : wanted / 100 == code / 100);
}

static bool words_fit(const char *wanted, const char *words)
{
    size_t length = strlen(wanted);

    if (*wanted == '?')
        return strcasestr(words, wanted + 1) != NULL;
    /* "5.2.3" is not "5.2.34" */
    return text_starts_with(words, wanted) &&
           (!length || wanted[length - 1] == '.' || !text_is_digit(words[length]));
}

enum smtp_about smtp_judge(enum smtp_stage stage, long code, const char *words)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((rows[i].stages >> stage & 1) && code_fits(rows[i].code, code) &&
            words_fit(rows[i].words, words))
            return rows[i].about;
    return SMTP_CONNECTION;
}
