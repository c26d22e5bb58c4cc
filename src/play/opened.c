/* SPDX-License-Identifier: MIT */
/* Reads what a log has opened already, before it is replayed. */
#include "play/opened.h"

#include "ledger/facts.h"
#include "record/entry.h"
#include "seal/seal.h"

static enum rc read_texts(struct desk *desk, int64_t game, struct buf *out, struct err *err)
{
    struct ledger_rows rows = ledger_entry_texts(desk->ledger, game, 0, err);
    struct ledger_entry row;
    int64_t next_n = 0;

    while (ledger_next(&rows, &row)) {
        for (; next_n < row.n; next_n++)
            buf_put_bytes(out, "", 1);
        buf_put_bytes(out, row.text, strlen(row.text) + 1);
        next_n++;
        rows.rc = buf_rc(out, err);
    }
    return ledger_end(&rows);
}

static enum rc note_opening(struct known *opened, uint64_t n, const char *text, struct err *err)
{
    uint64_t first, second;
    struct entry entry;

    TRY(entry_read(n, text, strlen(text), &entry, err));
    if (seal_name_family(entry.name, &first, &second) != SEAL_GAME)
        return RC_OK;
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

    for (uint64_t n = 0; at < texts->at + texts->length; n++, at += strlen(at) + 1)
        if (n > 0 && entry_text_is(at, ENTRY_OPEN))
            TRY(note_opening(opened, n, at, err));
    return RC_OK;
}

enum rc opened_read(struct desk *desk, int64_t game, struct buf *texts, struct known **opened,
                    struct err *err)
{
    *opened = known_new();
    FAIL_IF(!*opened, err, RC_NO_MEMORY, "no memory for the openings of a game");
    TRY(read_texts(desk, game, texts, err));
    return texts->length && !has_undo(texts) ? note_openings(*opened, texts, err) : RC_OK;
}
