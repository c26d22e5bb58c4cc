/* SPDX-License-Identifier: MIT */
/* Everything that a person may write, in every state: each command in each of its words, each topic
 * of help, each example of its texts, in every language and game, by letters whose changes are
 * undone again. What must come of a command stands in everything.table; the letters are made, not
 * listed.
 *
 * Usually each command, topic and situation is tried at least once, the words drawn by a seed; all
 * of them with POSTERN_EVERYTHING=all in the environment, of one game with its name in
 * POSTERN_EVERYTHING_GAME. With POSTERN_EVERYTHING=table the table is printed as it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "outbound/compose.h"
#include "games/games.h"
#include "ledger/letters.h"
#include "ledger/facts.h"
#include "ledger/topics.h"
#include "people/people.h"
#include "play/adjudicate.h"
#include "inbound/inbound.h"
#include "schedule/tournaments.h"
#include "server/files.h"
#include "tournament/tournament.h"
#include "commands/commands.h"
#include "tell/command_words.h"
#include "tell/tell.h"
#include "tests/house/fixture.h"
#include "tests/house/posting.h"
#include "tests/test.h"

#define CLEO    "cleo@three.example"
#define OTHER   "odd@nowhere.example"
#define ROBOT   "games@robot.example"
#define ACCOUNT "user-7@forum.example"

enum {
    BODY_BYTES = 1024,
    WORDS_MAX = 256,
    TURNS_MOST = 300,
    COMMANDS_MOST = 80,
    TABLE_BYTES = 1 << 16,
    MARKS_BYTES = 1 << 20,
    TOPIC = 45,
    SEED_EVERY = 61 /* of the further words of a command or topic */
};

static const char *const languages[] = {"en", "es", "it"};
enum { LANGUAGES = sizeof languages / sizeof *languages };

/* ---- situations ---- */

static struct post_sink *sink; /* of the forum */

struct situation {
    const char *name;
    const char *who;
    enum { ANSWER, PLAIN, POST } way; /* to a letter; to the plain address; in the game's topic */
    void (*make)(struct fixture *fixture, const struct game *game);
};

static void people_only(struct fixture *fixture, const struct game *game)
{
    (void)game;
    fixture_player(fixture, "Anna", ANNA);
    fixture_player(fixture, "Bob", BOB);
    fixture_player(fixture, "Cleo", CLEO);
    fixture_round(fixture);
}

static void before_luck(struct fixture *fixture, const struct game *game)
{
    people_only(fixture, game);
    fixture_game(fixture, game, "");
    fixture_round(fixture);
}

static void begun(struct fixture *fixture, const struct game *game)
{
    before_luck(fixture, game);
    writes(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
}

static bool is_wanted(const struct fixture *fixture, unsigned seat, const char *topic)
{
    const struct position *position = fixture_position((struct fixture *)fixture, 1);

    for (unsigned i = 0; i < position->decision_count; i++) {
        const struct decision *decision = &position->decision[i];

        if (decision->kind == DECISION_ORDER && decision->seat == seat &&
            (topic ? text_equal(position->played->text->topics[decision->topic], topic)
                   : decision->fallback == FALLBACK_ORDER))
            return true;
    }
    return false;
}

/* Play by chance until Anna is asked about a topic; NULL = until her default is an order. */
static void play_until(struct fixture *fixture, unsigned wanted, const char *topic)
{
    const struct position *position = fixture_position(fixture, 1);
    const char *const who[] = {"", position->player[1] == 1 ? ANNA : BOB,
                               position->player[1] == 1 ? BOB : ANNA};

    for (unsigned turns = 0; turns < TURNS_MOST && !is_wanted(fixture, wanted, topic); turns++)
        for (unsigned seat = 1; seat <= 2 && !is_wanted(fixture, wanted, topic); seat++) {
            char order[ORDER_TEXT_BYTES];

            if (!adjudicate_is_asked(fixture_position(fixture, 1), seat) ||
                !fixture_random_order(fixture, 1, seat, order))
                continue;
            writes(fixture, who[seat], order);
        }
}

static void asked(struct fixture *fixture, const struct game *game)
{
    begun(fixture, game);
    play_until(fixture, 1, NULL);
}

static void not_asked(struct fixture *fixture, const struct game *game)
{
    begun(fixture, game);
    play_until(fixture, 2, NULL);
}

static void in_combat(struct fixture *fixture, const struct game *game)
{
    begun(fixture, game);
    play_until(fixture, 1, text_equal(game->name, "dungeon_twister") ? "combat" : "use-tile");
}

static void watched(struct fixture *fixture, const struct game *game)
{
    asked(fixture, game);
    sends(fixture, CLEO, "watch 1");
}

static void paused(struct fixture *fixture, const struct game *game)
{
    asked(fixture, game);
    writes(fixture, ANNA, "pause");
    writes(fixture, BOB, "pause");
}

static void finished(struct fixture *fixture, const struct game *game)
{
    asked(fixture, game);
    writes(fixture, ANNA, "resign");
    writes(fixture, ANNA, "confirm");
    assert_int_equal(fixture_position(fixture, 1)->phase, POSITION_OVER);
}

static void practice(struct fixture *fixture, const struct game *game)
{
    char line[BODY_BYTES];
    int64_t robo;

    people_only(fixture, game);
    robo = fixture_player(fixture, "Robo", "robo@practice.invalid");
    OK(desk_begin(fixture->desk, &err));
    OK(people_change(fixture->desk, robo, "practice", "easy", &err));
    OK(desk_commit(fixture->desk, &err));
    snprintf(line, sizeof line, "practice %s against easy", game->name);
    sends(fixture, ANNA, line);
    writes(fixture, ANNA, "luck apples");
    fixture_settle(fixture);
}

static void in_tournament(struct fixture *fixture, const struct game *game)
{
    struct tournament_terms terms = {.rules = {.format = SCHEDULE_ROBIN, .groups = 1, .games = 1},
                                     .by_lot = true};
    struct tournament *tournament = NULL;
    int64_t id;

    people_only(fixture, game);
    text_copy(terms.game, sizeof terms.game, game->name);
    text_copy(terms.name, sizeof terms.name, "Season");
    OK(desk_begin(fixture->desk, &err));
    OK(tournament_new(fixture->desk, &terms, &id, &err));
    OK(tournament_load(fixture->desk, id, &tournament, &err));
    for (int64_t i = 1; i <= 2; i++)
        OK(tournament_enter(fixture->desk, tournament, i, "words", &err));
    OK(tournament_start(fixture->desk, tournament, &err));
    OK(tournaments_advance(fixture->desk, tournament, &err));
    OK(desk_commit(fixture->desk, &err));
    tournament_free(tournament);
    fixture_round(fixture);
    writes(fixture, ANNA, "luck apples");
    writes(fixture, BOB, "luck pears");
    play_until(fixture, fixture_position(fixture, 1)->player[1] == 1 ? 1 : 2, NULL);
}

/* Anna has an account in the forum, and the game its topic there. */
static void in_forum(struct fixture *fixture, const struct game *game)
{
    const struct ledger_topic topic = {
        .game = 1, .topic = TOPIC, .post = TOPIC + 1, .state = LEDGER_TOPIC_OPEN};

    asked(fixture, game);
    posting_open(fixture, "", &sink);
    OK(desk_begin(fixture->desk, &err));
    OK(people_address_add(fixture->desk, 1, ACCOUNT, &err));
    OK(people_change(fixture->desk, 1, "account", "7:anna", &err));
    OK(desk_commit(fixture->desk, &err));
    OK(ledger_topic_put(fixture->desk->ledger, &topic, &err));
}

static const struct situation situations[] = {
    {"stranger", OTHER, PLAIN, people_only},
    {"no-game", CLEO, PLAIN, people_only},
    {"before-luck", ANNA, ANSWER, before_luck},
    {"set-up", ANNA, ANSWER, begun},
    {"asked", ANNA, ANSWER, asked},
    {"asked-plain", ANNA, PLAIN, asked},
    {"not-asked", ANNA, ANSWER, not_asked},
    {"combat", ANNA, ANSWER, in_combat},
    {"observer", CLEO, ANSWER, watched},
    {"paused", ANNA, ANSWER, paused},
    {"finished", ANNA, ANSWER, finished},
    {"practice", ANNA, ANSWER, practice},
    {"tournament", ANNA, ANSWER, in_tournament},
    {"forum", ACCOUNT, POST, in_forum},
};
enum { SITUATIONS = sizeof situations / sizeof *situations };

/* ---- one letter, undone again ---- */

static unsigned tried, wrong;
static char table[TABLE_BYTES];

struct run {
    struct fixture *fixture;
    const struct situation *situation;
    const struct game *game;
    char reply_to[256], answers[256];
    uint64_t head; /* of game 1; 0 = none */
    const char *line;
    char kind; /* what came of it: see the table's head */
    unsigned texts, letters;
};

static void blame(struct run *run, const char *why, const char *text)
{
    wrong++;
    print_error("%s, %s: \"%.60s\" %s %.600s\n", run->game->name, run->situation->name, run->line,
                why, text);
}

/* A key that has no sentence stands in a letter as it is; so does an argument that was not given.
 */
static void look_for_keys(struct run *run, const char *text)
{
    static const char *const families[] = {"desk.", "talk.", "club.", "keeper.", "forum.", "post."};

    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        const char *at = strstr(text, families[i]);

        if (at && (at == text || strchr(" \n\"", at[-1])) &&
            text_is_letter(at[strlen(families[i])]))
            blame(run, "tells a key:", at);
    }
    for (const char *at = strchr(text, '{'); at; at = strchr(at + 1, '{'))
        if (text_is_letter(at[1]) && strchr(at, '}') && strcspn(at, "} \n") < 20 &&
            at[strcspn(at, "} \n")] == '}')
            blame(run, "leaves out an argument:", at);
    if (strstr(text, "\n.\n") || strstr(text, "\n\"\"\n"))
        blame(run, "has an empty sentence:", text);
}

static void look_at_text(struct run *run, const struct ledger_out *row)
{
    char subject[COMPOSE_SUBJECT_BYTES];
    OWN_WIPED(buf) text = {0};
    struct err own = {0};

    run->letters++;
    if (compose_text(run->fixture->desk, row->id, "letter.txt", subject, &text, &own) != RC_OK)
        blame(run, "has an answer that cannot be composed:", own.text);
    else {
        look_for_keys(run, buf_text(&text));
        look_for_keys(run, subject);
        run->texts += text.length > 40;
    }
}

static char kind_of(const struct run *run, const struct inbound_result *result, uint64_t after)
{
    if (!run->letters && after > run->head)
        return run->situation->way == POST ? 'd' : '?'; /* it is told in the topic */
    if (!run->letters)
        return '-';
    if (after > run->head)
        return 'd';
    switch (result->outcome) {
    case LEDGER_ACCEPTED:
    case LEDGER_PART:
        return 'd';
    case LEDGER_ASKED:
        return 'q';
    case LEDGER_REJECTED:
        return 'r';
    case LEDGER_ANSWERED:
        return 'a';
    default:
        return '?';
    }
}

static uint64_t head_now(struct fixture *fixture)
{
    struct ledger_head head;

    return ledger_head_get(fixture->desk->ledger, 1, &head, NULL) == RC_OK ? (uint64_t)head.n : 0;
}

/* What was signed in a change that is undone was never sent. */
static void forget_marks(struct fixture *fixture)
{
    OWN(buf) marks = {0};
    char path[BODY_BYTES];
    bool written;

    snprintf(path, sizeof path, "%s.kept", fixture->config.mark);
    OK(files_read(path, MARKS_BYTES, &marks, &err));
    fixture_close(fixture);
    OK(files_update(fixture->config.mark, buf_text(&marks), marks.length, &written, &err));
    fixture_open(fixture);
}

static void keep_marks(struct fixture *fixture)
{
    OWN(buf) marks = {0};
    char path[BODY_BYTES];

    snprintf(path, sizeof path, "%s.kept", fixture->config.mark);
    OK(files_read(fixture->config.mark, MARKS_BYTES, &marks, &err));
    OK(files_create(path, 0600, buf_text(&marks), marks.length, &err));
}

static void put_letter(const struct run *run, const char *line, struct buf *raw)
{
    const char *who = run->situation->who;
    bool plain = run->situation->way == PLAIN;

    buf_printf(raw,
               "Authentication-Results: mx.robot.example; dmarc=pass\n"
               "Return-Path: <%s>\nFrom: %s\nTo: %s\nMessage-ID: <all%u@player.example>\n"
               "Subject: Re: game\n%s%s%sContent-Type: text/plain; charset=utf-8\n\n%s\n",
               who, who, plain ? ROBOT : run->reply_to, tried, plain ? "" : "In-Reply-To: <",
               plain ? "" : run->answers, plain ? "" : ">\n", line);
}

static void put_post(const char *line, struct buf *raw)
{
    buf_printf(raw,
               "Message-ID: <post-%u@forum.example>\r\nFrom: x <" ACCOUNT ">\r\n"
               "To: <topic-%d@forum.example>\r\nSubject: x\r\n"
               "Postern-Forum: post=%u topic=%d user=7 kind=post name=anna\r\nMIME-Version: 1.0\r\n"
               "Content-Type: text/html; charset=utf-8\r\n\r\n<p>! ",
               tried, TOPIC, tried + TOPIC + 1, TOPIC);
    for (; *line; line++)
        if (strchr("<&", *line))
            buf_printf(raw, "&#%d;", *line);
        else
            buf_put_char(raw, *line);
    buf_put(raw, "</p>\r\n");
}

static void write_letter(struct run *run, const char *line)
{
    struct fixture *fixture = run->fixture;
    struct inbound_result result = {0};
    struct reading reading = {0};
    OWN(buf) raw = {0};
    struct err err = {0};
    char id[32];

    run->line = line;
    run->letters = run->texts = 0;
    snprintf(id, sizeof id, "%u", ++tried);
    if (run->situation->way == POST)
        put_post(line, &raw);
    else
        put_letter(run, line, &raw);
    must(desk_begin(fixture->desk, &err), &err);
    if (inbound_take(fixture->desk,
                     &(struct inbound_letter){
                         .source = run->situation->way == POST ? "discourse:forum" : "everything",
                         .source_id = id,
                         .arrived_s = fixture->now_s,
                         .raw = buf_text(&raw),
                         .length = raw.length},
                     &reading, &result, &err) != RC_OK)
        blame(run, "is not dealt with:", err.text);
    else {
        struct ledger_rows rows =
            ledger_outs_answering(fixture->desk->ledger, result.letter, 0, &err);

        for (struct ledger_out row; ledger_next(&rows, &row);)
            look_at_text(run, &row);
        must(ledger_end(&rows), &err);
        if (run->letters != run->texts)
            blame(run, "is answered without words", "");
        run->kind = kind_of(run, &result, head_now(fixture));
        if (result.outcome == LEDGER_SET_ASIDE || result.outcome == LEDGER_OUTCOME_COUNT)
            blame(run, "is set aside", result.reason);
    }
    desk_rollback(fixture->desk);
    if (run->kind == 'd')
        forget_marks(fixture);
}

static void begin_run(struct run *run, struct fixture *fixture, const struct situation *situation,
                      const struct game *game)
{
    static const struct game *list[2];
    OWN(letter) letter = {0};

    list[0] = game;
    fixture_make(fixture, list);
    situation->make(fixture, game);
    *run = (struct run){.fixture = fixture, .situation = situation, .game = game};
    run->head = head_now(fixture);
    keep_marks(fixture);
    if (situation->way != ANSWER)
        return;
    fixture_newest(fixture, situation->who, &letter, NULL);
    text_copy(run->reply_to, sizeof run->reply_to, letter.reply_to);
    text_copy(run->answers, sizeof run->answers, letter.message_id);
}

/* ---- what may be written ---- */

/* Something to stand behind a command, by its form. */
static const char *sample_of(const struct command *command, const struct game *game,
                             char out[BODY_BYTES])
{
    static const struct {
        const char *name, *sample;
    } samples[] = {{"rule", "DT-MOVE-02"},
                   {"luck", "plums"},
                   {"seals", "help"},
                   {"on time", "resign"},
                   {"standing", "none"},
                   {"say", "hello there"},
                   {"block", "Bob"},
                   {"unblock", "Bob"},
                   {"report", "this is odd"},
                   {"dispute", "this is odd"},
                   {"note", "watch the troll"},
                   {"notes", "private"},
                   {"agree upgrade", "9"},
                   {"board", "ascii"},
                   {"format", "text"},
                   {"letters", "mine"},
                   {"digest", "daily"},
                   {"links", "off"},
                   {"profile", "public"},
                   {"stock", "on"},
                   {"lend", "until Sunday"},
                   {"strict", "on"},
                   {"draft", "on"},
                   {"signature", "off"},
                   {"language", "es"},
                   {"name", "Zoe"},
                   {"vacation", "2027-01-02..2027-01-05"},
                   {"zone", "Europe/Rome"},
                   {"invite", "Zoe, zoe@nine.example to GAME"},
                   {"challenge", "GAME"},
                   {"practice", "GAME"},
                   {"organize", "GAME swiss Spring"},
                   {"ladder", "1 Bob"},
                   {"enter", "1"},
                   {"leave", "1"},
                   {"standings", "1"},
                   {"watch", "1"},
                   {"unwatch", "1"}};

    out[0] = '\0';
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        if (text_equal(samples[i].name, command->name)) {
            const char *place = strstr(samples[i].sample, "GAME");

            if (place)
                snprintf(out, BODY_BYTES, " %.*s%s%s", (int)(place - samples[i].sample),
                         samples[i].sample, game->name, place + 4);
            else
                snprintf(out, BODY_BYTES, " %s", samples[i].sample);
        }
    return out;
}

static bool is_drawn(bool first)
{
    const char *how = getenv("POSTERN_EVERYTHING");
    static unsigned count;

    return first || (how && text_equal(how, "all")) || count++ % SEED_EVERY == 0;
}

/* What the table says of a command here: one sign, or several that may be. A wording that means
 * something else, too, has a row of its own; the last sign of a row is of all that follow. */
static const char *wanted(const struct run *run, const struct command *command, char out[16])
{
    char row[BODY_BYTES], *at, *rest = NULL;
    size_t column = (size_t)(run->situation - situations);

    snprintf(row, sizeof row, "\n\"%s\":", run->line);
    if (!strstr(table, row))
        snprintf(row, sizeof row, "\n%s:", command->name);
    at = strstr(table, row);
    out[0] = '\0';
    if (!at)
        return out;
    at = strdup(at + strlen(row));
    at[strcspn(at, "\n")] = '\0';
    for (char *word = strtok_r(at, " ", &rest); word && column-- + 1;
         word = strtok_r(NULL, " ", &rest))
        text_copy(out, 16, word);
    free(at);
    return out;
}

static void expect(struct run *run, const struct command *command)
{
    char want[16];
    const char *how = getenv("POSTERN_EVERYTHING");

    if (how && text_equal(how, "table"))
        return;
    if (!*wanted(run, command, want))
        blame(run, "stands in no table", command->name);
    else if (!strchr(want, run->kind)) {
        char told[64];

        snprintf(told, sizeof told, "%s: came to '%c', wanted '%s'", command->name, run->kind,
                 want);
        blame(run, "", told);
    }
}

/* Each word of a command in each language. */
static void write_command(struct run *run, const struct command *command, char *kinds)
{
    char key[64], body[2 * BODY_BYTES], sample[BODY_BYTES];

    snprintf(key, sizeof key, "command.%s", command->name);
    for (char *c = key; *c; c++)
        *c = *c == ' ' ? '-' : *c;
    sample_of(command, run->game, sample);
    snprintf(body, sizeof body, "%s%s", command->name, sample);
    write_letter(run, body);
    expect(run, command);
    *kinds = run->kind;
    for (unsigned l = 0; l < LANGUAGES; l++) {
        const struct lexicon *own =
            language_commands(library_language(run->fixture->desk->library, languages[l]))->own;
        bool first =
            (size_t)(command - commands) % SITUATIONS == (size_t)(run->situation - situations);

        for (unsigned i = 0; i < own->word_count; i++) {
            if (!text_equal(own->terms[own->word[i].term], key) || !is_drawn(first))
                continue;
            first = false;
            snprintf(body, sizeof body, "%s%s", own->word[i].text, sample);
            write_letter(run, body);
            expect(run, command);
        }
    }
}

/* A topic is asked for by its name and by "help"; its examples are written as they stand. */
static void write_topic(struct run *run, const char *name, const char *text)
{
    char body[BODY_BYTES];

    snprintf(body, sizeof body, "help %s", name);
    write_letter(run, body);
    if (run->letters && run->kind != 'a')
        blame(run, "is no help page", name);
    for (const char *at = strchr(text, '"'), *end; at && (end = strchr(at + 1, '"')) != NULL;
         at = strchr(end + 1, '"')) {
        if (end - at < 3 || end - at > 200 || !is_drawn(false))
            continue;
        snprintf(body, sizeof body, "%.*s", (int)(end - at - 1), at + 1);
        write_letter(run, body);
        if (strchr("?-", run->kind))
            blame(run, "comes to nothing that there is", "");
    }
}

static void write_topics(struct run *run, unsigned l)
{
    const struct language *language = library_language(run->fixture->desk->library, languages[l]);
    const struct lexicon *lexicon = language_lexicon(language, run->game);
    static const char *const common[] = {"rules", "orders", "time", ""};
    char key[SENTENCE_KEY_BYTES];

    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        write_topic(run, common[i], "");
    for (unsigned term = 0; term < lexicon->term_count; term++) {
        const char *text;

        snprintf(key, sizeof key, "%s.help.%s", run->game->name, lexicon->terms[term]);
        text = sentences_find(language_sentences(language), key);
        if (text && is_drawn(term % SITUATIONS == (unsigned)(run->situation - situations)))
            write_topic(run, lexicon_name(lexicon->own, term), text);
    }
}

static void read_table(void)
{
    char path[BODY_BYTES];
    OWN(buf) text = {0};
    const char *top = getenv("top_srcdir");

    snprintf(path, sizeof path, "%s/tests/commands/everything.table", top ? top : ".");
    assert_int_equal(files_read(path, sizeof table - 1, &text, NULL), RC_OK);
    memcpy(table, text.at, text.length);
}

TEST(whatever_is_written_is_answered_in_every_state)
{
    static char kinds[COMMANDS_MOST][2][SITUATIONS];
    const char *how = getenv("POSTERN_EVERYTHING"), *only = getenv("POSTERN_EVERYTHING_GAME");

    if (!how || !text_equal(how, "table"))
        read_table();
    for (const struct game *const *game = games; *game; game++)
        for (size_t s = 0; s < SITUATIONS && (!only || text_equal(only, (*game)->name)); s++) {
            struct fixture fixture;
            struct run run;

            begin_run(&run, &fixture, &situations[s], *game);
            for (size_t c = 0; commands[c].name; c++)
                write_command(&run, &commands[c], &kinds[c][game != games][s]);
            for (unsigned l = 0; l < LANGUAGES; l++)
                write_topics(&run, l);
            fixture_remove(&fixture);
            post_sink_free(sink);
            sink = NULL;
        }
    for (size_t c = 0; how && text_equal(how, "table") && commands[c].name; c++) {
        printf("%s:", commands[c].name);
        for (size_t s = 0; s < SITUATIONS; s++)
            printf(kinds[c][0][s] == kinds[c][1][s] ? " %c" : " %c%c", kinds[c][0][s],
                   kinds[c][1][s]);
        printf("\n");
    }
    print_message("%u letters in %u situations of each game\n", tried, (unsigned)SITUATIONS);
    assert_int_equal(wrong, 0);
}

TESTS(NULL, NULL)
