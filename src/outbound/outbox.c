/* SPDX-License-Identifier: MIT */
/* Queues letters out as values, and reads them back when they are composed. */
#include "outbound/outbox.h"

#include <stdio.h>

#include "ledger/derived.h"
#include "ledger/knocks.h"
#include "play/position.h"
#include "play/reply.h"
#include "people/people.h"
#include "server/vault.h"

/* Templates get each as a flag: none may be the name of another value. */
static const char *const kinds[OUTBOX_KIND_COUNT] = {[OUTBOX_INVITATION] = "invitation",
                                                     [OUTBOX_TURN] = "turn",
                                                     [OUTBOX_ANSWER] = "answer",
                                                     [OUTBOX_REMINDER] = "reminder",
                                                     [OUTBOX_END] = "end",
                                                     [OUTBOX_NOTE] = "note",
                                                     [OUTBOX_NEWS] = "news",
                                                     [OUTBOX_WATCH] = "watch",
                                                     [OUTBOX_DIGEST] = "digest",
                                                     [OUTBOX_SECTION] = "section",
                                                     [OUTBOX_ANALYSIS] = "analysis",
                                                     [OUTBOX_TOPIC] = "topic",
                                                     [OUTBOX_POST] = "post",
                                                     [OUTBOX_SAY] = "say",
                                                     [OUTBOX_BOARD] = "pinned"};

const char *outbox_kind_name(enum outbox_kind kind)
{
    return kinds[kind];
}

bool outbox_is_public(enum outbox_kind kind)
{
    return kind >= OUTBOX_TOPIC && kind <= OUTBOX_BOARD;
}

enum outbox_kind outbox_kind_find(const char *name)
{
    enum outbox_kind kind = 0;

    while (kind < OUTBOX_KIND_COUNT && !text_equal(kinds[kind], name))
        kind++;
    return kind;
}

static enum rc box_values(struct desk *desk, const struct outbox_letter *letter,
                          const struct ledger_out *row, struct buf *box, struct err *err)
{
    struct vault_place place = {.column = "letters_out.values_box", .row = row->id};
    OWN_WIPED(buf) text = {0};

    TRY(vault_owner_of(desk, row->game, row->made_s, &place.owner, err));
    if (letter->values)
        value_write(letter->values, &text);
    else
        buf_put(&text, "{}");
    TRY(buf_rc(&text, err));
    return vault_close(desk, &place, buf_text(&text), text.length, box, err);
}

enum rc outbox_values(struct desk *desk, const struct ledger_out *row, struct values *values,
                      struct value **map, struct err *err)
{
    struct vault_place place = {.column = "letters_out.values_box", .row = row->id};
    OWN_WIPED(buf) text = {0};

    FAIL_IF(ledger_out_is_forgotten(row), err, RC_NOT_FOUND,
            "what this letter told was kept long enough and is forgotten");
    TRY(vault_owner_of(desk, row->game, row->made_s, &place.owner, err));
    TRY(vault_open(desk, &place, row->values_box, &text, err));
    return value_read(values, buf_text(&text), text.length, map, err);
}

/* A player by the row of his address; an address that is no player's, or a place in the forum,
 * closed in a box with the delivery. */
static enum rc address_recipient(struct desk *desk, const struct outbox_letter *letter,
                                 const struct ledger_out *row, struct ledger_recipient *to,
                                 struct buf *box, bool *reachable, struct err *err)
{
    struct vault_place place = {.column = "deliveries.box", .row = row->id};
    struct person person;
    const char *address = letter->place ? letter->place : letter->address;

    if (letter->facts.player && !letter->place) {
        TRY(people_get(desk, letter->facts.player, &person, err));
        to->address = person.address_id;
        *reachable = person.address_id != 0 && !person.practice[0];
        if (*reachable && config_is_account(desk->config, person.address))
            to->channel = LEDGER_BY_FORUM;
        return RC_OK;
    }
    *reachable = true;
    if (letter->place)
        to->channel = LEDGER_BY_FORUM;
    TRY(vault_owner_of(desk, 0, row->made_s, &place.owner, err));
    TRY(vault_close(desk, &place, address, strlen(address), box, err));
    to->box = vault_bytes(box);
    return RC_OK;
}

/* What comes unasked for is said besides where its player has his notices (knocks.h). */
static enum rc knock(struct desk *desk, const struct outbox_letter *letter,
                     const struct ledger_out *row, struct err *err)
{
    static const bool knocks[OUTBOX_KIND_COUNT] = {
        [OUTBOX_INVITATION] = true, [OUTBOX_TURN] = true, [OUTBOX_REMINDER] = true,
        [OUTBOX_END] = true,        [OUTBOX_NOTE] = true, [OUTBOX_NEWS] = true,
        [OUTBOX_DIGEST] = true};
    struct ledger_knock made = {
        .player = letter->facts.player, .out = row->id, .due_s = row->due_s};
    struct person person;

    if (!desk->config->notices.on || !knocks[letter->kind] || !made.player || letter->reply_to ||
        letter->place)
        return RC_OK;
    TRY(people_get(desk, made.player, &person, err));
    return text_starts_with(person.knock, PEOPLE_KNOCK_ON " ")
               ? ledger_knock_put(desk->ledger, &made, err)
               : RC_OK;
}

static enum rc put_row(struct desk *desk, struct outbox_letter *letter, int64_t *queued,
                       struct err *err)
{
    struct ledger_recipient to = {.channel = LEDGER_BY_MAIL};
    struct ledger_out row = {.made_s = desk_now(desk),
                             .kind = kinds[letter->kind],
                             .game = letter->game,
                             .seat = (int)letter->seat,
                             /* what a watcher reads is not what the seat of all was told */
                             .n = letter->game && letter->kind != OUTBOX_WATCH ? letter->n : -1,
                             .reply_to = letter->reply_to,
                             .form = "1",
                             .to = &to,
                             .to_count = letter->kind != OUTBOX_SECTION};
    OWN(buf) values = {0}, box = {0};
    char id[LEDGER_MESSAGE_ID_MAX];
    bool reachable = false;

    TRY(ledger_next_id(desk->ledger, LEDGER_LETTERS_OUT, &row.id, err));
    row.due_s = letter->not_before_s > row.made_s ? letter->not_before_s : row.made_s;
    snprintf(id, sizeof id, "%012lld.%lld.postern@%s", (long long)row.made_s, (long long)row.id,
             reply_domain(desk));
    row.message_id = id;
    TRY(address_recipient(desk, letter, &row, &to, &box, &reachable, err));
    reachable |= letter->kind == OUTBOX_SECTION;
    if (reachable) {
        TRY(box_values(desk, letter, &row, &values, err));
        row.values_box = vault_bytes(&values);
        TRY(ledger_out_put(desk->ledger, &row, err));
    }
    if (reachable)
        TRY(knock(desk, letter, &row, err));
    if (queued)
        *queued = reachable ? row.id : 0;
    return RC_OK;
}

enum rc outbox_put(struct desk *desk, const struct outbox_letter *letter, int64_t *queued,
                   struct err *err)
{
    OWN_AT(values) own = letter->values ? NULL : values_new();
    struct outbox_letter whole = *letter;

    if (!whole.values)
        whole.values = value_map(own);
    outbox_facts_write(&whole.facts, whole.values);
    return put_row(desk, &whole, queued, err);
}

enum rc outbox_destination(struct desk *desk, int64_t out, int place, int64_t made_s, char *to,
                           size_t capacity, struct err *err)
{
    struct ledger_rows rows = ledger_deliveries(desk->ledger, out, err);
    struct vault_place where = {.column = "deliveries.box", .row = out};
    struct buf text = {0};

    for (struct ledger_delivery row; ledger_next(&rows, &row);) {
        if (row.place != place)
            continue;
        rows.rc = vault_owner_of(desk, 0, made_s, &where.owner, err);
        if (rows.rc == RC_OK)
            rows.rc = vault_open(desk, &where, row.box, &text, err);
        text_copy(to, capacity, buf_text(&text));
        buf_wipe(&text);
    }
    return ledger_end(&rows);
}

int64_t outbox_asked_since(const struct position *position, unsigned seat)
{
    int64_t since = -1;

    for (unsigned i = 0; i < position->timing.open_count; i++)
        if (position->timing.open[i].seat == seat && position->timing.open[i].opened_n > since)
            since = position->timing.open[i].opened_n;
    return since;
}
