/* SPDX-License-Identifier: MIT */
/* analyse: a finished game looked through, as the letter "analyse" has it. */
#include "cli/commands.h"
#include "cli/server.h"
#include "outbound/analysis_page.h"
#include "outbound/answering.h"
#include "outbound/teaching.h"
#include "server/library.h"
#include "teach/curve.h"

struct showing {
    struct cli *cli;
    const struct position *position;
    const struct wording *wording;
};

static json_t *orders_of(const struct showing *showing, const struct order *order, unsigned count)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < count; i++) {
        TEXT_IN(text, line, ORDER_TEXT_BYTES);

        showing->position->played->text->write_order(position_rulebook(showing->position), NULL,
                                                     &order[i], ORDER_FULL, &text);
        json_array_append_new(list, json_string(line));
    }
    return list;
}

static json_t *curve_of(const struct analysis *analysis)
{
    json_t *list = json_array();

    for (unsigned i = 0; i < analysis->count; i++) {
        const struct analysis_point *point = &analysis->point[i];

        json_array_append_new(list, json_pack("{s:I, s:i, s:i}", "n", (json_int_t)point->n, "turn",
                                              (int)point->turn, "chance", (int)point->chance));
    }
    return list;
}

static void show_turn(const struct showing *showing, const struct analysis_turn *turn,
                      unsigned number, json_t *list)
{
    const struct bot_judgement *judged = &turn->judged;
    json_t *one =
        json_pack("{s:I, s:i, s:i, s:i, s:i, s:b, s:b, s:o, s:o, s:o}", "n", (json_int_t)turn->n,
                  "turn", (int)turn->turn, "seat", (int)turn->seat, "best", (int)judged->best,
                  "chance", (int)judged->played, "guessed", judged->unseen, "missed",
                  judged->missed, "played", orders_of(showing, turn->played, turn->count), "better",
                  orders_of(showing, judged->better, judged->count), "answer",
                  orders_of(showing, judged->answer, judged->answers));

    if (judged->term)
        json_object_set_new(one, "term", json_string(judged->term));
    json_array_append_new(list, one);
    buf_put_char(&showing->cli->out, '\n');
    teaching_put_turn(showing->wording, position_rulebook(showing->position), turn, number,
                      &showing->cli->out);
}

static enum rc show(struct cli *cli, struct desk *desk, const struct position *position,
                    const struct analysis *analysis, struct err *err)
{
    struct answering_names names = {0};
    struct wording wording = {0};
    struct showing showing = {cli, position, &wording};
    json_t *worst = json_array();
    enum rc rc = answering_wording(desk, position, desk->config->language, &names, &wording, err);

    cli->is_file = cli_flag(cli, "svg") || cli_flag(cli, "page");
    if (cli_flag(cli, "svg"))
        curve_write_svg(analysis, &cli->out);
    else if (rc == RC_OK && cli_flag(cli, "page"))
        rc = analysis_page_write(&wording, position, analysis, &cli->out, err);
    else if (rc == RC_OK) {
        WORDING(&wording, &cli->out, "talk.analysis-columns", "n", "");
        buf_put_char(&cli->out, '\n');
        curve_write_text(analysis, &cli->out);
        for (unsigned i = 0; i < analysis->worst_count; i++)
            show_turn(&showing, &analysis->worst[i], i + 1, worst);
    }
    cli->result = json_pack("{s:i, s:o, s:o}", "seat", (int)analysis->seat, "curve",
                            curve_of(analysis), "turns", worst);
    return rc;
}

enum rc cmd_analyse(struct cli *cli, struct err *err)
{
    const char *word = cli_value(cli, "seat");
    OWN(analysis) analysis = {0};
    struct position *position = NULL;
    unsigned seat = 1;
    int64_t game;

    TRY(server_use_of(cli, "game", &game, err));
    TRY(position_get(cli->desk, game, &position, err));
    if (word)
        TRY(server_seat(cli->desk, position, word, &seat, err));
    TRY(analysis_make(cli->desk, game, seat, &analysis, err));
    TRY(position_get(cli->desk, game, &position, err));
    return show(cli, cli->desk, position, &analysis, err);
}
