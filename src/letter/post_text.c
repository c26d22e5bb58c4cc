/* SPDX-License-Identifier: MIT */
/* Splits a forum post into what its writer says and what is meant for the robot. */
#include "letter/post_text.h"

#include "letter/html_text.h"

struct line {
    const char *at;
    size_t length;
};

static struct line trim(struct line line)
{
    text_trim(&line.at, &line.length);
    return line;
}

static struct line from(struct line line, size_t count)
{
    return trim((struct line){line.at + count, line.length - count});
}

static bool begins_with_name(struct line line, const char *robot)
{
    size_t length = robot ? strlen(robot) : 0;

    if (!length || line.length <= length || line.at[0] != '@')
        return false;
    for (size_t i = 0; i < length; i++)
        if (text_lower(line.at[1 + i]) != text_lower(robot[i]))
            return false;
    return true;
}

/* "@gm, games" → "games"; a name that only begins like the robot's is another's. */
static bool take_name(struct line *line, const char *robot)
{
    size_t length = robot ? strlen(robot) : 0;

    if (!begins_with_name(*line, robot))
        return false;
    if (line->length > length + 1 && !text_is_space(line->at[length + 1]) &&
        !strchr(",:", line->at[length + 1]))
        return false;
    *line = from(*line, length + 1);
    if (line->length && strchr(",:", *line->at))
        *line = from(*line, 1);
    return true;
}

/* "…, @gm!" */
static bool names_at_end(struct line line, const char *robot)
{
    size_t at = robot ? strlen(robot) + 1 : 0;

    if (!begins_with_name(line, robot))
        return false;
    while (at < line.length && strchr(".!?", line.at[at]))
        at++;
    return at == line.length;
}

/* "Who plays? @gm, I do", "I do, @gm": spoken to within the line, in a sentence of its own. */
static bool is_spoken_to(struct line *line, const char *robot)
{
    for (size_t at = 2; at < line->length; at++) {
        size_t blanks = at;
        struct line own = {line->at + at, line->length - at};

        while (blanks && text_is_space(line->at[blanks - 1]))
            blanks--;
        if (line->at[at] != '@' || blanks == at || !blanks || !strchr(".!?,", line->at[blanks - 1]))
            continue;
        if (line->at[blanks - 1] != ',' && take_name(&own, robot)) {
            *line = own;
            return true;
        }
        if (line->at[blanks - 1] == ',' && names_at_end(own, robot)) {
            *line = trim((struct line){line->at, blanks - 1});
            return true;
        }
    }
    return false;
}

static void put_line(struct buf *out, struct line line)
{
    if (!line.length)
        return;
    buf_put_bytes(out, line.at, line.length);
    buf_put_char(out, '\n');
}

static void sort_line(struct post_text *text, const char *robot, bool all, struct line line)
{
    bool code = line.length && *line.at == HTML_CODE_SIGN;
    struct line own;

    if (line.length && *line.at == '>')
        return;
    own = code ? from(line, 1) : trim(line);
    put_line(&text->own, own);
    if (own.length && *own.at == '!')
        put_line(&text->orders, from(own, 1));
    else if (take_name(&own, robot) || code || all || is_spoken_to(&own, robot))
        put_line(&text->orders, own);
}

enum rc post_text_read(const char *html, size_t length, const char *robot, bool all,
                       struct post_text *text, struct err *err)
{
    OWN_WIPED(buf) lines = {0};
    enum rc rc = html_to_marked_text(html, length, &lines, err);
    const char *at = buf_text(&lines), *end = at + lines.length;

    while (rc == RC_OK && at < end) {
        const char *feed = memchr(at, '\n', (size_t)(end - at));
        const char *stop = feed ? feed : end;

        sort_line(text, robot, all, (struct line){at, (size_t)(stop - at)});
        at = feed ? feed + 1 : end;
    }
    THEN(rc, buf_rc(&text->own, err));
    return rc == RC_OK ? buf_rc(&text->orders, err) : rc;
}
