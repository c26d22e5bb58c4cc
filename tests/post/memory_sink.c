/* SPDX-License-Identifier: MIT */
/* A sink in memory for tests, which can refuse and fail as it is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/text.h"
#include "tests/post/memory.h"
#include "post/post_p.h"

struct answer {
    struct answer *next;
    char *to;
    enum post_fate fate;
    enum post_hold hold;
    int code;
    char text[POST_TEXT_BYTES];
};

enum { FIRST_POST = 1000, FIRST_TOPIC = 2000 }; /* of topics that are opened here */

struct memory_sink {
    struct post_sink base;
    struct post_memory_letter *letters;
    size_t count, room;
    struct answer *answers;
    enum rc failure;
    unsigned failures_left;
};

static struct memory_sink *self(struct post_sink *sink)
{
    return (struct memory_sink *)sink;
}

static const struct answer *answer_for(const struct memory_sink *memory, const char *to)
{
    const struct answer *at = memory->answers;

    while (at && strcmp(at->to, to) != 0)
        at = at->next;
    return at;
}

static void free_letter(struct post_memory_letter *letter)
{
    free(letter->id);
    free(letter->from);
    free(letter->to);
    free(letter->bytes);
}

static bool copy_letter(struct post_memory_letter *letter, const struct post_job *job)
{
    letter->id = strdup(job->id);
    letter->from = strdup(job->from);
    letter->to = strdup(job->to);
    letter->bytes = malloc(job->length + 1);
    letter->length = job->length;
    if (!letter->id || !letter->from || !letter->to || !letter->bytes) {
        free_letter(letter);
        return false;
    }
    memcpy(letter->bytes, job->bytes, job->length);
    letter->bytes[job->length] = '\0';
    return true;
}

static bool keep(struct memory_sink *memory, const struct post_job *job)
{
    void *grown =
        grow_array(memory->letters, memory->count, &memory->room, sizeof *memory->letters);

    if (!grown)
        return false;
    memory->letters = grown;
    if (!copy_letter(&memory->letters[memory->count], job))
        return false;
    memory->count++;
    return true;
}

static enum rc memory_check(struct post_sink *sink, struct err *err)
{
    struct memory_sink *memory = self(sink);

    if (memory->failures_left == 0)
        return RC_OK;
    memory->failures_left--;
    return ERR(err, memory->failure, "the test asked for it: ", rc_text(memory->failure));
}

static void refuse(struct post_job *job, const struct answer *answer)
{
    post_job_set(job, answer->fate, answer->code, answer->text);
    job->hold = answer->hold;
}

static enum rc memory_send(struct post_sink *sink, struct post_job *jobs, size_t count,
                           struct err *err)
{
    struct memory_sink *memory = self(sink);
    enum rc rc = memory_check(sink, err);

    if (rc != RC_OK)
        return rc;
    for (size_t i = 0; i < count; i++) {
        const struct answer *answer = answer_for(memory, jobs[i].to);

        if (jobs[i].fate != POST_UNTRIED)
            continue;
        if (answer && answer->fate != POST_ACCEPTED)
            refuse(&jobs[i], answer);
        else if (keep(memory, &jobs[i])) {
            post_job_set(&jobs[i], POST_ACCEPTED, 250, "taken");
            if (strncmp(jobs[i].to, "category/", 9) == 0) /* a forum opens a topic */
                snprintf(jobs[i].made, sizeof jobs[i].made, "%zu/%zu", memory->count + FIRST_POST,
                         memory->count + FIRST_TOPIC);
        } else
            return ERR(err, RC_NO_MEMORY, "out of memory for a letter");
    }
    return RC_OK;
}

static void memory_close(struct post_sink *sink)
{
    (void)sink;
}

static void memory_free(struct post_sink *sink)
{
    OWN_MEMORY struct memory_sink *memory = self(sink);

    post_memory_sink_clear(sink);
    free(memory->letters);
    while (memory->answers) {
        struct answer *gone = memory->answers;

        memory->answers = gone->next;
        free(gone->to);
        free(gone);
    }
}

static const struct post_sink_ops ops = {
    .kind = "memory",
    .send = memory_send,
    .check = memory_check,
    .close = memory_close,
    .free = memory_free,
};

enum rc post_memory_sink_new(const char *name, struct post_sink **sink, struct err *err)
{
    struct memory_sink *memory = calloc(1, sizeof *memory);
    enum rc rc;

    if (!memory)
        return ERR(err, RC_NO_MEMORY, "out of memory for an outlet");
    rc = post_sink_init(&memory->base, &ops, name, err);
    if (rc == RC_OK)
        *sink = &memory->base;
    else
        free(memory);
    return rc;
}

size_t post_memory_sink_count(const struct post_sink *sink)
{
    return ((const struct memory_sink *)sink)->count;
}

const struct post_memory_letter *post_memory_sink_at(const struct post_sink *sink, size_t index)
{
    const struct memory_sink *memory = (const struct memory_sink *)sink;

    return index < memory->count ? &memory->letters[index] : NULL;
}

void post_memory_sink_clear(struct post_sink *sink)
{
    struct memory_sink *memory = self(sink);

    while (memory->count > 0)
        free_letter(&memory->letters[--memory->count]);
}

void post_memory_sink_fail(struct post_sink *sink, enum rc rc, unsigned times)
{
    self(sink)->failure = rc;
    self(sink)->failures_left = times;
}

enum rc post_memory_sink_answer(struct post_sink *sink, const char *to, enum post_fate fate,
                                int code, const char *text)
{
    struct memory_sink *memory = self(sink);
    struct answer *answer = calloc(1, sizeof *answer);

    if (!answer)
        return RC_NO_MEMORY;
    answer->to = strdup(to);
    if (!answer->to) {
        free(answer);
        return RC_NO_MEMORY;
    }
    answer->fate = fate;
    answer->code = code;
    post_text_clean(answer->text, sizeof answer->text, text, strlen(text));
    answer->next = memory->answers; /* the newest counts */
    memory->answers = answer;
    return RC_OK;
}

enum rc post_memory_sink_hold(struct post_sink *sink, const char *to, enum post_hold hold,
                              const char *text)
{
    enum rc rc = post_memory_sink_answer(sink, to, POST_TEMPORARY, 403, text);

    if (rc == RC_OK)
        self(sink)->answers->hold = hold;
    return rc;
}
