/* SPDX-License-Identifier: MIT */
/* Limits of answers: against loops of two robots, against guessing tokens, against floods, and
 * against strangers who have a player asked again and again. What is not answered keeps its
 * outcome, for the administrator. Source: mail-conventions I5, I9, I10, I13. */

#include "ledger/work.h"
#include "inbound/inbound_p.h"
#include "server/vault.h"

enum {
    HOUR_S = 3600,
    DAY_S = 86400,
    TOKEN_ANSWERS = 3,   /* an hour, to guesses of one sender */
    LOOP_EQUAL = 3,      /* equal letters within a day, of which nothing is understood */
    ROUNDS_MOST = 5,     /* answers a day to one sender of whom nothing is understood */
    ANSWERS_MOST = 120,  /* an hour, to one sender who orders nothing: more than a person writes */
    ANSWERS_HOURS = 5,   /* so many times as many wait */
    ASKED_OWN_HOUR = 20, /* questions to a player about letters from his own address */
    ASKED_OWN_DAY = 60,
    ASKED_SENDER_DAY = 5, /* … from one other address */
    ASKED_OTHER_HOUR = 5, /* … from all others together */
    ASKED_OTHER_DAY = 15
};

/* Under what an event is counted: the sender alone, or with words that make it the same event. */
static enum rc event_hash(const struct incoming *incoming, const char *tag, const struct buf *text,
                          struct hash *hash, struct err *err)
{
    OWN_WIPED(buf) key = {0};

    BUF_PUT(&key, incoming->known->read.mail.from.address, "\n");
    if (text)
        buf_put_bytes(&key, text->at, text->length);
    TRY(buf_rc(&key, err));
    return vault_lookup(incoming->desk, tag, key.at, key.length, hash, err);
}

static enum rc count_event(struct incoming *incoming, const char *tag, const struct buf *text,
                           int64_t window_s, int64_t *count, struct err *err)
{
    struct hash hash;

    TRY(event_hash(incoming, tag, text, &hash, err));
    return ledger_rate_count(incoming->desk->ledger, hash.at, desk_now(incoming->desk), window_s,
                             count, err);
}

enum rc limits_bad_token(struct incoming *incoming, bool *quiet, struct err *err)
{
    int64_t count = 0;

    TRY(count_event(incoming, "bad-token", NULL, HOUR_S, &count, err));
    *quiet = count > TOKEN_ANSWERS;
    if (count == TOKEN_ANSWERS + 1)
        LOG(&incoming->desk->log, LOG_WARNING, "tokens-guessed", "why",
            "one sender wrote to several reply addresses that never were");
    return RC_OK;
}

/* ---- questions whether a letter was his ---- */

/* Count a question about one of these letters; *quiet_s: when the last that is allowed is counted,
 * the end of its window. */
static enum rc count_question(const struct incoming *incoming, int64_t owner, const char *tag,
                              int64_t window_s, int64_t most, bool *may, int64_t *quiet_s,
                              struct err *err)
{
    int64_t now_s = desk_now(incoming->desk), count = 0;
    char number[TEXT_INT_BYTES];
    struct hash hash;

    if (!*may)
        return RC_OK;
    text_of_int(number, owner);
    TRY(vault_lookup(incoming->desk, tag, number, strlen(number), &hash, err));
    TRY(ledger_rate_count(incoming->desk->ledger, hash.at, now_s, window_s, &count, err));
    *may = count <= most;
    if (count == most)
        *quiet_s = now_s - now_s % window_s + window_s;
    return RC_OK;
}

static enum rc count_other(struct incoming *incoming, int64_t owner, bool *may, int64_t *quiet_s,
                           struct err *err)
{
    int64_t count = 0;
    OWN(buf) whom = {0};
    enum rc rc;

    buf_printf(&whom, "%lld", (long long)owner);
    rc = buf_rc(&whom, err);
    THEN(rc, count_event(incoming, "asked-sender", &whom, DAY_S, &count, err));
    *may = rc == RC_OK && count <= ASKED_SENDER_DAY;
    THEN(rc, count_question(incoming, owner, "asked-other-hour", HOUR_S, ASKED_OTHER_HOUR, may,
                            quiet_s, err));
    return rc == RC_OK ? count_question(incoming, owner, "asked-other-day", DAY_S, ASKED_OTHER_DAY,
                                        may, quiet_s, err)
                       : rc;
}

enum rc limits_question(struct incoming *incoming, int64_t owner, bool *may, int64_t *quiet_s,
                        struct err *err)
{
    *may = true;
    *quiet_s = 0;
    if (incoming->known->sender != owner)
        return count_other(incoming, owner, may, quiet_s, err);
    TRY(count_question(incoming, owner, "asked-own-hour", HOUR_S, ASKED_OWN_HOUR, may, quiet_s,
                       err));
    return count_question(incoming, owner, "asked-own-day", DAY_S, ASKED_OWN_DAY, may, quiet_s,
                          err);
}

/* ---- loops ---- */

static void silence(struct incoming *incoming, const char *reason)
{
    incoming->fate.outcome = LEDGER_IGNORED;
    incoming->fate.reason = reason;
    incoming->answer.wanted = false;
}

/* The same words for the third time, and nothing in them was understood. */
static enum rc note_loop(struct incoming *incoming, struct err *err)
{
    OWN_WIPED(buf) text = {0};
    int64_t count = 0;

    if (incoming->fate.outcome != LEDGER_REJECTED || incoming->fate.understood)
        return RC_OK;
    if (incoming->known->game) /* to another question it is no round of the same loop */
        buf_printf(&text, "%u/", (unsigned)incoming->known->read.token.decision);
    for (size_t i = 0; i < incoming->lines.count; i++)
        buf_printf(&text, "%s\n", incoming->lines.line[i].text);
    if (incoming->lines.count == 0) /* letters that say nothing are the same if nothing differs */
        buf_put_bytes(&text, incoming->known->raw_hash.at, sizeof incoming->known->raw_hash.at);
    TRY(count_event(incoming, "loop", &text, DAY_S, &count, err));
    if (count >= LOOP_EQUAL)
        silence(incoming, "loop");
    return RC_OK;
}

/* Other words each time, and nothing in them was understood: a robot may be one that does not say
 * so. A person is told, and answered again as soon as a line of his is understood. */
static enum rc note_rounds(struct incoming *incoming, struct err *err)
{
    int64_t count = 0;

    if (incoming->fate.understood || inbound_has_order(incoming))
        return RC_OK;
    TRY(count_event(incoming, "rounds", NULL, DAY_S, &count, err));
    if (count == ROUNDS_MOST)
        incoming_tell(incoming, "talk.rounds-last", "n", "", NULL);
    else if (count > ROUNDS_MOST)
        silence(incoming, "loop");
    return RC_OK;
}

static enum rc forget_event(struct incoming *incoming, const char *tag, struct err *err)
{
    int64_t begun_s, count = 0;
    struct hash hash;

    TRY(event_hash(incoming, tag, NULL, &hash, err));
    TRY(ledger_rate_get(incoming->desk->ledger, hash.at, &begun_s, &count, err));
    return count ? ledger_rate_put(incoming->desk->ledger, hash.at, begun_s, 0, err) : RC_OK;
}

/* ---- many answers ---- */

/* So many leave the count with each hour. */
static void pass_hours(int64_t now_s, int64_t *begun_s, int64_t *count)
{
    int64_t hours = *begun_s < 0 || now_s < *begun_s ? INT32_MAX : (now_s - *begun_s) / HOUR_S;

    if (hours >= ANSWERS_HOURS + 1 || *count <= hours * ANSWERS_MOST) {
        if (hours || !*count) {
            *begun_s = now_s;
            *count = 0;
        }
        return;
    }
    *begun_s += hours * HOUR_S;
    *count -= hours * ANSWERS_MOST;
}

static void tell_hold(struct incoming *incoming, int64_t until_s)
{
    struct wording wording = incoming->answer.wording;
    OWN(buf) time = {0};

    wording.zone = incoming->person.zone;
    wording_time(&wording, until_s, &time);
    incoming_tell(incoming, "talk.answers-wait", "time", buf_text(&time), NULL);
}

static enum rc note_answer(struct incoming *incoming, struct err *err)
{
    struct ledger *ledger = incoming->desk->ledger;
    int64_t begun_s, count, hours;
    struct hash hash;

    TRY(event_hash(incoming, "answers", NULL, &hash, err));
    TRY(ledger_rate_get(ledger, hash.at, &begun_s, &count, err));
    pass_hours(desk_now(incoming->desk), &begun_s, &count);
    hours = count / ANSWERS_MOST;
    if (hours > ANSWERS_HOURS) {
        incoming->answer.wanted = false;
        return RC_OK;
    }
    if (++count == ANSWERS_MOST)
        tell_hold(incoming, begun_s + HOUR_S);
    if (hours)
        incoming->answer.hold_s = begun_s + hours * HOUR_S;
    return ledger_rate_put(ledger, hash.at, begun_s, count, err);
}

enum rc limits_settle(struct incoming *incoming, struct err *err)
{
    if (incoming->known->read.kind.through_list && !incoming->known->sender)
        incoming->answer.wanted = false; /* it would go to the list (I10) */
    if (!incoming->answer.wanted || !*incoming->known->read.mail.from.address)
        return RC_OK;
    if (incoming->fate.outcome == LEDGER_ACCEPTED || incoming->fate.outcome == LEDGER_PART) {
        TRY(forget_event(incoming, "rounds", err)); /* who plays is no robot in a loop */
        return forget_event(incoming, "answers", err);
    }
    TRY(note_loop(incoming, err));
    if (incoming->answer.wanted)
        TRY(incoming->fate.understood ? forget_event(incoming, "rounds", err)
                                      : note_rounds(incoming, err));
    return incoming->answer.wanted ? note_answer(incoming, err) : RC_OK;
}
