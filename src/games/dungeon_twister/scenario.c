/* SPDX-License-Identifier: MIT */
/* Reads and writes what a scenario fixes as options. The file around it is read in
 * rules/scenario.c. */
#include "games/dungeon_twister/scenario.h"

#include "games/dungeon_twister/force.h"
#include "games/dungeon_twister/order_text.h"

/* One list under way, and the item of it that is being read. */
struct reader {
    const struct dt_list_text *list;
    struct dt_agreed *agreed;
    struct verdict *verdict;
    const char *word;
    size_t length;
    unsigned side; /* of a force */
};

static unsigned column_of(const struct reader *reader)
{
    return reader->list->column + (unsigned)(reader->word - reader->list->at);
}

/* Not allowed, because of the item (or, with no word, of the whole list). */
static enum verdict_kind refuse(const struct reader *reader, const char *clause, const char *reason)
{
    struct text word;

    verdict_illegal(reader->verdict, clause, reason);
    if (!reader->verdict)
        return VERDICT_ILLEGAL;
    reader->verdict->column = (uint16_t)(reader->word ? column_of(reader) : reader->list->column);
    text_init(&word, reader->verdict->word, sizeof reader->verdict->word);
    text_put_bytes(&word, reader->word ? reader->word : reader->list->at,
                   reader->word ? reader->length : reader->list->length);
    return VERDICT_ILLEGAL;
}

static enum verdict_kind misread(const struct reader *reader, const char *reason)
{
    return verdict_malformed(reader->verdict, reason, column_of(reader), reader->word,
                             (unsigned)reader->length);
}

static enum verdict_kind read_pair(const struct reader *reader)
{
    int64_t pair;

    if (!text_to_int(reader->word, reader->length, &pair) || pair < 1 || pair > DT_PAIRS_MAX)
        return misread(reader, "scenario-pair");
    if (reader->agreed->pairs >> pair & 1)
        return refuse(reader, "PD-MODE-04", "scenario-pair-twice");
    if (dt_count(reader->agreed->pairs) == DT_PAIRS_PICKED)
        return refuse(reader, "PD-MODE-07", "scenario-pairs");
    reader->agreed->pairs |= (uint16_t)(1u << pair);
    return VERDICT_DONE;
}

static enum verdict_kind no_such_kind(const struct reader *reader)
{
    unsigned least = 4;
    const char *nearest = "";
    struct text suggestion;

    for (unsigned kind = 0; kind < DT_KINDS; kind++) {
        const char *other = dt_kinds[kind].word;
        unsigned distance =
            other ? text_distance(reader->word, reader->length, other, strlen(other), 3) : least;

        if (distance < least) {
            least = distance;
            nearest = other;
        }
    }
    misread(reader, "scenario-token");
    if (reader->verdict) {
        text_init(&suggestion, reader->verdict->suggestion, sizeof reader->verdict->suggestion);
        text_put(&suggestion, nearest);
    }
    return VERDICT_MALFORMED;
}

/* The kind, or of a common object the first copy that is not in the force yet; -1: all are. */
static int free_copy(const struct reader *reader, int kind)
{
    uint32_t force = reader->agreed->force[reader->side];
    uint64_t alike = dt_alike((unsigned)kind);

    for (int copy = 0; copy < DT_KINDS; copy++)
        if (alike >> copy & 1 && !(force >> copy & 1) &&
            dt_is_available(reader->agreed, (unsigned)copy))
            return copy;
    return -1;
}

static enum verdict_kind read_token(const struct reader *reader)
{
    uint32_t *force = &reader->agreed->force[reader->side];
    int kind = dt_read_kind(reader->word, reader->length), copy;
    bool character = kind >= 0 && kind < DT_CHARACTER_KINDS;

    if (kind < 0)
        return no_such_kind(reader);
    copy = free_copy(reader, kind);
    if (copy < 0)
        return refuse(reader, "PD-KEYWORD-01", "scenario-token-twice");
    if (character && dt_count(*force & DT_CHARACTERS) == DT_FORCE_CHARACTERS)
        return refuse(reader, "PD-MODE-07", "scenario-characters");
    if (!character && dt_count(*force & DT_OBJECTS) == DT_FORCE_OBJECTS)
        return refuse(reader, "PD-MODE-07", "scenario-objects");
    *force |= UINT32_C(1) << copy;
    return VERDICT_DONE;
}

/* Read "a+b+c" item by item. */
static enum verdict_kind read_items(struct reader *reader,
                                    enum verdict_kind (*read)(const struct reader *reader))
{
    const char *end = reader->list->at + reader->list->length;
    enum verdict_kind kind = VERDICT_DONE;

    for (const char *at = reader->list->at; kind == VERDICT_DONE && at <= end;) {
        const char *plus = memchr(at, '+', (size_t)(end - at));

        reader->word = at;
        reader->length = (size_t)((plus ? plus : end) - at);
        kind = reader->length ? read(reader) : misread(reader, "scenario-item-empty");
        at += reader->length + 1;
    }
    reader->word = NULL;
    return kind;
}

static enum verdict_kind read_rooms(struct reader *reader)
{
    enum verdict_kind kind;

    reader->agreed->pairs = 0;
    kind = read_items(reader, read_pair);
    if (kind == VERDICT_DONE && dt_count(reader->agreed->pairs) < DT_PAIRS_PICKED)
        return refuse(reader, "PD-MODE-07", "scenario-pairs");
    return kind;
}

static enum verdict_kind read_force(struct reader *reader)
{
    enum verdict_kind kind = read_items(reader, read_token);
    uint32_t force = reader->agreed->force[reader->side];

    if (kind != VERDICT_DONE)
        return kind;
    if (dt_count(force & DT_CHARACTERS) < DT_FORCE_CHARACTERS)
        return refuse(reader, "PD-MODE-07", "scenario-characters");
    if (dt_count(force & DT_OBJECTS) < DT_FORCE_OBJECTS)
        return refuse(reader, "PD-MODE-07", "scenario-objects");
    return VERDICT_DONE;
}

enum verdict_kind dt_read_lists(const struct dt_list_text list[DT_LISTS], struct dt_agreed *agreed,
                                struct verdict *verdict)
{
    enum verdict_kind kind = VERDICT_DONE;

    for (unsigned which = 0; which < DT_LISTS && kind == VERDICT_DONE; which++) {
        struct reader reader = {.list = &list[which], .agreed = agreed, .verdict = verdict};

        if (!list[which].at) {
            if (agreed->mode == DT_MODE_SCENARIO)
                return verdict_illegal(verdict, "PD-MODE-07", "scenario-whole");
            continue;
        }
        if (agreed->mode != DT_MODE_SCENARIO)
            return refuse(&reader, "PD-MODE-07", "scenario-mode");
        reader.side = which == DT_LIST_YELLOW;
        kind = which == DT_LIST_ROOMS ? read_rooms(&reader) : read_force(&reader);
    }
    return kind;
}

void dt_write_list(const struct dt_agreed *agreed, enum dt_list which, struct text *out)
{
    uint32_t set = which == DT_LIST_ROOMS ? agreed->pairs : agreed->force[which - DT_LIST_BLUE];
    const char *between = "";

    for (; set; set &= set - 1) {
        unsigned item = dt_first(set);

        text_put(out, between);
        between = "+";
        if (which == DT_LIST_ROOMS)
            text_put_int(out, item);
        else
            text_put(out, dt_kinds[item].word);
    }
}

void dt_add_scenario(struct dt_state *state)
{
    for (unsigned side = 0; side < DT_SIDES; side++)
        for (uint32_t set = state->agreed.force[side]; set; set &= set - 1)
            dt_add_to_force(state, side, dt_first(set));
}
