/* SPDX-License-Identifier: MIT */
/* Puts table.html together: everything that the page needs inside of one file, and a content policy
 * that allows just that.
 *
 *   make_page bundle [-PREFIX | +KEY]... FILE...
 *                                            a bundle of files to standard output, as gzip packs: a
 *                                            line "NAME LENGTH" for each, an empty line, their
 * bytes; of sentences without those whose key begins so, but for the keys named make_page sums
 * FILE...                   a line "#define PAGE_SUMS …" of names and SHA-256 sums make_page page
 * HTML CSS BUNDLE JS...     the page to standard output
 */
#include <libdeflate.h>
#include <sodium.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

enum { FILE_MOST = 16 << 20, HASH_TEXT = 64, PACK_SMALLEST = 12 /* libdeflate's best level */ };

static void fail(const char *what, const char *name)
{
    fprintf(stderr, "make_page: %s%s\n", what, name);
    exit(1);
}

static void read_file(const char *path, struct buf *out)
{
    FILE *file = fopen(path, "rb");
    char block[65536];
    size_t count;

    if (!file)
        fail("cannot read ", path);
    while ((count = fread(block, 1, sizeof block, file)) > 0)
        buf_put_bytes(out, block, count);
    if (ferror(file) || out->failed || out->length > FILE_MOST)
        fail("cannot read all of ", path);
    fclose(file);
}

/* "es/board.words" below templates, "lessons/…" below data, else the last part. */
static const char *name_of(const char *path)
{
    const char *templates = strstr(path, "templates/"), *slash = strrchr(path, '/');
    const char *lessons = strstr(path, "data/lessons/");

    if (lessons)
        return lessons + strlen("data/");
    return templates ? templates + strlen("templates/") : slash ? slash + 1 : path;
}

static void write_out(const struct buf *out)
{
    if (out->failed || fwrite(buf_text(out), 1, out->length, stdout) != out->length ||
        fflush(stdout) != 0)
        fail("cannot write", "");
}

/* Is a line's sentence, by its key, to be left out? */
static bool is_left_out(const char *line, char **choice, int choices)
{
    size_t key = strcspn(line, " =\n");
    bool is_out = *line == '#'; /* a comment */

    for (int i = 0; i < choices; i++) {
        size_t length = strlen(choice[i] + 1);

        if (choice[i][0] == '+' && key == length && strncmp(line, choice[i] + 1, length) == 0)
            return false;
        is_out |= choice[i][0] == '-' && strncmp(line, choice[i] + 1, length) == 0;
    }
    return is_out;
}

/* A line that begins with a blank goes on with the sentence before it. */
static void read_sentences(const char *path, char **choice, int choices, struct buf *out)
{
    struct buf all = {0};
    bool is_out = false;

    read_file(path, &all);
    for (const char *at = buf_text(&all); *at;) {
        size_t length = strcspn(at, "\n");

        length += at[length] == '\n';
        if (*at != ' ')
            is_out = is_left_out(at, choice, choices);
        if (!is_out)
            buf_put_bytes(out, at, length);
        at += length;
    }
    buf_fini(&all);
}

/* A script without indentation and the lines that are nothing but a comment, its licence's aside.
 * No text in it goes over several lines. */
static void read_script(const char *path, struct buf *out)
{
    struct buf all = {0};

    read_file(path, &all);
    for (const char *at = buf_text(&all); *at;) {
        size_t length = strcspn(at, "\n"), blank = strspn(at, " ");

        length += at[length] == '\n';
        if (strncmp(at + blank, "//", 2) != 0 || strncmp(at + blank, "// SPDX", 7) == 0)
            buf_put_bytes(out, at + blank, length - blank);
        at += length;
    }
    buf_fini(&all);
}

static void pack(const struct buf *bytes, struct buf *out)
{
    struct libdeflate_compressor *packer = libdeflate_alloc_compressor(PACK_SMALLEST);
    size_t room = packer ? libdeflate_gzip_compress_bound(packer, bytes->length) : 0;
    char *packed = room ? malloc(room) : NULL;

    if (!packed)
        fail("no memory", "");
    room = libdeflate_gzip_compress(packer, buf_text(bytes), bytes->length, packed, room);
    if (!room)
        fail("cannot pack", "");
    buf_put_bytes(out, packed, room);
    free(packed);
    libdeflate_free_compressor(packer);
}

static void make_bundle(char **path, int count)
{
    struct buf heads = {0}, bytes = {0}, packed = {0};
    char **choice = path;
    int choices = 0;

    while (choices < count && strchr("+-", path[choices][0]))
        choices++;
    for (int i = choices; i < count; i++) {
        size_t before = bytes.length;

        if (strstr(path[i], ".sentences"))
            read_sentences(path[i], choice, choices, &bytes);
        else
            read_file(path[i], &bytes);
        buf_put(&heads, name_of(path[i]));
        buf_put_char(&heads, ' ');
        buf_put_int(&heads, (int64_t)(bytes.length - before));
        buf_put_char(&heads, '\n');
    }
    buf_put_char(&heads, '\n');
    buf_put_bytes(&heads, buf_text(&bytes), bytes.length);
    if (heads.failed)
        fail("no memory", "");
    pack(&heads, &packed);
    write_out(&packed);
    buf_fini(&heads);
    buf_fini(&bytes);
    buf_fini(&packed);
}

/* 'sha256-…' of what stands between the tags. */
static void put_hash(const struct buf *text, struct buf *out)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char base64[HASH_TEXT];

    crypto_hash_sha256(hash, (const unsigned char *)buf_text(text), text->length);
    sodium_bin2base64(base64, sizeof base64, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    buf_put(out, "'sha256-");
    buf_put(out, base64);
    buf_put(out, "'");
}

static void put_policy(const struct buf *script, const struct buf *style, struct buf *out)
{
    /* A site lets its copy fetch the records beside it (src/site). */
    buf_put(out, "default-src 'none'; base-uri 'none'; form-action 'none'; connect-src 'none'; "
                 "script-src 'wasm-unsafe-eval' ");
    put_hash(script, out);
    /* The pictures carry their colours as attributes; squares are placed by the script. */
    buf_put(out, "; style-src ");
    put_hash(style, out);
}

static void put_base64(const struct buf *bytes, struct buf *out)
{
    size_t room = sodium_base64_encoded_len(bytes->length, sodium_base64_VARIANT_ORIGINAL);
    char *text = malloc(room);

    if (!text)
        fail("no memory", "");
    sodium_bin2base64(text, room, (const unsigned char *)buf_text(bytes), bytes->length,
                      sodium_base64_VARIANT_ORIGINAL);
    buf_put(out, text);
    free(text);
}

/* The text with each "@NAME@" replaced once. */
static void make_page(char **path, int count)
{
    struct buf html = {0}, style = {0}, bundle = {0}, script = {0}, out = {0};

    read_file(path[0], &html);
    read_file(path[1], &style);
    read_file(path[2], &bundle);
    for (int i = 3; i < count; i++)
        read_script(path[i], &script);
    if (strstr(buf_text(&script), "</script") || strstr(buf_text(&style), "</style"))
        fail("a script or style ends early", "");
    for (const char *at = buf_text(&html); *at;) {
        size_t word = strcspn(at + 1, "@");

        if (*at != '@') {
            buf_put_char(&out, *at++);
            continue;
        }
        if (strncmp(at, "@POLICY@", word + 2) == 0)
            put_policy(&script, &style, &out);
        else if (strncmp(at, "@STYLE@", word + 2) == 0)
            buf_put_bytes(&out, buf_text(&style), style.length);
        else if (strncmp(at, "@SCRIPT@", word + 2) == 0)
            buf_put_bytes(&out, buf_text(&script), script.length);
        else if (strncmp(at, "@BUNDLE@", word + 2) == 0)
            put_base64(&bundle, &out);
        else
            fail("an unknown mark in ", path[0]);
        at += word + 2;
    }
    write_out(&out);
    buf_fini(&html);
    buf_fini(&style);
    buf_fini(&bundle);
    buf_fini(&script);
    buf_fini(&out);
}

static void make_sums(char **path, int count)
{
    struct buf out = {0};

    buf_put(&out, "#define PAGE_SUMS");
    for (int i = 0; i < count; i++) {
        unsigned char hash[crypto_hash_sha256_BYTES];
        char hex[2 * sizeof hash + 1];
        struct buf text = {0};

        read_file(path[i], &text);
        crypto_hash_sha256(hash, (const unsigned char *)buf_text(&text), text.length);
        buf_printf(&out, " {\"%s\", \"%s\"},", name_of(path[i]),
                   sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
        buf_fini(&text);
    }
    buf_put_char(&out, '\n');
    write_out(&out);
    buf_fini(&out);
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "bundle") == 0)
        make_bundle(argv + 2, argc - 2);
    else if (argc > 1 && strcmp(argv[1], "sums") == 0)
        make_sums(argv + 2, argc - 2);
    else if (argc > 5 && strcmp(argv[1], "page") == 0)
        make_page(argv + 2, argc - 2);
    else
        fail("usage: make_page bundle [-PREFIX | +KEY]... FILE... | sums FILE... | page HTML CSS "
             "BUNDLE JS...",
             "");
    return 0;
}
