/* SPDX-License-Identifier: MIT */
/* Standing answers: which line gave an order is sealed with it, and told
 * after the end. What a line may be is checked here as far as the log tells: that it was this
 * person's, logged before the order, dropped by no "none", and not used up by an undo.
 *
 * Source: design, 11, P1; doc/record.md, "Replay". */

#include "base/grow.h"
#include "record/replay_p.h"

static const char none_word[] = "none";

/* ---- lines ---- */

static const struct name *line_of(const struct replay *replay, unsigned seat, uint64_t k)
{
    char text[SEAL_NAME_MAX + 1];

    seal_name_write(SEAL_OWN, seat, k, text);
    return replay_live_seal(replay, text);
}

/* When the entry of a line came in; the newest ones are asked for most. */
static int64_t came_of(const struct replay *replay, uint64_t number)
{
    for (size_t i = replay->left_count; i-- > 0;)
        if (replay->left[i].number == number)
            return replay->left[i].came_s;
    return ENTRY_NO_TIME;
}

static const char wrong_line[] = "a standing answer that was not in force gave this order";

/* Might this line have given the order? */
static enum rc check_line(const struct replay *replay, const struct by *by, struct err *err)
{
    const struct name *line = line_of(replay, by->seat, by->line);

    if (!line || line->entry >= by->number || line->entry < by->term)
        return ERR(err, RC_BAD_INPUT, wrong_line);
    if (by->due_s != ENTRY_NO_TIME && came_of(replay, line->entry) > by->due_s)
        return ERR(err, RC_BAD_INPUT, wrong_line, ": it came after the deadline");
    for (size_t i = 0; i < replay->dropped_count; i++) {
        const struct dropped *none = &replay->dropped[i];

        if (none->seat == by->seat && none->number < by->number && none->number >= line->entry &&
            (none->number > line->entry || none->k >= by->line))
            return ERR(err, RC_BAD_INPUT, wrong_line, ": \"none\" had dropped it");
    }
    for (size_t i = 0; i < replay->by_count; i++) {
        const struct by *other = &replay->by[i];

        if (other->undone && other->undone < by->number && other->seat == by->seat &&
            other->line == by->line)
            return ERR(err, RC_BAD_INPUT, wrong_line, ": its use was taken back");
    }
    return RC_OK;
}

bool replay_line_is_in_force(const struct replay *replay, unsigned seat, uint64_t k)
{
    const struct by by = {.number = replay->number + 1,
                          .term = replay->term[seat],
                          .line = k,
                          .due_s = ENTRY_NO_TIME,
                          .seat = (uint8_t)seat};

    return check_line(replay, &by, NULL) == RC_OK;
}

int64_t replay_line_came(const struct replay *replay, unsigned seat, uint64_t k)
{
    const struct name *line = line_of(replay, seat, k);

    return line ? came_of(replay, line->entry) : ENTRY_NO_TIME;
}

static enum rc check_lines(const struct replay *replay, unsigned seat, struct err *err)
{
    for (size_t i = 0; i < replay->by_count; i++)
        if (replay->by[i].line && replay->by[i].seat == seat)
            TRY(check_line(replay, &replay->by[i], err));
    return RC_OK;
}

static bool knows_none(const struct replay *replay, unsigned seat, uint64_t k)
{
    for (size_t i = 0; i < replay->dropped_count; i++)
        if (replay->dropped[i].seat == seat && replay->dropped[i].k == k)
            return true;
    return false;
}

static enum rc note_none(struct replay *replay, unsigned seat, uint64_t number, uint64_t k,
                         struct err *err)
{
    struct dropped *dropped = replay->dropped;

    if (knows_none(replay, seat, k))
        return RC_OK;
    dropped =
        grow_array(replay->dropped, replay->dropped_count, &replay->dropped_room, sizeof *dropped);
    FAIL_IF(!dropped, err, RC_NO_MEMORY, "no memory for standing answers");
    replay->dropped = dropped;
    replay->dropped[replay->dropped_count++] = (struct dropped){number, k, (uint8_t)seat};
    return RC_OK;
}

/* ---- entries ---- */

static enum rc note_left(struct replay *replay, const struct entry *entry, struct err *err)
{
    struct left *left =
        grow_array(replay->left, replay->left_count, &replay->left_room, sizeof *left);

    FAIL_IF(!left, err, RC_NO_MEMORY, "no memory for standing answers");
    replay->left = left;
    replay->left[replay->left_count++] = (struct left){
        entry->number, entry->came_s == ENTRY_NO_TIME ? entry->time_s : entry->came_s};
    return RC_OK;
}

enum rc replay_take_own(struct replay *replay, const struct entry *entry, struct asking *asking,
                        struct err *err)
{
    const char *payload;
    uint64_t seat, first;
    size_t length;

    seal_name_family(entry->name, &seat, &first);
    if (first != replay->line_count[entry->who] + 1)
        return ERR(err, RC_BAD_INPUT, "standing answers are counted without a gap");
    TRY(note_left(replay, entry, err));
    for (unsigned i = 0; i < entry->count; i++) {
        char name[SEAL_NAME_MAX + 1];

        seal_name_write(SEAL_OWN, entry->who, first + i, name);
        payload =
            asking->lookup ? asking->lookup(asking->context, asking->number, name, &length) : NULL;
        if (payload && text_equal(payload, none_word))
            TRY(note_none(replay, entry->who, entry->number, first + i, err));
    }
    replay->line_count[entry->who] += entry->count;
    return RC_OK;
}

bool replay_reserve_by(struct replay *replay)
{
    struct by *by = grow_array(replay->by, replay->by_count, &replay->by_room, sizeof *by);

    if (by)
        replay->by = by;
    return by != NULL;
}

void replay_note_by(struct replay *replay, const struct entry *entry)
{
    if (entry->by)
        replay->by[replay->by_count++] =
            (struct by){.number = entry->number,
                        .term = replay->term[entry->who],
                        .due_s = entry->kind == ENTRY_DEFAULT ? entry->due_s : ENTRY_NO_TIME,
                        .seat = entry->who};
}

/* "own/2/7", " else", " lot": the number of the line; 0: it is not written so. */
static uint64_t read_by(const char *words, unsigned seat)
{
    const char *blank = strchr(words, ' ');
    char name[SEAL_NAME_MAX + 1];
    uint64_t owner, k;

    text_copy(name, sizeof name, words);
    if (blank && (size_t)(blank - words) < sizeof name)
        name[blank - words] = '\0';
    if (blank && !text_equal(blank, " else") && !text_equal(blank, " lot") &&
        !text_equal(blank, " else lot"))
        return 0;
    return seal_name_family(name, &owner, &k) == SEAL_OWN && owner == seat ? k : 0;
}

static struct by *by_of(struct replay *replay, uint64_t number)
{
    for (size_t i = 0; i < replay->by_count; i++)
        if (replay->by[i].number == number)
            return &replay->by[i];
    return NULL;
}

enum rc replay_open_line(struct replay *replay, const struct entry *entry, struct err *err)
{
    uint64_t first, k;
    enum seal_family family = seal_name_family(entry->name, &first, &k);
    const struct name *line;
    struct by *by;

    FAIL_IF(!replay->over, err, RC_BAD_INPUT, "standing answers are opened after the end");
    if (family == SEAL_BY) {
        by = by_of(replay, first);
        if (!by || !(by->line = read_by(entry->words, by->seat)))
            return ERR(err, RC_BAD_INPUT, "an order by a standing answer names its line");
        return check_lines(replay, by->seat, err); /* orders told before may be its uses, too */
    }
    line = replay_live_seal(replay, entry->name);
    if (!line || !text_equal(entry->words, none_word))
        return RC_OK;
    TRY(note_none(replay, (unsigned)first, line->entry, k, err));
    return check_lines(replay, (unsigned)first, err);
}

bool replay_untold(const struct replay *replay, size_t i, char name[SEAL_NAME_MAX + 1])
{
    const struct by *by = i < replay->by_count ? &replay->by[i] : NULL;
    const struct dropped *none = !by && i - replay->by_count < replay->dropped_count
                                     ? &replay->dropped[i - replay->by_count]
                                     : NULL;
    const struct name *line;

    name[0] = '\0';
    if (!by && !none)
        return false;
    if (by && !by->line) {
        seal_name_write(SEAL_BY, by->number, 0, name);
        return true;
    }
    line = by ? line_of(replay, by->seat, by->line) : line_of(replay, none->seat, none->k);
    if (!line || !line->opened)
        seal_name_write(SEAL_OWN, by ? by->seat : none->seat, by ? by->line : none->k, name);
    return true;
}
