/* SPDX-License-Identifier: MIT */
/* Writing a compiled template with values. */

#include "letter/template_p.h"

enum { CONTEXT_MAX = TEMPLATE_DEPTH_MAX * 4 };

struct writer {
    const struct render *render;
    const struct value *context[CONTEXT_MAX]; /* innermost last */
    unsigned context_count;
    unsigned depth;    /* of partials */
    struct buf indent; /* of all partials that we are in */
    struct buf *out;
    size_t out_start, most;
    struct err *err;
};

static enum rc fail(struct writer *w, const struct template *t, const struct node *node, enum rc rc,
                    const char *what)
{
    TEXT_IN(text, name, 128);

    text_put_bytes(&text, node->at, node->length);
    err_where(w->err, t->source, node->line, node->column);
    return ERR(w->err, rc, "\"", name, "\" ", what);
}

static const struct value *member(const struct value *of, const char *name, size_t length)
{
    char key[128];

    if (length >= sizeof key)
        return NULL;
    memcpy(key, name, length);
    key[length] = '\0';
    return value_get(of, key);
}

/* The first part of a dotted name is looked for outwards, the others in what was found. */
static const struct value *look_up(const struct writer *w, const struct node *node)
{
    const char *at = node->at, *end = node->at + node->length;
    const char *dot = memchr(at, '.', node->length);
    const struct value *found = NULL;

    if (node->length == 1 && *at == '.')
        return w->context[w->context_count - 1];
    for (unsigned i = w->context_count; i-- > 0 && !found;)
        found = member(w->context[i], at, (size_t)((dot ? dot : end) - at));
    while (found && dot) {
        at = dot + 1;
        dot = memchr(at, '.', (size_t)(end - at));
        found = member(found, at, (size_t)((dot ? dot : end) - at));
    }
    return found;
}

/* What people wrote never looks like what is signed. */
static void write_text(enum escape escape, const struct value *value, const char *text,
                       struct buf *out)
{
    OWN_WIPED(buf) harmless = {0};

    if (value_is_signed(value) || !strpbrk(text, "-=")) { /* no marker without either */
        escape_write(escape, text, strlen(text), out);
        return;
    }
    escape_defuse(text, strlen(text), &harmless);
    escape_write(escape, buf_text(&harmless), harmless.length, out);
    out->failed |= harmless.failed;
}

static enum rc write_variable(struct writer *w, const struct template *t, const struct node *node)
{
    const struct value *value = look_up(w, node);
    enum escape escape = w->render->escape;
    const char *text;

    if (!value)
        return w->render->strict ? fail(w, t, node, RC_NOT_FOUND, "is not among the values")
                                 : RC_OK;
    if (value_kind_of(value) == VALUE_LIST || value_kind_of(value) == VALUE_MAP)
        return w->render->strict ? fail(w, t, node, RC_NOT_FOUND, "is no text") : RC_OK;
    text = value_get_text(value);
    if (value_kind_of(value) == VALUE_FLAG)
        text = value_is_true(value) ? "true" : "false";
    if (node->kind == NODE_RAW && escape != ESCAPE_HEADER)
        escape = ESCAPE_NONE;
    write_text(escape, value, text, w->out);
    return RC_OK;
}

static enum rc write_nodes(struct writer *w, const struct template *t, size_t from, size_t to);

static enum rc write_within(struct writer *w, const struct template *t, const struct node *node,
                            const struct value *context)
{
    size_t from = (size_t)(node - t->node) + 1;
    enum rc rc;

    if (w->context_count == CONTEXT_MAX)
        return fail(w, t, node, RC_TOO_LONG, "is nested too deeply");
    w->context[w->context_count++] = context;
    rc = write_nodes(w, t, from, node->end);
    w->context_count--;
    return rc;
}

static enum rc write_section(struct writer *w, const struct template *t, const struct node *node)
{
    const struct value *value = look_up(w, node);

    if (!value && w->render->strict)
        return fail(w, t, node, RC_NOT_FOUND, "is not among the values");
    if (node->kind == NODE_INVERTED)
        return value_is_true(value) ? RC_OK
                                    : write_within(w, t, node, w->context[w->context_count - 1]);
    if (!value_is_true(value))
        return RC_OK;
    if (value_kind_of(value) != VALUE_LIST)
        return write_within(w, t, node, value);
    for (size_t i = 0; i < value_count(value); i++)
        TRY(write_within(w, t, node, value_at(value, i)));
    return RC_OK;
}

static enum rc write_partial(struct writer *w, const struct template *t, const struct node *node)
{
    const struct template *partial = NULL;
    size_t indent = w->indent.length;
    char name[128];
    enum rc rc;

    if (node->length < sizeof name && w->render->partial) {
        memcpy(name, node->at, node->length);
        name[node->length] = '\0';
        partial = w->render->partial(w->render->context, name);
    }
    if (!partial)
        return w->render->strict ? fail(w, t, node, RC_NOT_FOUND, "is no template that I know")
                                 : RC_OK;
    if (w->depth == TEMPLATE_DEPTH_MAX)
        return fail(w, t, node, RC_TOO_LONG, "is a template within itself");
    buf_put_bytes(&w->indent, node->indent ? node->indent : "", node->indent_length);
    w->depth++;
    rc = write_nodes(w, partial, 0, partial->count);
    w->depth--;
    w->indent.length = indent;
    return rc;
}

static enum rc write_node(struct writer *w, const struct template *t, const struct node *node)
{
    if (w->indent.length && node->starts_line && !node->standalone)
        buf_put_bytes(w->out, w->indent.at, w->indent.length);
    switch (node->kind) {
    case NODE_TEXT:
        escape_write(w->render->escape == ESCAPE_HEADER ? ESCAPE_HEADER : ESCAPE_NONE, node->at,
                     node->length, w->out);
        return RC_OK;
    case NODE_VARIABLE:
    case NODE_RAW:
        return write_variable(w, t, node);
    case NODE_SECTION:
    case NODE_INVERTED:
        return write_section(w, t, node);
    default:
        return write_partial(w, t, node);
    }
}

static enum rc write_nodes(struct writer *w, const struct template *t, size_t from, size_t to)
{
    for (size_t i = from; i < to;) {
        const struct node *node = &t->node[i];

        TRY(write_node(w, t, node));
        if (w->out->length - w->out_start > w->most)
            return ERR(w->err, RC_TOO_LONG, "the template \"", t->source, "\" writes too much");
        i = node->kind == NODE_SECTION || node->kind == NODE_INVERTED ? node->end : i + 1;
    }
    return RC_OK;
}

enum rc template_render(const struct template *template, const struct value *root,
                        const struct render *render, struct buf *out, struct err *err)
{
    struct writer w = {.render = render,
                       .context = {root},
                       .context_count = 1,
                       .out = out,
                       .out_start = out->length,
                       .most = render->most ? render->most : TEMPLATE_OUT_MAX,
                       .err = err};
    enum rc rc = write_nodes(&w, template, 0, template->count);

    THEN(rc, buf_rc(&w.indent, err));
    THEN(rc, buf_rc(out, err));
    if (rc != RC_OK && out->at) {
        out->length = w.out_start;
        out->at[out->length] = '\0';
    }
    buf_fini(&w.indent);
    return rc;
}
