/* SPDX-License-Identifier: MIT */
/* Keeps the lines that a player wants in his next games of a kind. */
#include "people/usual.h"

#include "ledger/facts.h"
#include "letter/value.h"
#include "people/people.h"
#include "people/people_p.h"
#include "server/vault.h"

static const char setting[] = "usual";

enum rc usual_put(struct desk *desk, int64_t player, const char *kind, const char *lines,
                  struct err *err)
{
    OWN_WIPED(buf) value = {0};

    TRY(strlen(lines) < USUAL_BYTES ? RC_OK
                                    : ERR(err, RC_TOO_LONG, "these are too many lines to be kept"));
    buf_printf(&value, "%s=%s", kind, lines);
    TRY(buf_rc(&value, err));
    return people_change(desk, player, setting, buf_text(&value), err);
}

struct search {
    struct desk *desk;
    const char *kind;
    struct buf *lines;
    size_t start;
};

static void take(struct search *search, const char *value)
{
    size_t length = strlen(search->kind);

    if (strncmp(value, search->kind, length) != 0 || value[length] != '=')
        return;
    search->lines->length = search->start; /* the newest counts */
    buf_put(search->lines, value + length + 1);
}

static enum rc read_change(struct search *search, const struct ledger_player_change *row,
                           struct err *err)
{
    struct vault_place place = people_place(row->player, "player_changes.box", row->id);
    OWN_AT(values) values = NULL;
    OWN_WIPED(buf) text = {0};
    struct value *map = NULL;

    if (!text_equal(row->kind, setting))
        return RC_OK;
    values = values_new();
    TRY(vault_open(search->desk, &place, row->box, &text, err));
    TRY(value_read(values, buf_text(&text), text.length, &map, err));
    take(search, value_get_text(value_get(map, setting)));
    return RC_OK;
}

enum rc usual_get(struct desk *desk, int64_t player, const char *kind, struct buf *lines,
                  struct err *err)
{
    struct search search = {desk, kind, lines, lines->length};
    struct ledger_rows rows = ledger_player_changes(desk->ledger, player, err);

    for (struct ledger_player_change row; ledger_next(&rows, &row);)
        rows.rc = read_change(&search, &row, err);
    TRY(ledger_end(&rows));
    return buf_rc(lines, err);
}
