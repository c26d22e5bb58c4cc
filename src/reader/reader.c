/* SPDX-License-Identifier: MIT */
/* Asks readers about letters, posts and JSON, and tries again, alone, what ended one. */
#include "reader/reader.h"

#include <unistd.h>

#include "reader/handover.h"
#include "reader/reader_p.h"

enum {
    IDLE_MOST = 4,
    KILLS_MOST = 10,
    LIFE_MOST = 10000, /* things asked for: what a process gathers goes with it */
    START_MS = 60000   /* a machine that is busy starts programs slowly */
};

enum rc reader_open(const char *program, int patience_ms, struct reader **reader, struct err *err)
{
    const char *own = program ? program : getenv("POSTERN_READER");
    struct reader *made = calloc(1, sizeof *made);

    if (made)
        made->program = strdup(own ? own : POSTERN_LIBEXECDIR "/postern-reader");
    if (!made || !made->program) {
        free(made);
        return ERR(err, RC_NO_MEMORY, "no memory for a reader");
    }
    made->patience_ms = patience_ms ? patience_ms : READER_PATIENCE_MS;
    pthread_mutex_init(&made->lock, NULL);
    *reader = made;
    return RC_OK;
}

enum rc reader_is_there(const struct reader *reader, struct err *err)
{
    return access(reader->program, X_OK) == 0
               ? RC_OK
               : ERR(err, RC_NOT_FOUND, "letters cannot be read without the program ",
                     reader->program, ": run make install, or name it in POSTERN_READER");
}

void reader_close(struct reader *reader)
{
    struct process *next;

    if (!reader)
        return;
    for (struct process *process = reader->idle; process; process = next) {
        next = process->next;
        process_end(process, NULL);
    }
    pthread_mutex_destroy(&reader->lock);
    free(reader->program);
    free(reader);
}

/* ---- processes ---- */

static enum rc take_process(struct reader *reader, struct process **process, struct err *err)
{
    pthread_mutex_lock(&reader->lock);
    *process = reader->idle;
    if (*process) {
        reader->idle = (*process)->next;
        reader->idle_count--;
    }
    pthread_mutex_unlock(&reader->lock);
    return *process ? RC_OK : process_start(reader->program, START_MS, process, err);
}

static void put_back(struct reader *reader, struct process *process)
{
    bool kept = process->asked < LIFE_MOST;

    pthread_mutex_lock(&reader->lock);
    kept = kept && reader->idle_count < IDLE_MOST;
    if (kept) {
        process->next = reader->idle;
        reader->idle = process;
        reader->idle_count++;
    }
    pthread_mutex_unlock(&reader->lock);
    if (!kept)
        process_end(process, NULL);
}

enum rc reader_check(struct reader *reader, struct reader_jail *jail, struct err *err)
{
    struct process *process;

    *jail = (struct reader_jail){0};
    if (reader->here)
        return RC_OK;
    TRY(take_process(reader, &process, err));
    *jail = process->jail;
    put_back(reader, process);
    return RC_OK;
}

/* ---- asking ---- */

/* What ended a process is asked for again alone, of fresh ones: it may not be its fault.
 * out    *why: NULL, or it was at fault */
static enum rc ask_again(struct reader *reader, const struct ask *ask, size_t index,
                         const char **why, struct err *err)
{
    for (unsigned tries = 1, kills = 0; tries < READER_TRIES && kills < KILLS_MOST && *why;
         *why == process_was_killed ? kills++ : tries++) {
        struct process *process;

        TRY(process_start(reader->program, START_MS, &process, err));
        if (process_ask(process, ask, index, index + 1, why) == 1)
            put_back(reader, process);
        else
            process_end(process, why);
    }
    return RC_OK;
}

typedef void refused_fn(void *user, size_t index, const char *why);

static enum rc ask_processes(struct reader *reader, const struct ask *ask, refused_fn *refused,
                             struct err *err)
{
    enum rc rc = RC_OK;

    for (size_t next = 0; next < ask->count && rc == RC_OK;) {
        struct process *process;
        const char *why;

        rc = take_process(reader, &process, err);
        if (rc != RC_OK)
            break;
        next += process_ask(process, ask, next, ask->count, &why);
        if (next == ask->count) {
            put_back(reader, process);
            break;
        }
        process_end(process, NULL);
        rc = ask_again(reader, ask, next, &why, err);
        if (rc == RC_OK && why)
            refused(ask->user, next, why);
        next += rc == RC_OK;
    }
    return rc;
}

static enum rc ask_here(struct reader *reader, const struct ask *ask, refused_fn *refused,
                        struct err *err)
{
    OWN(buf) request = {0}, answer = {0};

    for (size_t i = 0; i < ask->count; i++) {
        buf_clear(&request);
        buf_clear(&answer);
        buf_put_bytes(&request, ask->head.at, ask->head.length);
        buf_put_bytes(&request, ask->bytes[i].at, ask->bytes[i].length);
        TRY(buf_rc(&request, err));
        reader->here(request.at, request.length, &answer);
        TRY(buf_rc(&answer, err));
        if (!ask->answer(ask->user, i, answer.at, answer.length))
            refused(ask->user, i, "it cannot be read");
    }
    return RC_OK;
}

/* Frees the head. */
static enum rc ask_all(struct reader *reader, struct ask *ask, refused_fn *refused, struct err *err)
{
    enum rc rc = reader ? buf_rc(&ask->head, err) : ERR(err, RC_BUG, "no reader was opened");

    if (reader)
        ask->patience_ms = reader->patience_ms;
    THEN(rc, reader->here ? ask_here(reader, ask, refused, err)
                          : ask_processes(reader, ask, refused, err));
    buf_fini(&ask->head);
    return rc;
}

/* ---- letters ---- */

struct letters {
    size_t text_most;
    reader_letter_fn *fn;
    void *user;
    bool no_memory;
};

static bool take_letter(void *user, size_t index, const void *payload, size_t length)
{
    struct letters *letters = user;
    struct handover in = handover_of(payload, length);
    unsigned outcome = handover_byte(&in);
    struct letter letter = {0};
    enum rc rc;

    if (outcome == HANDOVER_BAD_INPUT && handover_is_over(&in)) {
        letters->fn(letters->user, index, RC_BAD_INPUT, NULL, NULL);
        return true;
    }
    if (outcome != HANDOVER_READ)
        return false;
    rc = letter_form_read(&in, letters->text_most, &letter, NULL);
    if (rc == RC_OK)
        letters->fn(letters->user, index, RC_OK, &letter, NULL);
    return rc == RC_OK;
}

static void refuse_letter(void *user, size_t index, const char *why)
{
    struct letters *letters = user;

    letters->fn(letters->user, index, RC_REFUSED, NULL, why);
}

enum rc reader_letters(struct reader *reader, const struct letter_limits *limits,
                       const struct reader_bytes *raw, size_t count, reader_letter_fn *fn,
                       void *user, struct err *err)
{
    const struct letter_limits *of = limits ? limits : &letter_limits_usual;
    struct letters letters = {.text_most = of->text_bytes, .fn = fn, .user = user};
    struct ask ask = {.bytes = raw, .count = count, .answer = take_letter, .user = &letters};

    handover_put_byte(&ask.head, HANDOVER_LETTER);
    handover_put_number(&ask.head, (uint32_t)of->bytes);
    handover_put_number(&ask.head, (uint32_t)of->header_bytes);
    handover_put_number(&ask.head, (uint32_t)of->text_bytes);
    handover_put_number(&ask.head, of->depth);
    handover_put_number(&ask.head, of->parts);
    return ask_all(reader, &ask, refuse_letter, err);
}

struct one_letter {
    struct letter *letter;
    enum rc rc;
    const char *why;
};

static void on_letter(void *user, size_t index, enum rc rc, struct letter *letter, const char *why)
{
    struct one_letter *one = user;

    (void)index;
    one->rc = rc;
    one->why = why;
    if (letter)
        *one->letter = *letter;
}

enum rc reader_letter(struct reader *reader, const struct letter_limits *limits, const char *raw,
                      size_t length, struct letter *letter, struct err *err)
{
    const struct reader_bytes bytes = {raw, length};
    struct one_letter one = {.letter = letter};

    TRY(reader_letters(reader, limits, &bytes, 1, on_letter, &one, err));
    if (one.rc == RC_OK)
        return RC_OK;
    return one.rc == RC_BAD_INPUT
               ? ERR(err, RC_BAD_INPUT, "these bytes are not a letter")
               : ERR(err, one.rc, "the reader does not come through this letter: ", one.why);
}

/* ---- posts and JSON ---- */

struct one {
    struct post_text *text; /* either */
    json_t **json;
    enum handover_outcome outcome;
    const char *why; /* refused */
};

static bool put_text(struct handover *in, struct buf *out)
{
    size_t length;
    const char *at = handover_string(in, HANDOVER_ANSWER_MAX, &length);

    if (at)
        buf_put_bytes(out, at, length);
    return at != NULL;
}

static bool take_one(void *user, size_t index, const void *payload, size_t length)
{
    struct one *one = user;
    struct handover in = handover_of(payload, length);
    unsigned outcome = handover_byte(&in);

    (void)index;
    if (outcome >= HANDOVER_FAILED)
        return false;
    one->outcome = (enum handover_outcome)outcome;
    if (outcome != HANDOVER_READ)
        return handover_is_over(&in);
    if (one->json)
        return (*one->json = json_form_read(&in)) != NULL;
    buf_clear(&one->text->own); /* of a try before */
    buf_clear(&one->text->orders);
    return put_text(&in, &one->text->own) && put_text(&in, &one->text->orders) &&
           handover_is_over(&in);
}

static void refuse_one(void *user, size_t index, const char *why)
{
    (void)index;
    ((struct one *)user)->why = why;
}

enum rc reader_post(struct reader *reader, const char *html, size_t length, const char *robot,
                    bool all, struct post_text *text, struct err *err)
{
    const struct reader_bytes bytes = {html, length};
    struct one one = {.text = text};
    struct ask ask = {.bytes = &bytes, .count = 1, .answer = take_one, .user = &one};

    handover_put_byte(&ask.head, HANDOVER_POST);
    handover_put_byte(&ask.head, all);
    handover_put_byte(&ask.head, robot != NULL);
    handover_put_string(&ask.head, robot ? robot : "", robot ? strlen(robot) : 0);
    TRY(ask_all(reader, &ask, refuse_one, err));
    if (one.why)
        return ERR(err, RC_REFUSED, "the reader does not come through this post: ", one.why);
    else if (one.outcome != HANDOVER_READ)
        return ERR(err, RC_TOO_LONG, "this HTML is larger or nested deeper than a post needs");
    TRY(buf_rc(&text->own, err));
    return buf_rc(&text->orders, err);
}

enum rc reader_json(struct reader *reader, const char *bytes, size_t length, json_t **json,
                    struct err *err)
{
    const struct reader_bytes all = {bytes, length};
    struct one one = {.json = json};
    struct ask ask = {.bytes = &all, .count = 1, .answer = take_one, .user = &one};

    *json = NULL;
    handover_put_byte(&ask.head, HANDOVER_JSON);
    return ask_all(reader, &ask, refuse_one, err);
}
