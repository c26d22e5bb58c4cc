#include "record/entry.h"

#include <string.h>

static const char *const kind_words[] = {
#define X(name, word) [ENTRY_##name] = word,
    ENTRY_KIND_LIST(X)
#undef X
};
_Static_assert(sizeof kind_words / sizeof kind_words[0] == ENTRY_KIND_COUNT, "a word for each");

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
