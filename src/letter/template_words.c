/* SPDX-License-Identifier: MIT */
/* Words of a language in a template that all languages share. */

#include "letter/template.h"

#define SAY "{{say "

/* The next tag that says a sentence, NULL if there is none; *key is its key, *end stands behind it.
 */
static const char *find_say(const char *text, const char *stop, char key[SENTENCE_KEY_BYTES],
                            const char **end)
{
    const char *at = text;
    size_t length;

    do {
        at = memmem(at, (size_t)(stop - at), SAY, sizeof SAY - 1);
        if (!at)
            return NULL;
        text = at + sizeof SAY - 1;
        length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-");
        *end = text + length + 2;
        at = text;
    } while (!length || length >= SENTENCE_KEY_BYTES || strncmp(text + length, "}}", 2) != 0);
    memcpy(key, text, length);
    key[length] = '\0';
    return text - (sizeof SAY - 1);
}

static enum rc say(const struct template_words *words, const char *key, bool html, struct buf *out,
                   struct err *err)
{
    const struct sentences *from = words->sentences;

    if (text_equal(key, "language")) {
        buf_put(out, words->code);
        return buf_rc(out, err);
    }
    if (words->spare && !sentences_find(from, key))
        from = words->spare;
    return sentences_write_template(from, key, html, out, err);
}

static void tell_place(struct err *err, const char *name, const char *text, const char *at)
{
    uint32_t line = 1;

    for (; text < at; text++)
        line += *text == '\n';
    err_where(err, name, line, 0);
}

enum rc template_say(const char *name, const char *text, size_t length,
                     const struct template_words *words, struct buf *out, struct err *err)
{
    bool html = strstr(name, ".html") || strstr(name, ".xml");
    const char *at = text, *stop = text + length, *tag, *end;
    char key[SENTENCE_KEY_BYTES];

    while ((tag = find_say(at, stop, key, &end)) != NULL) {
        enum rc rc;

        buf_put_bytes(out, at, (size_t)(tag - at));
        rc = say(words, key, html, out, err);
        if (rc != RC_OK) {
            tell_place(err, name, text, tag);
            return rc;
        }
        at = end;
    }
    buf_put_bytes(out, at, (size_t)(stop - at));
    return buf_rc(out, err);
}

void template_each_sentence(const char *text, size_t length,
                            void (*each)(void *context, const char *key), void *context)
{
    const char *stop = text + length, *end;
    char key[SENTENCE_KEY_BYTES];

    for (const char *at = text; find_say(at, stop, key, &end); at = end)
        if (!text_equal(key, "language"))
            each(context, key);
}
