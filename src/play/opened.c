/* SPDX-License-Identifier: MIT */
#include "play/opened.h"

#include <string.h>

#include "ledger/facts.h"
#include "record/entry.h"
#include "seal/seal.h"

struct texts {
    struct buf *out;
    int64_t next_n;
};

static enum rc add_text(void *user, const struct ledger_entry *row, struct err *err)
{
    struct texts *texts = user;

    for (; texts->next_n < row->n; texts->next_n++)
        buf_put_bytes(texts->out, "", 1);
    buf_put_bytes(texts->out, row->text, strlen(row->text) + 1);
    texts->next_n++;
    return buf_rc(texts->out, err);
}

static enum rc note_opening(struct known *opened, uint64_t n, const char *text, struct err *err)
{
    uint64_t first, second;
    struct entry entry;
    enum rc rc = entry_read(PROTOCOL_NEWEST, n, text, strlen(text), &entry, err);

    if (rc != RC_OK || seal_name_family(entry.name, &first, &second) != SEAL_GAME)
        return rc;
    if (!known_put(opened, entry.name, 0, entry.words, strlen(entry.words)))
        return ERR(err, RC_NO_MEMORY, "no memory for the openings of a game");
    return RC_OK;
}

static bool has_undo(const struct buf *texts)
{
    for (const char *at = texts->at; at < texts->at + texts->length; at += strlen(at) + 1)
        if (entry_text_is(at, ENTRY_UNDO))
            return true;
    return false;
}

static enum rc note_openings(struct known *opened, const struct buf *texts, struct err *err)
{
    const char *at = texts->at;
    enum rc rc = RC_OK;

    for (uint64_t n = 0; at < texts->at + texts->length && rc == RC_OK; n++, at += strlen(at) + 1)
        if (n > 0 && entry_text_is(at, ENTRY_OPEN))
            rc = note_opening(opened, n, at, err);
    return rc;
}

enum rc opened_read(struct desk *desk, int64_t game, struct buf *texts, struct known **opened,
                    struct err *err)
{
    struct texts adding = {.out = texts};
    enum rc rc;

    *opened = known_new();
    if (!*opened)
        return ERR(err, RC_NO_MEMORY, "no memory for the openings of a game");
    rc = ledger_entry_texts(desk->ledger, game, 0, add_text, &adding, err);
    if (rc == RC_OK && texts->length && !has_undo(texts))
        rc = note_openings(*opened, texts, err);
    return rc;
}
