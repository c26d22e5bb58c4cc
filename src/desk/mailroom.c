#include "desk/mailroom.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "desk/publish.h"
#include "desk/reception.h"
#include "desk/time.h"
#include "ledger/work.h"
#include "post/post_config.h"

enum { LIST_MOST = 64 };

/* ---- opening ---- */

bool mailroom_inbox(const struct config *config, const char *address, char out[CONFIG_TEXT_BYTES])
{
    struct text text;

    text_init(&text, out, CONFIG_TEXT_BYTES);
    text_put(&text, config->maildirs);
    text_put_char(&text, '/');
    for (; *address; address++)
        text_put_char(&text, text_lower(*address));
    return !text.cut;
}

static struct post_server server_of(const struct config_login *login, int stop_fd)
{
    static const enum post_tls ways[] = {[CONFIG_TLS_WRAPPED] = POST_TLS_WHOLE,
                                         [CONFIG_TLS_STARTTLS] = POST_TLS_START,
                                         [CONFIG_TLS_NONE] = POST_TLS_NONE};

    return (struct post_server){
        .host = login->host,
        .port = (uint16_t)login->port,
        .tls = ways[login->tls],
        .ca_file = login->ca_file[0] ? login->ca_file : NULL,
        .stop_fd = stop_fd,
        .login = {.user = login->user[0] ? login->user : NULL,
                  .password_file = login->password_file[0] && !login->token_command[0]
                                       ? login->password_file
                                       : NULL,
                  .token_command = login->token_command[0] ? login->token_command : NULL}};
}

static enum rc open_maildirs(const struct config *config, struct mailroom *room, struct err *err)
{
    char inbox[CONFIG_TEXT_BYTES];
    struct post_maildir_config in = {.name = "in", .path = inbox};
    struct post_maildir_sink_config out = {
        .name = "out", .root = config->maildirs, .make_boxes = true};
    enum rc rc;

    if (!mailroom_inbox(config, config->address, inbox))
        return ERR(err, RC_CONFIG, "[mail] maildirs: the path is too long");
    rc = post_maildir_source_new(&in, &room->source[room->source_count], err);
    room->source_count += rc == RC_OK;
    return rc == RC_OK ? post_maildir_sink_new(&out, &room->sink, err) : rc;
}

static enum rc open_network(const struct config *config, int stop_fd, struct mailroom *room,
                            struct err *err)
{
    struct post_imap_config in = {.name = "in",
                                  .server = server_of(&config->imap, stop_fd),
                                  .folder = config->imap_folder,
                                  .done_folder = config->imap_done};
    struct post_smtp_config out = {.name = "out", .server = server_of(&config->smtp, stop_fd)};
    enum rc rc = post_imap_new(&in, &room->source[room->source_count], err);

    room->source_count += rc == RC_OK;
    return rc == RC_OK ? post_smtp_new(&out, &room->sink, err) : rc;
}

static enum rc open_spool(const struct config *config, struct mailroom *room, struct err *err)
{
    struct post_maildir_config spool = {.name = "spool", .path = config->spool};
    enum rc rc = post_maildir_source_new(&spool, &room->source[room->source_count], err);

    room->source_count += rc == RC_OK;
    return rc;
}

static enum rc count_crash(void *user, const char *source, const char *source_id, struct err *err)
{
    struct desk *desk = user;
    int tries;
    enum rc rc = ledger_crash_count(desk->ledger, source, source_id, desk_now(desk), &tries, err);

    if (rc == RC_OK)
        LOG(&desk->log, LOG_WARNING, "letter-crashed", "source", source, "id", source_id);
    return rc;
}

enum rc mailroom_open(struct desk *desk, int stop_fd, struct mailroom *room, struct err *err)
{
    const struct config *config = desk->config;
    char path[CONFIG_TEXT_BYTES + 16];
    enum rc rc;

    *room = (struct mailroom){0};
    snprintf(path, sizeof path, "%s.inhand", config->ledger);
    rc = trymark_open(path, &room->trymark, err);
    if (rc == RC_OK)
        rc = trymark_left(room->trymark, count_crash, desk, err);
    if (rc == RC_OK)
        rc = config->transport == CONFIG_MAILDIR ? open_maildirs(config, room, err)
                                                 : open_network(config, stop_fd, room, err);
    if (rc == RC_OK)
        rc = open_spool(config, room, err);
    if (rc == RC_OK)
        rc = publisher_new(desk, (unsigned)config->workers, &room->publisher, err);
    if (rc != RC_OK)
        mailroom_close(room);
    return rc;
}

void mailroom_close(struct mailroom *room)
{
    for (unsigned i = 0; i < room->source_count; i++)
        post_source_free(room->source[i]);
    post_sink_free(room->sink);
    publisher_free(room->publisher);
    trymark_close(room->trymark);
    *room = (struct mailroom){0};
}

int64_t mailroom_settled(const struct mailroom *room)
{
    int64_t settled = INT64_MAX;

    for (unsigned i = 0; i < room->source_count; i++) {
        int64_t own = post_source_settled_s(room->source[i]);

        settled = own < settled ? own : settled;
    }
    return settled;
}

/* ---- letters in ---- */

struct waiting {
    struct post_letter letter;
    struct buf raw;
    bool fetched, taken, aside;
    bool broken; /* cannot even be stored: goes aside without a row */
};

static int64_t monotonic_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* "maildir:in/1795.M1P2.host" → source and id within it. */
static void split_id(const char *id, char *source, size_t capacity, const char **source_id)
{
    const char *slash = strchr(id, '/');
    struct text text;

    text_init(&text, source, capacity);
    text_put_bytes(&text, id, slash ? (size_t)(slash - id) : strlen(id));
    *source_id = slash ? slash + 1 : "";
}

static enum rc take_one(struct desk *desk, struct mailroom *room, struct waiting *waiting,
                        struct err *err)
{
    char source[LEDGER_NAME_BYTES];
    struct reception_letter in = {.arrived_s = waiting->letter.arrived_s,
                                  .raw = buf_text(&waiting->raw),
                                  .length = waiting->raw.length,
                                  .cut = waiting->letter.bytes > waiting->raw.length};
    struct reception_result result;
    struct reading reading = {0};
    enum rc rc;

    split_id(waiting->letter.id, source, sizeof source, &in.source_id);
    in.source = source;
    rc = trymark_set(room->trymark, 0, in.source, in.source_id, err);
    if (rc == RC_OK)
        rc = reception_take(desk, &in, &reading, &result, err);
    if (rc == RC_OK)
        rc = trymark_clear(room->trymark, 0, err);
    waiting->aside = rc == RC_OK && result.outcome == LEDGER_SET_ASIDE && !result.known;
    return rc;
}

/* A letter that cannot be stored, now or ever, must not hold up the others. */
static bool set_aside(struct desk *desk, struct waiting *waiting, enum rc rc, struct err *err)
{
    if (rc_class(rc) == RC_CLASS_TEMPORARY)
        return false;
    log_error(&desk->log, LOG_ERROR, "letter-not-stored", err);
    err_clear(err);
    waiting->fetched = false;
    waiting->broken = waiting->aside = true;
    return true;
}

/* As many as fit into one hold of the write lock, in one commit.
 * out    *next: first letter that was not taken */
static enum rc take_group(struct desk *desk, struct mailroom *room, struct waiting *waiting,
                          size_t count, size_t *next, struct err *err)
{
    int64_t start = monotonic_ms();
    size_t i = *next;
    enum rc rc = desk_begin(desk, err);

    if (rc != RC_OK)
        return rc;
    for (; i < count && rc == RC_OK; i++) {
        if (monotonic_ms() - start > LEDGER_GROUP_MS)
            break;
        if (waiting[i].fetched)
            rc = take_one(desk, room, &waiting[i], err);
    }
    if (rc != RC_OK) {
        desk_rollback(desk);
        return set_aside(desk, &waiting[i - 1], rc, err) ? RC_OK : rc; /* the group begins anew */
    }
    rc = desk_commit(desk, err);
    if (rc != RC_OK)
        return rc;
    for (size_t k = *next; k < i; k++)
        waiting[k].taken = waiting[k].fetched || waiting[k].broken;
    *next = i;
    return RC_OK;
}

/* Move away what is committed; give back what is not. */
static enum rc put_away(struct desk *desk, struct post_source *source, struct waiting *waiting,
                        size_t count, struct err *err)
{
    enum rc rc = RC_OK;

    for (enum post_place place = POST_PLACE_DONE; place < POST_PLACE_COUNT; place++) {
        const char *ids[LIST_MOST];
        size_t moved = 0;
        enum rc own;

        for (size_t i = 0; i < count; i++)
            if (waiting[i].taken && waiting[i].aside == (place == POST_PLACE_ASIDE))
                ids[moved++] = waiting[i].letter.id;
        if (!moved)
            continue;
        desk_step(desk, "before done");
        own = post_source_done(source, ids, moved, place, err);
        desk_step(desk, "after done");
        rc = rc == RC_OK ? own : rc;
    }
    for (size_t i = 0; i < count; i++)
        if (!waiting[i].taken)
            post_source_give_back(source, waiting[i].letter.id);
    return rc;
}

static enum rc fetch_all(struct desk *desk, struct post_source *source, struct waiting *waiting,
                         size_t count, struct err *err)
{
    enum rc rc = RC_OK;

    for (size_t i = 0; i < count && rc == RC_OK; i++) {
        struct err own = {0};

        rc = post_source_fetch(source, &waiting[i].letter, (size_t)desk->config->letter_bytes,
                               &waiting[i].raw, &own);
        waiting[i].fetched = rc == RC_OK;
        if (rc == RC_NOT_FOUND) /* somebody took it away by hand */
            rc = RC_OK;
        if (rc != RC_OK)
            rc = ERR(err, rc, own.text);
    }
    return rc;
}

/* One list of a source.
 * out    *taken: grows by the letters dealt with; *more: the list was full */
static enum rc take_list(struct desk *desk, struct mailroom *room, struct post_source *source,
                         unsigned *taken, bool *more, struct err *err)
{
    struct post_letter *letters = calloc(LIST_MOST, sizeof *letters);
    struct waiting *waiting = calloc(LIST_MOST, sizeof *waiting);
    size_t count = 0, next = 0;
    enum rc rc = letters && waiting
                     ? post_source_list(source, desk_now(desk), letters, LIST_MOST, &count, err)
                     : ERR(err, RC_NO_MEMORY, "no memory for letters"),
            away;

    for (size_t i = 0; i < count; i++)
        waiting[i].letter = letters[i];
    if (rc == RC_OK)
        rc = fetch_all(desk, source, waiting, count, err);
    while (rc == RC_OK && next < count)
        rc = take_group(desk, room, waiting, count, &next, err);
    *more = rc == RC_OK && count == LIST_MOST;
    if (count) {
        away = put_away(desk, source, waiting, count, err);
        rc = rc == RC_OK ? away : rc;
    }
    for (size_t i = 0; i < count; i++) {
        *taken += waiting[i].taken;
        buf_wipe(&waiting[i].raw);
    }
    free(letters);
    free(waiting);
    return rc;
}

enum rc mailroom_take_in(struct desk *desk, struct mailroom *room, unsigned *taken, struct err *err)
{
    enum rc first = RC_OK;

    for (unsigned i = 0; i < room->source_count; i++) {
        struct err own = {0};
        bool more = true;
        enum rc rc = RC_OK;

        while (more && rc == RC_OK)
            rc = take_list(desk, room, room->source[i], taken, &more, &own);
        if (rc == RC_OK)
            continue;
        log_error(&desk->log, LOG_WARNING, "inbox", &own);
        if (first == RC_OK)
            first = ERR(err, rc, own.text);
    }
    return first;
}

/* ---- letters out, and the round ---- */

enum rc mailroom_send(struct mailroom *room, unsigned *sent, struct err *err)
{
    unsigned handled = PUBLISH_BATCH;
    enum rc rc = RC_OK;

    while (rc == RC_OK && handled == PUBLISH_BATCH) {
        rc = publish_due(room->publisher, room->sink, &handled, err);
        *sent += handled;
    }
    return rc;
}

enum rc mailroom_round(struct desk *desk, struct mailroom *room, struct mailroom_count *count,
                       struct err *err)
{
    struct err own = {0};
    unsigned closed = 0;
    enum rc rc = mailroom_take_in(desk, room, &count->letters_in, err), part;

    part = time_run(desk, mailroom_settled(room), &closed, &own);
    count->deadlines += closed;
    if (part != RC_OK) {
        log_error(&desk->log, LOG_ERROR, "deadlines", &own);
        rc = rc == RC_OK ? ERR(err, part, own.text) : rc;
        err_clear(&own);
    }
    part = mailroom_send(room, &count->letters_out, &own);
    if (part != RC_OK) {
        log_error(&desk->log, LOG_WARNING, "sending", &own);
        rc = rc == RC_OK ? ERR(err, part, own.text) : rc;
    }
    return rc;
}
