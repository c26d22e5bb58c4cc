/* SPDX-License-Identifier: MIT */
/* Keeps orders that wait for "confirm", and carries them out then by the one path of orders
 * (play/adjudicate.c). */
#include "commands/draft.h"

#include "ledger/work.h"
#include "server/vault.h"

/* What a draft holds: a line that is empty or says "all", "for good" or both, then the orders, a
 * line each. */
static const char all_word[] = "all", for_good_word[] = "for good";

static struct vault_place place_of(int64_t game, unsigned seat)
{
    return (struct vault_place){
        .owner = {LEDGER_KEY_GAME, game}, .column = "draft.box", .row = game * 256 + (int64_t)seat};
}

bool draft_is_meant(const struct incoming *incoming)
{
    return !incoming->fate.confirmed && !(incoming->lines.flags & INCOMING_PREVIEW) &&
           (incoming->lines.flags & INCOMING_DRAFT || incoming->person.drafts);
}

static enum rc put_text(const struct incoming *incoming, const struct buf *text, struct err *err)
{
    struct vault_place place = place_of(incoming->known->game, incoming->known->seat);
    OWN(buf) box = {0};

    TRY(buf_rc(text, err));
    TRY(vault_close(incoming->desk, &place, text->at, text->length, &box, err));
    return ledger_draft_put(incoming->desk->ledger, incoming->known->game,
                            (int)incoming->known->seat, desk_now(incoming->desk), vault_bytes(&box),
                            err);
}

static enum rc drop(struct desk *desk, int64_t game, unsigned seat, struct err *err)
{
    return ledger_draft_put(desk->ledger, game, (int)seat, desk_now(desk),
                            (struct ledger_bytes){NULL, 0}, err);
}

enum rc draft_keep(struct incoming *incoming, struct err *err)
{
    OWN_WIPED(buf) text = {0};

    BUF_PUT(&text, incoming->lines.flags & INCOMING_ALL ? all_word : "", "\n");
    for (size_t i = 0; i < incoming->lines.count; i++)
        buf_printf(&text, "%s\n", incoming->lines.line[i].text);
    return put_text(incoming, &text, err);
}

/* Open the draft; text stays empty where there is none. */
static enum rc read_draft(struct desk *desk, int64_t game, unsigned seat, struct buf *text,
                          struct err *err)
{
    struct vault_place place = place_of(game, seat);
    OWN(buf) box = {0};
    enum rc rc = ledger_draft_get(desk->ledger, game, (int)seat, &box, NULL);

    if (rc == RC_OK)
        rc = vault_open(desk, &place, vault_bytes(&box), text, err);
    else if (rc == RC_NOT_FOUND)
        rc = RC_OK;
    else
        rc = ERR(err, rc, "a draft cannot be read");
    return rc;
}

enum rc draft_waits(struct desk *desk, int64_t game, unsigned seat, bool *waits, struct err *err)
{
    OWN_WIPED(buf) text = {0};

    TRY(read_draft(desk, game, seat, &text, err));
    *waits = text.length > 0;
    return RC_OK;
}

static bool add_line(struct orders_in *orders, const char *text, size_t length)
{
    struct order_line *grown = realloc(orders->line, (orders->count + 1) * sizeof *grown);

    if (!grown)
        return false;
    orders->line = grown;
    grown[orders->count] = (struct order_line){
        .text = strndup(text, length), .line = (uint32_t)orders->count + 1, .column = 1};
    return grown[orders->count++].text != NULL;
}

static enum rc take_lines(const char *text, struct orders_in *orders, struct err *err)
{
    size_t length = strcspn(text, "\n");

    if (length >= sizeof all_word - 1 &&
        text_starts_with(text + length - (sizeof all_word - 1), all_word))
        orders->flags |= INCOMING_ALL;
    for (text += length + 1; *text; text += length + 1) {
        length = strcspn(text, "\n");
        FAIL_IF(!add_line(orders, text, length), err, RC_NO_MEMORY, "no memory for a draft");
    }
    return RC_OK;
}

enum rc draft_take(struct desk *desk, int64_t game, unsigned seat, struct orders_in *orders,
                   struct err *err)
{
    OWN_WIPED(buf) text = {0};

    TRY(read_draft(desk, game, seat, &text, err));
    if (text.length) {
        TRY(take_lines(buf_text(&text), orders, err));
        TRY(drop(desk, game, seat, err));
    }
    return RC_OK;
}

static bool is_for_good(const struct buf *draft)
{
    const char *text = buf_text(draft);

    return text_starts_with(text, for_good_word) && strchr(" \n", text[sizeof for_good_word - 1]);
}

/* Ask about an order that is for good; with "all" nothing of the letter was done, and all of it
 * waits. */
static enum rc keep_for_good(struct incoming *incoming, size_t asked, struct err *err)
{
    bool all = incoming->lines.flags & INCOMING_ALL;
    OWN_WIPED(buf) text = {0};

    buf_printf(&text, "%s%s%s\n", for_good_word, all ? " " : "", all ? all_word : "");
    for (size_t i = all ? 0 : asked; i < (all ? incoming->lines.count : asked + 1); i++)
        buf_printf(&text, "%s\n", incoming->lines.line[i].text);
    return put_text(incoming, &text, err);
}

enum rc draft_after(struct incoming *incoming, const struct line_outcome *outcome, struct err *err)
{
    OWN_WIPED(buf) text = {0};
    bool done = false;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < incoming->lines.count && rc == RC_OK; i++) {
        done |= outcome[i].fate == LINE_DONE;
        if (outcome[i].fate != LINE_TO_CONFIRM)
            continue;
        return keep_for_good(incoming, i, err);
    }
    if (done)
        rc = read_draft(incoming->desk, incoming->known->game, incoming->known->seat, &text, err);
    if (rc == RC_OK && is_for_good(&text))
        rc = drop(incoming->desk, incoming->known->game, incoming->known->seat, err);
    return rc;
}

enum rc draft_confirm(struct incoming *incoming, const char *arguments, struct err *err)
{
    size_t before = incoming->lines.count;

    TRY(draft_take(incoming->desk, incoming->known->game, incoming->known->seat, &incoming->lines,
                   err));
    (void)arguments;
    if (incoming->lines.count > before)
        incoming->fate.confirmed = true;
    else
        incoming_tell(incoming, "talk.no-draft", "n", "", NULL);
    return RC_OK;
}
