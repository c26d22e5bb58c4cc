/* SPDX-License-Identifier: MIT */
/* Limits of answers: against loops of two robots, against guessing tokens, against floods. What is
 * not answered keeps its outcome, for the administrator. Source: mail-conventions I5, I9, I13. */
#include <string.h>

#include "ledger/work.h"
#include "reception/reception_p.h"
#include "server/vault.h"

enum {
    LOOP_WINDOW_S = 86400,
    TOKEN_WINDOW_S = 3600,
    TOKEN_ANSWERS = 3, /* to guesses of one sender in that time */
    ANSWER_WINDOW_S = 3600,
    ANSWERS_MOST = 120 /* to one sender in that time: more than a person writes */
};

/* Count an event of the letter's sender; text: what makes it the same event; NULL = the sender
 * alone does. */
static enum rc count_event(struct incoming *incoming, const char *tag, const struct buf *text,
                           int64_t window_s, int64_t *count, struct err *err)
{
    struct buf key = {0};
    struct hash hash;
    enum rc rc;

    buf_put(&key, incoming->read.mail.from.address);
    buf_put_char(&key, '\n');
    if (text)
        buf_put_bytes(&key, text->at, text->length);
    rc = buf_rc(&key, err);
    if (rc == RC_OK)
        rc = vault_lookup(incoming->desk, tag, key.at, key.length, &hash, err);
    if (rc == RC_OK)
        rc = ledger_rate_count(incoming->desk->ledger, hash.at, desk_now(incoming->desk), window_s,
                               count, err);
    buf_wipe(&key);
    return rc;
}

enum rc limits_bad_token(struct incoming *incoming, bool *quiet, struct err *err)
{
    int64_t count = 0;
    enum rc rc = count_event(incoming, "bad-token", NULL, TOKEN_WINDOW_S, &count, err);

    *quiet = count > TOKEN_ANSWERS;
    if (rc == RC_OK && count == TOKEN_ANSWERS + 1)
        LOG(&incoming->desk->log, LOG_WARNING, "tokens-guessed", "why",
            "one sender wrote to several reply addresses that never were");
    return rc;
}

static void silence(struct incoming *incoming, const char *reason)
{
    incoming->fate.outcome = LEDGER_IGNORED;
    incoming->fate.reason = reason;
    incoming->answer.wanted = false;
}

/* The same words again, and nothing in them was understood. */
static enum rc note_loop(struct incoming *incoming, struct err *err)
{
    struct buf text = {0};
    int64_t count = 0;
    enum rc rc;

    if (incoming->fate.outcome != LEDGER_REJECTED || incoming->fate.understood)
        return RC_OK;
    for (size_t i = 0; i < incoming->read.orders.count; i++)
        buf_printf(&text, "%s\n", incoming->read.orders.line[i].text);
    if (incoming->read.orders.count ==
        0) /* letters that say nothing are the same if nothing differs */
        buf_put_bytes(&text, incoming->raw_hash.at, sizeof incoming->raw_hash.at);
    rc = count_event(incoming, "loop", &text, LOOP_WINDOW_S, &count, err);
    if (rc == RC_OK && count > 1)
        silence(incoming, "loop");
    buf_wipe(&text);
    return rc;
}

enum rc limits_settle(struct incoming *incoming, struct err *err)
{
    int64_t count = 0;
    enum rc rc = RC_OK;

    if (incoming->read.kind.through_list && !incoming->sender)
        incoming->answer.wanted = false; /* it would go to the list (I10) */
    if (!incoming->answer.wanted || !*incoming->read.mail.from.address)
        return RC_OK;
    rc = note_loop(incoming, err);
    if (rc != RC_OK || !incoming->answer.wanted)
        return rc;
    rc = count_event(incoming, "answers", NULL, ANSWER_WINDOW_S, &count, err);
    if (rc == RC_OK && count > ANSWERS_MOST)
        incoming->answer.wanted = false;
    return rc;
}
