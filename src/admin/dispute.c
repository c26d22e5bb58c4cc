/* SPDX-License-Identifier: MIT */
/* Shows the administrator a dispute and carries out his ruling. A player's side of it is in
 * commands/dispute_letter.c. */
#include "admin/admin.h"

#include "outbound/notice.h"
#include "play/clocks.h"
#include "server/vault.h"
#include "commands/press.h"

enum rc dispute_text(struct desk *desk, const struct ledger_dispute *dispute, struct buf *out,
                     struct err *err)
{
    struct vault_place place = {.owner = {LEDGER_KEY_GAME, dispute->game},
                                .column = "dispute.box",
                                .row = dispute->n * 256 + dispute->seat};

    return vault_open(desk, &place, dispute->box, out, err);
}

/* ---- ruling ---- */

static enum rc find_open(struct desk *desk, int64_t id, struct ledger_dispute *found,
                         struct err *err)
{
    struct ledger_rows rows = ledger_disputes(desk->ledger, id, 0, true, err);

    if (!ledger_next(&rows, found) && rows.rc == RC_OK)
        rows.rc = ERR(err, RC_NOT_FOUND, "there is no such open dispute; see postern dispute list");
    found->box = (struct ledger_bytes){NULL, 0};
    return ledger_end(&rows);
}

/* Do the clocks of its game wait for another one? */
static enum rc is_disputed(struct desk *desk, int64_t game, bool *is, struct err *err)
{
    struct ledger_rows rows = ledger_disputes(desk->ledger, 0, game, true, err);

    *is = false;
    for (struct ledger_dispute row; ledger_next(&rows, &row);)
        *is |= row.kind == LEDGER_DISPUTE;
    return ledger_end(&rows);
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
    bool open = false;

    TRY(find_open(desk, id, &dispute, err));
    TRY(position_get(desk, dispute.game, &position, err));
    TRY(tell_ruling(desk, position, text, err));
    TRY(ledger_dispute_rule(desk->ledger, id, desk_now(desk), (int64_t)position->chain.number,
                            err));
    TRY(is_disputed(desk, dispute.game, &open, err));
    if (dispute.kind == LEDGER_DISPUTE && !open && position->timing.pause_s &&
        position->phase != POSITION_OVER)
        TRY(clocks_resume(desk, position, ENTRY_KEEPER, err));
    return notice_all(desk, position, 0, NULL, err);
}
