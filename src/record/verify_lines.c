/* SPDX-License-Identifier: MIT */
/* Checks that the standing order which an order names gave it, as far as this record can tell. */
#include "record/verify_p.h"

#include "base/grow.h"
#include "record/names.h"
#include "rules/standing.h"
#include "seal/luck.h"
#include "seal/secret.h"

enum { IN_FORCE_MAX = 64 };
static const char wish_mark = '#', none_word[] = "none";
static const char on_time[] = "#on time ", resign_order[] = "#on time resign";

/* A seal's payload, in the record's bytes. */
struct told {
    const char *payload; /* NULL = not told */
    size_t length;
};

/* A line that the reader knows, as it was logged. */
struct known_line {
    unsigned seat;
    uint64_t k, entry;
    struct told told;
    uint32_t term; /* of the rules, when it was left */
};

struct use {
    unsigned seat;
    uint64_t k, entry;
    bool undone;
};

/* The one entry in work. */
struct looked {
    bool is_use, is_told, is_own; /* is_own: the reader's seat, who knows all its lines */
    bool is_wish;                 /* told: to resign when time runs out */
    uint64_t k;
    int64_t due_s; /* of a missed deadline; ENTRY_NO_TIME = of none */
    bool otherwise, lot;
    struct standing_line line;
    void *view;
    struct decision question[DECISIONS_MAX];
    uint64_t since[DECISIONS_MAX]; /* the entry after which each stood open */
    uint64_t first[DECISIONS_MAX]; /* k of the line that decides it; 0 = none does */
    unsigned question_count;
};

struct verify_lines {
    const struct record *record;
    struct names names; /* of openings behind the end: entry = index into opened, + 1 */
    struct told *opened;
    size_t opened_count, opened_room;
    struct known_line *line;
    size_t line_count, line_room;
    struct use *use;
    size_t use_count, use_room;
    struct order *list; /* LEGAL_MAX */
    struct looked now;
};

/* ---- what the record tells ---- */

/* "… table open own/2/7 PAYLOAD nonce NONCE" */
static bool note_opening(struct verify_lines *lines, const struct record_entry *row, uint64_t n)
{
    struct told *opened;
    struct entry entry;
    struct name *name;

    if ((!strstr(row->text, " open own/") && !strstr(row->text, " open by/")) ||
        entry_read(n, row->text, row->length, &entry, NULL) != RC_OK || entry.kind != ENTRY_OPEN ||
        names_find(&lines->names, entry.name, false))
        return true;
    opened =
        grow_array(lines->opened, lines->opened_count, &lines->opened_room, sizeof *lines->opened);
    if (!opened)
        return false;
    lines->opened = opened;
    if (!names_reserve(&lines->names, 1))
        return false;
    lines->opened[lines->opened_count++] =
        (struct told){strstr(row->text, entry.name) + strlen(entry.name) + 1, strlen(entry.words)};
    name = names_add(&lines->names, entry.name, false);
    name->entry = lines->opened_count;
    return true;
}

struct verify_lines *verify_lines_new(const struct record *record)
{
    struct verify_lines *lines = calloc(1, sizeof *lines);
    bool whole = lines && (lines->list = malloc(LEGAL_MAX * sizeof *lines->list));

    if (lines)
        lines->record = record;
    for (uint32_t i = 0; whole && i < record->entry_count; i++)
        whole = note_opening(lines, &record->entry[i], i + 1);
    if (whole)
        return lines;
    verify_lines_free(lines);
    return NULL;
}

static void forget(struct looked *looked)
{
    free(looked->view);
    *looked = (struct looked){0};
}

void verify_lines_free(struct verify_lines *lines)
{
    if (!lines)
        return;
    forget(&lines->now);
    names_fini(&lines->names);
    free(lines->opened);
    free(lines->line);
    free(lines->use);
    free(lines->list);
    free(lines);
}

static struct told find_told(const struct verify_lines *lines, uint64_t n, const char *name)
{
    const struct record_entry *row = &lines->record->entry[n - 1];
    const struct name *opened = names_find(&lines->names, name, false);

    for (uint32_t i = row->first_seal; i < row->first_seal + row->seal_count; i++) {
        const struct record_seal *seal = &lines->record->seal[i];

        if (seal->knowledge == RECORD_KNOWN && text_equal(seal->name, name))
            return (struct told){seal->payload, seal->length};
    }
    return opened ? lines->opened[opened->entry - 1] : (struct told){NULL, 0};
}

/* ---- lines as they come ---- */

static uint32_t term_of(const struct replay *replay)
{
    const struct game_standing *standing = replay_game(replay)->standing;

    return standing && standing->term
               ? standing->term(replay_rulebook(replay), replay_state(replay))
               : 0;
}

static enum rc note_lines(struct verify_lines *lines, const struct replay *replay,
                          const struct entry *entry, struct err *err)
{
    uint64_t seat, k;

    seal_name_family(entry->name, &seat, &k);
    for (unsigned i = 0; i < entry->count; i++, k++) {
        char name[SEAL_NAME_MAX + 1];
        struct known_line *line =
            grow_array(lines->line, lines->line_count, &lines->line_room, sizeof *line);

        FAIL_IF(!line, err, RC_NO_MEMORY, "no memory for standing answers");
        lines->line = line;
        seal_name_write(SEAL_OWN, seat, k, name);
        lines->line[lines->line_count++] =
            (struct known_line){(unsigned)seat, k, entry->number,
                                find_told(lines, entry->number, name), term_of(replay)};
    }
    return RC_OK;
}

static const struct known_line *find_line(const struct verify_lines *lines, unsigned seat,
                                          uint64_t k)
{
    for (size_t i = 0; i < lines->line_count; i++)
        if (lines->line[i].seat == seat && lines->line[i].k == k)
            return &lines->line[i];
    return NULL;
}

static const struct use *last_use(const struct verify_lines *lines, unsigned seat, uint64_t k)
{
    for (size_t i = lines->use_count; i-- > 0;)
        if (lines->use[i].seat == seat && lines->use[i].k == k)
            return &lines->use[i];
    return NULL;
}

static bool says(const struct known_line *line, const char *text)
{
    return line->told.payload && line->told.length == strlen(text) &&
           memcmp(line->told.payload, text, line->told.length) == 0;
}

static bool is_none(const struct known_line *line)
{
    return says(line, none_word);
}

static bool is_line(const struct known_line *line)
{
    return line->told.payload && line->told.length && line->told.payload[0] != wish_mark &&
           !is_none(line);
}

static bool was_undone(const struct verify_lines *lines, const struct known_line *line)
{
    const struct use *use = last_use(lines, line->seat, line->k);

    return use && use->undone;
}

static bool is_readable(const struct replay *replay, const struct known_line *line)
{
    return standing_is_canonical(replay_game(replay), replay_rulebook(replay), line->seat,
                                 line->told.payload, line->told.length);
}

static bool came_in_time(const struct replay *replay, unsigned seat, uint64_t k, int64_t due_s)
{
    return due_s == ENTRY_NO_TIME || replay_line_came(replay, seat, k) <= due_s;
}

/* The seat's lines in force, as they count: the newest entry's first, in it left to right. */
static unsigned in_force(const struct verify_lines *lines, const struct replay *replay,
                         unsigned seat, const struct known_line *out[IN_FORCE_MAX])
{
    size_t end = lines->line_count;
    unsigned count = 0;

    for (size_t start = lines->line_count; start-- > 0;) {
        if (start && lines->line[start - 1].entry == lines->line[start].entry)
            continue;
        for (size_t i = start; i < end && count < IN_FORCE_MAX; i++)
            if (lines->line[i].seat == seat && is_line(&lines->line[i]) &&
                lines->line[i].term == term_of(replay) && !was_undone(lines, &lines->line[i]) &&
                replay_line_is_in_force(replay, seat, lines->line[i].k) &&
                came_in_time(replay, seat, lines->line[i].k, lines->now.due_s) &&
                is_readable(replay, &lines->line[i]))
                out[count++] = &lines->line[i];
        end = start;
    }
    return count;
}

/* Did the line left before this one give the order out of which the question arose? What was left
 * between and stays closed may have been no line: then that is as good as said. */
static bool goes_on(const struct verify_lines *lines, const struct known_line *line, uint64_t since)
{
    bool is_closed = false;

    for (const struct known_line *at = line; at-- > lines->line;) {
        const struct use *use = last_use(lines, at->seat, at->k);

        if (at->seat != line->seat)
            continue;
        if (use && use->entry == since)
            return true;
        if (is_line(at) || is_none(at))
            break;
        is_closed |= !at->told.payload;
    }
    return is_closed && !lines->now.is_own;
}

/* ---- before the entry ---- */

/* Of his own record: which line decides each question, if none before it does. */
static void decide(struct verify_lines *lines, const struct replay *replay, unsigned seat)
{
    const struct known_line *line[IN_FORCE_MAX];
    struct standing_line text[IN_FORCE_MAX];
    struct looked *now = &lines->now;
    const unsigned count = in_force(lines, replay, seat, line);

    for (unsigned q = 0; q < now->question_count; q++) {
        struct standing_choice choice;

        for (unsigned i = 0; i < count; i++) {
            standing_part(line[i]->told.payload, line[i]->told.length, &text[i]);
            text[i].spent = last_use(lines, seat, line[i]->k) != NULL;
            text[i].goes_on = goes_on(lines, line[i], now->since[q]);
        }
        standing_decide(replay_game(replay), replay_rulebook(replay), now->view, &now->question[q],
                        text, count, lines->list, &choice);
        now->first[q] =
            choice.result == STANDING_IS_ASKED || !choice.count ? 0 : line[choice.used]->k;
        if (choice.result == STANDING_FALLS_BACK && (!now->is_use || now->is_wish))
            now->first[q] = 0; /* a missed deadline takes the fallback, too */
    }
}

/* What the seat saw, and was asked. */
static enum rc look(struct verify_lines *lines, const struct replay *replay,
                    const struct entry *entry, struct err *err)
{
    struct looked *now = &lines->now;
    const struct game *game = replay_game(replay);
    const struct decision *question;
    const unsigned count = replay_questions(replay, &question);

    now->view = calloc(1, game->state_bytes);
    FAIL_IF(!now->view, err, RC_NO_MEMORY, "no memory for a view");
    game_view(game, replay_rulebook(replay), replay_state(replay), entry->who, now->view);
    for (unsigned i = 0; i < count; i++)
        if (question[i].seat == entry->who && question[i].kind == DECISION_ORDER &&
            (entry->kind != ENTRY_DEFAULT || question[i].id == entry->decision)) {
            now->since[now->question_count] =
                replay_question_since(replay, entry->who, question[i].id);
            now->question[now->question_count++] = question[i];
        }
    if (now->is_own)
        decide(lines, replay, entry->who);
    return RC_OK;
}

static const char no_line[] = "an order by a standing answer names its line";

/* "own/2/7", " else", " lot" */
static enum rc read_by(const struct told *by, unsigned seat, struct looked *now, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    const char *blank = memchr(by->payload, ' ', by->length);
    const size_t length = blank ? (size_t)(blank - by->payload) : by->length;
    uint64_t owner;
    char rest[16] = "";

    text_copy(name, length + 1 < sizeof name ? length + 1 : sizeof name, by->payload);
    if (by->length - length < sizeof rest)
        text_copy(rest, by->length - length + 1, by->payload + length);
    now->otherwise = text_starts_with(rest, " else");
    now->lot = text_equal(now->otherwise ? rest + strlen(" else") : rest, " lot");
    if (seal_name_family(name, &owner, &now->k) != SEAL_OWN || owner != seat ||
        by->length - length !=
            (now->otherwise ? strlen(" else") : 0) + (now->lot ? strlen(" lot") : 0))
        return ERR(err, RC_BAD_INPUT, no_line);
    return RC_OK;
}

/* The one wish that gives an order is to resign when time runs out; notes and all others give none.
 */
static enum rc check_wish(const struct verify_lines *lines, const struct replay *replay,
                          const struct entry *entry, const struct known_line *wish, struct err *err)
{
    FAIL_IF(entry->kind != ENTRY_DEFAULT, err, RC_BAD_INPUT, "what is wished on time is done then");
    if (!says(wish, resign_order) || lines->now.otherwise || lines->now.lot)
        return ERR(err, RC_BAD_INPUT, "a note or wish that orders nothing gave this order");
    for (const struct known_line *at = lines->line + lines->line_count; --at > wish;)
        if (at->seat == wish->seat && at->told.payload &&
            text_starts_with(at->told.payload, on_time) &&
            came_in_time(replay, at->seat, at->k, lines->now.due_s))
            return ERR(err, RC_BAD_INPUT, "a later wish took this one's place");
    return RC_OK;
}

/* A line by which an order is given: there, in force, and readable. */
static enum rc check_line(const struct verify_lines *lines, const struct replay *replay,
                          const struct entry *entry, const struct known_line *line, struct err *err)
{
    if (!line || !replay_line_is_in_force(replay, entry->who, line->k) || was_undone(lines, line))
        return ERR(err, RC_BAD_INPUT, "a standing answer that was not in force gave this order");
    if (!line->told.payload)
        return RC_OK;
    if (line->told.length && line->told.payload[0] == wish_mark)
        return check_wish(lines, replay, entry, line, err);
    if (!is_readable(replay, line))
        return ERR(err, RC_BAD_INPUT, "a standing answer that the rules cannot read");
    if (line->term != term_of(replay))
        return ERR(err, RC_BAD_INPUT, "a standing answer that had lapsed gave this order");
    if (lines->now.line.when != STANDING_ALWAYS && last_use(lines, entry->who, line->k))
        return ERR(err, RC_BAD_INPUT, "a standing answer for one time gave two orders");
    return RC_OK;
}

static enum rc look_at_use(struct verify_lines *lines, const struct replay *replay,
                           const struct entry *entry, struct err *err)
{
    struct looked *now = &lines->now;
    const struct known_line *line;
    char name[SEAL_NAME_MAX + 1];
    struct told by;
    enum rc rc;

    seal_name_write(SEAL_BY, entry->number, 0, name);
    by = find_told(lines, entry->number, name);
    if (!by.payload)
        return RC_OK;
    TRY(read_by(&by, entry->who, now, err));
    line = find_line(lines, entry->who, now->k);
    if (line && line->told.payload)
        standing_part(line->told.payload, line->told.length, &now->line);
    if (now->lot && !replay_luck_is_open(replay))
        return ERR(err, RC_BAD_INPUT, "a lot before all luck is known");
    rc = check_line(lines, replay, entry, line, err);
    now->is_told = rc == RC_OK && line->told.payload;
    now->is_wish = now->is_told && line->told.payload[0] == wish_mark;
    return rc;
}

enum rc verify_lines_before(struct verify_lines *lines, const struct replay *replay,
                            const struct entry *entry, struct err *err)
{
    struct looked *now = &lines->now;

    forget(now);
    if (!replay_game(replay)->standing)
        return RC_OK;
    if (entry->kind == ENTRY_OWN)
        return note_lines(lines, replay, entry, err);
    now->is_use = entry->by;
    now->due_s = entry->kind == ENTRY_DEFAULT ? entry->due_s : ENTRY_NO_TIME;
    now->is_own = entry->who == lines->record->reader && entry->who >= 1;
    if (now->is_use)
        TRY(look_at_use(lines, replay, entry, err));
    else if (entry->kind != ENTRY_DEFAULT || !now->is_own)
        return RC_OK;
    return (now->is_told || !now->is_use) ? look(lines, replay, entry, err) : RC_OK;
}

/* ---- behind it ---- */

static const char passed_by[] = "a standing answer was in force and decided this question";

/* The lot of one of several orders, label list/<decision>. */
static bool is_drawn(const struct hash *seed, uint32_t decision, unsigned count, unsigned at)
{
    uint16_t bound[1] = {(uint16_t)count}, number[1];
    TEXT_IN(out, label, SEAL_NAME_MAX + 1);

    TEXT_PUT(&out, "list/", TEXT_INT((int)decision));
    draw_numbers(seed, label, bound, 1, number);
    return number[0] == at;
}

/* May the line that is named speak to this question at all? */
static bool is_its_turn(const struct verify_lines *lines, unsigned seat, unsigned q)
{
    return lines->now.line.when != STANDING_THEN ||
           goes_on(lines, find_line(lines, seat, lines->now.k), lines->now.since[q]);
}

/* To resign as was wished: where no line decides. */
static enum rc judge_timeout(const struct looked *now, const struct replay *replay,
                             const struct order *order, bool *proved, struct err *err)
{
    const struct game_text *text = replay_game(replay)->text;

    if (order->kind >= text->kind_count || !(text->kinds[order->kind].flags & ORDER_GIVES_UP))
        return ERR(err, RC_BAD_INPUT, "who wishes to resign is made to do something else");
    for (unsigned q = 0; q < now->question_count; q++)
        FAIL_IF(now->first[q], err, RC_BAD_INPUT, passed_by);
    *proved = true;
    return RC_OK;
}

static enum rc judge(struct verify_lines *lines, const struct replay *replay,
                     const struct order *order, const struct hash *seed, bool *proved,
                     struct err *err)
{
    struct looked *now = &lines->now;
    bool passed_over = false;

    for (unsigned q = 0; q < now->question_count; q++) {
        unsigned count = 0, at = 0;

        if (!is_its_turn(lines, now->question[q].seat, q) ||
            !standing_gives(replay_game(replay), replay_rulebook(replay), now->view,
                            &now->question[q], &now->line, order, now->otherwise, now->lot,
                            lines->list, &count, &at))
            continue;
        if (now->is_own && now->first[q] != now->k) {
            passed_over = true;
            continue;
        }
        if (now->lot && seed && !is_drawn(seed, now->question[q].id, count, at))
            return ERR(err, RC_BAD_SEAL,
                       "this is not what the seed gives among what the standing "
                       "answer leaves open");
        *proved = !now->lot || seed;
        return RC_OK;
    }
    return ERR(err, RC_BAD_INPUT,
               passed_over ? "another standing answer counts before the one that is named"
                           : "the standing answer that is named does not give this order");
}

/* Lines of this seat behind the one that is named, which may have been "none". */
static unsigned count_unseen(const struct verify_lines *lines, unsigned seat)
{
    unsigned count = 0;

    for (size_t i = 0; i < lines->line_count; i++)
        count += lines->line[i].seat == seat && lines->line[i].k > lines->now.k &&
                 !lines->line[i].told.payload;
    return count;
}

enum rc verify_lines_after(struct verify_lines *lines, const struct replay *replay,
                           const struct entry *entry, const struct hash *seed, bool will_be_undone,
                           struct verify_lines_found *found, struct err *err)
{
    struct looked *now = &lines->now;
    const struct order *order;
    struct use *use;
    bool known;
    enum rc rc;

    *found = (struct verify_lines_found){.judged = now->is_use};
    for (size_t i = 0; entry->kind == ENTRY_UNDO && i < lines->use_count; i++)
        lines->use[i].undone |= lines->use[i].entry > entry->to;
    if (!now->is_use) {
        for (unsigned q = 0; q < now->question_count; q++)
            FAIL_IF(now->first[q], err, RC_BAD_INPUT, passed_by);
        return RC_OK;
    }
    if (now->k) {
        use = grow_array(lines->use, lines->use_count, &lines->use_room, sizeof *use);
        FAIL_IF(!use, err, RC_NO_MEMORY, "no memory for standing answers");
        lines->use = use;
        lines->use[lines->use_count++] = (struct use){entry->who, now->k, entry->number, false};
    }
    order = replay_order(replay, &known);
    if (now->is_wish)
        return judge_timeout(now, replay, order, &found->proved, err);
    if (now->is_told && !now->is_own)
        found->unseen = count_unseen(lines, entry->who);
    if (!now->is_told || !known || (!now->is_own && !seed && !replay_knows_all(replay)))
        return RC_OK;
    /* With S open the reader knows what the server knew: what is closed still was its player's own.
     * But of what was undone the secrets stay closed, and this order was undone with them. */
    rc = judge(lines, replay, order, seed, &found->proved, err);
    if (rc == RC_BAD_INPUT && !now->is_own && will_be_undone &&
        !replay_knows_all_of(replay, entry->who)) {
        err_clear(err);
        rc = RC_OK;
    }
    return rc;
}
