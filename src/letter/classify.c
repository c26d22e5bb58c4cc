/* SPDX-License-Identifier: MIT */
/* Says what kind of letter it is, by a table of rows tried in order. What to do with it is
 * decided in src/inbound. */
#include "letter/classify.h"

#include "letter/classify_p.h"

struct question {
    const struct letter *letter;
    const struct classify_context *context;
};

/* Mail systems give up at that many (RFC 5321 6.3): a letter that goes round. */
enum { HOPS_MOST = 100 };

static bool is_going_round(const struct question *q)
{
    return q->letter->hops > HOPS_MOST;
}

static bool is_reaction(const struct question *q)
{
    return q->letter->reaction || classify_is_reaction(q->letter->text);
}

static bool is_own_loop(const struct question *q)
{
    /* Even with a token: a mailbox that forwards all its mail to us sends our letters back. */
    return q->letter->loop_field;
}

static bool is_from_ourselves(const struct question *q)
{
    for (const char *const *own = q->context->own; own && *own; own++)
        if (letter_same_mailbox(q->letter->from.address, *own) ||
            letter_same_mailbox(q->letter->sender, *own))
            return true;
    return false;
}

static bool is_delivery_report(const struct question *q)
{
    return q->letter->report == LETTER_REPORT_DELIVERY;
}

static bool is_read_receipt(const struct question *q)
{
    return q->letter->report == LETTER_REPORT_READ;
}

static bool is_abuse_report(const struct question *q)
{
    return q->letter->report == LETTER_REPORT_ABUSE;
}

static bool has_failed_recipients(const struct question *q)
{
    return q->letter->failed_recipients;
}

static bool is_null_path(const struct question *q)
{
    return q->letter->has_return_path && q->letter->return_path[0] == '\0';
}

static bool is_auto_submitted(const struct question *q)
{
    return q->letter->auto_submitted[0] && !text_equal(q->letter->auto_submitted, "no");
}

static bool has_auto_fields(const struct question *q)
{
    return q->letter->auto_fields || text_equal(q->letter->precedence, "auto_reply");
}

/* A subject alone proves nothing against what stands there for us: "Vacation: 20.12. to 3.1." */
static bool is_vacation_subject(const struct question *q)
{
    const char *subject = q->letter->subject;
    const struct classify_context *context = q->context;

    if (!classify_marks_absence(subject))
        return false;
    if (!context->reads)
        return true;
    return !classify_has_order(q->letter->text, context) &&
           !(classify_names_days(subject) &&
             context->reads(context->reader, subject, strlen(subject)));
}

static bool is_daemon(const struct question *q)
{
    static const char *const names[] = {
        "mailer-daemon", "postmaster",   "mail-daemon", "noreply", "no-reply",
        "donotreply",    "do-not-reply", "bounce",      "bounces", "listserv",
        "majordomo",     "abuse",        "root",        "nobody",  NULL};
    const char *address = q->letter->from.address, *at = strrchr(address, '@');
    size_t length = at ? (size_t)(at - address) : strlen(address);

    for (const char *const *name = names; *name; name++) {
        size_t i = 0;

        while ((*name)[i] && i < length && text_lower(address[i]) == (*name)[i])
            i++;
        if ((*name)[i] == '\0' && (i == length || address[i] == '+'))
            return true;
    }
    return false;
}

/* A vacation note goes to the address that bounces go to, and says nothing of the way there. */
static bool is_at_bounce_address(const struct question *q)
{
    return q->context->bounce_address &&
           (is_daemon(q) ||
            !(is_auto_submitted(q) || has_auto_fields(q) || is_vacation_subject(q)));
}

static bool is_from_a_list(const struct question *q)
{
    return q->letter->list_fields && !q->context->token_valid;
}

static bool has_bulk_precedence(const struct letter *letter)
{
    return text_equal(letter->precedence, "bulk") || text_equal(letter->precedence, "list") ||
           text_equal(letter->precedence, "junk");
}

static bool is_bulk(const struct question *q)
{
    return !q->context->token_valid && has_bulk_precedence(q->letter);
}

static bool has_no_sender(const struct question *q)
{
    return q->letter->from.address[0] == '\0';
}

/* In this order: what says most exactly what it is comes first. */
static const struct {
    bool (*applies)(const struct question *q);
    enum letter_class kind;
    const char *reason;
} rows[] = {
    {is_delivery_report, LETTER_BOUNCE, "delivery-report"},       /* I3, RFC 3464 */
    {is_read_receipt, LETTER_RECEIPT, "read-receipt"},            /* I4, RFC 8098 */
    {is_abuse_report, LETTER_COMPLAINT, "abuse-report"},          /* I4, RFC 5965 */
    {is_at_bounce_address, LETTER_BOUNCE, "bounce-address"},      /* I3, VERP */
    {has_failed_recipients, LETTER_BOUNCE, "failed-recipients"},  /* I3, exim and Gmail */
    {is_going_round, LETTER_LOOP, "too-many-hops"},               /* I5, RFC 5321 6.3 */
    {is_own_loop, LETTER_LOOP, "own-letter"},                     /* I5 */
    {is_from_ourselves, LETTER_LOOP, "own-address"},              /* I5 */
    {is_reaction, LETTER_REACTION, "reaction"},                   /* I7, RFC 9078 */
    {is_auto_submitted, LETTER_AUTO_REPLY, "auto-submitted"},     /* I5, RFC 3834 5 */
    {has_auto_fields, LETTER_AUTO_REPLY, "auto-reply-field"},     /* I5 */
    {is_vacation_subject, LETTER_AUTO_REPLY, "vacation-subject"}, /* I5, Exchange */
    {is_null_path, LETTER_DAEMON, "null-path"},                   /* I2, RFC 5321 4.5.5 */
    {is_daemon, LETTER_DAEMON, "daemon-sender"},                  /* I5 */
    {is_from_a_list, LETTER_FROM_LIST, "list-field"},             /* I5, RFC 2369, 2919 */
    {is_bulk, LETTER_FROM_LIST, "bulk"},                          /* I5, RFC 3834 2 */
    {has_no_sender, LETTER_DAEMON, "no-sender"},                  /* nobody to answer */
};

const char *letter_class_name(enum letter_class kind)
{
    static const char *const names[LETTER_CLASS_COUNT] = {
        [LETTER_PERSONAL] = "personal",     [LETTER_BOUNCE] = "bounce",
        [LETTER_RECEIPT] = "receipt",       [LETTER_COMPLAINT] = "complaint",
        [LETTER_AUTO_REPLY] = "auto-reply", [LETTER_FROM_LIST] = "list",
        [LETTER_REACTION] = "reaction",     [LETTER_LOOP] = "loop",
        [LETTER_DAEMON] = "daemon"};

    return (unsigned)kind < LETTER_CLASS_COUNT ? names[kind] : "unknown";
}

/* The status; of a report that has none (exim writes 5.0.0), as it stands in the other server's
 * words. */
static const char *status_of(const struct letter_report_recipient *to)
{
    if (*to->status && !text_equal(to->status, "5.0.0"))
        return to->status;
    for (const char *at = to->diagnostic; (at = strpbrk(at, " -")) != NULL;)
        if (text_starts_with(++at, "5.") && text_is_digit(at[2]) && at[3] == '.')
            return at;
    return to->status;
}

/* May whoever lives there get letters all the same? (RFC 3463, 7372, 7505) */
static bool is_ours(const char *status)
{
    static const char *const ours[] = {"5.1.7", "5.1.8", "5.2.3", "5.3.4", "5.6.", "5.7.", NULL};

    for (const char *const *code = ours; *code; code++)
        if (text_starts_with(status, *code) && ((*code)[4] == '\0' || !text_is_digit(status[5])))
            return true;
    return false;
}

/* Action and Status of one recipient (RFC 3464 2.3.3, RFC 3463). */
static enum bounce_weight weight_of(const struct letter_report_recipient *to)
{
    static const char *const fine[] = {"delivered", "relayed", "expanded", "delayed", NULL};

    for (const char *const *action = fine; *action; action++)
        if (text_equal(to->action, *action))
            return BOUNCE_NONE;
    if (to->status[0] == '4' || text_equal(to->status, "5.2.2"))
        return BOUNCE_SOFT;
    if (is_ours(status_of(to)))
        return BOUNCE_OURS;
    if (to->status[0] == '2')
        return BOUNCE_NONE;
    return BOUNCE_HARD;
}

static enum bounce_weight heaviest(const struct letter *letter)
{
    enum bounce_weight weight = BOUNCE_NONE;

    /* Without a report that can be read nothing is known but that it came back. */
    if (letter->report_recipient_count == 0)
        return BOUNCE_SOFT;
    for (unsigned i = 0; i < letter->report_recipient_count; i++) {
        enum bounce_weight one = weight_of(&letter->report_recipient[i]);

        weight = one > weight ? one : weight;
    }
    return weight;
}

void letter_classify(const struct letter *letter, const struct classify_context *context,
                     struct classification *out)
{
    static const struct classify_context nothing;
    const struct question q = {letter, context ? context : &nothing};

    *out = (struct classification){.reason = "", .may_answer = true};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].applies(&q)) {
            out->kind = rows[i].kind;
            out->reason = rows[i].reason;
            out->may_answer = false;
            break;
        }
    if (out->kind == LETTER_BOUNCE)
        out->weight = heaviest(letter);
    out->through_list = out->may_answer && (letter->list_fields || has_bulk_precedence(letter));
    out->no_bare_receipt =
        letter->response_suppress[0] != '\0' && !text_equal(letter->response_suppress, "none");
}

/* Local part without subaddress, and domain. */
static void halves(const char *address, size_t *local, const char **domain)
{
    const char *at = strrchr(address, '@');
    size_t whole = at ? (size_t)(at - address) : strlen(address);
    const char *plus = memchr(address, '+', whole);

    *local = plus ? (size_t)(plus - address) : whole;
    *domain = at ? at + 1 : "";
}

bool letter_same_mailbox(const char *a, const char *b)
{
    size_t a_local, b_local;
    const char *a_domain, *b_domain;

    halves(a, &a_local, &a_domain);
    halves(b, &b_local, &b_domain);
    if (a_local == 0 || a_local != b_local)
        return false;
    for (size_t i = 0; i < a_local; i++)
        if (text_lower(a[i]) != text_lower(b[i]))
            return false;
    return text_equal_folded(a_domain, b_domain);
}
