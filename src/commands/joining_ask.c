/* SPDX-License-Identifier: MIT */
/* Asks by letter for what only an answer from there confirms, and no address more often than
 * anybody would bear. What comes of the answer is joining.c's. */
#include "commands/joining_ask.h"

#include <stdio.h>

#include "outbound/outbox.h"
#include "ledger/work.h"
#include "server/vault.h"
#include "commands/offers.h"
#include "commands/offers_ask.h"

enum {
    HOUR_S = 3600,
    ASK_WINDOW_S = 86400,
    ASKED_MOST = 5 /* letters to one address, or for one player, in that time */
};

/* Count one more under this name, and say how many that makes within the window. */
static enum rc count_ask(struct desk *desk, const char *who, int64_t window_s, int64_t *count,
                         struct err *err)
{
    struct hash hash;

    TRY(vault_lookup(desk, "ask", who, strlen(who), &hash, err));
    return ledger_rate_count(desk->ledger, hash.at, desk_now(desk), window_s, count, err);
}

/* The last two labels of an address's domain: others below it are made at will. */
static const char *domain_of(const char *address)
{
    const char *at = strrchr(address, '@'), *from = at ? at : address + strlen(address);
    unsigned labels = 0;

    for (const char *c = address + strlen(address); c-- > from;)
        if (*c == '@' || (*c == '.' && ++labels == 2))
            return c;
    return from;
}

/* A tenth of an hour's answers for one domain, half of them for senders whom nothing proves: a
 * flood leaves room for who has just found us. */
enum rc joining_may_answer(struct incoming *incoming, bool *may, struct err *err)
{
    const struct config *config = incoming->desk->config;
    const bool halves = config->authserv[0] && !incoming->known->is_proved;
    const struct {
        const char *who;
        int64_t most;
    } shares[] = {
        {domain_of(incoming->known->read.mail.from.address), config->strangers / 10 + 1},
        {halves ? "unproved strangers" : NULL, (config->strangers + 1) / 2},
        {"all strangers", config->strangers},
    };
    enum rc rc = RC_OK;

    *may = !incoming->known->is_forged;
    if (!*may)
        incoming_end(incoming, LEDGER_IGNORED, "forged", NULL);
    for (size_t i = 0; i < sizeof shares / sizeof *shares && rc == RC_OK && *may; i++) {
        int64_t count = 0;

        if (shares[i].who)
            rc = count_ask(incoming->desk, shares[i].who, HOUR_S, &count, err);
        *may = rc == RC_OK && count <= shares[i].most;
        if (!*may)
            incoming_end(incoming, LEDGER_IGNORED, "strangers-many", NULL);
        if (count == shares[i].most + 1)
            LOG(&incoming->desk->log, LOG_WARNING, "strangers-many", "share", shares[i].who, "why",
                "no more answers to such people, who are no players, within this hour; see [mail] "
                "strangers");
    }
    return rc;
}

/* Nobody can be flooded: letters to an address are counted, and those a player causes. */
static enum rc may_ask(struct incoming *incoming, const struct joining_request *request, bool *may,
                       struct err *err)
{
    const int64_t player = incoming->known->sender;
    char who[PERSON_ADDRESS_BYTES + 16];
    int64_t count = 0, own = 0;
    enum rc rc = count_ask(incoming->desk, request->to, ASK_WINDOW_S, &count, err);

    snprintf(who, sizeof who, "player %lld", (long long)player);
    if (rc == RC_OK && player)
        rc = count_ask(incoming->desk, who, ASK_WINDOW_S, &own, err);
    *may = rc == RC_OK && count <= ASKED_MOST && own <= 4 * ASKED_MOST;
    return *may && !player ? joining_may_answer(incoming, may, err) : rc;
}

enum rc joining_ask(struct incoming *incoming, const struct joining_request *request,
                    struct err *err)
{
    struct desk *desk = incoming->desk;
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values);
    struct outbox_letter letter = {.kind = OUTBOX_NOTE,
                                   .n = -1,
                                   .facts.player = request->player,
                                   .address = request->to,
                                   .values = map};
    struct wording wording = {.language = library_language(desk->library, request->language)};
    OWN(buf) text = {0}, titles = {0};
    bool may = false;

    TRY(may_ask(incoming, request, &may, err));
    if (text_equal_folded(request->to,
                          incoming->known->read.mail.from.address)) { /* it is the answer */
        letter.reply_to = incoming->known->id;
        letter.facts.answers = incoming->known->read.mail.message_id;
        letter.facts.subject = incoming_subject(incoming, request->player);
    }
    offers_put_titles(desk, &wording, &titles);
    WORDING(&wording, &text, request->sentence, "name", request->name ? request->name : "",
            "address", request->address ? request->address : "", "options",
            request->options ? request->options : "", "time", request->time ? request->time : "",
            "robot", desk->config->address, "games", buf_text(&titles));
    value_set_text(map, "message", buf_text(&text));
    if (!request->player)
        value_set_text(map, "speak", language_code(wording.language));
    /* A letter that was confirmed is read again: its lines are meant, not those that confirmed. */
    letter.facts.confirm.letter =
        incoming->known->confirms ? incoming->known->confirms : incoming->known->id;
    letter.facts.confirm.seat = (int64_t)request->what;
    letter.facts.confirm.line = request->line;
    if (request->what == JOINING_INVITED) /* so that who invited hears when it comes back */
        letter.facts.invites_to = request->line / OFFERS_INVITED_MOST;
    TRY(values_rc(values, err));
    if (may)
        TRY(outbox_put(desk, &letter, NULL, err));
    return RC_OK;
}
