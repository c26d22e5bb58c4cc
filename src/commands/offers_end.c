/* SPDX-License-Identifier: MIT */
/* Reminds once of an offer that waits, and ends it when it has waited long enough. */
#include "commands/offers_p.h"
#include "ledger/work.h"
#include "outbound/notice.h"

enum { DAY_S = 86400 };

/* Who offered it, and whose answer is waited for; nobody where names are not to be known. */
static enum rc put_names(struct desk *desk, const struct offer *offer, struct buf *by,
                         struct buf *names, struct err *err)
{
    struct person person;

    TRY(people_get(desk, offer->player, &person, err));
    buf_put(by, person.name);
    for (unsigned i = 0; i < offer->who_count && !offer->anonymous; i++) {
        if (offer->who[i].answer != LEDGER_OFFER_ASKED)
            continue;
        TRY(people_get(desk, offer->who[i].player, &person, err));
        buf_put(names, names->length ? ", " : "");
        buf_put(names, person.name);
    }
    return buf_rc(names, err);
}

static enum rc tell(struct desk *desk, const struct offer *offer, int64_t player,
                    const char *sentence, int64_t days, bool asks, struct err *err)
{
    OWN(buf) by = {0}, names = {0};
    enum rc rc = put_names(desk, offer, &by, &names, err);
    char number[TEXT_INT_BYTES], accept[32], decline[32];
    struct notice notice = {.key = !days && names.length ? "desk.offer-ended-names" : sentence,
                            .about = offer->game,
                            .offer = asks ? offer->id : 0, /* else nobody is invited */
                            .arg = {{"offer", text_of_int(number, offer->id)},
                                    {"n", TEXT_INT(days)},
                                    {"by", buf_text(&by)},
                                    {"names", buf_text(&names)}},
                            .count = 4};
    struct text text;

    TRY(rc);
    text_init(&text, accept, sizeof accept);
    TEXT_PUT(&text, "accept ", number);
    text_init(&text, decline, sizeof decline);
    TEXT_PUT(&text, "decline ", number);
    if (asks)
        notice.action[0] = accept;
    if (days)
        notice.action[1] = decline;
    return notice_player(desk, player, &notice, err);
}

/* All who are in, and all whose answer is waited for. */
static enum rc tell_all(struct desk *desk, const struct offer *offer, const char *in,
                        const char *asked, int64_t days, struct err *err)
{
    for (unsigned i = 0; i < offer->who_count; i++) {
        bool asks = offer->who[i].answer == LEDGER_OFFER_ASKED;

        if (offer->who[i].answer != LEDGER_OFFER_DECLINED)
            TRY(tell(desk, offer, offer->who[i].player, asks ? asked : in, days, asks && days,
                     err));
    }
    return RC_OK;
}

enum rc offers_due(struct desk *desk, int64_t id, struct err *err)
{
    struct offer offer;
    enum rc rc = offers_load(desk, id, &offer, err);
    int64_t end_s = offer.at_s + desk->config->offers_s, now = desk_now(desk);

    if (rc == RC_OK && offer.waits) {
        rc = tell_all(desk, &offer, "desk.offer-reminder", "desk.offer-reminder-asked",
                      (end_s - now + DAY_S - 1) / DAY_S, err);
        return rc == RC_OK
                   ? ledger_timer_set(desk->ledger,
                                      &(struct ledger_timer){OFFERS_TIMER, 0, id, end_s}, err)
                   : rc;
    }
    THEN(rc, ledger_timer_drop(desk->ledger, OFFERS_TIMER, 0, id, err));
    if (rc != RC_OK || !offer.game || offer.is_done)
        return rc;
    rc = ledger_offer_end(desk->ledger, id, LEDGER_OFFER_GONE, 0, err);
    for (unsigned i = 0; rc == RC_OK && offer.into_game && i < offer.who_count; i++)
        if (offer.who[i].answer == LEDGER_OFFER_ASKED)
            return offers_seat_left(desk, &offer, offer.who[i].player, err);
    return rc == RC_OK ? tell_all(desk, &offer, "desk.offer-ended", "desk.offer-ended", 0, err)
                       : rc;
}
