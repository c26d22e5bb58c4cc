#include "record/entry.h"

#include <string.h>

#include "record/entry_p.h"

static const char *const kind_words[] = {
#define X(name, word) [ENTRY_##name] = word,
    ENTRY_KIND_LIST(X)
#undef X
};

const char *entry_kind_word(enum entry_kind kind)
{
    return kind < ENTRY_KIND_COUNT ? kind_words[kind] : "";
}

void entry_init(struct entry *entry, uint64_t number, int64_t time_s, unsigned who,
                enum entry_kind kind)
{
    memset(entry, 0, sizeof *entry);
    entry->number = number;
    entry->time_s = time_s;
    entry->who = (uint8_t)who;
    entry->kind = (uint8_t)kind;
    entry->came_s = ENTRY_NO_TIME;
    entry->due_s = ENTRY_NO_TIME;
}

static bool is_seat(const struct entry *entry)
{
    return entry->who >= 1 && entry->who <= SEATS_MAX;
}

static unsigned by_of(const struct entry *entry)
{
    return entry->who == ENTRY_TABLE    ? BY_TABLE
           : entry->who == ENTRY_KEEPER ? BY_KEEPER
           : is_seat(entry)             ? BY_SEAT
                                        : 0;
}

static void put_who(const struct entry *entry, struct buf *out)
{
    if (is_seat(entry))
        line_put_seat(out, entry->who);
    else
        buf_put(out, entry->who == ENTRY_KEEPER ? "keeper" : "table");
}

static const char *put_letter(const struct entry *entry, struct buf *out)
{
    if (!is_seat(entry) && (entry->letter || entry->came_s != ENTRY_NO_TIME))
        return "only seats write letters";
    if (entry->came_s != ENTRY_NO_TIME) {
        buf_put(out, "came=");
        if (!line_put_time(out, entry->came_s) || entry->came_s > entry->time_s)
            return "a letter comes in before it is logged";
        buf_put_char(out, ' ');
    }
    if (entry->letter) {
        buf_put(out, "letter=");
        line_put_house_seal(out, SEAL_LETTER, entry->number, 0);
        buf_put_char(out, ' ');
    }
    return NULL;
}

static const char *put_entry(const struct entry *entry, struct buf *out)
{
    const char *wrong;

    if (entry->kind >= ENTRY_KIND_COUNT ||
        !(entry_form((enum entry_kind)entry->kind)->by & by_of(entry)))
        return "this kind of entry is not made by this one";
    if (!line_put_time(out, entry->time_s))
        return "the time is out of range";
    buf_put_char(out, ' ');
    put_who(entry, out);
    buf_put_char(out, ' ');
    buf_put(out, kind_words[entry->kind]);
    buf_put_char(out, ' ');
    wrong = put_letter(entry, out);
    return wrong ? wrong : entry_form((enum entry_kind)entry->kind)->put(entry, out);
}

enum rc entry_write(const struct entry *entry, struct buf *out, struct err *err)
{
    const size_t start = out->length;
    const char *wrong = put_entry(entry, out);
    enum rc rc = buf_rc(out, err);

    if (rc == RC_OK && wrong)
        rc = ERR(err, RC_BAD_INPUT, "entry \"", entry_kind_word((enum entry_kind)entry->kind),
                 "\": ", wrong);
    else if (rc == RC_OK && out->length - start >= ENTRY_TEXT_BYTES)
        rc = ERR(err, RC_TOO_LONG, "an entry is longer than the log takes");
    if (rc && !out->failed && out->at) {
        out->length = start;
        out->at[start] = '\0';
    }
    return rc;
}

static bool take_who(struct cursor *from, struct entry *entry)
{
    if (line_take(from, "table"))
        entry->who = ENTRY_TABLE;
    else if (line_take(from, "keeper"))
        entry->who = ENTRY_KEEPER;
    else
        return line_take_seat(from, &entry->who);
    return true;
}

/* The kind's word with the blank behind it. */
static bool take_kind(struct cursor *from, struct entry *entry)
{
    for (unsigned k = 0; k < ENTRY_KIND_COUNT; k++) {
        struct cursor try = *from;

        if (line_take(&try, kind_words[k]) && line_take(&try, " ")) {
            *from = try;
            entry->kind = (uint8_t)k;
            return true;
        }
    }
    return false;
}

static bool take_letter(struct cursor *from, struct entry *entry)
{
    char name[SEAL_NAME_MAX + 1];

    if (line_take(from, "came=") &&
        (!line_take_time(from, &entry->came_s) || !line_take(from, " ")))
        return false;
    if (!line_take(from, "letter=["))
        return true;
    from->at--;
    entry->letter = true;
    return line_take_seal_name(from, name) && line_take(from, " ");
}

static bool take_entry(struct cursor *from, struct entry *entry)
{
    if (!line_take_time(from, &entry->time_s) || !line_take(from, " ") || !take_who(from, entry) ||
        !line_take(from, " ") || !take_kind(from, entry) || !take_letter(from, entry))
        return false;
    return entry_form((enum entry_kind)entry->kind)->take(from, entry) && from->at == from->end;
}

/* Where two texts begin to differ, from 1. */
static uint32_t first_difference(const char *a, size_t a_length, const char *b, size_t b_length)
{
    size_t i = 0;

    while (i < a_length && i < b_length && a[i] == b[i])
        i++;
    return (uint32_t)i + 1;
}

enum rc entry_read(uint64_t number, const char *text, size_t length, struct entry *entry,
                   struct err *err)
{
    struct cursor from = {text, text + length};
    struct buf again = {0};
    struct entry read;
    enum rc rc;

    if (length >= ENTRY_TEXT_BYTES)
        return ERR(err, RC_BAD_INPUT, "an entry is longer than any can be");
    entry_init(&read, number, 0, ENTRY_TABLE, ENTRY_ROSTER);
    if (!take_entry(&from, &read)) {
        err_where(err, NULL, 0, (uint32_t)(from.at - text) + 1);
        return ERR(err, RC_BAD_INPUT, "this is no entry of a log");
    }
    /* Each entry has one text: what reads but would be written otherwise is refused. */
    rc = entry_write(&read, &again, err);
    if (rc == RC_OK && (again.length != length || memcmp(again.at, text, length) != 0)) {
        err_where(err, NULL, 0, first_difference(text, length, again.at, again.length));
        rc = ERR(err, RC_BAD_INPUT, "this entry is not written as entries are");
    }
    if (rc == RC_OK)
        *entry = read;
    secret_wipe(&read, sizeof read);
    buf_wipe(&again);
    return rc;
}
