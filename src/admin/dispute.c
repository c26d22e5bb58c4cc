/* SPDX-License-Identifier: MIT */
#include "admin/dispute.h"

#include <string.h>

#include "outbound/notice.h"
#include "play/clocks.h"
#include "server/vault.h"
#include "commands/press.h"

static struct vault_place place_of(int64_t game, int64_t n, int64_t seat)
{
    return (struct vault_place){
        .owner = {LEDGER_KEY_GAME, game}, .column = "dispute.box", .row = n * 256 + seat};
}

enum rc dispute_text(struct desk *desk, const struct ledger_dispute *dispute, struct buf *out,
                     struct err *err)
{
    struct vault_place place = place_of(dispute->game, dispute->n, dispute->seat);

    return vault_open(desk, &place, dispute->box, out, err);
}

/* ---- ruling ---- */

static enum rc on_dispute(void *user, const struct ledger_dispute *dispute, struct err *err)
{
    struct ledger_dispute *found = user;

    (void)err;
    *found = *dispute;
    found->box = (struct ledger_bytes){NULL, 0};
    return RC_OK;
}

static enum rc count_dispute(void *user, const struct ledger_dispute *dispute, struct err *err)
{
    (void)err;
    *(unsigned *)user += dispute->kind == LEDGER_DISPUTE;
    return RC_OK;
}

static enum rc tell_ruling(struct desk *desk, struct position *position, const char *text,
                           struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    struct position_seal seal = {.name = name, .payload = text, .length = strlen(text)};
    struct entry entry;

    if (!seal.length || seal.length > PRESS_BYTES_MAX || !text_is_utf8(text, seal.length))
        return ERR(err, RC_BAD_INPUT, "a ruling is 1 to 4000 bytes of text");
    entry_init(&entry, 0, 0, ENTRY_KEEPER, ENTRY_PRESS);
    entry.to_all = true;
    seal_name_write(SEAL_PRESS, position->chain.number + 1, 0, name);
    return position_append(desk, position, &entry, &seal, 1, NULL, err);
}

enum rc dispute_rule(struct desk *desk, int64_t id, const char *text, struct err *err)
{
    struct ledger_dispute dispute = {0};
    struct position *position;
    unsigned open = 0;
    enum rc rc = ledger_disputes(desk->ledger, id, 0, true, on_dispute, &dispute, err);

    if (rc == RC_OK && !dispute.id)
        rc = ERR(err, RC_NOT_FOUND, "there is no such open dispute; see postern dispute list");
    if (rc == RC_OK)
        rc = position_get(desk, dispute.game, &position, err);
    if (rc == RC_OK)
        rc = tell_ruling(desk, position, text, err);
    if (rc == RC_OK)
        rc = ledger_dispute_rule(desk->ledger, id, desk_now(desk), (int64_t)position->chain.number,
                                 err);
    if (rc == RC_OK)
        rc = ledger_disputes(desk->ledger, 0, dispute.game, true, count_dispute, &open, err);
    if (rc == RC_OK && dispute.kind == LEDGER_DISPUTE && !open && position->timing.pause_s &&
        position->phase != POSITION_OVER)
        rc = clocks_resume(desk, position, ENTRY_KEEPER, err);
    return rc == RC_OK ? notice_all(desk, position, 0, NULL, err) : rc;
}
