/* SPDX-License-Identifier: MIT */
/* A game's record in memory, put together entry by entry. Reading and writing its file is done
 * beside it, proving it in verify.c. */
#include "record/record.h"

#include "base/grow.h"
#include "record/genesis.h"
#include "record/record_p.h"

void record_init(struct record *record, unsigned reader)
{
    memset(record, 0, sizeof *record);
    record->reader = (uint8_t)reader;
}

void record_fini(struct record *record)
{
    for (uint32_t i = 0; i < record->seal_count; i++) {
        struct record_seal *seal = &record->seal[i];

        if (seal->payload)
            secret_wipe(seal->payload, seal->length);
        free(seal->payload);
        secret_wipe(seal->nonce, sizeof seal->nonce);
    }
    for (uint32_t i = 0; i < record->entry_count; i++)
        free(record->entry[i].text);
    for (unsigned i = 0; i < record->file_count; i++)
        free(record->file[i].text);
    free(record->genesis);
    free(record->entry);
    free(record->seal);
    memset(record, 0, sizeof *record);
}

static char *copy_of(const char *bytes, size_t length)
{
    char *copy = malloc(length + 1);

    if (copy) {
        memcpy(copy, bytes, length);
        copy[length] = '\0';
    }
    return copy;
}

static enum rc no_memory(struct err *err)
{
    return ERR(err, RC_NO_MEMORY, "no memory for a record");
}

enum rc record_set_genesis(struct record *record, const char *text, size_t length, struct err *err)
{
    char *copy;

    if (record->genesis || !length || text[length - 1] != '\n')
        return ERR(err, RC_BAD_INPUT, "a record has one genesis, of whole lines");
    copy = copy_of(text, length);
    if (!copy)
        return no_memory(err);
    record->genesis = copy;
    record->genesis_length = length;
    return RC_OK;
}

static enum rc add_row(struct record *record, const char *text, size_t length, struct err *err)
{
    struct record_entry *entry;
    char *copy;

    if (record->entry_count == RECORD_ENTRIES_MAX)
        return ERR(err, RC_TOO_LONG, "a record has too many entries");
    entry = grow_array(record->entry, record->entry_count, &record->entry_room, sizeof *entry);
    if (!entry)
        return no_memory(err);
    record->entry = entry;
    copy = copy_of(text, length);
    if (!copy)
        return no_memory(err);
    entry += record->entry_count++;
    memset(entry, 0, sizeof *entry);
    entry->text = copy;
    entry->length = length;
    entry->first_seal = record->seal_count;
    return RC_OK;
}

/* "TIME keeper lost from=15 to=17" is entry 18: the first number it names is the next one here. */
static uint64_t next_after(const struct record *record, const char *text, size_t length)
{
    const uint64_t next = record->from + record->entry_count + 1u;
    const char *word = memmem(text, length, " to=", 4);
    const struct cursor rest =
        word ? (struct cursor){word + 4, text + length} : (struct cursor){text, text};
    struct cursor from = rest;
    struct entry entry;
    uint64_t to;

    if (!word || !line_take_number(&from, &to) || to > RECORD_ENTRIES_MAX ||
        entry_read(to + 1, text, length, &entry, NULL) != RC_OK || entry.kind != ENTRY_LOST ||
        entry.from != next)
        return next;
    return to + 1;
}

static enum rc skip_lost(struct record *record, const char *text, size_t length, struct err *err)
{
    const uint64_t number = next_after(record, text, length);

    while (record->from + record->entry_count + 1u < number)
        TRY(add_row(record, "", 0, err));
    return RC_OK;
}

enum rc record_add_entry(struct record *record, const char *text, size_t length, struct err *err)
{
    if (!length || length >= ENTRY_TEXT_BYTES || memchr(text, '\n', length))
        return ERR(err, RC_BAD_INPUT, "an entry is one line");
    TRY(skip_lost(record, text, length, err));
    return add_row(record, text, length, err);
}

enum rc record_add_seal(struct record *record, const char *name, unsigned seat,
                        const struct hash *commitment, struct err *err)
{
    struct record_seal *seal;

    FAIL_IF(!record->entry_count, err, RC_BAD_INPUT, "a seal belongs to an entry");
    if (!seal_name_is_valid(name, strlen(name)) || seat > SEATS_MAX)
        return ERR(err, RC_BAD_INPUT, "a seal needs a name and an owner");
    seal = grow_array(record->seal, record->seal_count, &record->seal_room, sizeof *seal);
    if (!seal)
        return no_memory(err);
    record->seal = seal;
    seal += record->seal_count++;
    memset(seal, 0, sizeof *seal);
    text_copy(seal->name, sizeof seal->name, name);
    seal->seat = (uint8_t)seat;
    seal->commitment = *commitment;
    record->entry[record->entry_count - 1].seal_count++;
    return RC_OK;
}

enum rc record_add_opening(struct record *record, const struct opening *opening, struct err *err)
{
    if (!record->seal_count || record->seal[record->seal_count - 1].knowledge != RECORD_SEALED)
        return ERR(err, RC_BAD_INPUT, "an opening belongs to a seal");
    if (opening->length > SEAL_PAYLOAD_MAX)
        return ERR(err, RC_TOO_LONG, "a payload is longer than any can be");
    return record_tell(&record->seal[record->seal_count - 1], opening, err);
}

enum rc record_tell(struct record_seal *seal, const struct opening *opening, struct err *err)
{
    seal->payload = copy_of(opening->payload, opening->length);
    if (!seal->payload)
        return no_memory(err);
    seal->length = opening->length;
    memcpy(seal->nonce, opening->nonce, SEAL_NONCE_BYTES);
    seal->knowledge = RECORD_KNOWN;
    return RC_OK;
}

void record_add_erasure(struct record *record)
{
    struct record_seal *seal = record->seal_count ? &record->seal[record->seal_count - 1] : NULL;

    if (seal && seal->knowledge == RECORD_SEALED)
        seal->knowledge = RECORD_ERASED;
}

static bool is_file_name(const char *name, size_t room)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < length; i++)
        if (!text_is_letter(name[i]) && !text_is_digit(name[i]) && !strchr("._-", name[i]))
            return false;
    return length && length < room;
}

enum rc record_add_file(struct record *record, const char *rules, const char *name,
                        const char *text, size_t length, struct err *err)
{
    struct record_file *file = &record->file[record->file_count];

    if (record->file_count == RECORD_FILES_MAX)
        return ERR(err, RC_TOO_LONG, "a record has too many data files");
    if (!is_file_name(rules, sizeof file->rules) || !is_file_name(name, sizeof file->name) ||
        !length || text[length - 1] != '\n' || memchr(text, '\r', length) ||
        memchr(text, '\0', length) || !text_is_utf8(text, length))
        return ERR(err, RC_BAD_INPUT, "a data file is named, and made of whole lines of text");
    file->text = copy_of(text, length);
    if (!file->text)
        return no_memory(err);
    file->length = length;
    text_copy(file->rules, sizeof file->rules, rules);
    text_copy(file->name, sizeof file->name, name);
    record->file_count++;
    return RC_OK;
}

void record_append(const struct record *record, uint32_t index, struct chain *chain)
{
    const struct record_entry *entry = &record->entry[index];
    struct hash commitment[CHAIN_SEALS_MAX];
    unsigned count = 0;

    if (!entry->length) { /* lost: the next entry is chained to the one before */
        chain->number++;
        return;
    }
    while (count < entry->seal_count && count < CHAIN_SEALS_MAX) {
        commitment[count] = record->seal[entry->first_seal + count].commitment;
        count++;
    }
    chain_append(chain, entry->text, entry->length, commitment, count);
}

void record_chain(struct record *record, struct chain *end)
{
    chain_start(end, record->genesis, record->genesis_length);
    for (uint32_t i = 0; i < record->entry_count; i++) {
        record_append(record, i, end);
        record->entry[i].after = end->entry;
    }
}
