/* SPDX-License-Identifier: MIT */
/* Reading templates into nodes. */
#include "letter/template.h"

#include "base/grow.h"
#include "letter/template_p.h"

enum { DELIMITER_BYTES = 16 };

/* A tag as found in the text. */
struct tag {
    char sign;        /* '#', '^', '/', '!', '>', '&', '{', '=', or 0 for a variable */
    const char *name; /* what stands in it, without blanks around */
    size_t length;
    const char *start, *end; /* of the whole tag */
};

struct reader {
    struct template *template;
    const char *at, *end;
    const char *tag_end; /* of the tag before: a second tag on a line is never standalone */
    const char *placed;  /* line and column are this one's; tags are met in order */
    uint32_t line, column;
    char open[DELIMITER_BYTES], close[DELIMITER_BYTES];
    size_t section[TEMPLATE_DEPTH_MAX]; /* open ones: indices of nodes */
    unsigned depth;
    struct err *err;
};

/* Line and column of a place, both from 1; no place before the last one that was asked for. */
static void go_to(struct reader *r, const char *at)
{
    for (const char *c = r->placed; c < at; c++) {
        r->column = *c == '\n' ? 1 : r->column + (((unsigned char)*c & 0xC0) != 0x80);
        r->line += *c == '\n';
    }
    r->placed = at;
}

static enum rc fail(struct reader *r, const char *at, const char *what)
{
    go_to(r, at);
    err_where(r->err, r->template->source, r->line, r->column);
    return ERR(r->err, RC_BAD_INPUT, what);
}

static struct node *add_node(struct reader *r, enum node_kind kind, const char *at, size_t length)
{
    struct template *t = r->template;
    struct node *node = grow_array(t->node, t->count, &t->capacity, sizeof *node);

    if (!node)
        return NULL;
    t->node = node;
    node = &t->node[t->count++];
    *node = (struct node){.kind = kind, .at = at, .length = length};
    return node;
}

static bool starts_line(const struct reader *r, const char *at)
{
    return at == r->template->text || at[-1] == '\n';
}

/* Text is split at line ends, so that partials can be indented. */
static enum rc add_text(struct reader *r, const char *from, const char *to)
{
    while (from < to) {
        const char *eol = memchr(from, '\n', (size_t)(to - from));
        const char *stop = eol ? eol + 1 : to;
        struct node *node = add_node(r, NODE_TEXT, from, (size_t)(stop - from));

        FAIL_IF(!node, r->err, RC_NO_MEMORY, "no memory for a template");
        node->starts_line = starts_line(r, from);
        from = stop;
    }
    return RC_OK;
}

static const char *find(const char *from, const char *end, const char *what, size_t length)
{
    while ((size_t)(end - from) >= length &&
           (from = memchr(from, *what, (size_t)(end - from) - length + 1)) != NULL) {
        if (memcmp(from, what, length) == 0)
            return from;
        from++;
    }
    return NULL;
}

/* Read the tag that starts at tag->start. */
static enum rc read_tag(struct reader *r, struct tag *tag)
{
    char close[DELIMITER_BYTES + 1];
    const char *name = tag->start + strlen(r->open), *stop;
    size_t length = 0;

    tag->sign = name < r->end && *name && strchr("#^/!>&{=", *name) ? *name++ : '\0';
    if (tag->sign == '{' || tag->sign == '=')
        close[length++] = tag->sign == '{' ? '}' : '=';
    strcpy(close + length, r->close);
    stop = find(name, r->end, close, strlen(close));
    if (!stop)
        return fail(r, tag->start, "this tag is not closed");
    tag->end = stop + strlen(close);
    while (name < stop && text_is_space(*name))
        name++;
    while (stop > name && text_is_space(stop[-1]))
        stop--;
    tag->name = name;
    tag->length = (size_t)(stop - name);
    if (tag->sign == '!' || tag->sign == '=')
        return RC_OK;
    if (tag->length == 0)
        return fail(r, tag->start, "this tag names nothing");
    for (const char *c = name; c < stop; c++)
        if (text_is_space(*c))
            return fail(r, tag->start, "a name cannot hold blanks");
    return RC_OK;
}

/* Does the tag stand alone on its line? Then *from is the line's start and *to its end. */
static bool is_standalone(const struct reader *r, const struct tag *tag, const char **from,
                          const char **to)
{
    const char *start = tag->start, *end = tag->end;

    if (tag->sign == '\0' || tag->sign == '&' || tag->sign == '{')
        return false;
    while (start > r->template->text && (start[-1] == ' ' || start[-1] == '\t'))
        start--;
    if (!starts_line(r, start) || start < r->tag_end)
        return false;
    while (end < r->end && (*end == ' ' || *end == '\t'))
        end++;
    if (end < r->end && *end == '\r' && end + 1 < r->end && end[1] == '\n')
        end++;
    if (end < r->end && *end != '\n')
        return false;
    *from = start;
    *to = end < r->end ? end + 1 : end;
    return true;
}

static enum rc set_delimiters(struct reader *r, const struct tag *tag)
{
    const char *name = tag->name, *end = tag->name + tag->length, *middle = name, *second;
    size_t open, close;

    while (middle < end && !text_is_space(*middle))
        middle++;
    for (second = middle; second < end && text_is_space(*second);)
        second++;
    open = (size_t)(middle - name);
    close = (size_t)(end - second);
    if (open == 0 || close == 0 || open >= DELIMITER_BYTES || close >= DELIMITER_BYTES ||
        memchr(name, '=', tag->length))
        return fail(r, tag->start, "new delimiters are written {{=<% %>=}}");
    for (const char *c = second; c < end; c++)
        if (text_is_space(*c))
            return fail(r, tag->start, "new delimiters are two words");
    memcpy(r->open, name, open);
    r->open[open] = '\0';
    memcpy(r->close, second, close);
    r->close[close] = '\0';
    return RC_OK;
}

static enum rc close_section(struct reader *r, const struct tag *tag)
{
    struct node *section;

    if (r->depth == 0)
        return fail(r, tag->start, "this closes a section that is not open");
    section = &r->template->node[r->section[--r->depth]];
    if (section->length != tag->length || memcmp(section->at, tag->name, tag->length) != 0)
        return fail(r, tag->start, "this closes another section than the last one opened");
    section->end = r->template->count;
    return RC_OK;
}

static enum node_kind kind_of(char sign)
{
    switch (sign) {
    case '#':
        return NODE_SECTION;
    case '^':
        return NODE_INVERTED;
    case '>':
        return NODE_PARTIAL;
    case '&':
    case '{':
        return NODE_RAW;
    default:
        return NODE_VARIABLE;
    }
}

/* Tags that leave no node. */
static bool is_silent(const struct tag *tag)
{
    return tag->sign == '!' || tag->sign == '=' || tag->sign == '/';
}

/* Empty text: a line that begins with such a tag is indented in a partial like any other. */
static struct node *add_line_start(struct reader *r, const struct tag *tag)
{
    struct node *node = add_node(r, NODE_TEXT, tag->start, 0);

    if (node)
        node->starts_line = true;
    return node;
}

static enum rc add_tag(struct reader *r, const struct tag *tag, bool standalone, const char *from)
{
    struct node *node;

    if (is_silent(tag) && !standalone && starts_line(r, tag->start) && !add_line_start(r, tag))
        return ERR(r->err, RC_NO_MEMORY, "no memory for a template");
    if (tag->sign == '!')
        return RC_OK;
    if (tag->sign == '=')
        return set_delimiters(r, tag);
    if (tag->sign == '/')
        return close_section(r, tag);
    node = add_node(r, kind_of(tag->sign), tag->name, tag->length);
    FAIL_IF(!node, r->err, RC_NO_MEMORY, "no memory for a template");
    node->standalone = standalone;
    node->starts_line = starts_line(r, tag->start);
    go_to(r, tag->start);
    node->line = r->line;
    node->column = r->column;
    if (node->kind == NODE_PARTIAL && standalone) {
        node->indent = from;
        node->indent_length = (size_t)(tag->start - from);
        node->starts_line = true;
    }
    if (node->kind != NODE_SECTION && node->kind != NODE_INVERTED)
        return RC_OK;
    if (r->depth == TEMPLATE_DEPTH_MAX) {
        err_where(r->err, r->template->source, node->line, node->column);
        return ERR(r->err, RC_TOO_LONG, "sections are nested too deeply");
    }
    r->section[r->depth++] = r->template->count - 1;
    return RC_OK;
}

static enum rc read_all(struct reader *r)
{
    while (r->at < r->end) {
        struct tag tag = {.start = find(r->at, r->end, r->open, strlen(r->open))};
        const char *from, *to;
        bool standalone;

        if (!tag.start)
            return add_text(r, r->at, r->end);
        TRY(read_tag(r, &tag));
        from = tag.start;
        to = tag.end;
        standalone = is_standalone(r, &tag, &from, &to);
        TRY(add_text(r, r->at, from));
        TRY(add_tag(r, &tag, standalone, from));
        r->at = to;
        r->tag_end = to;
    }
    return RC_OK;
}

enum rc template_compile(const char *source, const char *text, size_t length,
                         struct template **template, struct err *err)
{
    struct template *made = calloc(1, sizeof *made);
    struct reader r = {.template = made, .open = "{{", .close = "}}", .err = err};
    enum rc rc = RC_NO_MEMORY;

    if (made) {
        made->source = strdup(source);
        made->text = malloc(length + 1);
    }
    if (!made || !made->source || !made->text) {
        rc = ERR(err, RC_NO_MEMORY, "no memory for a template");
        goto out;
    }
    memcpy(made->text, text, length);
    made->text[length] = '\0';
    r.at = made->text;
    r.placed = made->text;
    r.line = r.column = 1;
    r.tag_end = made->text;
    r.end = made->text + length;
    rc = read_all(&r);
    if (rc == RC_OK && r.depth) {
        const struct node *open = &made->node[r.section[r.depth - 1]];

        err_where(err, source, open->line, open->column);
        rc = ERR(err, RC_BAD_INPUT, "this section is not closed");
    }
    if (rc == RC_OK) {
        *template = made;
        made = NULL;
    }
out:
    template_free(made);
    return rc;
}

void template_free(struct template *template)
{
    if (!template)
        return;
    free(template->source);
    free(template->text);
    free(template->node);
    free(template);
}

void template_each_name(const struct template *template,
                        void (*each)(void *context, char sign, const char *name), void *context)
{
    static const char signs[] = {[NODE_VARIABLE] = '\0',
                                 [NODE_RAW] = '&',
                                 [NODE_SECTION] = '#',
                                 [NODE_INVERTED] = '^',
                                 [NODE_PARTIAL] = '>'};

    for (size_t i = 0; i < template->count; i++) {
        const struct node *node = &template->node[i];
        TEXT_IN(text, name, 128);

        if (node->kind == NODE_TEXT)
            continue;
        text_put_bytes(&text, node->at, node->length);
        each(context, signs[node->kind], name);
    }
}
