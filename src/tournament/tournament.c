/* SPDX-License-Identifier: MIT */
/* Loads tournaments and answers questions about them. Changes are made in the tournament_*.c
 * files beside it. */
#include "tournament/tournament_p.h"

#include "ledger/tournaments.h"
#include "people/people.h"

void tournament_free(struct tournament *tournament)
{
    free(tournament);
}

static enum rc load_entry(struct tournament *tournament, const struct ledger_tournament_entry *row,
                          struct err *err)
{
    size_t length = strlen(row->text);
    const char *line = strchr(row->text, ' ');
    int64_t from, to;
    enum rc rc;

    tournament->at_s = row->at_s;
    if (line && (text_starts_with(line, " seeds ") || text_starts_with(line, " sink ")))
        tournament->term_s = row->at_s;
    if (line && text_starts_with(line, " pair "))
        tournament->round_s = row->at_s;
    if (line && (text_starts_with(line, " close ") || text_starts_with(line, " again ")))
        tournament->luck_s = row->at_s;
    if (line &&
        tournament_log_lost(line + 1, &from, &to)) /* the chain goes on behind their numbers */
        tournament->chain.number = (uint64_t)to;
    if (row->n == 0) {
        rc = tournament_terms_read(row->text, &tournament->terms, err);
        tournament->id = tournament->terms.number;
        chain_start(&tournament->chain, row->text, length);
        tournament_log_init(&tournament->log, &tournament->terms.rules, tournament->terms.by_lot);
    } else {
        struct hash commitment;

        if (row->commitment)
            memcpy(commitment.at, row->commitment, HASH_BYTES);
        chain_append(&tournament->chain, row->text, length, &commitment, row->commitment ? 1 : 0);
        rc = tournament_log_line(&tournament->log, line ? line + 1 : "", NULL, err);
    }
    if (rc == RC_OK && memcmp(tournament->chain.entry.at, row->hash, HASH_BYTES) != 0)
        rc = ERR(err, RC_BAD_SEAL, "the chain of a tournament is broken");
    if (rc != RC_OK)
        err_where(err, "log of a tournament", (uint32_t)row->n, 0);
    return rc;
}

static enum rc load_entries(struct desk *desk, int64_t id, struct tournament *tournament,
                            struct err *err)
{
    struct ledger_rows rows = ledger_tournament_entries(desk->ledger, id, err);

    for (struct ledger_tournament_entry row; ledger_next(&rows, &row);)
        rows.rc = load_entry(tournament, &row, err);
    return ledger_end(&rows);
}

static enum rc load_entrants(struct desk *desk, struct tournament *tournament, struct err *err)
{
    struct ledger_rows rows = ledger_tournament_entrants(desk->ledger, tournament->id, err);

    for (struct ledger_tournament_entrant row; ledger_next(&rows, &row);)
        if (row.entrant >= 1 && row.entrant <= PAIRING_ENTRANTS_MAX)
            tournament->player[row.entrant - 1] = row.player;
    return ledger_end(&rows);
}

enum rc tournament_read_terms(struct desk *desk, int64_t id, struct tournament_terms *terms,
                              struct err *err)
{
    struct ledger_rows rows = ledger_tournament_entries(desk->ledger, id, err);
    struct ledger_tournament_entry row;
    bool found = ledger_next(&rows, &row);

    *terms = (struct tournament_terms){0};
    if (found)
        rows.rc = tournament_terms_read(row.text, terms, err);
    TRY(ledger_end(&rows));
    return found ? RC_OK : ERR(err, RC_NOT_FOUND, "there is no such tournament");
}

enum rc tournament_load(struct desk *desk, int64_t id, struct tournament **tournament,
                        struct err *err)
{
    OWN_AT(tournament) made = calloc(1, sizeof *made);

    FAIL_IF(!made, err, RC_NO_MEMORY, "no memory for a tournament");
    TRY(load_entries(desk, id, made, err));
    FAIL_IF(!made->id, err, RC_NOT_FOUND,
            "there is no such tournament; `postern tournament list` shows all");
    TRY(load_entrants(desk, made, err));
    TRY(tournament_find_lost(desk, made, err));
    *tournament = made;
    made = NULL;
    return RC_OK;
}

struct tournament_walk tournaments_of(struct desk *desk, struct err *err)
{
    struct tournament_walk walk = {.desk = desk, .err = err};

    walk.rc = ledger_tournament_next(desk->ledger, &walk.end, err);
    return walk;
}

struct tournament *tournament_next(struct tournament_walk *walk)
{
    tournament_free(walk->at);
    walk->at = NULL;
    while (walk->rc == RC_OK && !walk->at && ++walk->id < walk->end) {
        walk->rc = tournament_load(walk->desk, walk->id, &walk->at, walk->err);
        if (walk->rc == RC_NOT_FOUND) { /* a number that is not given again */
            err_clear(walk->err);
            walk->rc = RC_OK;
        }
    }
    return walk->at;
}

const char *tournament_phase_word(const struct tournament *tournament)
{
    static const char *const words[] = {[TOURNAMENT_LOG_OPEN] = "open",
                                        [TOURNAMENT_LOG_CLOSED] = "closed",
                                        [TOURNAMENT_LOG_RUNNING] = "running",
                                        [TOURNAMENT_LOG_OVER] = "over",
                                        [TOURNAMENT_LOG_CANCELLED] = "cancelled"};

    return words[tournament->log.phase];
}

/* Who leaves before the draw, or a ladder, is none of its entrants any more. */
static bool keeps_who_left(const struct tournament *tournament)
{
    return tournament->log.phase > TOURNAMENT_LOG_CLOSED &&
           tournament->terms.rules.format != SCHEDULE_LADDER;
}

bool tournament_is_ladder(const struct tournament *tournament)
{
    return tournament->terms.rules.format == SCHEDULE_LADDER &&
           tournament->log.phase == TOURNAMENT_LOG_RUNNING;
}

unsigned tournament_entrant_of(const struct tournament *tournament, int64_t player)
{
    for (unsigned i = tournament->log.entered; i-- > 0;)
        if (tournament->player[i] == player &&
            (!tournament->log.gone[i] || keeps_who_left(tournament)))
            return i + 1;
    return 0;
}

void tournament_name(struct desk *desk, const struct tournament *tournament, unsigned entrant,
                     bool all, char *out, size_t capacity)
{
    struct person person;
    bool known = people_get(desk, tournament->player[entrant - 1], &person, NULL) == RC_OK;

    text_copy(out, capacity,
              known && (all || person.profile != PERSON_PROFILE_HIDDEN) ? person.name : "");
}

void tournament_place_name(struct desk *desk, const struct tournament *tournament, unsigned entrant,
                           bool all, char *out, size_t capacity)
{
    unsigned old = tournament->log.in_place_of[entrant - 1];
    char name[PERSON_NAME_BYTES] = "", before[PERSON_NAME_BYTES] = "";
    struct text text = text_in(out, capacity);

    tournament_name(desk, tournament, entrant, all, name, sizeof name);
    if (old)
        tournament_name(desk, tournament, old, all, before, sizeof before);
    text_put(&text, name);
    if (!*name || !*before)
        return;
    TEXT_PUT(&text, " (", before, ")");
}
