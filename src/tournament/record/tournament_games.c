/* SPDX-License-Identifier: MIT */
/* Holds the records of games against the results that a tournament's log has of them. */
#include "tournament/record/tournament_games.h"

#include <stdio.h>

#include "base/grow.h"
#include "base/timetext.h"

enum { LINE_BYTES = 256 }; /* a result is shorter */

/* ---- what the log says ---- */

struct saying {
    struct tournament_game_said *at; /* owned */
    size_t count, room;
    int64_t round_s; /* when the round was paired */
};

static enum rc add_game(struct saying *saying, const struct tournament_game_said *said,
                        struct err *err)
{
    struct tournament_game_said *grown =
        grow_array(saying->at, saying->count, &saying->room, sizeof *grown);

    FAIL_IF(!grown, err, RC_NO_MEMORY, "no memory for a tournament's games");
    saying->at = grown;
    saying->at[saying->count++] = *said;
    return RC_OK;
}

/* A result stands behind its game, mostly near the end. */
static void add_result(struct saying *saying, const struct tournament_game_said *said)
{
    for (size_t i = saying->count; i-- > 0;) {
        struct tournament_game_said *game = &saying->at[i];

        if (game->round != said->round || game->board != said->board || game->k != said->k)
            continue;
        game->has_result = true;
        memcpy(game->points, said->points, sizeof game->points);
        memcpy(game->how, said->how, sizeof game->how);
        game->n = said->n;
        memcpy(game->head, said->head, sizeof game->head);
        return;
    }
}

/* The result of a game on another server is all that names it. */
static enum rc add_far(struct saying *saying, struct tournament_game_said *said, const char *line,
                       struct err *err)
{
    char one[LINE_BYTES];

    snprintf(one, sizeof one, "%.*s", (int)strcspn(line, "\n"), line);
    if (sscanf(one, "result %*s %*s %*s %*s %*s %52s %u", said->genesis, &said->server) != 2)
        return RC_OK;
    said->has_result = true;
    said->since_s = saying->round_s;
    return add_game(saying, said, err);
}

/* The lines were read by the grammar before: here they are only taken apart. */
static enum rc read_line(struct saying *saying, const char *line, struct err *err)
{
    struct tournament_game_said said = {0};
    unsigned long long n = 0;
    long long number = 0;

    if (sscanf(line, "game %u/%u/%u number %lld %52s", &said.round, &said.board, &said.k, &number,
               said.genesis) == 5) {
        said.number = number;
        return add_game(saying, &said, err);
    }
    if (sscanf(line, "result %u/%u/%u %u-%u %15s %llu %52s", &said.round, &said.board, &said.k,
               &said.points[0], &said.points[1], said.how, &n, said.head) == 8) {
        said.n = n;
        add_result(saying, &said);
        return add_far(saying, &said, line, err);
    }
    return RC_OK;
}

enum rc tournament_games_read(const char *text, struct tournament_game_said **said, size_t *count,
                              struct err *err)
{
    struct saying saying = {0};
    enum rc rc = RC_OK;

    for (const char *at = text; at && *at && rc == RC_OK;
         at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        const char *word = at;

        if (!text_starts_with(at, "entry "))
            continue;
        for (unsigned i = 0; i < 3; i++) /* "entry N TIME" */
            word += strcspn(word, " \n") + (word[strcspn(word, " \n")] == ' ');
        if (text_starts_with(word, "pair "))
            (void)timetext_read(at + strcspn(at + 6, " ") + 7, TIMETEXT_BYTES - 1, &saying.round_s);
        rc = read_line(&saying, word, err);
    }
    if (rc != RC_OK) {
        free(saying.at);
        return rc;
    }
    *said = saying.at;
    *count = saying.count;
    return RC_OK;
}

/* ---- a game ---- */

struct ended {
    bool over;
    enum entry_result result;
    unsigned winner;
    bool by_keeper, was_changed; /* the administrator ended it; took something back in it */
    char reason[ENTRY_WORDS_BYTES];
};

/* The last end up to an entry: one that was taken back is followed by another. What the
 * administrator takes back is his word on the game, as an end of his is. */
static enum rc find_end(const struct record *record, uint64_t to, struct ended *ended,
                        struct err *err)
{
    OWN_MEMORY struct entry *entry = malloc(sizeof *entry);
    enum rc rc = entry ? RC_OK : ERR(err, RC_NO_MEMORY, "no memory for an entry");

    for (uint64_t n = to; n > 0 && rc == RC_OK; n--) {
        const struct record_entry *row = &record->entry[n - 1];

        if (!row->length)
            continue; /* declared lost */
        ended->was_changed |= strstr(row->text, " keeper undo to=") != NULL;
        if (ended->over)
            continue;
        rc = entry_read(n, row->text, row->length, entry, err);
        if (rc != RC_OK || entry->kind != ENTRY_END)
            continue;
        ended->over = true;
        ended->result = (enum entry_result)entry->result;
        ended->winner = entry->seat;
        ended->by_keeper = entry->who == ENTRY_KEEPER;
        text_copy(ended->reason, sizeof ended->reason, entry->words);
    }
    return rc;
}

/* Whose luck was missing or unopened stands behind the reason: "luck-missing seat/2". */
static bool stayed_away(const struct ended *ended, unsigned seat)
{
    char word[TEXT_INT_BYTES + 8];

    snprintf(word, sizeof word, " seat/%u", seat);
    return strstr(ended->reason, word) != NULL;
}

/* What an end is worth to a seat, and how it came about. */
static void value_end(const struct ended *ended, unsigned points[2], const char **how)
{
    bool is_forfeit = !ended->by_keeper && (text_starts_with(ended->reason, "luck-") ||
                                            text_starts_with(ended->reason, "abandoned ") ||
                                            text_starts_with(ended->reason, "away seat/"));

    points[0] = points[1] = 0;
    *how = is_forfeit                               ? "forfeit"
           : ended->by_keeper || ended->was_changed ? "adjudicated"
                                                    : "played";
    if (is_forfeit) {
        for (unsigned seat = 1; seat <= 2; seat++)
            points[seat - 1] = !stayed_away(ended, seat) && stayed_away(ended, 3 - seat) ? 2 : 0;
    } else if (ended->result == ENTRY_WON)
        points[ended->winner == 2] = 2;
    else if (ended->result == ENTRY_DRAWN)
        points[0] = points[1] = 1;
    else
        *how = "adjudicated";
}

/* Who saw the luck, or lost it, could have the game made anew until its draws please him. */
static bool is_called_off(const struct ended *ended, const struct verify *game)
{
    bool has_luck = game->count[VERIFY_LOST][VERIFY_UNPROVED] > 0;

    for (unsigned seat = 1; seat <= game->genesis.seats; seat++)
        has_luck |= game->luck[seat] != ENTRY_LUCK_NONE && game->luck[seat] != ENTRY_LUCK_HOUSE;
    return has_luck && ended->by_keeper && ended->result == ENTRY_VOID;
}

/* In the second game of a pair the seats are exchanged. */
static enum rc check_end(const struct record *record, const struct verify *game,
                         struct tournament_game_said *said, struct err *err)
{
    struct ended ended = {0};
    unsigned points[2], swap = said->k == 2;
    const char *how;

    TRY(find_end(record, said->n, &ended, err));
    FAIL_IF(!ended.over, err, RC_BAD_SEAL, "the game was not over when its result was logged");
    said->is_called_off = is_called_off(&ended, game);
    value_end(&ended, points, &how);
    if (points[swap] != said->points[0] || points[!swap] != said->points[1] ||
        !text_equal(how, said->how))
        return ERR(err, RC_BAD_SEAL, "the game ended otherwise than the tournament says");
    return RC_OK;
}

static enum rc check_head(const struct record *record, const struct tournament_game_said *said,
                          struct err *err)
{
    char text[BASE32_HASH_BYTES];
    struct chain at;

    if (!verify_entry_hash(record, said->n, &at))
        return ERR(err, RC_BAD_SEAL, "the record ends before the result was logged");
    if (!text_equal(base32_write(at.entry.at, HASH_BYTES, text), said->head))
        return ERR(err, RC_BAD_SEAL, "the game has another head than the tournament says");
    return RC_OK;
}

static enum rc value_record(const struct record *record, unsigned k,
                            struct tournament_game_said *said, struct err *err)
{
    struct ended ended = {0};
    unsigned points[2], swap = k == 2;
    const char *how;
    struct chain at;

    TRY(find_end(record, record->entry_count, &ended, err));
    if (!ended.over || !verify_entry_hash(record, record->entry_count, &at))
        return ERR(err, RC_CONFLICT, "the game is not over");
    value_end(&ended, points, &how);
    said->n = record->entry_count;
    base32_write(at.entry.at, HASH_BYTES, said->head);
    base32_write(at.genesis.at, HASH_BYTES, said->genesis);
    said->points[0] = points[swap];
    said->points[1] = points[!swap];
    text_copy(said->how, sizeof said->how, how);
    return RC_OK;
}

enum rc tournament_games_value(const struct verify *game, const struct buf *text, unsigned k,
                               struct tournament_game_said *said, struct err *err)
{
    struct record record;
    enum rc rc;

    FAIL_IF(!game->over, err, RC_CONFLICT, "the game is not over");
    record_init(&record, 0);
    rc = record_read(buf_text(text), text->length, &record, err);
    THEN(rc, value_record(&record, k, said, err));
    record_fini(&record);
    return rc;
}

/* ---- where it belongs ---- */

enum rc tournament_games_fits(const struct tournament_terms *terms, const struct verify *game,
                              int64_t since_s, struct err *err)
{
    if (!text_equal(game->genesis.game, terms->game) ||
        !text_equal(game->genesis.options, terms->options))
        return ERR(err, RC_CONFLICT, "the game is of another kind or has other options");
    if (game->genesis.started_s < since_s)
        return ERR(err, RC_CONFLICT, "the game began before its pair was made");
    if (game->genesis.tournament.round)
        return ERR(err, RC_CONFLICT, "the game belongs to another tournament");
    return RC_OK;
}

static enum rc check_far(const struct tournament_verified *tournament,
                         const struct tournament_game_said *said, const struct verify *game,
                         struct err *err)
{
    char key[BASE32_HASH_BYTES];

    base32_write(game->genesis.key, KEY_BYTES, key);
    if (said->server > tournament->log.servers ||
        !text_equal(tournament->log.server[said->server - 1], key))
        return ERR(err, RC_BAD_SEAL, "the game is of another server than the tournament says");
    return tournament_games_fits(&tournament->terms, game, said->since_s, err) == RC_OK
               ? RC_OK
               : RC_BAD_SEAL;
}

static const struct tournament_log_game *game_of(const struct tournament_verified *tournament,
                                                 const struct tournament_game_said *said)
{
    unsigned board = 0;

    for (unsigned i = 0; i < tournament->log.pairs; i++)
        if (tournament->log.pair[i].round == said->round && ++board == said->board)
            return &tournament->log.game[i][said->k - 1];
    return NULL;
}

bool tournament_games_meet(const struct tournament_verified *tournament,
                           const struct tournament_game_said *one,
                           const struct tournament_game_said *other)
{
    const struct tournament_log_game *a = game_of(tournament, one), *b = game_of(tournament, other);

    return a && b &&
           ((a->entrant[0] == b->entrant[0] && a->entrant[1] == b->entrant[1]) ||
            (a->entrant[0] == b->entrant[1] && a->entrant[1] == b->entrant[0]));
}

static bool is_of_tournament(const struct tournament_verified *tournament,
                             const struct tournament_game_said *said,
                             const struct genesis_tournament *place)
{
    const struct tournament_log_game *game = game_of(tournament, said);
    unsigned swap = said->k == 2;

    return game && hash_equal(&place->genesis, &tournament->chain.genesis) &&
           place->round == said->round && place->board == said->board && place->k == said->k &&
           place->entrant[swap] == game->entrant[0] && place->entrant[!swap] == game->entrant[1];
}

enum rc tournament_games_check(const struct tournament_verified *tournament,
                               struct tournament_game_said *said, size_t count,
                               const struct verify *game, const struct buf *text, size_t *at,
                               struct err *err)
{
    char genesis[BASE32_HASH_BYTES];
    struct record record;
    size_t i = 0;
    enum rc rc;

    base32_write(game->end.genesis.at, HASH_BYTES, genesis);
    while (i < count && !text_equal(said[i].genesis, genesis))
        i++;
    FAIL_IF(i == count, err, RC_NOT_FOUND, "the tournament names no such game");
    *at = i;
    if (said[i].server) {
        TRY(check_far(tournament, &said[i], game, err));
    } else if (said[i].number != (int64_t)game->genesis.number ||
               !text_equal(game->genesis.game, tournament->terms.game) ||
               !tournament_terms_is_key(&tournament->terms, &tournament->log, game->genesis.key))
        return ERR(err, RC_BAD_SEAL, "the game is of another number, kind or server");
    if (game->genesis.tournament.round &&
        !is_of_tournament(tournament, &said[i], &game->genesis.tournament))
        return ERR(err, RC_BAD_SEAL, "the game was begun for another pair or tournament");
    record_init(&record, 0);
    rc = record_read(buf_text(text), text->length, &record, err);
    if (rc == RC_OK && said[i].has_result)
        rc = check_head(&record, &said[i], err);
    if (rc == RC_OK && said[i].has_result)
        rc = check_end(&record, game, &said[i], err);
    record_fini(&record);
    if (rc == RC_OK && !game->genesis.tournament.round && !said[i].server)
        rc = ERR(err, RC_BAD_SEAL, "the game does not name the tournament");
    return rc;
}
