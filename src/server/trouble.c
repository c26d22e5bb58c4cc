/* SPDX-License-Identifier: MIT */
/* Keeps what does not work in rows among the inboxes'. Who judges it is health.c. */
#include "server/trouble.h"

#include <stdio.h>

#include "ledger/work.h"

/* Every place that a daemon reads from or hands letters to; each has a row among the inboxes'. */
static const char *const places[] = {"inbox in", "inbox spool", "inbox forum", "outbox out"};
enum { PLACES = sizeof places / sizeof places[0], ROW_BYTES = 64, WORDS_BYTES = 320 };

static void name_row(const char *place, char row[ROW_BYTES])
{
    snprintf(row, ROW_BYTES, "trouble/%s", place);
}

/* The ledger keeps no address in clear, and the other side likes to repeat them. */
static void hide_addresses(const char *words, char out[WORDS_BYTES])
{
    struct text text = text_in(out, WORDS_BYTES);

    while (*words) {
        size_t blank = strspn(words, " "), length;

        text_put_bytes(&text, words, blank);
        words += blank;
        length = strcspn(words, " ");
        if (memchr(words, '@', length))
            text_put(&text, "(address)");
        else
            text_put_bytes(&text, words, length);
        words += length;
    }
}

enum rc trouble_note(struct desk *desk, const char *place, enum rc rc, const struct err *own,
                     struct err *err)
{
    char row[ROW_BYTES], words[WORDS_BYTES] = "";
    OWN(buf) before = {0};
    int64_t since_s = 0;
    enum rc done;

    if (rc == RC_STOPPED)
        return RC_OK;
    name_row(place, row);
    if (rc != RC_OK)
        hide_addresses(own->text[0] ? own->text : rc_text(rc), words);
    done = ledger_inbox_get(desk->ledger, row, &since_s, &before, err);
    if (done == RC_OK && !text_equal(buf_text(&before), words))
        done = ledger_inbox_put(desk->ledger, row,
                                rc == RC_OK         ? 0
                                : before.length > 0 ? since_s
                                                    : desk_now(desk),
                                words, err);
    return done;
}

enum rc trouble_each(struct desk *desk, trouble_fn fn, void *user, struct err *err)
{
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < PLACES && rc == RC_OK; i++) {
        struct trouble trouble = {.place = places[i]};
        OWN(buf) words = {0};
        char row[ROW_BYTES];

        name_row(places[i], row);
        rc = ledger_inbox_get(desk->ledger, row, &trouble.since_s, &words, err);
        trouble.words = buf_text(&words);
        if (rc == RC_OK && words.length)
            rc = fn(user, &trouble, err);
    }
    return rc;
}
