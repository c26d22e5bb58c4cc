/* SPDX-License-Identifier: MIT */
/* Says whether a game that is over is also open, and what is not. */
#include "record/verify_p.h"

#include "record/entry.h"

/* The entry `end` that stands. */
struct ending {
    struct entry entry;
    bool found;
};

static void add_name(char names[VERIFY_NAMES_BYTES], unsigned *count, const char *name)
{
    const size_t length = strlen(names), more = strlen(name) + 2;

    (*count)++;
    if (length + more + sizeof " …" > VERIFY_NAMES_BYTES) {
        if (!strstr(names, "…"))
            strcat(names, " …");
        return;
    }
    strcat(names, length ? ", " : "");
    strcat(names, name);
}

static void find_end(const struct record *record, const bool *is_undone, struct ending *ending)
{
    for (uint32_t i = record->entry_count; i-- > 0 && !ending->found;) {
        const struct record_entry *row = &record->entry[i];

        if (row->length && !is_undone[i] && entry_text_is(row->text, ENTRY_END))
            ending->found =
                entry_read(i + 1, row->text, row->length, &ending->entry, NULL) == RC_OK;
    }
}

/* May a seat's luck stay sealed? Where it voided the game, where it could not be opened yet, and
 * where the keeper ended the game before its time was over. */
static bool may_stay_sealed(const struct verify *verify, const struct ending *ending, unsigned seat)
{
    const int64_t due_s = replay_due(verify->replay, seat, 0);

    if (!ending->found || !replay_is_lucked(verify->replay))
        return true;
    if (ending->entry.who == ENTRY_KEEPER)
        return due_s == ENTRY_NO_TIME || due_s > ending->entry.time_s;
    return text_starts_with(ending->entry.words, "luck-unopened ");
}

/* Was this order the player's own, by a letter? Then he may have sealed it himself. */
static bool is_players_own(const struct record *record, const struct record_seal *seal, uint32_t i)
{
    const struct record_entry *row = &record->entry[i];
    struct entry entry;

    return seal->seat && seal->knowledge == RECORD_SEALED &&
           entry_read(i + 1, row->text, row->length, &entry, NULL) == RC_OK &&
           entry.kind == ENTRY_ORDER && !entry.by;
}

/* A draw's word follows from S, and is known by now. */
static bool is_derived(const struct record *record, const struct record_seal *seal, uint32_t i)
{
    const struct record_entry *row = &record->entry[i];
    struct entry entry;

    return seal->knowledge == RECORD_KNOWN &&
           entry_read(i + 1, row->text, row->length, &entry, NULL) == RC_OK &&
           entry_is_drawn(&entry);
}

static void judge_seal(const struct record *record, const struct ending *ending, uint32_t i,
                       const struct record_seal *seal, struct verify *verify)
{
    uint64_t first, second;
    const enum seal_family family = seal_name_family(seal->name, &first, &second);

    if ((family != SEAL_GAME && family != SEAL_LUCK) ||
        replay_seal_entry(verify->replay, seal->name) != i + 1 ||
        replay_seal_is_opened(verify->replay, seal->name))
        return;
    if (family == SEAL_LUCK) {
        if (!may_stay_sealed(verify, ending, seal->seat))
            add_name(verify->closed, &verify->closed_count, seal->name);
    } else if (is_players_own(record, seal, i))
        add_name(verify->held, &verify->held_count, seal->name);
    else if (!is_derived(record, seal, i))
        add_name(verify->closed, &verify->closed_count, seal->name);
}

void verify_end(const struct record *record, const bool *is_undone, struct verify *verify)
{
    struct ending ending = {.found = false};
    char name[SEAL_NAME_MAX + 1];
    bool more = true;

    verify->over = replay_is_over(verify->replay);
    if (!verify->over)
        return;
    find_end(record, is_undone, &ending);
    if (!replay_secret_is_open(verify->replay))
        add_name(verify->closed, &verify->closed_count, "the server's secret S");
    for (uint32_t i = 0; i < record->entry_count; i++) {
        const struct record_entry *row = &record->entry[i];

        for (uint32_t k = row->first_seal; k < row->first_seal + row->seal_count; k++)
            judge_seal(record, &ending, i, &record->seal[k], verify);
    }
    for (size_t i = 0; more; i++) {
        more = replay_untold(verify->replay, i, name);
        if (more && *name)
            add_name(verify->closed, &verify->closed_count, name);
    }
    verify->finished = !verify->closed_count && !verify->unjudged;
}
