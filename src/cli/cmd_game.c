/* SPDX-License-Identifier: MIT */
/* game new, list, show, legal, log, export. */
#include "cli/commands.h"

#include "cli/gamefile.h"
#include "cli/listing.h"
#include "cli/server.h"
#include "cli/sheet.h"
#include "outbound/answering.h"
#include "draw/draw.h"
#include "games/games.h"
#include "admin/admin.h"
#include "ledger/derived.h"
#include "ledger/facts.h"
#include "play/adjudicate.h"
#include "play/export.h"
#include "people/people.h"
#include "record/record.h"
#include "commands/newgame.h"
#include "server/titles.h"

/* ---- new ---- */

void cmd_game_new_explain(struct buf *out)
{
    buf_put(out, "\ngames and their options:\n");
    for (const struct game *const *game = games; *game; game++) {
        buf_printf(out, "  %s: %s, ", (*game)->name, (*game)->title);
        if ((*game)->seats_min < (*game)->seats_max)
            buf_printf(out, "%u to ", (*game)->seats_min);
        buf_printf(out, "%u players\n", (*game)->seats_max);
        for (const struct game_option *o = (*game)->text->options; o && o->name; o++)
            buf_printf(out,
                       "    --option %s=%s\n        (%s if not given; see `postern rules %s`)\n",
                       o->name, o->values, *o->standard ? o->standard : "nothing", o->clause);
    }
}

static enum rc gather_seats(const struct cli *cli, struct desk *desk, struct newgame *wanted,
                            struct err *err)
{
    const char *word;
    unsigned at = 0;

    while ((word = cli_next(cli, "seat", &at)) != NULL) {
        FAIL_IF(wanted->seats == SEATS_MAX, err, RC_USAGE, "too many seats");
        TRY(people_find(desk, word, &wanted->player[++wanted->seats], err));
        for (unsigned i = 1; i < wanted->seats; i++)
            FAIL_IF(wanted->player[i] == wanted->player[wanted->seats], err, RC_USAGE, word,
                    " is named twice; who plays with himself writes \"practice GAME alone\"");
    }
    return RC_OK;
}

/* The game that is named, or that of a scenario. */
static enum rc find_game(const struct cli *cli, const struct desk *desk, struct scenario *scenario,
                         const struct game **game, struct err *err)
{
    const char *file = cli_value(cli, "scenario");
    const char *name = cli->word_count ? cli->word[0] : scenario->game;

    if (file)
        TRY(scenario_file_read(file, scenario, err));
    *game = titles_find(desk->library, name, strlen(name));
    FAIL_IF(!*game, err, RC_NOT_FOUND, "there is no game called '", name,
            "'; see postern game new --help");
    if (file && !text_equal(scenario->game, (*game)->name))
        return ERR(err, RC_USAGE, file, " is a scenario for ", scenario->game, ", not for ", name);
    return RC_OK;
}

/* Those of a scenario first, so that a place in them leads back to its line. */
static enum rc gather_options(const struct cli *cli, const struct scenario *scenario,
                              struct text *options, struct err *err)
{
    const char *word;
    unsigned at = 0;

    text_put(options, scenario->options);
    while ((word = cli_next(cli, "option", &at)) != NULL)
        TEXT_PUT(options, options->length ? " " : "", word);
    return options->cut ? ERR(err, RC_TOO_LONG, "no game has such long options") : RC_OK;
}

static enum rc refuse_options(const struct cli *cli, struct desk *desk, const struct game *game,
                              const struct scenario *scenario, const struct verdict *verdict,
                              struct err *err)
{
    struct wording wording = {.language = library_language(desk->library, NULL), .game = game};
    OWN(buf) text = {0};

    if (cli_value(cli, "scenario") && verdict->column <= strlen(scenario->options))
        return scenario_file_refuse(desk->library, game, cli_value(cli, "scenario"), scenario,
                                    verdict, err);
    wording_verdict(&wording, verdict, &text);
    return ERR(err, RC_USAGE, buf_text(&text), " See postern game new --help");
}

/* An offer instead: whoever answers first takes a seat that is free. */
static enum rc offer_game(struct cli *cli, struct desk *desk, const struct newgame *wanted,
                          struct verdict *verdict, int64_t *offer, struct err *err)
{
    const char *word = cli_value(cli, "seats");
    int64_t seats = wanted->played->seats_min;
    struct game_setup setup = {.options = wanted->options};
    TEXT_IN(text, canonical, OPTIONS_TEXT_BYTES);

    *verdict = (struct verdict){0};
    if (word && (!text_to_int(word, strlen(word), &seats) || seats < wanted->played->seats_min ||
                 seats > wanted->played->seats_max))
        return ERR(err, RC_USAGE, "--seats ", word, ": this game has not so many");
    setup.seats = (unsigned)seats;
    if (wanted->played->text->write_options(&setup, &text, verdict) != VERDICT_DONE)
        return RC_OK;
    return offering_open(desk, wanted, (unsigned)seats, offer, err);
}

/* Inside a change. */
static enum rc make_one(struct cli *cli, struct desk *desk, int64_t *game, struct err *err)
{
    const char *press = cli_value(cli, "press");
    struct newgame wanted = {.version = cli_value(cli, "rules"),
                             .time = cli_value(cli, "time"),
                             .anonymous = cli_flag(cli, "anonymous"),
                             .press_open = press && text_equal(press, "open")};
    struct scenario scenario = {.count = 0};
    struct verdict verdict;
    TEXT_IN(text, options, OPTIONS_TEXT_BYTES);

    TRY(find_game(cli, desk, &scenario, &wanted.played, err));
    if (press && !wanted.press_open && !text_equal(press, "private"))
        return ERR(err, RC_USAGE, "--press is \"open\" or \"private\"");
    wanted.options = options;
    TRY(gather_options(cli, &scenario, &text, err));
    TRY(gather_seats(cli, desk, &wanted, err));
    if (cli_flag(cli, "open"))
        TRY(offer_game(cli, desk, &wanted, &verdict, game, err));
    else
        TRY(newgame_make(desk, &wanted, game, &verdict, err));
    if (verdict.kind != VERDICT_DONE)
        TRY(refuse_options(cli, desk, wanted.played, &scenario, &verdict, err));
    return RC_OK;
}

static enum rc make_game(struct cli *cli, struct desk *desk, int64_t *game, struct err *err)
{
    TRY(desk_begin(desk, err));
    TRY(make_one(cli, desk, game, err));
    return desk_commit(desk, err);
}

/* ---- many in one run ---- */

struct many {
    struct cli *cli;
    struct desk *desk;
    json_t *games;
};

/* A row says what a command line would, and what stands on the command line is for all. */
static enum rc make_row(void *user, const struct sheet *sheet, struct err *err)
{
    struct many *many = user;
    struct cli row = *many->cli;
    const char *name = sheet_cell(sheet, "game");
    int64_t game = 0;

    row.word_count = *name || row.word_count ? 1 : 0;
    row.word = *name ? &name : many->cli->word;
    for (unsigned i = 0; i < sheet->columns; i++) {
        if (!*sheet->cell[i] || text_equal(sheet->title[i], "game"))
            continue;
        FAIL_IF(row.value_count == CLI_VALUES_MAX, err, RC_USAGE, "this row says too much");
        row.given[row.value_count].name = sheet->title[i];
        row.given[row.value_count++].value = sheet->cell[i];
    }
    if (!row.word_count && !cli_value(&row, "scenario"))
        return ERR(err, RC_USAGE, "this row does not say which game");
    TRY(make_one(&row, many->desk, &game, err));
    json_array_append_new(many->games, json_integer((json_int_t)game));
    return RC_OK;
}

enum { SHEET_MOST = 20 << 20 }; /* a season's games, a line each */

static enum rc make_many(struct cli *cli, struct desk *desk, struct err *err)
{
    static const char *const known[] = {"game", "seat",  "option", "scenario",
                                        "time", "rules", "press",  NULL};
    const char *file = cli_value(cli, "from");
    struct many many = {cli, desk, json_array()};
    OWN(buf) text = {0};

    TRY(cli_read(file, SHEET_MOST, &text, err));
    cli->result = json_pack("{s:o}", "games", many.games);
    TRY(desk_begin(desk, err));
    TRY(sheet_each(file, &text, known, make_row, &many, err));
    TRY(desk_commit(desk, err));
    buf_printf(&cli->out, "%zu games are made; their invitations are queued\n",
               json_array_size(many.games));
    return RC_OK;
}

/* What a file says, behind what the command line does. */
static enum rc read_gamefile(struct cli *cli, struct buf *text, struct err *err)
{
    const char *file = cli_value(cli, "file");
    enum rc rc = file ? cli_read(file, CLI_INPUT_MOST, text, err) : RC_OK;

    if (file && rc == RC_OK)
        rc = gamefile_apply(cli, file, text, err);
    if (cli_value(cli, "from"))
        return rc == RC_OK && cli_flag(cli, "open")
                   ? ERR(err, RC_USAGE, "--from makes games, and no offers: leave --open away")
                   : rc;
    if (rc == RC_OK && !cli->word_count && !cli_value(cli, "scenario"))
        rc = ERR(err, RC_USAGE, "say which game; see postern game new --help");
    if (rc == RC_OK && cli_flag(cli, "open") && cli_value(cli, "rules"))
        rc = ERR(err, RC_USAGE,
                 "an open game takes the newest rules when it begins; leave the version away");
    return rc;
}

enum rc cmd_game_new(struct cli *cli, struct err *err)
{
    OWN(buf) text = {0};
    int64_t game = 0;

    TRY(read_gamefile(cli, &text, err));
    TRY(server_use(cli, err));
    if (cli_value(cli, "from")) {
        return make_many(cli, cli->desk, err);
    }
    TRY(make_game(cli, cli->desk, &game, err));
    if (cli_flag(cli, "open")) {
        buf_printf(&cli->out, "offer %lld waits: players take a seat by \"accept %lld\"\n",
                   (long long)game, (long long)game);
        cli->result = json_pack("{s:I}", "offer", (json_int_t)game);
    } else {
        buf_printf(&cli->out, "game %lld is made; its invitations are queued\n", (long long)game);
        cli->result = json_pack("{s:I}", "game", (json_int_t)game);
    }
    return RC_OK;
}

/* ---- list ---- */

static const struct table_column list_columns[] = {{"game", "game", true, false},
                                                   {"kind", "kind", false, false},
                                                   {"status", "status", false, false},
                                                   {"entries", "entries", true, false},
                                                   {"players", "players", TABLE_LIST, true},
                                                   {"asked", "asked", TABLE_LIST, true},
                                                   {"result", "result", false, true},
                                                   {"due", "due (UTC)", TABLE_TIME, false}};

static const char *status_of(const struct ledger_game_row *row)
{
    return row->is_frozen ? "frozen" : ledger_status_name(row->status);
}

/* Who is asked, by seat, and the soonest deadline. */
static enum rc find_asked(struct desk *desk, int64_t game, bool asked[SEATS_MAX + 1],
                          int64_t *due_s, struct err *err)
{
    struct ledger_rows rows = ledger_decisions(desk->ledger, game, err);

    for (struct ledger_decision row; ledger_next(&rows, &row);) {
        asked[row.seat] = true;
        if (row.due_s >= 0 && (*due_s < 0 || row.due_s < *due_s))
            *due_s = row.due_s;
    }
    return ledger_end(&rows);
}

static enum rc list_game(struct listing *listing, const struct ledger_game_row *row,
                         struct err *err)
{
    const char *status = cli_value(listing->cli, "status");
    OWN(buf) players = {0}, asked = {0};
    char due[24];
    bool is_asked[SEATS_MAX + 1] = {0};
    int64_t due_s = -1;
    struct ledger_rows seats;
    struct person person;

    if (status && !text_equal(status, status_of(row)))
        return RC_OK;
    TRY(find_asked(listing->desk, row->game, is_asked, &due_s, err));
    seats = ledger_seats_now(listing->desk->ledger, row->game, err);
    for (struct ledger_seat seat; ledger_next(&seats, &seat);) {
        const char *name = seat.player ? listing_name(listing->desk, seat.player, &person) : "";

        buf_printf(&players, "%s%s", seat.seat > 1 ? TABLE_NEXT : "", name);
        if (is_asked[seat.seat])
            buf_printf(&asked, "%s%s", asked.length ? TABLE_NEXT : "", name);
    }
    TRY(ledger_end(&seats));
    table_row(listing->table, TEXT_INT(row->game), row->engine, status_of(row), TEXT_INT(row->n),
              buf_text(&players), buf_text(&asked), row->status == LEDGER_OVER ? row->result : "",
              server_time(due_s, due));
    return RC_OK;
}

static enum rc gather_games(struct listing *listing, struct err *err)
{
    static const char *const known[] = {"forming", "running", "paused", "over", "frozen"};
    const char *status = cli_value(listing->cli, "status"),
               *player = cli_value(listing->cli, "player");
    struct ledger *ledger = listing->desk->ledger;
    struct ledger_rows rows;
    bool is_known = !status;
    int64_t id = 0;
    enum rc rc = RC_OK;

    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        is_known = is_known || text_equal(status, known[i]);
    FAIL_IF(!is_known, err, RC_USAGE, "no game is '", status,
            "': write forming, running, paused, over or frozen");
    if (player)
        rc = people_find(listing->desk, player, &id, err);
    THEN(rc, ledger_begin_read(ledger, err)); /* in which names are kept */
    TRY(rc);
    rows = player ? ledger_games_of_player(ledger, id, err)
                  : ledger_games_now(ledger, LEDGER_STATUS_COUNT, err);
    for (struct ledger_game_row row; ledger_next(&rows, &row);)
        rows.rc = list_game(listing, &row, err);
    rc = ledger_end(&rows);
    ledger_rollback(ledger);
    return rc;
}

LISTING(cmd_game_list, list_columns, gather_games, "There are no games yet; postern game new");

/* ---- show, legal ---- */

/* The game of the first word, and the seat of --seat or the public. */
static enum rc open_game(struct cli *cli, struct position **position, unsigned *seat,
                         struct err *err)
{
    const char *word = cli_value(cli, "seat");
    int64_t game;

    *seat = SEAT_PUBLIC;
    TRY(server_number(cli->word[0], "game", &game, err));
    TRY(server_use(cli, err));
    TRY(position_get(cli->desk, game, position, err));
    return word ? server_seat(cli->desk, *position, word, seat, err) : RC_OK;
}

static void show_questions(struct cli *cli, const struct position *position,
                           const struct wording *wording)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < position->decision_count; i++) {
        const struct decision *decision = &position->decision[i];
        const struct timing_open *open =
            timing_find(&position->timing, decision->id, decision->seat);
        char due[24] = "", stamp[24] = "";
        OWN(buf) topic = {0};

        if (decision->kind == DECISION_DRAW && !position->has_seed)
            continue; /* the table waits for the luck of the seats that are asked for it */
        if (open && open->due_s != TIMING_NEVER) {
            server_stamp(open->due_s, stamp);
            server_time(open->due_s, due);
        }
        if (position_is_luck(decision->id))
            buf_put(&topic, "luck");
        else
            wording_topic(wording, decision, &topic);
        buf_printf(&cli->out, "asked: %s: %s%s%s%s\n",
                   decision->seat ? wording->player[decision->seat] : "the table", buf_text(&topic),
                   due[0] ? " (until " : "", due, due[0] ? ")" : "");
        json_array_append_new(list, json_pack("{s:i, s:i, s:s, s:s}", "decision", (int)decision->id,
                                              "seat", (int)decision->seat, "topic",
                                              buf_text(&topic), "due", stamp));
    }
    json_object_set_new(cli->result, "asked", list);
}

static enum rc show_board(struct cli *cli, const struct position *position, unsigned seat,
                          const struct wording *wording, struct err *err)
{
    OWN_MEMORY void *view = calloc(1, GAME_STATE_MAX);
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    struct draw_look look = {.words = language_words(wording->language),
                             .lexicon = language_lexicon(wording->language, position->played),
                             .ascii = cli_flag(cli, "ascii")};
    OWN_WIPED(buf) board = {0};
    enum rc rc = RC_OK;

    if (!view || !scene)
        rc = ERR(err, RC_NO_MEMORY, "no memory for a board");
    for (unsigned s = 1; s <= SEATS_MAX; s++)
        look.name[s] = wording->player[s];
    if (rc == RC_OK && position->played->show) {
        game_view(position->played, position_rulebook(position), position_state(position), seat,
                  view);
        game_scene(position->played, position_rulebook(position), view, seat, NULL, 0, scene);
        rc = draw_text(scene, &look, &board, err);
    }
    buf_put(&cli->out, buf_text(&board));
    json_object_set_new(cli->result, "board", json_string(buf_text(&board)));
    if (view)
        secret_wipe(view, GAME_STATE_MAX);
    return rc;
}

static void show_head(struct cli *cli, const struct position *position,
                      const struct wording *wording)
{
    unsigned host = replay_host(position->replay);
    json_t *players = json_array();

    buf_printf(&cli->out, "%s %lld, rules %s, %s\n", position->played->title,
               (long long)position->game, position->rules_version, position->genesis.options);
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        buf_printf(&cli->out, "seat %u: %s%s\n", seat, wording->player[seat],
                   seat == host ? ", host" : "");
        json_array_append_new(players, json_string(wording->player[seat]));
    }
    buf_printf(&cli->out, "turn: %u\nentries: %llu%s\n", turns_now(position),
               (unsigned long long)position->chain.number,
               position->is_frozen ? " (frozen: see postern doctor)" : "");
    cli->result = json_pack(
        "{s:I, s:s, s:s, s:s, s:I, s:I, s:b, s:o}", "game", (json_int_t)position->game, "kind",
        position->played->name, "rules", position->rules_version, "options",
        position->genesis.options, "turn", (json_int_t)turns_now(position), "entries",
        (json_int_t)position->chain.number, "frozen", position->is_frozen, "players", players);
    if (host)
        json_object_set_new(cli->result, "host", json_string(wording->player[host]));
}

/* The position of --turn or --entry, to be freed; NULL = now. */
static enum rc open_past(struct cli *cli, struct desk *desk, const struct position *now,
                         struct position **past, struct err *err)
{
    const char *turn = cli_value(cli, "turn"), *entry = cli_value(cli, "entry");
    int64_t number = 0;
    uint64_t n = 0;

    *past = NULL;
    if (!turn && !entry)
        return RC_OK;
    FAIL_IF(turn && entry, err, RC_USAGE, "give --turn or --entry, not both");
    if (!text_to_int(turn ? turn : entry, strlen(turn ? turn : entry), &number) || number < 0)
        return ERR(err, RC_USAGE, "--turn and --entry are followed by a number");
    n = (uint64_t)number;
    if (turn && !turns_end(now, (uint64_t)number, &n))
        return ERR(err, RC_NOT_FOUND, "this turn has not been played to its end");
    else if (n > now->chain.number)
        return ERR(err, RC_NOT_FOUND, "the log has no such entry yet; see postern game log");
    return position_walk(desk, now->game, (int64_t)n, NULL, NULL, past, err);
}

enum rc cmd_game_show(struct cli *cli, struct err *err)
{
    struct answering_names names = {0};
    struct position *position, *past = NULL;
    struct wording wording;
    OWN(buf) over = {0};
    struct outcome outcome = {0};
    unsigned seat;
    enum rc rc = open_game(cli, &position, &seat, err);

    THEN(rc, open_past(cli, cli->desk, position, &past, err));
    if (past)
        position = past;
    THEN(rc, answering_wording(cli->desk, position, NULL, &names, &wording, err));
    if (rc == RC_OK) {
        show_head(cli, position, &wording);
        rc = show_board(cli, position, seat, &wording, err);
    }
    if (rc == RC_OK)
        show_questions(cli, position, &wording);
    if (rc == RC_OK && position->phase == POSITION_OVER) {
        position_outcome(position, &outcome);
        wording_outcome(&wording, &outcome, &over);
        buf_printf(&cli->out, "%s\n", buf_text(&over));
        json_object_set_new(cli->result, "over", json_string(buf_text(&over)));
    }
    position_free(past);
    return rc;
}

enum rc cmd_game_legal(struct cli *cli, struct err *err)
{
    OWN_MEMORY struct order *list =
        malloc(LEGAL_MAX * sizeof *list); /* legal fills what it counts */
    struct position *position;
    unsigned seat, count = 0;

    TRY(list ? open_game(cli, &position, &seat, err)
             : ERR(err, RC_NO_MEMORY, "no memory for a list of orders"));
    cli->result = json_array();
    FAIL_IF(seat == SEAT_PUBLIC, err, RC_USAGE, "say whose orders by --seat");
    count = position->played->rules->legal(position_rulebook(position), position_state(position),
                                           seat, list);
    if (!count) /* programs read the list */
        fputs("postern: no order can be listed: nothing is asked of this seat now, or its luck, "
              "which is any words\n",
              stderr);
    for (unsigned i = 0; i < count; i++) {
        TEXT_IN(text, line, ORDER_TEXT_BYTES);

        position->played->text->write_order(position_rulebook(position), NULL, &list[i], ORDER_FULL,
                                            &text);
        buf_printf(&cli->out, "%s\n", line);
        json_array_append_new(cli->result, json_string(line));
    }
    return RC_OK;
}

/* ---- log, export ---- */

static void log_entry(struct cli *cli, const struct position *position,
                      const struct ledger_entry *row)
{
    const char *words = position_words(position, (uint64_t)row->n);
    json_t *entry =
        json_pack("{s:I, s:s, s:s}", "n", (json_int_t)row->n, "kind", row->kind, "text", row->text);

    if (row->n)
        buf_printf(&cli->out, "%lld %s%s%s\n", (long long)row->n, row->text, words ? "  " : "",
                   words ? words : "");
    else
        buf_put(&cli->out, row->text);
    if (words)
        json_object_set_new(entry, "words", json_string(words));
    json_array_append_new(cli->result, entry);
}

static enum rc log_entries(struct cli *cli, struct desk *desk, const struct position *position,
                           struct err *err)
{
    struct ledger_rows rows = ledger_entries(desk->ledger, position->game, 0, err);

    for (struct ledger_entry row; ledger_next(&rows, &row);)
        log_entry(cli, position, &row);
    return ledger_end(&rows);
}

enum rc cmd_game_log(struct cli *cli, struct err *err)
{
    struct position *position;
    unsigned seat;

    TRY(open_game(cli, &position, &seat, err));
    cli->result = json_array();
    return log_entries(cli, cli->desk, position, err);
}

enum rc cmd_game_export(struct cli *cli, struct err *err)
{
    struct position *position;
    unsigned seat;
    enum rc rc = open_game(cli, &position, &seat, err);

    THEN(rc, export_game(cli->desk, position->game,
                         cli_flag(cli, "whole") ? RECORD_FOR_WHOLE
                         : seat == SEAT_PUBLIC  ? RECORD_FOR_ALL
                                                : seat,
                         &cli->out, err));
    cli->is_file = true;
    if (rc == RC_OK)
        cli->result = json_pack("{s:s}", "record", buf_text(&cli->out));
    return rc;
}
