/* SPDX-License-Identifier: MIT */
/* submit, preview: orders of a seat from a file or standard input, on the letters' own path. */
#include "cli/commands.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/server.h"
#include "commands/meaning.h"
#include "commands/seat_names.h"
#include "outbound/answering.h"
#include "admin/keeper.h"
#include "people/people.h"
#include "play/adjudicate.h"
#include "play/held.h"
#include "rules/phrase.h"

enum { LINES_MOST = 200 };

struct submission {
    struct desk *desk;
    struct position *position;
    const char *whose, *given; /* seat as written; NULL = orders come from a file */
    unsigned seat, count;
    unsigned first; /* line of orders; luck may stand before */
    struct adjudicate_text line[LINES_MOST];
    struct line_outcome outcome[LINES_MOST];
    struct answering_names names;
    struct wording wording;
    const struct language *spoken; /* by the seat's player */
    struct buf text;
};

/* One order to a line; blank lines and lines that begin with '#' do not count. */
static enum rc split(struct submission *submission, struct err *err)
{
    const char *at = buf_text(&submission->text);

    if (strlen(at) != submission->text.length || !text_is_utf8(at, submission->text.length))
        return ERR(err, RC_BAD_INPUT, "orders are lines of UTF-8 text");
    while (*at) {
        size_t length = strcspn(at, "\r\n");
        const char *start = at;

        at += length + (at[length] != '\0');
        text_trim(&start, &length);
        if (!length || *start == '#')
            continue;
        if (submission->count == LINES_MOST)
            return ERR(err, RC_TOO_LONG, "more than 200 orders at a time");
        submission->line[submission->count++] = (struct adjudicate_text){start, length};
    }
    return submission->count ? RC_OK : ERR(err, RC_USAGE, "there is no order to give");
}

/* Several orders in a line, as a letter may have them. */
static enum rc take_apart(struct submission *submission, struct err *err)
{
    const struct meaning_reader reader = {.game = submission->position->played,
                                          .rulebook = position_rulebook(submission->position),
                                          .seat = submission->seat,
                                          .language = submission->spoken};
    struct phrase_part *part = calloc(PHRASE_PARTS_MAX, sizeof *part);
    struct buf lines = {0};

    for (unsigned i = 0; part && i < submission->count; i++) {
        struct adjudicate_text *line = &submission->line[i];
        OWN_WIPED(buf) written = {0}, named = {0}, spelt = {0};
        struct held_line held;
        unsigned count = 0;

        buf_put_bytes(&written, line->text, line->length);
        if (meaning_respell(&reader, buf_text(&written), &spelt)) {
            buf_clear(&written);
            buf_put(&written, buf_text(&spelt));
            *line = (struct adjudicate_text){buf_text(&written), written.length};
        }
        if (reader.game->show && seat_names_put(&reader, submission->position, &submission->wording,
                                                buf_text(&written), &named))
            *line = (struct adjudicate_text){buf_text(&named), named.length};
        if (held_read(line->text, line->length, &held) == HELD_NONE &&
            !(line->length > 5 && memcmp(line->text, "sign=", 5) == 0))
            count = meaning_parts(&reader, line->text, line->length, part);
        secret_wipe(&held, sizeof held);
        if (!count)
            buf_put_bytes(&lines, line->text, line->length);
        for (unsigned p = 0; p < count; p++)
            if (!meaning_is_chat(&reader, part[p].text))
                buf_printf(&lines, "%s\n", part[p].text);
        if (!count)
            buf_put_char(&lines, '\n');
    }
    free(part);
    FAIL_IF(!part || buf_rc(&lines, NULL) != RC_OK, err, RC_NO_MEMORY, "no memory for orders");
    buf_wipe(&submission->text);
    submission->text = lines;
    submission->count = 0;
    return split(submission, err);
}

static void show(struct cli *cli, struct submission *submission)
{
    OWN_AT(values) values = values_new();
    struct value *list = value_list(values);

    for (unsigned i = 0; i < submission->count; i++) {
        TEXT_IN(shown, text, ORDER_TEXT_BYTES);

        text_put_bytes(&shown, submission->line[i].text, submission->line[i].length);
        answering_add_line(&submission->wording, submission->position,
                           &(struct answering_line){text, i + 1, 1}, &submission->outcome[i], list);
    }
    for (size_t i = 0; i < value_count(list); i++) {
        const struct value *line = value_at(list, i);
        const char *order = value_get_text(value_get(line, "order"));
        const char *reason = value_get_text(value_get(line, "reason"));
        const struct value *choices = value_get(line, "choices");

        buf_printf(&cli->out, "%-9s %s\n", value_get_text(value_get(line, "fate")),
                   *order ? order : value_get_text(value_get(line, "text")));
        if (*reason)
            buf_printf(&cli->out, "          %s\n", reason);
        for (size_t c = 0; c < value_count(choices); c++)
            buf_printf(&cli->out, "          * %s\n",
                       value_get_text(value_get(value_at(choices, c), "order")));
    }
    cli->result = server_json(list);
    cli->exit = answering_sum(submission->outcome, submission->count) == SUM_ACCEPTED ? CLI_DONE
                                                                                      : CLI_REFUSED;
}

static enum rc judge(struct cli *cli, struct submission *submission, void *trial, struct err *err)
{
    struct desk *desk = submission->desk;
    int64_t game = submission->position->game;
    struct adjudication adjudication = {
        .desk = desk,
        .position = submission->position,
        .seat = submission->seat,
        .lexicon = language_lexicon(submission->spoken, submission->position->played),
        .strict = cli_flag(cli, "strict"),
        .trial = trial};

    if (trial)
        memcpy(trial, position_state(submission->position),
               submission->position->played->state_bytes);
    TRY(adjudicate_lines(&adjudication, submission->line + submission->first,
                         submission->count - submission->first, cli_flag(cli, "all"),
                         submission->outcome + submission->first, err));
    return !adjudication.position ? position_get(desk, game, &submission->position, err) : RC_OK;
}

/* "luck WORDS" as the first line, while the seat's luck is awaited. */
static enum rc give_luck(struct submission *submission, struct err *err)
{
    static const char word[] = "luck ";
    const struct adjudicate_text *line = &submission->line[0];
    struct position *position = submission->position;
    struct adjudication adjudication = {
        .desk = submission->desk, .position = position, .seat = submission->seat};
    char words[LUCK_WORDS_MAX + sizeof word];
    unsigned answered;

    if (!position_wants_luck(position, submission->seat) || line->length >= sizeof words)
        return RC_OK;
    memcpy(words, line->text, line->length);
    words[line->length] = '\0';
    if (!text_starts_with(words, word))
        return RC_OK;
    TRY(adjudicate_luck(&adjudication, ENTRY_LUCK_WORDS, words + sizeof word - 1, NULL, err));
    TRY(adjudicate_table(submission->desk, position, &answered, err));
    submission->outcome[0] = (struct line_outcome){
        .fate = LINE_DONE, .n = (int64_t)position->chain.number, .is_opening = true};
    submission->first = 1;
    return RC_OK;
}

/* Orders that the administrator gives stand in the log as his doing: a remark, then the orders.
 * Where none is carried out, nothing is logged. */
static enum rc give(struct cli *cli, struct submission *submission, struct err *err)
{
    struct desk *desk = submission->desk;
    int64_t game = submission->position->game;
    bool done = false;
    char remark[64];

    TRY(desk_part_begin(desk, err));
    snprintf(remark, sizeof remark, "orders of seat/%u, entered by the administrator",
             submission->seat);
    TRY(keeper_remark(desk, submission->position, remark, err));
    TRY(give_luck(submission, err));
    if (submission->first < submission->count)
        TRY(judge(cli, submission, NULL, err));
    for (unsigned i = 0; i < submission->count; i++)
        done |= submission->outcome[i].fate == LINE_DONE;
    if (!done) {
        TRY(desk_part_drop(desk, err));
        return position_get(desk, game, &submission->position, err);
    }
    TRY(desk_part_keep(desk, err));
    TRY(adjudicate_settle(desk, submission->position, err));
    return keeper_tell_of(desk, submission->position, "keeper.orders", submission->seat, 0, err);
}

/* Orders are understood as in a letter of the seat's player. */
static enum rc find_language(struct submission *submission, struct err *err)
{
    int64_t player = submission->position->player[submission->seat];
    struct desk *desk = submission->desk;
    struct person person = {0};
    enum rc rc = player ? people_get(desk, player, &person, NULL) : RC_OK;

    submission->spoken = library_language(desk->library, person.language);
    return rc == RC_NOT_FOUND || rc == RC_BAD_SEAL || rc == RC_OK
               ? RC_OK
               : ERR(err, rc, "the seat's player cannot be read");
}

static enum rc open_submission(struct cli *cli, struct submission *submission, struct err *err)
{
    const char *file = cli->word_count > 1 ? cli->word[1] : NULL;
    int64_t game;

    TRY(server_number(cli->word[0], "game", &game, err));
    if (submission->given)
        buf_put(&submission->text, submission->given);
    else if (file && !text_equal(file, "-") && access(file, F_OK) != 0)
        return ERR(err, RC_NOT_FOUND, file,
                   ": No such file; orders come from a file, or: echo ORDER | postern ",
                   cli->command->name, " ", cli->word[0], " --seat SEAT");
    else
        TRY(cli_read(file, CLI_INPUT_MOST, &submission->text, err));
    TRY(split(submission, err));
    TRY(server_change(cli, err));
    submission->desk = cli->desk;
    TRY(position_get(submission->desk, game, &submission->position, err));
    TRY(server_seat(submission->desk, submission->position, submission->whose, &submission->seat,
                    err));
    if (submission->position->is_frozen)
        return ERR(err, RC_FROZEN, "the game is frozen; see postern doctor");
    FAIL_IF(submission->position->waits, err, RC_CONFLICT,
            "entries of this game were lost; its players have not agreed to go on");
    FAIL_IF(submission->position->phase == POSITION_OVER, err, RC_CONFLICT, "the game is over");
    TRY(answering_wording(submission->desk, submission->position, NULL, &submission->names,
                          &submission->wording, err));
    TRY(find_language(submission, err));
    return !cli_flag(cli, "strict") ? take_apart(submission, err) : RC_OK;
}

static enum rc submit(struct cli *cli, bool preview, const char *whose, const char *given,
                      struct err *err)
{
    OWN_MEMORY struct submission *submission = calloc(1, sizeof *submission);
    OWN_MEMORY void *trial = preview ? calloc(1, GAME_STATE_MAX) : NULL;
    enum rc rc = RC_OK;

    if (!submission || (preview && !trial))
        rc = ERR(err, RC_NO_MEMORY, "no memory for orders");
    if (rc == RC_OK) {
        submission->whose = whose;
        submission->given = given;
        rc = open_submission(cli, submission, err);
    }
    THEN(rc, preview ? judge(cli, submission, trial, err) : give(cli, submission, err));
    if (rc == RC_OK) {
        show(cli, submission);
        if (preview)
            desk_rollback(submission->desk);
        else
            rc = desk_commit(submission->desk, err);
    }
    if (submission) {
        buf_wipe(&submission->text);
        secret_wipe(submission->outcome, sizeof submission->outcome);
    }
    if (trial)
        secret_wipe(trial, GAME_STATE_MAX);
    return rc;
}

enum rc cmd_submit(struct cli *cli, struct err *err)
{
    return submit(cli, false, cli_value(cli, "seat"), NULL, err);
}

enum rc cmd_preview(struct cli *cli, struct err *err)
{
    return submit(cli, true, cli_value(cli, "seat"), NULL, err);
}

enum rc cmd_seat_resign(struct cli *cli, struct err *err)
{
    return submit(cli, false, cli->word[1], "resign", err);
}
