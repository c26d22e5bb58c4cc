/* SPDX-License-Identifier: MIT */
/* What letters cost: parse one, find its orders, compose one, render a template. Prints figures,
 * asserts nothing about time. Aims: design, section 9. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "letter/classify.h"
#include "letter/mime_out.h"
#include "letter/orders_in.h"
#include "letter/quotes.h"
#include "letter/template.h"
#include "letter/token.h"

enum { ROUNDS = 4000, PICTURE_BYTES = 72 * 1024 };

/* Processor time, so that neighbours on the machine do not count. */
static double now_s(void)
{
    struct timespec at;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static void print(const char *what, double seconds, unsigned rounds)
{
    printf("%-52s %9.1f us %10.0f /s\n", what, seconds / rounds * 1e6, rounds / seconds);
}

static struct buf read_sample(const char *name)
{
    const char *top = getenv("top_srcdir");
    struct buf out = {0};
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/tests/letters/%s.eml", top ? top : ".", name);
    file = fopen(path, "rb");
    for (int c; file && (c = getc(file)) != EOF;)
        buf_put_char(&out, (char)c);
    if (file)
        fclose(file);
    return out;
}

/* Parse, classify, find the token, split the quote, gather the orders. */
static size_t take_in(const struct buf *bytes)
{
    struct classification kind;
    struct letter_lines lines = {0};
    struct orders_in orders = {0};
    OWN(letter) letter = {0};
    struct token token;
    size_t count = 0;

    if (letter_read(bytes->at, bytes->length, NULL, &letter, NULL) != RC_OK)
        return 0;
    letter_classify(&letter, NULL, &kind);
    for (unsigned i = 0; i < letter.recipient_count; i++)
        if (token_read_address(letter.recipient[i], &token))
            break;
    if (quotes_split(letter.text, letter.text_length, NULL, &lines, NULL) == RC_OK &&
        orders_gather(&lines, NULL, &orders, NULL) == RC_OK)
        count = orders.count;
    orders_fini(&orders);
    quotes_fini(&lines);
    return count;
}

static bool bench_in(const char *name)
{
    OWN(buf) bytes = read_sample(name);
    struct letter letter = {0};
    char what[96];
    double start;
    size_t orders = 0;

    if (bytes.length == 0) {
        fprintf(stderr, "tests/letters/%s.eml is missing: set top_srcdir\n", name);
        return false;
    }
    start = now_s();
    for (unsigned i = 0; i < ROUNDS; i++)
        if (letter_read(bytes.at, bytes.length, NULL, &letter, NULL) == RC_OK)
            letter_fini(&letter);
    snprintf(what, sizeof what, "parse %s (%zu bytes)", name, bytes.length);
    print(what, now_s() - start, ROUNDS);
    start = now_s();
    for (unsigned i = 0; i < ROUNDS; i++)
        orders += take_in(&bytes);
    snprintf(what, sizeof what, "  and classify, split, gather %zu orders", orders / ROUNDS);
    print(what, now_s() - start, ROUNDS);
    return true;
}

static void bench_out(bool picture)
{
    OWN_MEMORY char *png = malloc(PICTURE_BYTES);
    OWN(buf) html = {0}, text = {0}, out = {0};
    struct letter_out letter = {.message_id = "42.7.abc@games.example",
                                .date_s = 1795299320,
                                .from_name = "Postern",
                                .from = "postern@games.example",
                                .to_name = "Ann",
                                .to = "ann@example.org",
                                .subject = "Dungeon Twister 42",
                                .language = "en"};
    unsigned rounds = ROUNDS / 4;
    double start;

    for (unsigned i = 0; png && i < PICTURE_BYTES; i++)
        png[i] = (char)(i * 2654435761u >> 24);
    for (int i = 0; i < 60; i++) {
        buf_put(&text, "    \xE2\x94\x82Th \xE2\x94\x82   \xE2\x94\x82 Tr\xE2\x94\x82\n");
        buf_put(&html, "<a href=\"mailto:postern%2Bx@games.example?body=thief\">thief to d5</a>\n");
    }
    letter.text = buf_text(&text);
    letter.html = buf_text(&html);
    letter.part[0] = (struct letter_part){"image/png", "board.png", "board", png, PICTURE_BYTES};
    letter.part_count = picture && png ? 1 : 0;
    start = now_s();
    for (unsigned i = 0; i < rounds; i++) {
        buf_clear(&out);
        if (letter_compose(&letter, &out, NULL) != RC_OK)
            abort();
    }
    print(picture ? "compose text, HTML and a picture of 72 KB" : "compose text and HTML",
          now_s() - start, rounds);
}

static void bench_template(void)
{
    static const char source[] = "{{#orders}}\n<a href=\"{{link}}\">{{order}}</a>\n{{/orders}}\n";
    const struct render how = {.escape = ESCAPE_HTML, .strict = true};
    OWN_AT(values) values = values_new();
    struct value *root = value_map(values), *orders = value_set_list(root, "orders");
    OWN_AT(template) template = NULL;
    OWN(buf) out = {0};
    double start;

    for (int i = 0; i < 40; i++) {
        struct value *one = value_add_map(orders);

        value_set_text(one, "link", "mailto:postern%2Bx@games.example?subject=a&body=thief");
        value_set_text(one, "order", "thief c4 c5 d5 take sword");
    }
    if (template_compile("bench", source, strlen(source), &template, NULL) != RC_OK)
        abort();
    start = now_s();
    for (unsigned i = 0; i < ROUNDS; i++) {
        buf_clear(&out);
        if (template_render(template, root, &how, &out, NULL) != RC_OK)
            abort();
    }
    print("render 40 order buttons", now_s() - start, ROUNDS);
}

int main(void)
{
    letter_start();
    if (!bench_in("button-one-line") || !bench_in("gmail-en") || !bench_in("outlook-de"))
        return 1;
    bench_template();
    bench_out(false);
    bench_out(true);
    return 0;
}
