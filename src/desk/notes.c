#include "desk/notes.h"

#include <string.h>

#include "desk/commands.h"
#include "desk/press.h"

enum { NOTE_BYTES_MAX = 500 /* fits the words of an opening */ };

/* Payloads: "# text" is a note, these are wishes. */
static const char publish_wish[] = "#publish", private_wish[] = "#private";

/* The payload of own/<seat>/<k> if it is a note or wish; NULL if not. */
static const char *note_of(const struct position *position, unsigned seat, uint64_t k,
                           size_t *length)
{
    char name[SEAL_NAME_MAX + 1];
    const char *text;

    seal_name_write(SEAL_OWN, seat, k, name);
    text = position_payload(position, name, length);
    return text && *text == NOTES_MARK ? text : NULL;
}

static bool is_text(const char *note)
{
    return text_starts_with(note, NOTES_TEXT);
}

static bool is_published(const struct position *position, unsigned seat)
{
    bool published = false;
    size_t length;

    for (int64_t k = 1; k <= position->own_count[seat]; k++) {
        const char *note = note_of(position, seat, (uint64_t)k, &length);

        if (note && (text_equal(note, publish_wish) || text_equal(note, private_wish)))
            published = text_equal(note, publish_wish);
    }
    return published;
}

static enum rc log_note(struct incoming *incoming, const char *payload, struct err *err)
{
    struct entry entry;
    struct position_seal seal = {
        .name = entry.name, .seat = incoming->seat, .payload = payload, .length = strlen(payload)};

    entry_init(&entry, 0, 0, incoming->seat, ENTRY_OWN);
    seal_name_write(SEAL_OWN, incoming->seat,
                    (uint64_t)incoming->position->own_count[incoming->seat] + 1, entry.name);
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
           incoming->position->phase != POSITION_OVER &&
           !(incoming->orders.flags & INCOMING_PREVIEW);
}

enum rc notes_write(struct incoming *incoming, const char *arguments, struct err *err)
{
    struct buf text = {0}, note = {0};
    const char *say = "talk.noted";
    enum rc rc = RC_OK;

    press_gather(incoming, arguments, &text);
    buf_put(&note, NOTES_TEXT);
    put_line(buf_text(&text), &note);
    if (!text.length)
        say = "talk.note-empty";
    else if (note.length > NOTE_BYTES_MAX || !text_is_utf8(note.at, note.length))
        say = "talk.note-long";
    else if (!may_write(incoming))
        say = "talk.note-not-now";
    else
        rc = log_note(incoming, buf_text(&note), err);
    if (rc == RC_OK)
        incoming_tell(incoming, say, "n", "", NULL);
    buf_wipe(&text);
    buf_wipe(&note);
    return rc;
}

/* Returns how many there are. */
static unsigned list(struct incoming *incoming)
{
    const struct position *position = incoming->position;
    unsigned count = 0;
    size_t length;

    for (int64_t k = 1; k <= position->own_count[incoming->seat]; k++) {
        const char *note = note_of(position, incoming->seat, (uint64_t)k, &length);

        if (!note || !is_text(note))
            continue;
        if (!count++)
            incoming_tell(incoming,
                          is_published(position, incoming->seat) ? "talk.notes-published"
                                                                 : "talk.notes-private",
                          "n", "", NULL);
        incoming_tell(incoming, "talk.note", "text", note + NOTES_MARK_BYTES, NULL);
    }
    return count;
}

enum rc notes_list(struct incoming *incoming, const char *arguments, struct err *err)
{
    bool publish = text_equal_folded(arguments, publish_wish + 1);
    enum rc rc = RC_OK;

    if (!*arguments) {
        if (!list(incoming))
            incoming_tell(incoming, "talk.notes-none", "n", "", NULL);
        return RC_OK;
    }
    if (!publish && !text_equal_folded(arguments, private_wish + 1)) {
        commands_tell_form(incoming, "notes");
        return RC_OK;
    }
    if (!may_write(incoming)) {
        incoming_tell(incoming, "talk.note-not-now", "n", "", NULL);
        return RC_OK;
    }
    if (is_published(incoming->position, incoming->seat) != publish)
        rc = log_note(incoming, publish ? publish_wish : private_wish, err);
    if (rc == RC_OK && !list(incoming))
        incoming_tell(incoming, publish ? "talk.notes-will-open" : "talk.notes-stay", "n", "",
                      NULL);
    return rc;
}

enum rc notes_publish(struct desk *desk, struct position *position, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    size_t length;
    bool held;
    enum rc rc = RC_OK;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        if (!is_published(position, seat))
            continue;
        for (int64_t k = 1; k <= position->own_count[seat] && rc == RC_OK; k++) {
            const char *note = note_of(position, seat, (uint64_t)k, &length);

            if (!note || !is_text(note))
                continue;
            seal_name_write(SEAL_OWN, seat, (uint64_t)k, name);
            rc = adjudicate_open(desk, position, name, &held, err);
        }
    }
    return rc;
}
