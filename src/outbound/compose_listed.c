/* SPDX-License-Identifier: MIT */
/* What a question can be answered with where the orders are many and of one form (ORDER_LISTED): a
 * line says what may stand where, "place Rope, Sword: w1 w2 e1", instead of a button for each. */

#include "outbound/compose_p.h"

enum { HEADS_MOST = 32 };

/* Orders that differ only in their last word. */
struct head {
    struct buf words, last;
};

struct heads {
    unsigned count;
    bool full; /* there are more: they are told by their single words */
    struct head at[HEADS_MOST];
};

static void take(struct heads *heads, const char *label)
{
    const char *last = strrchr(label, ' ');
    size_t length = last ? (size_t)(last - label) : 0;
    struct head *head = heads->at;

    while (head < heads->at + heads->count &&
           (head->words.length != length || memcmp(head->words.at, label, length) != 0))
        head++;
    if (!last || head == heads->at + HEADS_MOST) {
        heads->full = true;
        return;
    }
    if (head == heads->at + heads->count) {
        heads->count++;
        buf_put_bytes(&head->words, label, length);
    } else
        buf_put_char(&head->last, ' ');
    buf_put(&head->last, last + 1);
}

/* Bytes of whole words that two texts begin with. */
static size_t same_words(const char *a, const char *b)
{
    size_t words = 0;

    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        words = a[i] == ' ' ? i + 1 : words;
    return words;
}

/* Those with the same last words share a line. */
static void add_lines(struct making *making, struct heads *heads, struct value *list)
{
    for (unsigned i = 0; i < heads->count; i++) {
        struct head *head = &heads->at[i];
        OWN_WIPED(buf) line = {0};

        if (!head->last.length)
            continue;
        buf_put(&line, buf_text(&head->words));
        for (unsigned j = i + 1; j < heads->count; j++) {
            struct head *other = &heads->at[j];

            if (!text_equal(buf_text(&head->last), buf_text(&other->last)))
                continue;
            buf_printf(&line, ", %s",
                       buf_text(&other->words) +
                           same_words(buf_text(&head->words), buf_text(&other->words)));
            buf_clear(&other->last);
        }
        buf_printf(&line, ": %s", buf_text(&head->last));
        value_add(list, value_text(making->values, buf_text(&line)));
    }
}

static bool has_word(const char *list, const char *word, size_t length)
{
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (!at[length] || at[length] == ' '))
            return true;
    return false;
}

/* The single words behind the first, each once: of whom four may be chosen. */
static void add_words(struct making *making, const struct order *order, unsigned count,
                      struct value *list)
{
    const struct position *position = making->news.position;
    OWN_WIPED(buf) words = {0}, shown = {0};
    struct tell tell;

    for (unsigned i = 0; i < count; i++) {
        char line[ORDER_TEXT_BYTES], *rest = line, *word;
        struct text text;

        text_init(&text, line, sizeof line);
        position->played->text->write_order(position_rulebook(position), NULL, &order[i],
                                            ORDER_FULL, &text);
        strsep(&rest, " ");
        while ((word = strsep(&rest, " ")) != NULL)
            if (!has_word(buf_text(&words), word, strlen(word)))
                buf_printf(&words, words.length ? " %s" : "%s", word);
    }
    tell_words(wording_tell(&making->wording, &tell), buf_text(&words), words.length, &shown);
    value_add(list, value_text(making->values, buf_text(&shown)));
}

void compose_add_listed(struct making *making, struct value *question, const struct order *order,
                        unsigned count)
{
    struct value *list = value_set_list(question, "listed");
    struct heads heads = {.count = 0};

    for (unsigned i = 0; i < count && !heads.full; i++) {
        OWN_WIPED(buf) label = {0};

        compose_put_order(making, &order[i], &label, NULL);
        take(&heads, buf_text(&label));
    }
    if (heads.full)
        add_words(making, order, count, list);
    else
        add_lines(making, &heads, list);
    for (unsigned i = 0; i < heads.count; i++) {
        buf_wipe(&heads.at[i].words);
        buf_wipe(&heads.at[i].last);
    }
}
