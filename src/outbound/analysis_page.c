/* SPDX-License-Identifier: MIT */
/* Writes the analysis of a finished game as one page. The analysis is made in src/teach. */
#include "outbound/analysis_page.h"

#include <stdio.h>

#include "outbound/teaching.h"
#include "draw/draw.h"
#include "letter/template.h"
#include "teach/curve.h"

static const char style[] =
    "body { max-width: 44rem; margin: 0 auto; padding: 1rem; color: #2b2118; background: #fff;"
    " font: 16px/1.5 system-ui, \"DejaVu Sans\", sans-serif; }\n"
    "h1, h2 { line-height: 1.2; overflow-wrap: anywhere; }\n"
    "figure { margin: 1rem 0; } svg { display: block; max-width: 100%; height: auto; }\n"
    "figcaption { padding: 0 0 .4rem; }\n";

static void put_escaped(struct buf *out, const struct buf *text)
{
    escape_write(ESCAPE_HTML, buf_text(text), text->length, out);
}

static void put_head(const struct wording *wording, const struct position *position,
                     const struct analysis *analysis, struct buf *out)
{
    const char *who = wording->player[analysis->seat];
    OWN(buf) title = {0}, intro = {0};

    WORDING(wording, &title, "talk.analysis-page", "title",
            wording_title(wording, position->played), "game", TEXT_INT(position->game));
    WORDING(wording, &intro, "talk.analysis-page-intro", "who", who ? who : "?");
    buf_printf(out, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n",
               language_code(wording->language));
    buf_put(out,
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    put_escaped(out, &title);
    buf_printf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<h1>", style);
    put_escaped(out, &title);
    buf_put(out, "</h1>\n<p>");
    put_escaped(out, &intro);
    buf_put(out, "</p>\n<figure>\n");
    curve_write_svg(analysis, out);
    buf_put(out, "</figure>\n");
}

/* The first line of what is told is the turn's head. */
static void put_told(const struct wording *wording, const struct position *position,
                     const struct analysis_turn *turn, unsigned number, struct buf *out)
{
    OWN_WIPED(buf) told = {0};

    teaching_put_turn(wording, position_rulebook(position), turn, number, &told);
    for (const char *line = buf_text(&told); *line;) {
        size_t length = strcspn(line, "\n");
        const char *tag = line == buf_text(&told) ? "h2" : "p";

        buf_printf(out, "<%s>", tag);
        escape_write(ESCAPE_HTML, line, length, out);
        buf_printf(out, "</%s>\n", tag);
        line += length + (line[length] == '\n');
    }
}

static enum rc put_board(const struct wording *wording, const struct position *position,
                         const struct analysis_turn *turn, unsigned number, bool better,
                         struct buf *out, struct err *err)
{
    struct draw_look look = {.words = language_words(wording->language),
                             .lexicon = language_lexicon(wording->language, position->played)};
    const char *who = wording->player[turn->seat];
    char i[TEXT_INT_BYTES], n[TEXT_INT_BYTES], id[16];
    OWN_MEMORY struct scene *scene = calloc(1, sizeof *scene);
    OWN(buf) caption = {0};

    TRY(scene ? analysis_scene(position, turn, better, scene, err)
              : ERR(err, RC_NO_MEMORY, "no memory for a board"));
    snprintf(id, sizeof id, "t%u%c", number, better ? 'b' : 'a');
    look.id = id;
    for (unsigned seat = 1; seat <= SEATS_MAX; seat++)
        look.name[seat] = wording->player[seat];
    WORDING(wording, &caption, better ? "talk.analysis-better-board" : "talk.analysis-page-board",
            "i", text_of_int(i, number), "turn", text_of_int(n, turn->turn), "who",
            who ? who : "?");
    buf_put(out, "<figure>\n<figcaption>");
    put_escaped(out, &caption);
    buf_put(out, "</figcaption>\n");
    TRY(draw_svg(scene, &look, out, err));
    buf_put(out, "</figure>\n");
    return RC_OK;
}

enum rc analysis_page_write(const struct wording *wording, const struct position *position,
                            const struct analysis *analysis, struct buf *out, struct err *err)
{
    put_head(wording, position, analysis, out);
    if (!analysis->worst_count) {
        buf_put(out, "<p>");
        WORDING(wording, out, "talk.analysis-nothing", "n", "");
        buf_put(out, "</p>\n");
    }
    for (unsigned i = 0; i < analysis->worst_count; i++) {
        put_told(wording, position, &analysis->worst[i], i + 1, out);
        for (unsigned better = 0; position->played->show && better < 2; better++)
            TRY(put_board(wording, position, &analysis->worst[i], i + 1, better, out, err));
    }
    buf_put(out, "</main>\n</body>\n</html>\n");
    return buf_rc(out, err);
}
