/* SPDX-License-Identifier: MIT */
/* tournament new, list, show, enter, leave, replace, trust, result, start, challenge, standings,
 * end, cancel, lost, export. */
#include "cli/commands.h"

#include "cli/listing.h"
#include "outbound/wording.h"
#include "games/games.h"
#include "people/people.h"
#include "schedule/tournaments.h"
#include "server/files.h"
#include "server/titles.h"
#include "commands/tournament_game.h"
#include "commands/newgame.h"

static const char *status_word(const struct tournament *tournament)
{
    return tournament->signed_n ? "frozen" : tournament_phase_word(tournament);
}

/* ---- a change of one tournament ---- */

static enum rc begin(struct cli *cli, struct tournament **tournament, struct err *err)
{
    int64_t id = 0;

    TRY(server_change_of(cli, "tournament", &id, err));
    return tournament_load(cli->desk, id, tournament, err);
}

static enum rc done(struct cli *cli, const struct tournament *tournament, const char *what,
                    struct err *err)
{
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out, "%s: %s\n", tournament->terms.name, what);
    cli->result = json_pack("{s:I, s:s, s:i}", "tournament", (json_int_t)tournament->id, "status",
                            tournament_phase_word(tournament), "round", (int)tournament->log.round);
    return RC_OK;
}

/* ---- new ---- */

static enum rc read_number(const struct cli *cli, const char *name, unsigned most, unsigned *value,
                           struct err *err)
{
    const char *word = cli_value(cli, name);
    char number[TEXT_INT_BYTES];
    int64_t read = 0;

    FAIL_IF(word && (!text_to_int(word, strlen(word), &read) || read < 0 || read > (int64_t)most),
            err, RC_USAGE, "--", name, " ", word, ": a number up to ", text_of_int(number, most));
    if (word)
        *value = (unsigned)read;
    return RC_OK;
}

static enum rc read_rules(const struct cli *cli, struct tournament_terms *terms, struct err *err)
{
    const char *format = cli_value(cli, "format"), *seeds = cli_value(cli, "seeds");
    struct schedule_rules *rules = &terms->rules;

    *rules = (struct schedule_rules){.format = SCHEDULE_SWISS, .groups = 1, .games = 1};
    if (format && !schedule_read(format, &rules->format))
        return ERR(err, RC_USAGE, "--format is swiss, dutch, robin, knockout or ladder");
    if (rules->format == SCHEDULE_LADDER) {
        rules->reach = 3;
        rules->term_days = 60;
    }
    terms->by_lot = !seeds || text_equal(seeds, "lot");
    if (seeds && !terms->by_lot && !text_equal(seeds, "rating"))
        return ERR(err, RC_USAGE, "--seeds is lot or rating");
    rules->third = cli_flag(cli, "third");
    rules->elsewhere = cli_flag(cli, "elsewhere");
    TRY(read_number(cli, "rounds", PAIRING_ROUNDS_MAX, &rules->rounds, err));
    TRY(read_number(cli, "groups", PAIRING_ENTRANTS_MAX, &rules->groups, err));
    TRY(read_number(cli, "final", PAIRING_ENTRANTS_MAX, &rules->best, err));
    TRY(read_number(cli, "reach", PAIRING_ENTRANTS_MAX, &rules->reach, err));
    TRY(read_number(cli, "term", SCHEDULE_TERM_DAYS_MAX, &rules->term_days, err));
    return read_number(cli, "games", TOURNAMENT_LOG_GAMES, &rules->games, err);
}

/* The game's options as it writes them itself. */
static enum rc read_options(const struct cli *cli, struct desk *desk, const struct game *game,
                            struct tournament_terms *terms, struct err *err)
{
    struct wording wording = {.language = library_language(desk->library, NULL), .game = game};
    char given[OPTIONS_TEXT_BYTES];
    struct game_setup setup = {.seats = 2, .options = given};
    struct verdict verdict = {0};
    struct text text, canonical;
    OWN(buf) why = {0};
    const char *word;
    unsigned at = 0;

    text_init(&text, given, sizeof given);
    while ((word = cli_next(cli, "option", &at)) != NULL)
        TEXT_PUT(&text, text.length ? " " : "", word);
    text_init(&canonical, terms->options, sizeof terms->options);
    if (game->text->write_options(&setup, &canonical, &verdict) != VERDICT_DONE) {
        wording_verdict(&wording, &verdict, &why);
        return ERR(err, RC_USAGE, buf_text(&why), " See postern game new --help");
    } else if (text.cut || canonical.cut)
        return ERR(err, RC_TOO_LONG, "no game has such long options");
    return RC_OK;
}

static enum rc read_terms(const struct cli *cli, struct desk *desk, struct tournament_terms *terms,
                          struct err *err)
{
    const struct game *game = titles_find(desk->library, cli->word[0], strlen(cli->word[0]));
    const char *name = cli_value(cli, "name"), *time = cli_value(cli, "time");

    TRY(read_rules(cli, terms, err));
    FAIL_IF(!game, err, RC_NOT_FOUND, "there is no game called '", cli->word[0],
            "'; see postern game new --help");
    FAIL_IF(game->seats_min > 2 || game->seats_max < 2, err, RC_USAGE,
            "a tournament is of games for two, and ", game->title, " is for more");
    if (!name || !*name || strlen(name) >= sizeof terms->name)
        return ERR(err, RC_USAGE, "say what it is called: --name NAME, at most 63 bytes");
    FAIL_IF(time && strlen(time) >= sizeof terms->time, err, RC_USAGE, "--time is too long");
    text_copy(terms->name, sizeof terms->name, name);
    text_copy(terms->game, sizeof terms->game, game->name);
    text_copy(terms->time, sizeof terms->time, time ? time : "");
    return read_options(cli, desk, game, terms, err);
}

static enum rc make(const struct cli *cli, struct desk *desk, int64_t *id, struct err *err)
{
    struct tournament_terms terms = {0};
    struct tournament *tournament = NULL;
    enum rc rc = read_terms(cli, desk, &terms, err);
    TEXT_IN(text, time, CONFIG_TEXT_BYTES);

    THEN(rc, newgame_time(desk, terms.time, 0, &text, err)); /* are these times at all? */
    THEN(rc, desk_begin(desk, err));
    THEN(rc, tournament_new(desk, &terms, id, err));
    if (rc == RC_OK && cli_flag(cli, "announce")) {
        rc = tournament_load(desk, *id, &tournament, err);
        THEN(rc, tournaments_announce(desk, tournament, err));
        tournament_free(tournament);
    }
    return rc == RC_OK ? desk_commit(desk, err) : rc;
}

/* Of two that go on under one name players cannot tell which is meant. in  id: the new one */
static enum rc warn_of_like(struct cli *cli, int64_t id, struct err *err)
{
    struct tournament_walk walk = tournaments_of(cli->desk, err);
    struct tournament *tournament;

    while ((tournament = tournament_next(&walk)) != NULL)
        if (tournament->id != id &&
            text_equal_folded(tournament->terms.name, cli_value(cli, "name")) &&
            tournament->log.phase < TOURNAMENT_LOG_OVER)
            buf_printf(&cli->out,
                       "tournament %lld is called %s, too, and is %s: \"postern tournament cancel "
                       "NUMBER\" takes one of them back\n",
                       (long long)tournament->id, tournament->terms.name,
                       tournament_phase_word(tournament));
    return walk.rc;
}

enum rc cmd_tournament_new(struct cli *cli, struct err *err)
{
    int64_t id = 0;

    TRY(server_use(cli, err));
    TRY(make(cli, cli->desk, &id, err));
    TRY(warn_of_like(cli, id, err));
    buf_printf(&cli->out,
               "tournament %lld is open: players enter by \"enter %lld\", and postern "
               "tournament start %lld begins it\n",
               (long long)id, (long long)id, (long long)id);
    cli->result = json_pack("{s:I}", "tournament", (json_int_t)id);
    return RC_OK;
}

/* ---- list ---- */

static const struct table_column list_columns[] = {
    {"tournament", "number", true, false}, {"name", "name", false, true},
    {"kind", "kind", false, false},        {"format", "format", false, false},
    {"status", "status", false, false},    {"entrants", "entrants", true, false},
    {"round", "round", true, false},       {"open", "games open", true, false}};

static void list_one(struct table *table, const struct tournament *tournament)
{
    char number[4][TEXT_INT_BYTES];
    unsigned staying = 0;

    for (unsigned i = 0; i < tournament->log.entered; i++)
        staying += !tournament->log.gone[i];
    table_row(table, text_of_int(number[0], tournament->id), tournament->terms.name,
              tournament->terms.game, schedule_word(tournament->terms.rules.format),
              status_word(tournament), text_of_int(number[1], staying),
              text_of_int(number[2], tournament->log.round),
              text_of_int(number[3], tournament_log_open(&tournament->log)));
}

static enum rc gather(struct listing *listing, struct err *err)
{
    struct tournament_walk walk = tournaments_of(listing->desk, err);
    struct tournament *tournament;

    while ((tournament = tournament_next(&walk)) != NULL)
        list_one(listing->table, tournament);
    return walk.rc;
}

LISTING(cmd_tournament_list, list_columns, gather,
        "There is no tournament; postern tournament new makes one.");

/* ---- show, standings ---- */

static const char *name_of(struct desk *desk, const struct tournament *tournament, unsigned entrant,
                           char name[PERSON_NAME_BYTES])
{
    tournament_name(desk, tournament, entrant, true, name, PERSON_NAME_BYTES);
    return *name ? name : "?";
}

static void put_half(struct buf *out, unsigned half)
{
    buf_printf(out, "%u%s", half / 2, half % 2 ? "½" : "");
}

static void show_standings(struct cli *cli, struct desk *desk, struct tournament *tournament,
                           json_t *list)
{
    unsigned count = tournament_log_standings(&tournament->log);
    char name[PERSON_NAME_BYTES], shown[TOURNAMENT_PLACE_NAME_BYTES];

    for (unsigned i = 0; i < count; i++) {
        const struct standings_row *row = &tournament->log.row[i];
        unsigned entrant = tournament_log_entrant(&tournament->log, row->entrant);

        tournament_place_name(desk, tournament, entrant, true, shown, sizeof shown);
        buf_printf(&cli->out, "%3u. %s%*s ", row->place, *shown ? shown : "?",
                   table_width(shown) < 24 ? (int)(24 - table_width(shown)) : 0, "");
        put_half(&cli->out, row->points);
        if (!row->group)
            buf_put(&cli->out, "  final");
        else if (tournament->terms.rules.groups > 1)
            buf_printf(&cli->out, "  group %u", row->group);
        buf_put(&cli->out, row->out ? "  out\n" : "\n");
        json_array_append_new(
            list, json_pack("{s:i, s:i, s:i, s:s, s:i, s:f, s:i, s:i, s:i, s:f, s:f, s:f, s:b}",
                            "place", (int)row->place, "group", (int)row->group, "entrant",
                            (int)entrant, "name", name_of(desk, tournament, entrant, name),
                            "in_place_of", (int)tournament->log.in_place_of[entrant - 1], "points",
                            row->points / 2.0, "won", (int)row->won, "drawn", (int)row->drawn,
                            "lost", (int)row->lost, "buchholz", row->tie[STANDINGS_BUCHHOLZ] / 2.0,
                            "sonneborn", row->tie[STANDINGS_SONNEBORN] / 4.0, "direct",
                            row->tie[STANDINGS_DIRECT] / 2.0, "out", row->out));
    }
}

static void show_entrants(struct cli *cli, struct desk *desk, const struct tournament *tournament,
                          json_t *list)
{
    char name[PERSON_NAME_BYTES];

    for (unsigned i = 0; i < tournament->log.entered; i++) {
        name_of(desk, tournament, i + 1, name);
        buf_printf(&cli->out, "%3u  %s%s\n", i + 1, *name ? name : "(forgotten)",
                   tournament->log.gone[i] ? "  (left)" : "");
        json_array_append_new(list, json_pack("{s:i, s:s, s:i, s:b}", "entrant", (int)i + 1, "name",
                                              name, "rating", (int)tournament->log.rating[i],
                                              "left", tournament->log.gone[i]));
    }
}

static void show_pairs(struct cli *cli, struct desk *desk, const struct tournament *tournament,
                       json_t *list)
{
    char one[PERSON_NAME_BYTES], two[PERSON_NAME_BYTES];

    for (unsigned i = tournament->log.round_first; i < tournament->log.pairs; i++) {
        const struct pairing_pair *pair = &tournament->log.pair[i];
        unsigned first = tournament_log_entrant(&tournament->log, pair->first);
        unsigned second = tournament_log_entrant(&tournament->log, pair->second);

        if (!first)
            continue;
        buf_printf(&cli->out, "%4u. %s - %s", i - tournament->log.round_first + 1,
                   name_of(desk, tournament, first, one),
                   second ? name_of(desk, tournament, second, two) : "bye");
        if (pair->done) {
            buf_put(&cli->out, "  ");
            put_half(&cli->out, pair->first_points);
            buf_put(&cli->out, ":");
            put_half(&cli->out, pair->second_points);
        } else if (tournament->log.game[i][0].number)
            buf_printf(&cli->out, "  game %lld", (long long)tournament->log.game[i][0].number);
        buf_put_char(&cli->out, '\n');
        json_array_append_new(
            list, json_pack("{s:i, s:i, s:i, s:b, s:f, s:f, s:I, s:I}", "board",
                            (int)(i - tournament->log.round_first + 1), "first", (int)first,
                            "second", (int)second, "done", pair->done, "first_points",
                            pair->first_points / 2.0, "second_points", pair->second_points / 2.0,
                            "game", (json_int_t)tournament->log.game[i][0].number, "second_game",
                            (json_int_t)tournament->log.game[i][1].number));
    }
}

static enum rc read_one(struct cli *cli, struct tournament **tournament, struct err *err)
{
    int64_t id = 0;

    TRY(server_use_of(cli, "tournament", &id, err));
    return tournament_load(cli->desk, id, tournament, err);
}

enum rc cmd_tournament_show(struct cli *cli, struct err *err)
{
    json_t *entrants = json_array(), *pairs = json_array();
    OWN_AT(tournament) tournament = NULL;
    enum rc rc = read_one(cli, &tournament, err);

    if (rc == RC_OK) {
        buf_printf(&cli->out, "%s: %s, %s, %s, round %u\n", tournament->terms.name,
                   tournament->terms.game, schedule_word(tournament->terms.rules.format),
                   status_word(tournament), tournament->log.round);
        show_entrants(cli, cli->desk, tournament, entrants);
        if (tournament->log.round)
            buf_printf(&cli->out, "round %u:\n", tournament->log.round);
        show_pairs(cli, cli->desk, tournament, pairs);
        cli->result = json_pack(
            "{s:I, s:s, s:s, s:s, s:s, s:i, s:O, s:O}", "tournament", (json_int_t)tournament->id,
            "name", tournament->terms.name, "kind", tournament->terms.game, "format",
            schedule_word(tournament->terms.rules.format), "status", status_word(tournament),
            "round", (int)tournament->log.round, "entrants", entrants, "pairs", pairs);
    }
    json_decref(entrants);
    json_decref(pairs);
    return rc;
}

enum rc cmd_tournament_standings(struct cli *cli, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;

    TRY(read_one(cli, &tournament, err));
    cli->result = json_array();
    if (!tournament->log.seeds)
        buf_put(&cli->out, "The tournament has not begun.\n");
    show_standings(cli, cli->desk, tournament, cli->result);
    return RC_OK;
}

enum rc cmd_tournament_export(struct cli *cli, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;
    enum rc rc = read_one(cli, &tournament, err);

    THEN(rc, tournament_export(cli->desk, tournament, &cli->out, err));
    cli->is_file = true;
    if (rc == RC_OK)
        cli->result = json_pack("{s:I, s:s}", "tournament", (json_int_t)tournament->id, "record",
                                buf_text(&cli->out));
    return rc;
}

/* ---- enter, leave, start, cancel ---- */

enum rc cmd_tournament_enter(struct cli *cli, struct err *err)
{
    const char *words = cli_value(cli, "luck");
    OWN_AT(tournament) tournament = NULL;

    TRY(begin(cli, &tournament, err));
    if (words && cli->word_count > 2)
        return ERR(err, RC_USAGE, "--luck is of one player; each gives his own");
    for (unsigned i = 1; i < cli->word_count; i++) {
        int64_t player = 0;

        TRY(people_find(cli->desk, cli->word[i], &player, err));
        TRY(tournament_enter(cli->desk, tournament, player, words ? words : "", err));
    }
    return done(cli, tournament, cli->word_count > 2 ? "all have entered" : "entered", err);
}

enum rc cmd_tournament_leave(struct cli *cli, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;
    int64_t player = 0;

    TRY(begin(cli, &tournament, err));
    TRY(people_find(cli->desk, cli->word[1], &player, err));
    TRY(tournament_leave(cli->desk, tournament, player, err));
    /* no game ends here and asks for more */
    if (tournament->terms.rules.elsewhere)
        TRY(tournaments_resume(cli->desk, tournament, err));
    return done(cli, tournament, "left; games that he plays go on", err);
}

enum rc cmd_tournament_replace(struct cli *cli, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;
    int64_t left = 0, player = 0;

    TRY(begin(cli, &tournament, err));
    TRY(people_find(cli->desk, cli->word[1], &left, err));
    TRY(people_find(cli->desk, cli->word[2], &player, err));
    TRY(tournament_replace(cli->desk, tournament, left, player, err));
    TRY(tournaments_tell(cli->desk, tournament, "club.tournament-replaced", err));
    TRY(tournaments_resume(cli->desk, tournament, err));
    return done(cli, tournament, "the place is taken; all entrants are told", err);
}

/* ---- other servers ---- */

enum { RECORD_MOST = 64 << 20 };

enum rc cmd_tournament_trust(struct cli *cli, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;

    TRY(begin(cli, &tournament, err));
    TRY(tournament_trust(cli->desk, tournament, cli->word[1], err));
    return done(cli, tournament, "results of this server are taken", err);
}

/* "3" or "3/2": a board of the round, and which game of its pair. */
static enum rc read_board(const char *word, unsigned *board, unsigned *k, struct err *err)
{
    size_t length = strcspn(word, "/");
    int64_t first = 0, second = 1;

    if (!text_to_int(word, length, &first) || first < 1 || first > TOURNAMENT_LOG_PAIRS_MAX ||
        (word[length] && !text_to_int(word + length + 1, strlen(word + length + 1), &second)) ||
        second < 1 || second > TOURNAMENT_LOG_GAMES)
        return ERR(err, RC_USAGE, "'", word, "' is not a board, as 3, or 3/2 for its second game");
    *board = (unsigned)first;
    *k = (unsigned)second;
    return RC_OK;
}

static enum rc enter_result(struct cli *cli, struct desk *desk, struct tournament *tournament,
                            struct err *err)
{
    OWN(verify) game = {0};
    OWN_WIPED(buf) text = {0};
    unsigned board = 0, k = 0;

    TRY(read_board(cli->word[1], &board, &k, err));
    TRY(files_read(cli->word[2], RECORD_MOST, &text, err));
    TRY(verify_bytes(buf_text(&text), text.length, games_find, &game, err));
    TRY(tournament_result_away(desk, tournament, board, k, &game, &text, err));
    return tournaments_resume(desk, tournament, err);
}

enum rc cmd_tournament_result(struct cli *cli, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;

    TRY(begin(cli, &tournament, err));
    TRY(enter_result(cli, cli->desk, tournament, err));
    return done(cli, tournament, "the record is true; its result is entered", err);
}

enum rc cmd_tournament_start(struct cli *cli, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;

    TRY(begin(cli, &tournament, err));
    TRY(tournament_start(cli->desk, tournament, err));
    TRY(tournaments_advance(cli->desk, tournament, err));
    return done(cli, tournament,
                tournament_is_ladder(tournament) ? "players may challenge each other"
                : tournament->log.phase == TOURNAMENT_LOG_CLOSED
                    ? "entry is closed; the draw waits for luck that is sealed"
                    : "the first round is paired; its invitations are queued",
                err);
}

static enum rc refuse_challenge(const char *why, const struct tournament *tournament,
                                struct err *err)
{
    static const struct {
        const char *word, *text;
    } reasons[] = {
        {"not-in", "both must stand on a ladder that runs"},
        {"reach", "a challenge goes upwards, and not further than the ladder's reach"},
        {"busy", "one of them has such a challenge already"},
        {"again", "these two have just played; the challenger plays somebody else first"},
        {"games",
         "one of them has as many games of tournaments as [server] tournament_games allows"},
        {"full", "this ladder is full; end it and begin another"}};

    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        if (text_equal(why, reasons[i].word))
            return ERR(err, RC_CONFLICT, tournament->terms.name, ": ", reasons[i].text);
    return ERR(err, RC_CONFLICT, tournament->terms.name, ": ", why);
}

enum rc cmd_tournament_challenge(struct cli *cli, struct err *err)
{
    int64_t challenger = 0, challenged = 0;
    OWN_AT(tournament) tournament = NULL;
    const char *why = NULL;

    TRY(begin(cli, &tournament, err));
    TRY(people_find(cli->desk, cli->word[1], &challenger, err));
    TRY(people_find(cli->desk, cli->word[2], &challenged, err));
    TRY(tournament_game_challenge(cli->desk, tournament, challenger, challenged, &why, err));
    if (why)
        TRY(refuse_challenge(why, tournament, err));
    return done(cli, tournament, "challenged; the game has begun", err);
}

enum rc cmd_tournament_end(struct cli *cli, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;

    TRY(begin(cli, &tournament, err));
    TRY(tournament_close_ladder(cli->desk, tournament, err));
    return done(cli, tournament, "ended", err);
}

enum rc cmd_tournament_cancel(struct cli *cli, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;

    TRY(begin(cli, &tournament, err));
    TRY(tournament_cancel(cli->desk, tournament, err));
    TRY(tournaments_cancelled(cli->desk, tournament, err));
    return done(cli, tournament, "cancelled; its games go on by themselves", err);
}

/* ---- lost ---- */

static enum rc lose(struct cli *cli, struct desk *desk, struct tournament *tournament,
                    int64_t *from_n, int64_t *to_n, struct err *err)
{
    const char *last = cli_value(cli, "last");
    int64_t last_n = 0;

    if (last)
        TRY(server_number(last, "last entry", &last_n, err));
    TRY(tournament_lose(desk, tournament, last_n, from_n, to_n, err));
    TRY(tournaments_tell(desk, tournament, "club.tournament-lost", err));
    return tournaments_resume(desk, tournament, err);
}

enum rc cmd_tournament_lost(struct cli *cli, struct err *err)
{
    OWN_AT(tournament) tournament = NULL;
    int64_t from_n = 0, to_n = 0;

    TRY(begin(cli, &tournament, err));
    TRY(lose(cli, cli->desk, tournament, &from_n, &to_n, err));
    TRY(desk_commit(cli->desk, err));
    buf_printf(&cli->out,
               "Entries %lld to %lld of %s are declared lost; its entrants are told. Who had "
               "entered\nsince then is not known here: tell them, too.\n",
               (long long)from_n, (long long)to_n, tournament->terms.name);
    cli->result = json_pack("{s:I, s:I, s:I}", "tournament", (json_int_t)tournament->id, "from",
                            (json_int_t)from_n, "to", (json_int_t)to_n);
    return RC_OK;
}
