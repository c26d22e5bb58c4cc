/* SPDX-License-Identifier: MIT */
/* Writes and lists a player's private notes. Opening them at the end is done in play/timeout.c. */
#include "commands/commands.h"

#include "play/timeout.h"
#include "commands/press.h"

enum { NOTE_BYTES_MAX = 500 /* fits the words of an opening */ };

static enum rc log_note(struct incoming *incoming, const char *payload, struct err *err)
{
    struct entry entry;
    struct position_seal seal = {.name = entry.name,
                                 .seat = incoming->known->seat,
                                 .payload = payload,
                                 .length = strlen(payload)};

    entry_init(&entry, 0, 0, incoming->known->seat, ENTRY_OWN);
    entry.count = 1;
    seal_name_write(SEAL_OWN, incoming->known->seat,
                    (uint64_t)incoming->position->own_count[incoming->known->seat] + 1, entry.name);
    return incoming_append(incoming, &entry, &seal, 1, err);
}

/* One line: openings are lines of the log. */
static void put_line(const char *text, struct buf *out)
{
    for (; *text; text++)
        buf_put_char(out, *text == '\n' || *text == '\t' ? ' ' : *text);
}

static bool may_write(const struct incoming *incoming)
{
    return incoming->position->rostered && !incoming->position->is_frozen &&
           !incoming->position->waits && incoming->position->phase != POSITION_OVER &&
           !(incoming->lines.flags & INCOMING_PREVIEW);
}

enum rc notes_write(struct incoming *incoming, const char *arguments, struct err *err)
{
    OWN_WIPED(buf) text = {0}, note = {0};
    const char *say = "talk.noted";

    press_gather(incoming, arguments, &text);
    buf_put(&note, OWN_NOTE);
    put_line(buf_text(&text), &note);
    if (!text.length)
        say = "talk.note-empty";
    else if (note.length > NOTE_BYTES_MAX || !text_is_utf8(note.at, note.length))
        say = "talk.note-long";
    else if (!may_write(incoming))
        say = "talk.note-not-now";
    else
        TRY(log_note(incoming, buf_text(&note), err));
    return incoming_tell(incoming, say, "n", "", NULL);
}

/* Returns how many there are. */
static unsigned list(struct incoming *incoming)
{
    const struct position *position = incoming->position;
    unsigned count = 0;
    size_t length;

    for (int64_t k = 1; k <= position->own_count[incoming->known->seat]; k++) {
        const char *note = own_note_find(position, incoming->known->seat, (uint64_t)k, &length);

        if (!note || !own_is_note(note))
            continue;
        if (!count++)
            incoming_tell(incoming,
                          own_opens_notes(position, incoming->known->seat) ? "talk.notes-published"
                                                                           : "talk.notes-private",
                          "n", "", NULL);
        incoming_tell(incoming, "talk.note", "text", note + OWN_NOTE_BYTES, NULL);
    }
    return count;
}

enum rc notes_list(struct incoming *incoming, const char *arguments, struct err *err)
{
    bool publish = text_equal_folded(arguments, &OWN_PUBLISH[1]);

    if (!*arguments) {
        if (!list(incoming))
            incoming_tell(incoming, "talk.notes-none", "n", "", NULL);
        return RC_OK;
    }
    if (!publish && !text_equal_folded(arguments, &OWN_PRIVATE[1]))
        return incoming_tell_form(incoming);
    if (!may_write(incoming))
        return incoming_tell(incoming, "talk.note-not-now", "n", "", NULL);
    if (own_opens_notes(incoming->position, incoming->known->seat) != publish)
        TRY(log_note(incoming, publish ? OWN_PUBLISH : OWN_PRIVATE, err));
    if (!list(incoming))
        incoming_tell(incoming, publish ? "talk.notes-will-open" : "talk.notes-stay", "n", "",
                      NULL);
    return RC_OK;
}
