/* SPDX-License-Identifier: MIT */
/* Any bytes as the HTML of a forum post: read as a person's post, as a private message and as a
 * quote of somebody else's, whose orders are nobody's. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "letter/post_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 65536 };

static void demand(bool holds)
{
    if (!holds)
        abort();
}

/* Lines without blanks at their ends, in UTF-8; nothing is for the robot that is not the writer's.
 */
static void look_at(const struct post_text *text)
{
    const char *orders = buf_text(&text->orders);

    demand(text_is_utf8(orders, text->orders.length));
    demand(text_is_utf8(buf_text(&text->own), text->own.length));
    demand(!text->orders.length || orders[text->orders.length - 1] == '\n');
    demand(text->orders.length <= text->own.length);
    for (const char *line = orders; *line; line = strchr(line, '\n') + 1) {
        size_t length = strcspn(line, "\n");

        demand(length > 0 && !text_is_space(line[0]) && !text_is_space(line[length - 1]));
        demand(memmem(buf_text(&text->own), text->own.length, line, length) != NULL);
    }
}

/* Fails where no person could have written it. */
static bool read_as(const char *html, size_t length, bool all, struct post_text *text)
{
    struct err err = {0};
    enum rc rc = post_text_read(html, length, "gm", all, text, &err);

    demand(rc == RC_OK || rc == RC_TOO_LONG || rc == RC_NO_MEMORY);
    if (rc == RC_OK)
        look_at(text);
    return rc == RC_OK;
}

/* Forums write quotes around whole elements, so that only what leaves no element open is put into
 * one; whatever it holds, a further line of the reader's own is the only order. */
static void quote(const char *html, size_t length, const char *before, const char *behind)
{
    static const char own[] = "\n<p>! end</p>";
    OWN(post_text) text = {0};
    OWN(buf) whole = {0};

    buf_put(&whole, before);
    for (size_t i = 0; i < length;
         i++) /* text alone: every mark that opens an element is escaped */
        buf_put(&whole, html[i] == '<'   ? "&lt;"
                        : html[i] == '&' ? "&amp;"
                                         : (const char[]){html[i] ? html[i] : ' ', '\0'});
    buf_put(&whole, behind);
    buf_put(&whole, own);
    if (read_as(buf_text(&whole), whole.length, false, &text))
        demand(text_equal(buf_text(&text.orders), "end\n"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct post_text post = {0}, message = {0};
    OWN_MEMORY char *html = malloc(size + 1);

    if (!html || size > MOST)
        return 0;
    memcpy(html, data, size);
    html[size] = '\0';
    /* In a private message every line is an order: at least as many as in a post. */
    if (read_as(html, size, false, &post) && read_as(html, size, true, &message))
        demand(message.own.length == post.own.length &&
               message.orders.length >= post.orders.length);
    quote(html, size, "<blockquote><p>", "</p></blockquote>");
    quote(html, size, "<blockquote><pre><code>", "</code></pre></blockquote>");
    quote(html, size,
          "<aside class=\"quote\"><div class=\"title\">bob:</div><blockquote><pre><code>",
          "\n</code></pre></blockquote></aside>");
    post_text_fini(&post);
    post_text_fini(&message);
    return 0;
}
