/* SPDX-License-Identifier: MIT */
/* An IMAP folder as a source. A letter's key is "UIDVALIDITY/UID": when the server numbers the
 * folder anew, letters come again under new ids, and the desk knows them by their Message-ID. */

#include "post/arrival.h"
#include "post/imap_session.h"
#include "post/post_config.h"
#include "post/post_p.h"

enum { MOVE_MAX = 200 }; /* letters in one command, so that lines stay short */

struct imap {
    struct post_source base;
    struct server server;
    struct imap_session session;
    char *folder;
    char *places[POST_PLACE_COUNT]; /* NULL = expunge */
    uint32_t uidvalidity;           /* of the letters offered */
    uint32_t next_uid;              /* none below is new */
};

static struct imap *self(struct post_source *source)
{
    return (struct imap *)source;
}

static enum rc open_folder(struct imap *imap, struct err *err)
{
    if (imap->session.wire)
        return RC_OK;
    TRY(imap_session_open(&imap->session, &imap->server, err));
    TRY(imap_session_select(&imap->session, imap->folder, err));
    imap->uidvalidity = imap->session.uidvalidity;
    imap->next_uid = 1;
    imap->session.news = imap->session.exists > 0;
    return RC_OK;
}

/* The UID in a key; 0 when it is of another numbering or no key at all. */
static uint32_t uid_of(const struct imap *imap, const char *key)
{
    const char *slash = strchr(key, '/');
    uint32_t uidvalidity, uid;

    if (!slash ||
        !imap_slice_number((struct imap_slice){key, (size_t)(slash - key)}, &uidvalidity) ||
        !imap_slice_number((struct imap_slice){slash + 1, strlen(slash + 1)}, &uid) ||
        uidvalidity != imap->uidvalidity)
        return 0;
    return uid;
}

/* ---- listing ---- */

static enum rc on_listed(void *context, const struct imap_response *response, struct err *err)
{
    struct imap *imap = context;
    TEXT_IN(text, key, 2 * TEXT_INT_BYTES);
    int64_t arrived_s;

    /* Flag changes come unasked and without a date; UIDs below are the "*" of an old range. */
    if (!(response->has & IMAP_HAS_UID) || !(response->has & IMAP_HAS_DATE) ||
        response->uid < imap->next_uid)
        return RC_OK;
    imap->next_uid = response->uid + (response->uid < UINT32_MAX);
    if (response->deleted)
        return RC_OK;
    FAIL_IF(!arrival_read_internaldate(response->date.at, response->date.length, &arrived_s), err,
            RC_NETWORK, "IMAP server ", imap->server.to.host, " gives no readable INTERNALDATE");
    TEXT_PUT(&text, TEXT_INT(imap->uidvalidity), "/", TEXT_INT(response->uid));
    return post_source_offer(&imap->base, key, arrived_s, response->uid, response->size, err);
}

static enum rc imap_scan(struct post_source *source, struct err *err)
{
    struct imap *imap = self(source);
    OWN(buf) command = {0};
    bool fresh = !imap->session.wire;

    TRY(open_folder(imap, err));
    /* a server tells of new letters only when spoken to */
    if (!fresh)
        TRY(imap_session_command(&imap->session, "NOOP", NULL, NULL, NULL, err));
    if (!imap->session.news)
        return RC_OK;
    imap->session.news = false;
    buf_printf(&command, "UID FETCH %lu:* (UID FLAGS INTERNALDATE RFC822.SIZE)",
               (unsigned long)imap->next_uid);
    TRY(buf_rc(&command, err));
    return imap_session_command(&imap->session, command.at, on_listed, imap, NULL, err);
}

/* ---- reading ---- */

struct reading {
    uint32_t uid;
    size_t limit;
    struct buf *raw;
    bool found;
};

static enum rc on_body(void *context, const struct imap_response *response, struct err *err)
{
    struct reading *reading = context;
    size_t length = response->body.length;

    if (!(response->has & IMAP_HAS_BODY) || response->uid != reading->uid || reading->found)
        return RC_OK;
    reading->found = true;
    buf_put_bytes(reading->raw, response->body.at,
                  length < reading->limit ? length : reading->limit);
    return buf_rc(reading->raw, err);
}

static enum rc imap_fetch(struct post_source *source, const char *key, size_t limit,
                          struct buf *raw, struct err *err)
{
    struct imap *imap = self(source);
    struct reading reading = {.limit = limit, .raw = raw};
    OWN(buf) command = {0};

    TRY(open_folder(imap, err));
    reading.uid = uid_of(imap, key);
    FAIL_IF(reading.uid == 0, err, RC_NOT_FOUND, "the IMAP folder ", imap->folder,
            " was numbered anew: its letters are listed again");
    buf_printf(&command, "UID FETCH %lu (UID BODY.PEEK[]<0.%zu>)", (unsigned long)reading.uid,
               limit ? limit : 1);
    TRY(buf_rc(&command, err));
    TRY(imap_session_command(&imap->session, command.at, on_body, &reading, NULL, err));
    if (!reading.found)
        return ERR(err, RC_NOT_FOUND, "the letter is gone from IMAP folder ", imap->folder);
    return RC_OK;
}

/* ---- moving away ---- */

static enum rc run(struct imap *imap, bool *try_create, struct err *err, const char *verb,
                   const char *set, const char *folder, const char *rest)
{
    OWN(buf) command = {0};

    BUF_PUT(&command, verb, set);
    if (folder) {
        buf_put_char(&command, ' ');
        imap_put_folder(&command, folder);
    }
    buf_put(&command, rest);
    TRY(buf_rc(&command, err));
    return imap_session_command(&imap->session, command.at, NULL, NULL, try_create, err);
}

/* Move or copy into a folder, which is made when it is missing. Where it cannot be made it may be
 * there all the same: somebody else made it, or the server's list was old. */
static enum rc into_folder(struct imap *imap, const char *verb, const char *set, const char *folder,
                           struct err *err)
{
    struct err refused = {0}, own = {0};
    bool missing = false;
    enum rc rc = run(imap, &missing, &refused, verb, set, folder, "");

    if (missing) {
        enum rc made = run(imap, NULL, &own, "CREATE", "", folder, "");

        if (made == RC_OK || made == RC_REFUSED) {
            err_clear(&refused);
            rc = run(imap, NULL, &refused, verb, set, folder, "");
        }
        if (made != RC_OK && rc != RC_OK) {
            rc = made;
            refused = own;
        }
    }
    if (rc != RC_OK && err && err->rc == RC_OK)
        *err = refused;
    return rc;
}

static enum rc expunge(struct imap *imap, const char *set, struct err *err)
{
    TRY(run(imap, NULL, err, "UID STORE ", set, NULL, " +FLAGS.SILENT (\\Deleted)"));
    return imap->session.can & IMAP_CAN_UIDPLUS
               ? run(imap, NULL, err, "UID EXPUNGE ", set, NULL, "")
               : run(imap, NULL, err, "EXPUNGE", "", NULL, "");
}

static enum rc move_set(struct imap *imap, const char *set, enum post_place place, struct err *err)
{
    const char *folder = imap->places[place];

    if (folder && imap->session.can & IMAP_CAN_MOVE)
        return into_folder(imap, "UID MOVE ", set, folder, err);
    if (folder)
        TRY(into_folder(imap, "UID COPY ", set, folder, err));
    return expunge(imap, set, err);
}

static enum rc imap_done(struct post_source *source, const char *const *keys, size_t count,
                         enum post_place place, struct err *err)
{
    struct imap *imap = self(source);
    OWN(buf) set = {0};
    size_t in_set = 0;

    TRY(open_folder(imap, err));
    for (size_t i = 0; i < count; i++) {
        uint32_t uid = uid_of(imap, keys[i]);

        if (uid != 0)
            BUF_PUT(&set, in_set++ ? "," : "", TEXT_INT(uid));
        if (in_set == 0 || (in_set < MOVE_MAX && i + 1 < count))
            continue;
        TRY(buf_rc(&set, err));
        TRY(move_set(imap, set.at, place, err));
        buf_clear(&set);
        in_set = 0;
    }
    return RC_OK;
}

/* ---- waiting ---- */

static enum rc imap_watch(struct post_source *source, int *fd, bool *news, struct err *err)
{
    struct imap *imap = self(source);
    enum rc rc = RC_OK;

    if (!imap->session.wire)
        return RC_OK;
    if (imap->session.can & IMAP_CAN_IDLE) {
        rc = imap_session_idle(&imap->session, err);
        if (rc == RC_OK)
            *fd = wire_fd(imap->session.wire);
    }
    *news = imap->session.news;
    return rc;
}

static void imap_close(struct post_source *source)
{
    struct imap *imap = self(source);

    imap_session_close(&imap->session, imap->base.link.open);
}

static void imap_free(struct post_source *source)
{
    struct imap *imap = self(source);

    for (int i = 0; i < POST_PLACE_COUNT; i++)
        free(imap->places[i]);
    free(imap->folder);
    free(imap);
}

static const struct post_source_ops ops = {
    .kind = "imap",
    .scan = imap_scan,
    .fetch = imap_fetch,
    .done = imap_done,
    .watch = imap_watch,
    .close = imap_close,
    .free = imap_free,
};

/* An empty name is none, as configurations write it. */
static enum rc copy_folder(char **to, const char *from, const char *usual, struct err *err)
{
    OWN(buf) quoted = {0};
    bool plain;

    if (!from || !from[0])
        from = usual;
    if (!from)
        return RC_OK;
    plain = imap_put_folder(&quoted, from);
    FAIL_IF(!plain, err, RC_CONFIG, "this name of an IMAP folder is no text: '", from, "'");
    *to = strdup(from);
    return *to ? RC_OK : ERR(err, RC_NO_MEMORY, "out of memory for an inbox");
}

static enum rc set_up(struct imap *imap, const struct post_imap_config *config, struct err *err)
{
    TRY(post_source_init(&imap->base, &ops, config->name, err));
    TRY(server_init(&imap->server, SERVER_IMAP, &config->server, err));
    if (!config->server.login.user)
        return ERR(err, RC_CONFIG, "the IMAP inbox ", config->name, " needs a user");
    TRY(copy_folder(&imap->folder, config->folder, "INBOX", err));
    TRY(copy_folder(&imap->places[POST_PLACE_DONE], config->done_folder, NULL, err));
    return copy_folder(&imap->places[POST_PLACE_ASIDE], config->aside_folder, "Aside", err);
}

enum rc post_imap_new(const struct post_imap_config *config, struct post_source **source,
                      struct err *err)
{
    struct imap *imap = calloc(1, sizeof *imap);
    enum rc rc;

    FAIL_IF(!imap, err, RC_NO_MEMORY, "out of memory for an inbox");
    rc = set_up(imap, config, err);
    if (rc == RC_OK)
        *source = &imap->base;
    else
        imap_free(&imap->base);
    return rc;
}
