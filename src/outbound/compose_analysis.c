/* SPDX-License-Identifier: MIT */
/* The letter that looks a finished game through: the curve, the turns that cost most, each on two
 * boards, and all of it as a page. */
#include "outbound/compose_p.h"

#include "outbound/analysis_page.h"
#include "outbound/teaching.h"
#include "teach/curve.h"

/* Each line of a text is a paragraph. */
static void add_lines(struct making *making, const struct buf *lines)
{
    struct value *paragraphs = value_set_list(making->map, "paragraphs");
    OWN_WIPED(buf) line = {0};

    for (const char *text = buf_text(lines); *text;) {
        size_t length = strcspn(text, "\n");

        buf_clear(&line);
        buf_put_bytes(&line, text, length);
        value_add(paragraphs, value_text(making->values, buf_text(&line)));
        text += length + (text[length] == '\n');
    }
}

/* The board as the reader saw it before a turn, behind a line that says which. */
static enum rc put_board(struct making *making, const struct analysis_turn *turn, unsigned number,
                         struct buf *boards, struct err *err)
{
    char i[TEXT_INT_BYTES], n[TEXT_INT_BYTES];
    const char *who = making->wording.player[turn->seat];

    TRY(compose_draw_past(making, (int64_t)turn->n, err));
    buf_put_char(boards, '\n');
    WORDING(&making->wording, boards, "talk.analysis-board", "i", text_of_int(i, number), "turn",
            text_of_int(n, turn->turn), "who", who ? who : "?");
    buf_printf(boards, "\n\n%s", value_get_text(value_get(making->map, "board")));
    return RC_OK;
}

/* And with what would have been better drawn on it. */
static enum rc put_better(struct making *making, const struct analysis_turn *turn, unsigned number,
                          struct buf *boards, struct err *err)
{
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    char i[TEXT_INT_BYTES];

    FAIL_IF(!scene, err, RC_NO_MEMORY, "no memory for a board");
    TRY(analysis_scene(making->news.position, turn, true, scene, err));
    buf_put_char(boards, '\n');
    WORDING(&making->wording, boards, "talk.analysis-better-board", "i", text_of_int(i, number));
    buf_put(boards, "\n\n");
    return compose_put_scene(making, scene, boards, err);
}

static enum rc put_all(struct making *making, const struct analysis *analysis, struct err *err)
{
    const void *rulebook = position_rulebook(making->news.position);
    OWN_WIPED(buf) lines = {0}, boards = {0};
    OWN(buf) intro = {0};
    enum rc rc = RC_OK;

    WORDING(&making->wording, &intro, "talk.analysis-intro", "n", "");
    WORDING(&making->wording, &boards, "talk.analysis-columns", "n", "");
    buf_put_char(&boards, '\n');
    curve_write_text(analysis, &boards);
    if (!analysis->worst_count)
        WORDING(&making->wording, &lines, "talk.analysis-nothing", "n", "");
    for (unsigned i = 0; i < analysis->worst_count && rc == RC_OK; i++) {
        buf_put(&lines, i ? "\n" : "");
        teaching_put_turn(&making->wording, rulebook, &analysis->worst[i], i + 1, &lines);
        if (making->wording.game->show)
            rc = put_board(making, &analysis->worst[i], i + 1, &boards, err);
        if (rc == RC_OK && making->wording.game->show)
            rc = put_better(making, &analysis->worst[i], i + 1, &boards, err);
    }
    value_set_text(making->map, "message", buf_text(&intro));
    value_set_text(making->map, "board", buf_text(&boards));
    add_lines(making, &lines);
    return rc;
}

/* The curve, and the same as a page with each turn on two boards. */
static enum rc put_pictures(struct making *making, const struct analysis *analysis, struct err *err)
{
    curve_write_svg(analysis, &making->svg);
    return analysis_page_write(&making->wording, making->news.position, analysis, &making->page,
                               err);
}

enum rc compose_add_analysis(struct making *making, struct err *err)
{
    OWN(analysis) analysis = {0};

    TRY(analysis_make(making->desk, making->game, making->seat, &analysis, err));
    TRY(put_all(making, &analysis, err));
    return !making->person.text_only ? put_pictures(making, &analysis, err) : RC_OK;
}
