/* SPDX-License-Identifier: MIT */
/* Writes and reads one entry of a log. What stands behind each kind's word is in entry_kinds.c. */
#include "record/entry.h"

#include "record/entry_p.h"

static const struct {
    const char *text;
    size_t length;
} kind_words[] = {
#define X(name, word) [ENTRY_##name] = {word, sizeof word - 1},
    ENTRY_KIND_LIST(X)
#undef X
};

const char *entry_kind_word(enum entry_kind kind)
{
    return kind < ENTRY_KIND_COUNT ? kind_words[kind].text : "";
}

bool entry_text_is(const char *text, enum entry_kind kind)
{
    const char *word = entry_kind_word(kind);
    size_t length = strlen(word);

    for (int blanks = 0; text && blanks < 2; blanks++) {
        text = strchr(text, ' ');
        text = text ? text + 1 : NULL;
    }
    return text && strncmp(text, word, length) == 0 && text[length] == ' ';
}

_Static_assert(offsetof(struct entry, words) + ENTRY_WORDS_BYTES + _Alignof(struct entry) >
                   sizeof(struct entry),
               "the words come last");

void entry_init(struct entry *entry, uint64_t number, int64_t time_s, unsigned who,
                enum entry_kind kind)
{
    memset(entry, 0, offsetof(struct entry, words));
    entry->words[0] = '\0';
    entry->number = number;
    entry->time_s = time_s;
    entry->who = (uint8_t)who;
    entry->kind = (uint8_t)kind;
    entry->came_s = ENTRY_NO_TIME;
    entry->due_s = ENTRY_NO_TIME;
}

static void put_who(const struct entry *entry, struct buf *out)
{
    if (entry->who == ENTRY_TABLE)
        buf_put(out, "table");
    else if (entry->who == ENTRY_KEEPER)
        buf_put(out, "keeper");
    else
        line_put_seat(out, entry->who);
}

static void put_letter(const struct entry *entry, struct buf *out)
{
    if (entry->came_s != ENTRY_NO_TIME) {
        buf_put(out, "came=");
        line_put_time(out, entry->came_s);
        buf_put_char(out, ' ');
    }
    if (entry->letter) {
        buf_put(out, "letter=");
        line_put_house_seal(out, SEAL_LETTER, entry->number, 0);
        buf_put_char(out, ' ');
    }
}

static void put_entry(const struct entry *entry, struct buf *out)
{
    line_put_time(out, entry->time_s);
    buf_put_char(out, ' ');
    put_who(entry, out);
    BUF_PUT(out, " ", kind_words[entry->kind].text, " ");
    put_letter(entry, out);
    entry_form((enum entry_kind)entry->kind)->put(entry, out);
}

static enum rc refuse(const struct entry *entry, const char *misfit, struct err *err)
{
    return ERR(err, RC_BAD_INPUT, "entry \"", entry_kind_word((enum entry_kind)entry->kind),
               "\": ", misfit);
}

enum rc entry_write(const struct entry *entry, struct buf *out, struct err *err)
{
    const size_t start = out->length;
    const char *misfit = entry_misfit(entry);
    enum rc rc;

    if (misfit)
        return refuse(entry, misfit, err);
    put_entry(entry, out);
    rc = buf_rc(out, err);
    if (rc == RC_OK && out->length - start >= ENTRY_TEXT_BYTES)
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
    const char *blank = memchr(from->at, ' ', (size_t)(from->end - from->at));

    for (unsigned k = 0; blank && k < ENTRY_KIND_COUNT; k++)
        if (kind_words[k].length == (size_t)(blank - from->at) &&
            memcmp(kind_words[k].text, from->at, kind_words[k].length) == 0) {
            from->at = blank + 1;
            entry->kind = (uint8_t)k;
            return true;
        }
    return false;
}

static bool take_letter(struct cursor *from, struct entry *entry)
{
    if (line_take(from, "came=") &&
        (!line_take_time(from, &entry->came_s) || !line_take(from, " ")))
        return false;
    if (!line_take(from, "letter=["))
        return true;
    from->at--;
    entry->letter = true;
    return line_take_house_seal(from, SEAL_LETTER, entry->number, 0) && line_take(from, " ");
}

static bool take_entry(struct cursor *from, struct entry *entry)
{
    if (!line_take_time(from, &entry->time_s) || !line_take(from, " ") || !take_who(from, entry) ||
        !line_take(from, " ") || !take_kind(from, entry) || !take_letter(from, entry))
        return false;
    return entry_form((enum entry_kind)entry->kind)->take(from, entry) && from->at == from->end;
}

enum rc entry_read(uint64_t number, const char *text, size_t length, struct entry *entry,
                   struct err *err)
{
    struct cursor from = {text, text + length};
    const char *misfit;

    FAIL_IF(length >= ENTRY_TEXT_BYTES, err, RC_BAD_INPUT, "an entry is longer than any can be");
    entry_init(entry, number, 0, ENTRY_TABLE, ENTRY_ROSTER);
    /* With a NUL in it, it would not be written again as it is. */
    if (!take_entry(&from, entry) || memchr(text, '\0', length)) {
        err_where(err, NULL, 0, (uint32_t)(from.at - text) + 1);
        return ERR(err, RC_BAD_INPUT, "this is no entry of a log");
    }
    misfit = entry_misfit(entry);
    return misfit ? refuse(entry, misfit, err) : RC_OK;
}
