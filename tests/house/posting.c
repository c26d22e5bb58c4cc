/* SPDX-License-Identifier: MIT */
#include "tests/house/posting.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "outbound/forum_send.h"
#include "tests/test.h"

enum { ROUNDS_MOST = 40 };

void posting_open(struct fixture *fixture, const char *more, struct post_sink **sink)
{
    char path[FIXTURE_PATH * 2];
    FILE *conf;

    snprintf(path, sizeof path, "%s/postern.conf", fixture->folder);
    fixture_close(fixture);
    conf = fopen(path, "a");
    assert_non_null(conf);
    fprintf(conf,
            "[forum]\nkind = discourse\nurl = https://forum.example\nrobot = gm\n"
            "key_command = true\ncategory = 3\npictures = no\n%s",
            more);
    assert_int_equal(fclose(conf), 0);
    fixture_open(fixture);
    OK(post_memory_sink_new("forum", sink, &err));
}

void posting_send(struct fixture *fixture, struct post_sink *sink)
{
    unsigned handled = 1;

    for (unsigned i = 0; i < ROUNDS_MOST && handled; i++)
        OK(forum_send_due(fixture->desk, sink, -1, &handled, &err));
}

static void write_post(const struct posted *post, struct buf *out)
{
    char id[32];

    snprintf(id, sizeof id, "post-%u", post->number);
    buf_printf(out,
               "Message-ID: <%s@forum.example>\r\nFrom: x <user-%d@forum.example>\r\n"
               "To: <topic-%d@forum.example>\r\nSubject: x\r\n"
               "Postern-Forum: post=%u topic=%d user=%d kind=%s name=%s\r\nMIME-Version: 1.0\r\n"
               "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
               "%s\r\n",
               post->id ? post->id : id, post->user, post->topic, post->number, post->topic,
               post->user, post->kind ? post->kind : "post", post->name, post->html);
}

void posting_take(struct fixture *fixture, const struct posted *post, struct inbound_result *result)
{
    OWN(buf) raw = {0};
    char source_id[32];
    struct reading reading = {0};
    struct inbound_letter letter = {
        .source = "discourse:forum", .source_id = source_id, .arrived_s = ++fixture->now_s};

    write_post(post, &raw);
    snprintf(source_id, sizeof source_id, "%u%s", post->number,
             post->kind && text_equal(post->kind, "edit") ? "e2" : "");
    letter.raw = buf_text(&raw);
    letter.length = raw.length;
    *result = (struct inbound_result){0};
    OK(desk_begin(fixture->desk, &err));
    OK(inbound_take(fixture->desk, &letter, &reading, result, &err));
    OK(desk_commit(fixture->desk, &err));
}

unsigned posting_count(const struct post_sink *sink, const char *to, const char *words)
{
    unsigned count = 0;

    for (size_t i = 0; i < post_memory_sink_count(sink); i++) {
        const struct post_memory_letter *letter = post_memory_sink_at(sink, i);

        count += (!*to || text_equal(letter->to, to)) &&
                 memmem(letter->bytes, letter->length, words, strlen(words)) != NULL;
    }
    return count;
}
