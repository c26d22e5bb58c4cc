/* SPDX-License-Identifier: MIT */
/* Turns HTML into the text that a player reads. It is no browser, and trusts no tree. */
#include "letter/html_text.h"

#include <gumbo.h>
#include <setjmp.h>

/* The tree is built in a store with a limit and thrown away as one: hostile HTML makes trees far
 * larger than itself, and gumbo frees trees by recursion. 256 KiB of usual HTML need 8 MB. */
enum { BLOCK_BYTES = 256 * 1024, STORE_MAX = 64 * 1024 * 1024, NESTED_MAX = 3000, TAG_BYTES = 16 };

struct block {
    struct block *next;
    size_t used, capacity;
    _Alignas(max_align_t) unsigned char at[];
};

struct store {
    struct block *block;
    size_t taken;
    jmp_buf full;
};

static void *store_take(void *context, size_t bytes)
{
    struct store *store = context;
    struct block *block = store->block;
    const size_t step = _Alignof(max_align_t);
    void *at;

    bytes = (bytes + step - 1) / step * step;
    if (!block || block->capacity - block->used < bytes) {
        size_t capacity = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;

        if (capacity > STORE_MAX - store->taken)
            longjmp(store->full, 1);
        block = malloc(sizeof *block + capacity);
        if (!block)
            longjmp(store->full, 2);
        *block = (struct block){.next = store->block, .capacity = capacity};
        store->block = block;
        store->taken += capacity;
    }
    at = block->at + block->used;
    block->used += bytes;
    return at;
}

static void store_give(void *context, void *at)
{
    (void)context;
    (void)at;
}

static void store_fini(struct store *store)
{
    struct block *next;

    for (struct block *block = store->block; block; block = next) {
        next = block->next;
        free(block);
    }
}

/* What an element does to the text. */
enum element {
    PLAIN,
    BLOCK, /* begins and ends a line */
    QUOTE,
    PRE,
    CELL,
    BREAK,
    RULE,
    PICTURE,
    NOT_SHOWN
};

static enum element element_of(GumboTag tag)
{
    static const unsigned char kinds[GUMBO_TAG_LAST] = {
        [GUMBO_TAG_HTML] = BLOCK,       [GUMBO_TAG_BODY] = BLOCK,
        [GUMBO_TAG_ADDRESS] = BLOCK,    [GUMBO_TAG_ARTICLE] = BLOCK,
        [GUMBO_TAG_ASIDE] = BLOCK,      [GUMBO_TAG_CENTER] = BLOCK,
        [GUMBO_TAG_DD] = BLOCK,         [GUMBO_TAG_DIV] = BLOCK,
        [GUMBO_TAG_DL] = BLOCK,         [GUMBO_TAG_DT] = BLOCK,
        [GUMBO_TAG_FIELDSET] = BLOCK,   [GUMBO_TAG_FIGURE] = BLOCK,
        [GUMBO_TAG_FOOTER] = BLOCK,     [GUMBO_TAG_FORM] = BLOCK,
        [GUMBO_TAG_H1] = BLOCK,         [GUMBO_TAG_H2] = BLOCK,
        [GUMBO_TAG_H3] = BLOCK,         [GUMBO_TAG_H4] = BLOCK,
        [GUMBO_TAG_H5] = BLOCK,         [GUMBO_TAG_H6] = BLOCK,
        [GUMBO_TAG_HEADER] = BLOCK,     [GUMBO_TAG_LI] = BLOCK,
        [GUMBO_TAG_MAIN] = BLOCK,       [GUMBO_TAG_NAV] = BLOCK,
        [GUMBO_TAG_OL] = BLOCK,         [GUMBO_TAG_P] = BLOCK,
        [GUMBO_TAG_SECTION] = BLOCK,    [GUMBO_TAG_TABLE] = BLOCK,
        [GUMBO_TAG_TR] = BLOCK,         [GUMBO_TAG_UL] = BLOCK,
        [GUMBO_TAG_BLOCKQUOTE] = QUOTE, [GUMBO_TAG_PRE] = PRE,
        [GUMBO_TAG_TD] = CELL,          [GUMBO_TAG_TH] = CELL,
        [GUMBO_TAG_BR] = BREAK,         [GUMBO_TAG_HR] = RULE,
        [GUMBO_TAG_IMG] = PICTURE,      [GUMBO_TAG_HEAD] = NOT_SHOWN,
        [GUMBO_TAG_STYLE] = NOT_SHOWN,  [GUMBO_TAG_SCRIPT] = NOT_SHOWN,
        [GUMBO_TAG_TITLE] = NOT_SHOWN,  [GUMBO_TAG_TEMPLATE] = NOT_SHOWN,
        [GUMBO_TAG_SELECT] = NOT_SHOWN, [GUMBO_TAG_TEXTAREA] = NOT_SHOWN,
        [GUMBO_TAG_IFRAME] = NOT_SHOWN, [GUMBO_TAG_OBJECT] = NOT_SHOWN,
    };

    return (unsigned)tag < GUMBO_TAG_LAST ? (enum element)kinds[tag] : PLAIN;
}

struct writer {
    struct buf *out;
    bool marks_code;       /* lines of code begin with HTML_CODE_SIGN */
    unsigned quotes, pres; /* that we are in */
    bool in_line;          /* something stands in this line */
    bool blank;            /* a blank is owed before the next word */
};

static void end_line(struct writer *w)
{
    if (!w->in_line && w->quotes)
        for (unsigned i = 0; i < w->quotes; i++)
            buf_put_char(w->out, '>');
    buf_put_char(w->out, '\n');
    w->in_line = false;
    w->blank = false;
}

static void close_line(struct writer *w)
{
    if (w->in_line)
        end_line(w);
    w->blank = false;
}

static void put_shown(struct writer *w, const char *bytes, size_t count)
{
    if (!w->in_line && w->quotes) {
        for (unsigned i = 0; i < w->quotes; i++)
            buf_put_char(w->out, '>');
        buf_put_char(w->out, ' ');
    }
    if (!w->in_line && w->marks_code && w->pres && !w->quotes)
        buf_put_char(w->out, HTML_CODE_SIGN);
    if (w->blank && w->in_line)
        buf_put_char(w->out, ' ');
    w->blank = false;
    w->in_line = true;
    buf_put_bytes(w->out, bytes, count);
}

static void put_text(struct writer *w, const char *text)
{
    size_t length = strlen(text);

    for (size_t i = 0, step; i < length; i += step) {
        uint32_t code = 0;

        step = text_utf8_at(text + i, length - i, &code);
        if (step == 0) {
            put_shown(w, "\xEF\xBF\xBD", 3);
            step = 1;
        } else if (w->pres && code == '\n') {
            end_line(w);
        } else if (w->pres && (code == ' ' || code == '\t')) {
            put_shown(w, text + i, 1);
        } else if (code < 0x80 && text_is_space((char)code)) {
            w->blank = true;
        } else if (code == 0xA0) { /* no-break blank: shown as one, even at the line's start */
            put_shown(w, " ", 1);
        } else if (code != 0x200B && code != 0xFEFF && code != 0xAD && code != HTML_CODE_SIGN) {
            put_shown(w, text + i, step);
        }
    }
}

static bool is_hidden(const GumboElement *element)
{
    const GumboAttribute *style = gumbo_get_attribute(&element->attributes, "style");
    char folded[256];
    size_t length = 0;

    if (gumbo_get_attribute(&element->attributes, "hidden"))
        return true;
    if (!style)
        return false;
    for (const char *c = style->value; *c && length + 1 < sizeof folded; c++)
        if (!text_is_space(*c))
            folded[length++] = text_lower(*c);
    folded[length] = '\0';
    return strstr(folded, "display:none") || strstr(folded, "mso-hide:all");
}

/* Discourse quotes a post in <aside class="quote">, its author's name beside the blockquote. */
static bool is_quote(const GumboElement *element)
{
    const GumboAttribute *class = gumbo_get_attribute(&element->attributes, "class");

    return element->tag == GUMBO_TAG_ASIDE && class && text_starts_with(class->value, "quote");
}

static enum element kind_of(const GumboNode *node)
{
    if (node->type == GUMBO_NODE_DOCUMENT)
        return PLAIN;
    if (node->type != GUMBO_NODE_ELEMENT)
        return NOT_SHOWN;
    if (is_hidden(&node->v.element))
        return NOT_SHOWN;
    return is_quote(&node->v.element) ? QUOTE : element_of(node->v.element.tag);
}

static void put_picture(struct writer *w, const GumboElement *element)
{
    const GumboAttribute *alt = gumbo_get_attribute(&element->attributes, "alt");

    if (alt)
        put_text(w, alt->value);
}

static void open_element(struct writer *w, const GumboNode *node, enum element kind)
{
    switch (kind) {
    case BLOCK:
    case QUOTE:
    case PRE:
        close_line(w);
        w->quotes += kind == QUOTE;
        w->pres += kind == PRE;
        break;
    case CELL:
        if (w->in_line)
            put_shown(w, "  ", 2);
        w->blank = false;
        break;
    case BREAK:
        end_line(w);
        break;
    case RULE:
        close_line(w);
        put_shown(w, "________________", 16);
        end_line(w);
        break;
    case PICTURE:
        put_picture(w, &node->v.element);
        break;
    default:
        break;
    }
}

static void close_element(struct writer *w, enum element kind)
{
    if (kind != BLOCK && kind != QUOTE && kind != PRE)
        return;
    close_line(w);
    w->quotes -= kind == QUOTE;
    w->pres -= kind == PRE;
}

static const GumboVector *children_of(const GumboNode *node)
{
    if (node->type == GUMBO_NODE_DOCUMENT)
        return &node->v.document.children;
    return node->type == GUMBO_NODE_ELEMENT ? &node->v.element.children : NULL;
}

/* Write one node; true if its children are to be visited. */
static bool enter(struct writer *w, const GumboNode *node)
{
    enum element kind;

    if (node->type == GUMBO_NODE_TEXT || node->type == GUMBO_NODE_WHITESPACE ||
        node->type == GUMBO_NODE_CDATA) {
        put_text(w, node->v.text.text);
        return false;
    }
    kind = kind_of(node);
    if (kind == NOT_SHOWN)
        return false;
    open_element(w, node, kind);
    return children_of(node)->length > 0;
}

/* Walk without recursion: the tree's depth is the sender's. */
static void write_tree(struct writer *w, const GumboNode *root)
{
    const GumboNode *node = root;

    while (node) {
        if (enter(w, node)) {
            node = children_of(node)->data[0];
            continue;
        }
        if (children_of(node) && children_of(node)->length == 0 && kind_of(node) != NOT_SHOWN)
            close_element(w, kind_of(node));
        while (node != root && node->index_within_parent + 1 == children_of(node->parent)->length) {
            node = node->parent;
            close_element(w, kind_of(node));
        }
        node = node == root ? NULL : children_of(node->parent)->data[node->index_within_parent + 1];
    }
}

/* Elements that a later one of their kind closes, or that are never closed. */
static bool closes_itself(const char *tag)
{
    static const char *const names[] = {"area", "base",   "br",     "col",   "dd",    "dt",
                                        "hr",   "img",    "input",  "li",    "link",  "meta",
                                        "o:p",  "option", "p",      "td",    "th",    "tr",
                                        "wbr",  "tbody",  "source", "track", "embed", NULL};

    for (const char *const *name = names; *name; name++)
        if (text_equal(tag, *name))
            return true;
    return false;
}

/* Estimate how deep the HTML nests, before a tree is made: gumbo takes time by the square of it. */
static bool is_too_deep(const char *html, size_t length)
{
    const char *end = html + length, *at = html;
    long depth = 0;

    while ((at = memchr(at, '<', (size_t)(end - at)))) {
        char tag[TAG_BYTES];
        size_t count = 0;
        bool closing = ++at < end && *at == '/';

        at += closing;
        while (at < end && count + 1 < sizeof tag && (text_is_letter(*at) || *at == ':'))
            tag[count++] = text_lower(*at++);
        tag[count] = '\0';
        if (count == 0 || closes_itself(tag))
            continue;
        depth += closing ? -1 : 1;
        if (depth < 0)
            depth = 0;
        if (depth > NESTED_MAX)
            return true;
    }
    return false;
}

static enum rc convert(const char *html, size_t length, bool marks_code, struct buf *out,
                       struct err *err)
{
    GumboOptions options = kGumboDefaultOptions;
    struct writer writer = {.out = out, .marks_code = marks_code};
    struct store store = {0};
    volatile size_t before = out->length;
    GumboOutput *tree;
    enum rc rc = RC_OK;

    if (is_too_deep(html, length))
        return ERR(err, RC_TOO_LONG, "this HTML is nested deeper than a letter needs");
    options.allocator = store_take;
    options.deallocator = store_give;
    options.userdata = &store;
    options.max_errors = 0;
    if (setjmp(store.full)) {
        rc = ERR(err, RC_TOO_LONG, "this HTML is larger inside than a letter can be");
        goto out;
    }
    tree = gumbo_parse_with_options(&options, html, length);
    write_tree(&writer, tree->document);
    close_line(&writer);
    rc = buf_rc(out, err);
out:
    store_fini(&store);
    if (rc != RC_OK && out->at) {
        out->length = before;
        out->at[before] = '\0';
    }
    return rc;
}

enum rc html_to_text(const char *html, size_t length, struct buf *out, struct err *err)
{
    return convert(html, length, false, out, err);
}

enum rc html_to_marked_text(const char *html, size_t length, struct buf *out, struct err *err)
{
    return convert(html, length, true, out, err);
}
