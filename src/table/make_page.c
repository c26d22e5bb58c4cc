/* SPDX-License-Identifier: MIT */
/* Puts table.html together: everything that the page needs inside of one file, and a content policy
 * that allows just that.
 *
 *   make_page bundle [-PREFIX | +KEY]... FILE...
 *       a bundle of files to standard output, as gzip packs: a line "NAME LENGTH" for each, an
 *       empty line, their bytes; of sentences without those whose key begins so, but for the keys
 *       named; words and sentences are a file of keys for all languages, and one of words for each
 *   make_page sums FILE...
 *       a line "#define PAGE_SUMS …" of names and SHA-256 sums
 *   make_page page HTML CSS BUNDLE JS...
 *       the page to standard output
 */
#include <libdeflate.h>
#include <sodium.h>
#include <stdio.h>

#include "base/base.h"

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
    OWN(buf) all = {0};
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
}

/* A script without indentation and the lines that are nothing but a comment, its licence's aside.
 * No text in it goes over several lines. */
static void read_script(const char *path, struct buf *out)
{
    OWN(buf) all = {0};

    read_file(path, &all);
    for (const char *at = buf_text(&all); *at;) {
        size_t length = strcspn(at, "\n"), blank = strspn(at, " ");

        length += at[length] == '\n';
        if (strncmp(at + blank, "//", 2) != 0 || strncmp(at + blank, "// SPDX", 7) == 0)
            buf_put_bytes(out, at + blank, length - blank);
        at += length;
    }
}

static void pack(const struct buf *bytes, struct buf *out)
{
    struct libdeflate_compressor *packer = libdeflate_alloc_compressor(PACK_SMALLEST);
    size_t room = packer ? libdeflate_gzip_compress_bound(packer, bytes->length) : 0;
    OWN_MEMORY char *packed = room ? malloc(room) : NULL;

    if (!packed)
        fail("no memory", "");
    room = libdeflate_gzip_compress(packer, buf_text(bytes), bytes->length, packed, room);
    if (!room)
        fail("cannot pack", "");
    buf_put_bytes(out, packed, room);
    libdeflate_free_compressor(packer);
}

/* ---- words ---- */

enum { LINES_MOST = 4096, LANGUAGES_MOST = 8, WORDINGS_MOST = 512 };

/* The lines "key = words" of a file, comments left out. */
struct lines {
    struct buf text; /* of the file */
    struct line {
        const char *key, *words; /* in it, terminated */
    } at[LINES_MOST];
    unsigned count;
};

static char *trim(char *text)
{
    size_t length = strlen(text);

    while (length && text[length - 1] == ' ')
        text[--length] = '\0';
    return text + strspn(text, " ");
}

/* A line that begins with a blank goes on with the one before it. */
static void part_lines(struct lines *lines)
{
    char *at = lines->text.at, *end, *equals;

    for (lines->count = 0; at && *at; at = end) {
        end = strchr(at, '\n');
        while (end && end[1] == ' ') {
            memmove(end, end + 1, strlen(end));
            end = strchr(end, '\n');
        }
        if (end)
            *end++ = '\0';
        else
            end = at + strlen(at);
        equals = strchr(at, '=');
        if (*at == '#' || !*at)
            continue;
        if (!equals || lines->count == LINES_MOST)
            fail("no line of words: ", at);
        *equals = '\0';
        lines->at[lines->count++] = (struct line){trim(at), trim(equals + 1)};
    }
}

static const char *find_words(const struct lines *lines, const char *key)
{
    for (unsigned i = 0; i < lines->count; i++)
        if (strcmp(lines->at[i].key, key) == 0)
            return lines->at[i].words;
    return NULL;
}

/* ---- the bundle ---- */

struct bundle {
    char **path, **choice;
    int count, choices;
    struct buf heads, bytes;
};

static void put_file(struct bundle *bundle, const char *folder, const char *name,
                     const struct buf *text)
{
    buf_printf(&bundle->heads, "%s%s %zu\n", folder, name, text->length);
    buf_put_bytes(&bundle->bytes, buf_text(text), text->length);
}

/* "board.words" of a language's file; NULL for what is none. */
static const char *words_of(const char *path)
{
    return strstr(path, "templates/") ? strrchr(path, '/') + 1 : NULL;
}

/* Of "month.1" in phrases.words the choice is by "phrases.month.1". */
static void leave_out(const struct bundle *bundle, const char *file, struct lines *lines)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < lines->count; i++) {
        OWN(buf) key = {0};

        buf_printf(&key, "%.*s%s", (int)(strcspn(file, ".") + 1), file, lines->at[i].key);
        if (!is_left_out(buf_text(&key), bundle->choice, bundle->choices))
            lines->at[kept++] = lines->at[i];
    }
    lines->count = kept;
}

static void read_words(const struct bundle *bundle, const char *path, struct lines *lines)
{
    buf_clear(&lines->text);
    if (strstr(path, ".sentences"))
        read_sentences(path, bundle->choice, bundle->choices, &lines->text);
    else
        read_file(path, &lines->text);
    if (lines->text.failed)
        fail("no memory", "");
    buf_put(&lines->text, "");
    part_lines(lines);
    if (strstr(path, ".words"))
        leave_out(bundle, words_of(path), lines);
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Words behind the first, parted by commas, without the blanks that nobody reads: in an order of
 * which nothing depends, those that begin alike side by side, for they pack better so. */
static void put_wordings(const char *words, struct buf *out)
{
    size_t name = strcspn(words, "|"), count = 0;
    OWN(buf) copy = {0};
    char *wording[WORDINGS_MOST];

    buf_put_bytes(out, words, name);
    buf_put(&copy, words[name] ? words + name + 1 : "");
    for (char *at = copy.at ? strtok(copy.at, ",") : NULL; at; at = strtok(NULL, ",")) {
        if (count == WORDINGS_MOST)
            fail("too many wordings: ", words);
        wording[count++] = trim(at);
    }
    qsort(wording, count, sizeof *wording, by_bytes);
    for (size_t i = 0; i < count; i++)
        BUF_PUT(out, i ? "," : "|", wording[i]);
}

static void put_language(struct bundle *bundle, const char *path, const struct lines *lines,
                         const struct lines *keys)
{
    OWN(buf) words = {0};

    for (unsigned k = 0; k < keys->count; k++) {
        const char *found = find_words(lines, keys->at[k].key);

        if (strstr(path, "board.words") || !strstr(path, ".words"))
            buf_put(&words, found ? found : "");
        else
            put_wordings(found ? found : "", &words);
        buf_put(&words, "\n");
    }
    put_file(bundle, "", name_of(path), &words);
}

/* All languages' files of one name: their keys once, then the words of each in the keys' order, an
 * empty line where one has none. So keys weigh once, which lie too far apart to be packed. */
static void put_words(struct bundle *bundle, const char *name)
{
    static struct lines language[LANGUAGES_MOST], keys;
    const char *path[LANGUAGES_MOST];
    OWN(buf) text = {0};
    unsigned count = 0;

    keys.count = 0;
    for (int i = 0; i < bundle->count; i++) {
        const char *own = words_of(bundle->path[i]);
        struct lines *lines = &language[count];

        if (!own || strcmp(own, name) != 0)
            continue;
        if (count == LANGUAGES_MOST)
            fail("too many languages of ", name);
        path[count++] = bundle->path[i];
        read_words(bundle, bundle->path[i], lines);
        for (unsigned k = 0; k < lines->count; k++)
            if (!find_words(&keys, lines->at[k].key) && keys.count < LINES_MOST)
                keys.at[keys.count++] = lines->at[k];
    }
    for (unsigned k = 0; k < keys.count; k++)
        buf_printf(&text, "%s\n", keys.at[k].key);
    put_file(bundle, "keys/", name, &text);
    for (unsigned i = 0; i < count; i++)
        put_language(bundle, path[i], &language[i], &keys);
}

static bool is_first(const struct bundle *bundle, int which, const char *name)
{
    for (int i = 0; i < which; i++) {
        const char *earlier = words_of(bundle->path[i]);

        if (earlier && strcmp(earlier, name) == 0)
            return false;
    }
    return true;
}

static void make_bundle(char **path, int count)
{
    struct bundle bundle = {.choice = path};
    OWN(buf) packed = {0};

    while (bundle.choices < count && strchr("+-", path[bundle.choices][0]))
        bundle.choices++;
    bundle.path = path + bundle.choices;
    bundle.count = count - bundle.choices;
    for (int i = 0; i < bundle.count; i++) {
        const char *words = words_of(bundle.path[i]);
        OWN(buf) text = {0};

        if (!words) {
            read_file(bundle.path[i], &text);
            put_file(&bundle, "", name_of(bundle.path[i]), &text);
        } else if (is_first(&bundle, i, words))
            put_words(&bundle, words);
    }
    buf_put_char(&bundle.heads, '\n');
    buf_put_bytes(&bundle.heads, buf_text(&bundle.bytes), bundle.bytes.length);
    if (bundle.heads.failed || bundle.bytes.failed)
        fail("no memory", "");
    pack(&bundle.heads, &packed);
    write_out(&packed);
    buf_fini(&bundle.heads);
    buf_fini(&bundle.bytes);
}

/* 'sha256-…' of what stands between the tags. */
static void put_hash(const struct buf *text, struct buf *out)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char base64[HASH_TEXT];

    crypto_hash_sha256(hash, (const unsigned char *)buf_text(text), text->length);
    sodium_bin2base64(base64, sizeof base64, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    BUF_PUT(out, "'sha256-", base64, "'");
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
    OWN_MEMORY char *text = malloc(room);

    if (!text)
        fail("no memory", "");
    sodium_bin2base64(text, room, (const unsigned char *)buf_text(bytes), bytes->length,
                      sodium_base64_VARIANT_ORIGINAL);
    buf_put(out, text);
}

/* The text with each "@NAME@" replaced once. */
static void make_page(char **path, int count)
{
    OWN(buf) html = {0}, style = {0}, bundle = {0}, script = {0}, out = {0};

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
}

static void make_sums(char **path, int count)
{
    OWN(buf) out = {0};

    buf_put(&out, "#define PAGE_SUMS");
    for (int i = 0; i < count; i++) {
        unsigned char hash[crypto_hash_sha256_BYTES];
        char hex[2 * sizeof hash + 1];
        OWN(buf) text = {0};

        read_file(path[i], &text);
        crypto_hash_sha256(hash, (const unsigned char *)buf_text(&text), text.length);
        buf_printf(&out, " {\"%s\", \"%s\"},", name_of(path[i]),
                   sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
    }
    buf_put_char(&out, '\n');
    write_out(&out);
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
