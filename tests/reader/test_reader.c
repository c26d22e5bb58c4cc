/* SPDX-License-Identifier: MIT */
/* The reader: reads as letter_read does, in a process of its own that cannot get out; whatever ends
 * it, every other letter is read once. */
#include <dirent.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "reader/handover.h"
#include "reader/jail.h"
#include "reader/reader_p.h"
#include "reader/reader.h"
#include "tests/read.h"
#include "tests/reader/killer.h"
#include "tests/test.h"

enum { PATH_BYTES = 4096, MANY = 3000, SHORT_MS = 1000 };

static void path_of(const char *in_build, char path[PATH_BYTES])
{
    const char *top = getenv("top_builddir");

    snprintf(path, PATH_BYTES, "%s/%s", top ? top : ".", in_build);
}

static struct reader *open_reader(const char *in_build, int patience_ms)
{
    char path[PATH_BYTES];
    struct reader *reader = NULL;

    path_of(in_build, path);
    assert_int_equal(reader_open(path, patience_ms, &reader, NULL), RC_OK);
    return reader;
}

static struct reader *real(void)
{
    return open_reader("src/reader/postern-reader", 0);
}

/* ---- the same as without ---- */

static void read_file(const char *path, struct buf *out)
{
    size_t length;
    OWN_MEMORY char *text = read_whole(path, &length);

    buf_put_bytes(out, text, length);
}

static void assert_same(struct reader *reader, const char *bytes, size_t length)
{
    OWN(letter) here = {0}, there = {0};
    OWN(buf) a = {0}, b = {0};
    enum rc rc = letter_read(bytes, length, NULL, &here, NULL);

    assert_int_equal(reader_letter(reader, NULL, bytes, length, &there, NULL), rc);
    if (rc == RC_OK) {
        letter_form_write(&here, &a);
        letter_form_write(&there, &b);
        assert_int_equal(a.length, b.length);
        assert_memory_equal(a.at, b.at, a.length);
        assert_int_equal(here.text_length, there.text_length);
    }
}

/* Before larger children. */
TEST(a_letter_of_empty_parts_takes_little_memory)
{
    enum { PARTS = 200000, MOST_KB = 32 << 10 };
    struct reader *reader = real();
    OWN(letter) letter = {0};
    OWN(buf) bytes = {0};
    struct rusage usage;

    buf_put(&bytes, "From: a@example.org\nContent-Type: multipart/mixed; boundary=a\n\n");
    for (unsigned i = 0; i < PARTS; i++)
        buf_put(&bytes, "--a\n");
    assert_int_equal(reader_letter(reader, NULL, bytes.at, bytes.length, &letter, NULL), RC_OK);
    assert_int_equal(letter.flaw, LETTER_TOO_MANY_PARTS);
    reader_close(reader);
    assert_int_equal(getrusage(RUSAGE_CHILDREN, &usage), 0); /* the largest of all that ended */
    if (!JAIL_IS_LOOSE)
        assert_in_range(usage.ru_maxrss, 1, MOST_KB);
}

TEST(letters_are_read_as_without_it)
{
    const char *top = getenv("top_srcdir");
    struct reader *reader = real();
    char folder[PATH_BYTES], path[PATH_BYTES * 2];
    const struct dirent *entry;
    unsigned count = 0;
    DIR *dir;

    snprintf(folder, sizeof folder, "%s/tests/letters", top ? top : "..");
    dir = opendir(folder);
    assert_non_null(dir);
    while ((entry = readdir(dir)) != NULL) {
        OWN(buf) bytes = {0};

        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        read_file(path, &bytes);
        assert_same(reader, buf_text(&bytes), bytes.length);
        assert_same(reader_here(), buf_text(&bytes), bytes.length);
        count++;
    }
    closedir(dir);
    assert_true(count > 50);
    reader_close(reader);
}

TEST(charsets_are_known_inside)
{
    static const char *const charsets[] = {
        "iso-8859-2",  "iso-8859-15", "windows-1250", "windows-1251", "windows-1254", "koi8-r",
        "koi8-u",      "gb2312",      "gbk",          "gb18030",      "big5",         "euc-jp",
        "iso-2022-jp", "shift_jis",   "euc-kr",       "utf-16",       "utf-7",        "macintosh",
        "ibm866",      "tis-620",     "iso-8859-8-i", "x-unknown",    "hz-gb-2312",   "euc-tw"};
    struct reader *reader = real();

    for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++) {
        OWN(buf) bytes = {0};

        buf_printf(&bytes,
                   "From: =?%s?Q?=D6=D0=A4=A2?= <a@example.org>\nSubject: =?%s?B?1tCkog==?=\n"
                   "Content-Type: text/plain; charset=%s\n\n\xD6\xD0\xA4\xA2 abc\n",
                   charsets[i], charsets[i], charsets[i]);
        assert_same(reader, buf_text(&bytes), bytes.length);
    }
    reader_close(reader);
}

/* A charset that the machine has and no letter is written in: read as one that is not known. */
TEST(a_charset_that_was_not_loaded_does_no_harm)
{
    static const char bytes[] = "From: a@example.org\nSubject: =?ebcdic-it?Q?=C1?=\n"
                                "Content-Type: text/plain; charset=ibm1399\n\nhello\n";
    struct reader *reader = real();
    OWN(letter) letter = {0};

    assert_int_equal(reader_letter(reader, NULL, bytes, sizeof bytes - 1, &letter, NULL), RC_OK);
    assert_string_equal(letter.from.address, "a@example.org");
    if (!JAIL_IS_LOOSE)
        assert_string_equal(letter.text, "hello\n");
    reader_close(reader);
}

TEST(what_is_no_letter_is_none)
{
    static const char *const none[] = {"", "hello", " From: a\n\n", "\n\n"};
    struct reader *reader = real();

    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct letter letter = {0};

        assert_int_equal(reader_letter(reader, NULL, none[i], strlen(none[i]), &letter, NULL),
                         RC_BAD_INPUT);
    }
    reader_close(reader);
}

TEST(posts_are_read_inside)
{
    static const char html[] =
        "<p>Hello @gm</p><p>!bid 3</p><pre><code>luck \xE2\x82\xAC</code></pre>"
        "<blockquote>!bid 9</blockquote>";
    struct reader *reader = real();
    struct post_text here = {0}, there = {0};
    OWN(buf) deep = {0};

    assert_int_equal(post_text_read(html, sizeof html - 1, "gm", false, &here, NULL), RC_OK);
    assert_int_equal(reader_post(reader, html, sizeof html - 1, "gm", false, &there, NULL), RC_OK);
    assert_string_equal(buf_text(&here.own), buf_text(&there.own));
    assert_string_equal(buf_text(&there.orders), "bid 3\nluck \xE2\x82\xAC\n");
    post_text_fini(&here);
    post_text_fini(&there);
    for (unsigned i = 0; i < 5000; i++)
        buf_put(&deep, "<div>");
    assert_int_equal(reader_post(reader, deep.at, deep.length, NULL, true, &there, NULL),
                     RC_TOO_LONG);
    reader_close(reader);
}

TEST(json_is_read_inside)
{
    static const char text[] = "{\"a\": [1, -2.5, true, false, null, \"\\u00e9\\n\"], \"\": {}}";
    struct reader *reader = real();
    json_t *here = json_loads(text, 0, NULL), *there;
    OWN(buf) deep = {0};

    assert_int_equal(reader_json(reader, text, sizeof text - 1, &there, NULL), RC_OK);
    assert_true(json_equal(here, there));
    json_decref(here);
    json_decref(there);
    assert_int_equal(reader_json(reader, "{", 1, &there, NULL), RC_OK);
    assert_null(there);
    assert_int_equal(reader_json(reader, "", 0, &there, NULL), RC_OK);
    assert_null(there);
    for (unsigned i = 0; i < 200; i++)
        buf_put_char(&deep, '[');
    for (unsigned i = 0; i < 200; i++)
        buf_put_char(&deep, ']');
    assert_int_equal(reader_json(reader, deep.at, deep.length, &there, NULL), RC_OK);
    assert_null(there);
    reader_close(reader);
}

/* ---- whatever becomes of it ---- */

struct seen {
    unsigned count, read, refused;
    size_t base, next; /* the first that was asked for, the next to be told of */
    unsigned *times;
};

static void note(void *user, size_t index, enum rc rc, struct letter *letter, const char *why)
{
    struct seen *seen = user;
    char subject[64];

    index += seen->base;
    assert_int_equal(index, seen->next);
    seen->next++;
    seen->count++;
    seen->read += rc == RC_OK;
    seen->refused += rc == RC_REFUSED;
    if (seen->times)
        seen->times[index] += rc == RC_OK;
    if (rc == RC_REFUSED)
        assert_non_null(why);
    if (rc != RC_OK)
        return;
    snprintf(subject, sizeof subject, "letter %zu", index);
    assert_string_equal(letter->subject, subject);
    letter_fini(letter);
}

static char *make_letter(unsigned number, const char *odd)
{
    struct buf bytes = {0};

    buf_printf(&bytes,
               "From: a@example.org\nTo: b@example.org\nSubject: letter %u\nX-Odd: %s\n"
               "Content-Type: text/html\n\n<p>bid %u</p>\n",
               number, odd, number);
    return buf_take(&bytes);
}

static void one_odd_letter(const char *how)
{
    enum { COUNT = 20, ODD = 7 };
    struct reader *reader = open_reader("tests/reader/odd_reader", SHORT_MS);
    struct reader_bytes bytes[COUNT];
    struct seen seen = {0};

    for (unsigned i = 0; i < COUNT; i++) {
        bytes[i].at = make_letter(i, i == ODD ? how : "");
        bytes[i].length = strlen(bytes[i].at);
    }
    assert_int_equal(reader_letters(reader, NULL, bytes, COUNT, note, &seen, NULL), RC_OK);
    assert_int_equal(seen.count, COUNT);
    assert_int_equal(seen.read, COUNT - 1);
    assert_int_equal(seen.refused, 1);
    for (unsigned i = 0; i < COUNT; i++)
        free((void *)(uintptr_t)bytes[i].at);
    reader_close(reader);
}

TEST(a_letter_that_ends_or_turns_its_reader_is_the_only_one_refused)
{
    static const char *const ways[] = {"odd-crash", "odd-exit", "odd-hang",    "odd-flood",
                                       "odd-cut",   "odd-long", "odd-outcome", "odd-flaw",
                                       "odd-count", "odd-empty"};

    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        one_odd_letter(ways[i]);
}

TEST(killed_at_any_moment_each_letter_is_read_once)
{
    enum { KILLS = 25 };
    struct reader *reader = real();
    OWN_MEMORY struct reader_bytes *bytes = calloc(MANY, sizeof *bytes);
    struct seen seen = {.times = calloc(MANY, sizeof *seen.times)};
    unsigned rounds = 0;

    for (unsigned i = 0; i < MANY; i++) {
        bytes[i].at = make_letter(i, "");
        bytes[i].length = strlen(bytes[i].at);
    }
    killer_start(40);
    for (; killer_kills() < KILLS; rounds++)
        for (seen.next = 0; seen.next < MANY;) { /* killed while it starts, it is asked again */
            enum rc rc;

            seen.base = seen.next;
            rc = reader_letters(reader, NULL, bytes + seen.base, MANY - seen.base, note, &seen,
                                NULL);
            assert_true(rc == RC_OK || rc == RC_IO);
        }
    killer_stop();
    assert_int_equal(seen.refused, 0);
    for (unsigned i = 0; i < MANY; i++) {
        assert_int_equal(seen.times[i], rounds);
        free((void *)(uintptr_t)bytes[i].at);
    }
    reader_close(reader);
    free(seen.times);
}

/* ---- what it costs at most ---- */

/* ---- getting out ---- */

enum escape { OUT, REFUSED, KILLED, NO_JAIL };

static enum escape try_to(const char *part, const char *deed, const char *file)
{
    char path[PATH_BYTES];
    char *const argv[] = {path, (char *)(uintptr_t)part, (char *)(uintptr_t)deed,
                          (char *)(uintptr_t)file, NULL};
    char *const envp[] = {NULL};
    int status = 0;
    pid_t pid;

    path_of("tests/reader/inmate", path);
    assert_int_equal(posix_spawn(&pid, path, NULL, NULL, argv, envp), 0);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGSYS ? KILLED : OUT;
    return WEXITSTATUS(status) == 0 ? OUT : WEXITSTATUS(status) == 1 ? REFUSED : NO_JAIL;
}

TEST(nothing_gets_out)
{
    static const struct {
        const char *part, *deed;
        enum escape end;
    } rows[] = {
        {"all", "read", REFUSED},    {"all", "write", REFUSED},    {"all", "stat", REFUSED},
        {"all", "connect", KILLED},  {"all", "pair", KILLED},      {"all", "exec", KILLED},
        {"all", "fork", KILLED},     {"all", "ptrace", KILLED},    {"all", "kill", KILLED},
        {"all", "run", KILLED},      {"all", "stderr", KILLED},    {"all", "signal", KILLED},
        {"all", "memory", REFUSED},  {"filter", "read", REFUSED},  {"filter", "exec", KILLED},
        {"limits", "read", REFUSED}, {"limits", "memory", REFUSED}};
    char key[PATH_BYTES];
    int fd;

    if (JAIL_IS_LOOSE) /* said in doctor; its parts are tried below */
        return;
    snprintf(key, sizeof key, "/tmp/postern-key-XXXXXX");
    fd = mkstemp(key);
    assert_true(fd >= 0);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        enum escape end = try_to(rows[i].part, rows[i].deed, key);

        if (end != rows[i].end)
            print_error("%s %s: %d\n", rows[i].part, rows[i].deed, (int)end);
        assert_int_equal(end, rows[i].end);
    }
    close(fd);
    unlink(key);
}

/* Where the kernel has Landlock it alone keeps files away, too. */
TEST(landlock_alone_hides_files)
{
    struct reader_jail jail;
    struct reader *reader = real();

    assert_int_equal(reader_check(reader, &jail, NULL), RC_OK);
    assert_int_equal(jail.filter, !JAIL_IS_LOOSE);
    reader_close(reader);
    assert_int_equal(try_to("landlock", "read", "/etc/passwd"), jail.landlock ? REFUSED : OUT);
    assert_int_equal(try_to("landlock", "exec", "/etc/passwd"), jail.landlock ? REFUSED : OUT);
}

TEST(a_reader_that_is_not_there_is_told)
{
    struct reader *reader = NULL;
    struct letter letter = {0};
    struct err err = {0};

    assert_int_equal(reader_open("/nowhere/postern-reader", 0, &reader, NULL), RC_OK);
    assert_int_equal(reader_letter(reader, NULL, "From: a\n\n", 9, &letter, &err), RC_IO);
    assert_non_null(strstr(err.text, "/nowhere/postern-reader"));
    reader_close(reader);
    err_clear(&err);
    assert_int_equal(reader_open("/bin/true", 0, &reader, NULL), RC_OK);
    assert_int_equal(reader_letter(reader, NULL, "From: a\n\n", 9, &letter, &err), RC_IO);
    reader_close(reader);
    assert_int_equal(reader_letter(NULL, NULL, "From: a\n\n", 9, &letter, NULL), RC_BUG);
}

int main(void)
{
    setenv("LC_ALL", "C",
           1); /* as the reader has it: what no charset is declared for is guessed by it */
    return tests_run(__FILE__, NULL, NULL);
}
