/* SPDX-License-Identifier: MIT */
/* Words for what is no event of a game: press and taking back. */

#include "outbound/news.h"
#include "outbound/wording.h"
#include "ledger/facts.h"

/* ---- the order that is, or would be, taken back ---- */

/* An order without the names of its seals. */
static void put_open_words(const char *words, struct buf *out)
{
    while (*words) {
        size_t length = strcspn(words, "["), shown = length;

        while (shown && words[length] && words[shown - 1] == ' ')
            shown--;
        buf_put_bytes(out, words, shown);
        words += length;
        while (*words && *words++ != ']')
            continue;
    }
}

/* In the reader's words; of one with seals its word alone. */
static void tell_entry(const struct wording *wording, const struct position *position,
                       const struct entry *entry, struct buf *out)
{
    OWN(buf) words = {0};
    struct tell tell;

    put_open_words(entry->words, &words);
    if (strchr(entry->words, '['))
        tell_words(wording_tell(wording, &tell), buf_text(&words), words.length, out);
    else
        tell_order(wording_tell(wording, &tell), position_rulebook(position), entry->who,
                   buf_text(&words), out);
}

/* The first order after entry `to`. */
static enum rc find_order(struct desk *desk, const struct wording *wording,
                          const struct position *position, uint64_t to, struct buf *out,
                          struct err *err)
{
    struct ledger_rows rows = ledger_entries(desk->ledger, position->game, (int64_t)to + 1, err);
    struct entry entry;

    for (struct ledger_entry row; ledger_next(&rows, &row);) {
        rows.rc = entry_read((uint64_t)row.n, row.text, strlen(row.text), &entry, err);
        if (rows.rc == RC_OK && entry.kind == ENTRY_ORDER) {
            tell_entry(wording, position, &entry, out);
            break;
        }
    }
    return ledger_end(&rows);
}

/* ---- the sentences ---- */

static const char *name_of(const struct wording *wording, unsigned who)
{
    return who >= 1 && who <= SEATS_MAX && wording->player[who] ? wording->player[who] : "";
}

static void quote(const char *text, struct buf *out)
{
    while (*text) {
        size_t length = strcspn(text, "\n");

        buf_put(out, "\n| ");
        buf_put_bytes(out, text, length);
        text += length + (text[length] == '\n');
    }
}

static void tell_press(const struct wording *wording, const struct news *news,
                       const struct news_note *note, struct buf *out)
{
    const char *name = name_of(wording, note->who);

    if (note->who == news->seat) /* he knows what he said */
        return;
    if (!*name)
        WORDING(wording, out, "talk.news-house-says", "n", "");
    else
        WORDING(wording, out, note->to_all ? "talk.news-says" : "talk.news-says-you", "who", name);
    quote(note->text, out);
}

#define UNDO_WORD "undo " /* and the entry to go back to */

static enum rc tell_undo(struct desk *desk, const struct wording *wording, const struct news *news,
                         const struct news_note *note, struct buf *out, struct err *err)
{
    static const char *const undone[] = {"talk.news-undone-agreed", "talk.news-undone",
                                         "talk.news-undone-keeper"};
    unsigned by = note->who == ENTRY_KEEPER ? 2 : note->who != ENTRY_TABLE;
    const char *number = note->text + sizeof UNDO_WORD - 1;
    OWN(buf) order = {0};
    int64_t n = (int64_t)note->to;

    if (note->kind != ENTRY_UNDO && !text_to_int(number, strlen(number), &n))
        return RC_OK;
    TRY(find_order(desk, wording, news->position, (uint64_t)n, &order, err));
    WORDING(wording, out,
            note->kind == ENTRY_UNDO      ? undone[by]
            : note->lapsed                ? "talk.news-undo-lapsed"
            : note->kind == ENTRY_DECLINE ? "talk.news-undo-declined"
            : note->who == news->seat     ? "talk.news-undo-asked"
                                          : "talk.news-undo-asks",
            "who", name_of(wording, note->who), "order", buf_text(&order), "n", TEXT_INT(n));
    return RC_OK;
}

enum rc news_tell(struct desk *desk, const struct wording *wording, const struct news *news,
                  const struct news_note *note, struct buf *out, struct err *err)
{
    if (note->kind == ENTRY_UNDO || note->kind == ENTRY_AGREE || note->kind == ENTRY_DECLINE)
        return tell_undo(desk, wording, news, note, out, err);
    if (note->kind == ENTRY_PRESS)
        tell_press(wording, news, note, out);
    else if (note->kind == ENTRY_DEFAULT)
        WORDING(wording, out, note->who == news->seat ? "talk.news-late-you" : "talk.news-late",
                "who", name_of(wording, note->who));
    else if (note->kind == ENTRY_KEY)
        WORDING(wording, out, "talk.news-key", "key", note->text, "n", TEXT_INT((int64_t)note->n));
    else
        WORDING(wording, out, "talk.news-note", "who", name_of(wording, note->who), "text",
                note->text);
    return RC_OK;
}
