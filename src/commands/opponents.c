/* SPDX-License-Identifier: MIT */
/* Finds practice opponents by name or level, and lets each say what it is. Their turns are
 * played in schedule/practice.c. */
#include "commands/opponents.h"

#include "ledger/derived.h"
#include "tell/command_words.h"

struct looking {
    struct desk *desk;
    const char *word;
    enum bot_level level; /* that the word is; BOT_LEVELS = it is a name */
    unsigned off;         /* levels between what is wanted and the one found */
    const int64_t *taken;
    unsigned count;
    int64_t found;
    unsigned games; /* of the one found */
};

static bool is_taken(const struct looking *looking, int64_t player)
{
    for (unsigned i = 0; i < looking->count; i++)
        if (looking->taken[i] == player)
            return true;
    return false;
}

/* How many levels an opponent is from what is wanted; BOT_LEVELS = he is not meant. */
static unsigned levels_off(const struct looking *looking, const struct person *person)
{
    int off = (int)bot_level_find(person->practice) - (int)looking->level;

    if (text_equal_folded(person->name, looking->word))
        return 0;
    return looking->level == BOT_LEVELS ? BOT_LEVELS : (unsigned)(off < 0 ? -off : off);
}

/* The nearest level, and there who plays least just now. */
static enum rc look_at(struct looking *looking, const struct person *person, struct err *err)
{
    unsigned games = 0, off;

    if (!person->practice[0] || person->banned || person->merged || is_taken(looking, person->id))
        return RC_OK;
    off = levels_off(looking, person);
    if (off == BOT_LEVELS || (looking->found && off > looking->off))
        return RC_OK;
    TRY(ledger_games_going(looking->desk->ledger, person->id, &games, NULL, err));
    if (!looking->found || off < looking->off || games < looking->games) {
        looking->found = person->id;
        looking->games = games;
        looking->off = off;
    }
    return RC_OK;
}

enum rc opponents_find(struct desk *desk, const char *word, const int64_t *taken, unsigned count,
                       int64_t *player, struct err *err)
{
    struct looking looking = {
        .desk = desk, .word = word, .level = bot_level_find(word), .taken = taken, .count = count};
    struct ledger_rows rows = people_walk(desk, err);
    struct person person;

    while (people_next(desk, &rows, &person))
        rows.rc = look_at(&looking, &person, err);
    *player = looking.found;
    return ledger_end(&rows);
}

enum rc opponents_is(struct desk *desk, int64_t player, bool *is, struct err *err)
{
    struct person person;
    enum rc rc = people_get(desk, player, &person, err);

    *is = rc == RC_OK && person.practice[0];
    return rc;
}

enum rc opponents_levels(struct desk *desk, bool level[BOT_LEVELS], struct err *err)
{
    struct ledger_rows rows = people_walk(desk, err);
    struct person person;

    while (people_next(desk, &rows, &person))
        if (person.practice[0] && !person.banned && !person.merged)
            level[bot_level_find(person.practice)] = true;
    return ledger_end(&rows);
}

/* ---- what is said ---- */

/* A level in the reader's words. */
static void put_level(const struct incoming *incoming, const char *level, struct buf *out)
{
    command_words_show_value(language_commands(incoming->answer.wording.language), level, out);
}

enum rc opponents_refuse(struct incoming *incoming, const char *word, struct err *err)
{
    struct ledger_rows rows = people_walk(incoming->desk, err);
    struct person person;
    OWN(buf) names = {0};

    while (people_next(incoming->desk, &rows, &person)) {
        if (!person.practice[0] || person.banned || person.merged)
            continue;
        buf_printf(&names, "%s%s (", names.length ? ", " : "", person.name);
        put_level(incoming, person.practice, &names);
        buf_put_char(&names, ')');
    }
    TRY(ledger_end(&rows));
    return SAY(incoming, names.length ? "talk.opponent-none" : "talk.opponent-nowhere", "what",
               word, "who", buf_text(&names));
}

enum rc opponents_introduce(struct incoming *incoming, const int64_t *player, unsigned count,
                            struct err *err)
{
    for (unsigned i = 0; i < count; i++) {
        OWN(buf) level = {0};
        struct person person;

        TRY(people_get(incoming->desk, player[i], &person, err));
        if (person.practice[0]) {
            put_level(incoming, person.practice, &level);
            incoming_tell(incoming, "talk.opponent-is", "name", person.name, "level",
                          buf_text(&level), (const char *)NULL);
        }
    }
    return RC_OK;
}
