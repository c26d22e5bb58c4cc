/* SPDX-License-Identifier: MIT */
#include "cup/cup_p.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "ledger/cups.h"
#include "people/people.h"

void cup_free(struct cup *cup)
{
    free(cup);
}

static enum rc load_entry(void *user, const struct ledger_cup_entry *row, struct err *err)
{
    struct cup *cup = user;
    size_t length = strlen(row->text);
    const char *line = strchr(row->text, ' ');
    int64_t from, to;
    enum rc rc;

    cup->at_s = row->at_s;
    if (line && (text_starts_with(line, " seeds ") || text_starts_with(line, " sink ")))
        cup->term_s = row->at_s;
    if (line && text_starts_with(line, " pair "))
        cup->round_s = row->at_s;
    if (line && (text_starts_with(line, " close ") || text_starts_with(line, " again ")))
        cup->luck_s = row->at_s;
    if (line && cuplog_lost(line + 1, &from, &to)) /* the chain goes on behind their numbers */
        cup->chain.number = (uint64_t)to;
    if (row->n == 0) {
        rc = cup_terms_read(row->text, &cup->terms, err);
        cup->id = cup->terms.number;
        chain_start(&cup->chain, row->text, length);
        cuplog_init(&cup->log, &cup->terms.rules, cup->terms.by_lot);
    } else {
        struct hash commitment;

        if (row->commitment)
            memcpy(commitment.at, row->commitment, HASH_BYTES);
        chain_append(&cup->chain, row->text, length, &commitment, row->commitment ? 1 : 0);
        rc = cuplog_line(&cup->log, line ? line + 1 : "", NULL, err);
    }
    if (rc == RC_OK && memcmp(cup->chain.entry.at, row->hash, HASH_BYTES) != 0)
        rc = ERR(err, RC_BAD_SEAL, "the chain of a tournament is broken");
    if (rc != RC_OK)
        err_where(err, "log of a tournament", (uint32_t)row->n, 0);
    return rc;
}

static enum rc load_entrant(void *user, const struct ledger_cup_entrant *row, struct err *err)
{
    struct cup *cup = user;

    (void)err;
    if (row->entrant >= 1 && row->entrant <= PAIRING_ENTRANTS_MAX)
        cup->player[row->entrant - 1] = row->player;
    return RC_OK;
}

enum rc cup_load(struct desk *desk, int64_t id, struct cup **cup, struct err *err)
{
    struct cup *made = calloc(1, sizeof *made);
    enum rc rc;

    if (!made)
        return ERR(err, RC_NO_MEMORY, "no memory for a tournament");
    rc = ledger_cup_entries(desk->ledger, id, load_entry, made, err);
    if (rc == RC_OK && !made->id)
        rc = ERR(err, RC_NOT_FOUND,
                 "there is no such tournament; `postern tournament list` shows all");
    if (rc == RC_OK)
        rc = ledger_cup_entrants(desk->ledger, id, load_entrant, made, err);
    if (rc == RC_OK)
        rc = cup_find_lost(desk, made, err);
    if (rc == RC_OK)
        *cup = made;
    else
        cup_free(made);
    return rc;
}

enum rc cup_each(struct desk *desk, cup_fn fn, void *user, struct err *err)
{
    int64_t next = 0;
    enum rc rc = ledger_cup_next(desk->ledger, &next, err);

    for (int64_t id = 1; id < next && rc == RC_OK; id++) {
        struct cup *cup = NULL;

        rc = cup_load(desk, id, &cup, err);
        if (rc == RC_OK)
            rc = fn(user, cup, err);
        else if (rc == RC_NOT_FOUND) { /* a number that is not given again */
            err_clear(err);
            rc = RC_OK;
        }
        cup_free(cup);
    }
    return rc;
}

const char *cup_phase_word(const struct cup *cup)
{
    static const char *const words[] = {[CUPLOG_OPEN] = "open",
                                        [CUPLOG_CLOSED] = "closed",
                                        [CUPLOG_RUNNING] = "running",
                                        [CUPLOG_OVER] = "over",
                                        [CUPLOG_CANCELLED] = "cancelled"};

    return words[cup->log.phase];
}

/* Who leaves before the draw, or a ladder, is none of its entrants any more. */
static bool keeps_who_left(const struct cup *cup)
{
    return cup->log.phase > CUPLOG_CLOSED && cup->terms.rules.format != SCHEDULE_LADDER;
}

bool cup_is_ladder(const struct cup *cup)
{
    return cup->terms.rules.format == SCHEDULE_LADDER && cup->log.phase == CUPLOG_RUNNING;
}

unsigned cup_entrant_of(const struct cup *cup, int64_t player)
{
    for (unsigned i = cup->log.entered; i-- > 0;)
        if (cup->player[i] == player && (!cup->log.gone[i] || keeps_who_left(cup)))
            return i + 1;
    return 0;
}

void cup_name(struct desk *desk, const struct cup *cup, unsigned entrant, bool all, char *out,
              size_t capacity)
{
    struct person person;
    bool known = people_get(desk, cup->player[entrant - 1], &person, NULL) == RC_OK;

    text_copy(out, capacity,
              known && (all || person.profile != PERSON_PROFILE_HIDDEN) ? person.name : "");
}

void cup_place_name(struct desk *desk, const struct cup *cup, unsigned entrant, bool all, char *out,
                    size_t capacity)
{
    unsigned old = cup->log.in_place_of[entrant - 1];
    char name[PERSON_NAME_BYTES] = "", before[PERSON_NAME_BYTES] = "";
    struct text text;

    cup_name(desk, cup, entrant, all, name, sizeof name);
    if (old)
        cup_name(desk, cup, old, all, before, sizeof before);
    text_init(&text, out, capacity);
    text_put(&text, name);
    if (!*name || !*before)
        return;
    text_put(&text, " (");
    text_put(&text, before);
    text_put(&text, ")");
}
