/* SPDX-License-Identifier: MIT */
/* Tells the inviter that his invitation could not be delivered. */
#include "outbound/bounced_invitation.h"

#include "outbound/notice.h"
#include "outbound/outbox.h"
#include "ledger/letters.h"
#include "ledger/offers.h"
#include "ledger/work.h"
#include "people/people.h"
#include "server/vault.h"

enum { TOLD_WINDOW_S = 30 * 86400 /* no report comes later */ };

/* A letter out that came back. */
struct lost {
    struct desk *desk;
    int64_t made_s;
    int64_t offer; /* it invited to; 0 = it was no invitation */
    int64_t player;
    bool waits;
};

static enum rc read_lost(struct lost *lost, const struct ledger_out *row, struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *map = NULL;
    struct outbox_facts facts = {0};
    struct err own = {0};
    enum rc rc = outbox_values(lost->desk, row, values, &map, &own);

    lost->made_s = row->made_s;
    if (rc == RC_OK)
        outbox_facts_read(map, &facts);
    lost->offer = facts.invites_to;
    return rc == RC_OK || rc == RC_NOT_FOUND ? RC_OK : ERR(err, rc, own.text); /* forgotten */
}

/* Reports of one letter may be several. */
static enum rc is_told(struct desk *desk, int64_t out, bool *told, struct err *err)
{
    struct hash hash;
    int64_t count = 0;
    enum rc rc = vault_lookup(desk, "invitation-lost", (const char *)&out, sizeof out, &hash, err);

    THEN(rc, ledger_rate_count(desk->ledger, hash.at, desk_now(desk), TOLD_WINDOW_S, &count, err));
    *told = count > 1;
    return rc;
}

static enum rc tell(const struct lost *lost, int64_t out, struct err *err)
{
    char number[TEXT_INT_BYTES], to[PERSON_ADDRESS_BYTES];
    enum rc rc = outbox_destination(lost->desk, out, 0, lost->made_s, to, sizeof to, err);
    const struct notice notice = {.key = "talk.invitation-lost",
                                  .arg = {{"address", to}, {"offer", number}},
                                  .count = 2,
                                  .offer = lost->offer};

    text_of_int(number, lost->offer);
    return rc == RC_OK ? notice_player(lost->desk, lost->player, &notice, err) : rc;
}

enum rc bounced_invitation(struct desk *desk, int64_t out, struct err *err)
{
    struct ledger_rows rows = ledger_out_get(desk->ledger, out, err);
    struct lost lost = {.desk = desk};
    struct ledger_offer offer = {0};
    struct ledger_out row;
    struct err own = {0};
    bool told = false;
    enum rc rc;

    if (ledger_next(&rows, &row))
        rows.rc = read_lost(&lost, &row, err);
    rc = ledger_end(&rows);
    if (rc == RC_OK && lost.offer)
        rc = ledger_one(ledger_offer_get(desk->ledger, lost.offer, &own), &offer);
    lost.player = offer.player;
    lost.waits = lost.offer && offer.state == LEDGER_OFFER_WAITING;
    if (rc == RC_NOT_FOUND || (rc == RC_OK && !lost.waits))
        return RC_OK;
    FAIL_IF(rc != RC_OK, err, rc, own.text);
    rc = is_told(desk, out, &told, err);
    return rc == RC_OK && !told ? tell(&lost, out, err) : rc;
}
