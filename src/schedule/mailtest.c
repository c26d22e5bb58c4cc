/* SPDX-License-Identifier: MIT */
/* Tries the configured mail with a letter to the robot itself, for `setup` and `doctor`. */
#include "schedule/mailtest.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "letter/mime_in.h"
#include "reader/reader.h"
#include "schedule/mailroom.h"
#include "seal/encode.h"
#include "seal/secret.h"

enum { BATCH = 64, LOOK_EVERY_MS = 2000, LETTER_MOST = 1 << 20, ID_BYTES = 26 };

struct trying {
    const struct config *config;
    const struct desk_world *world;
    struct mailroom room;
    struct mailtest *out;
    char id[64];
    char authserv[MAILTEST_WORD_BYTES]; /* whose results the letter forges; "" = nobody's */
    bool came;
    struct buf bytes;
    void (*progress)(void *user, const char *step);
    void *user;
};

static int64_t now_of(const struct trying *trying)
{
    return trying->world->now(trying->world->context);
}

static void tell(const struct trying *trying, const char *step)
{
    if (trying->progress)
        trying->progress(trying->user, step);
}

/* A plain letter from the robot to itself, under a subaddress as players use it. */
static enum rc compose(struct trying *trying, char to[CONFIG_TEXT_BYTES * 2], struct err *err)
{
    const char *address = trying->config->address;
    size_t local = config_local_part(address);
    unsigned char random[16];
    time_t now = (time_t)now_of(trying);
    char date[64];
    struct tm parts;

    entropy_system(NULL, random, sizeof random);
    base32_write(random, sizeof random, trying->id);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", gmtime_r(&now, &parts));
    snprintf(to, CONFIG_TEXT_BYTES * 2, "%.*s+test@%s", (int)local, address, address + local + 1);
    buf_clear(&trying->bytes);
    if (trying->authserv[0])
        buf_printf(&trying->bytes,
                   "Authentication-Results: %s; dmarc=pass header.from=%s.invalid\r\n",
                   trying->authserv, trying->id);
    buf_printf(&trying->bytes,
               "From: %s\r\nTo: %s\r\nSubject: test of the mail system\r\n"
               "Date: %s\r\nMessage-ID: <%s@%s>\r\n"
               "Auto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\n"
               "Content-Type: text/plain; charset=us-ascii\r\n\r\n"
               "The administrator is setting the game server up.\r\n",
               address, to, date, trying->id, address + local + 1);
    return buf_rc(&trying->bytes, err);
}

static enum rc send_letter(struct trying *trying, struct err *err)
{
    char to[CONFIG_TEXT_BYTES * 2];
    struct post_job job = {.id = trying->id, .from = trying->config->address, .to = to};
    enum rc rc = compose(trying, to, err);

    job.bytes = buf_text(&trying->bytes);
    job.length = trying->bytes.length;
    THEN(rc, post_sink_send(trying->room.sink, now_of(trying), &job, 1, err));
    if (rc == RC_OK && job.fate != POST_ACCEPTED)
        rc = ERR(err, job.fate >= POST_PERMANENT ? RC_REFUSED : RC_LATER, to,
                 " was not taken: ", job.text,
                 "; a letter to this subaddress must reach the same mailbox");
    trying->out->sent = rc == RC_OK;
    return rc;
}

/* ---- coming back ---- */

/* Only what our own mail system wrote counts: the topmost field. */
static void note_results(const struct letter *letter, struct mailtest *out)
{
    for (unsigned i = 0; i < letter->auth_count; i++) {
        const struct letter_auth *auth = &letter->auth[i];
        char *into = text_equal(auth->method, "spf")     ? out->spf
                     : text_equal(auth->method, "dkim")  ? out->dkim
                     : text_equal(auth->method, "dmarc") ? out->dmarc
                                                         : NULL;

        if (auth->field != 0)
            continue;
        text_copy(out->authserv, sizeof out->authserv, auth->server);
        if (into && !into[0])
            text_copy(into, MAILTEST_WORD_BYTES, auth->result);
    }
}

/* Did the results that the letter brought survive? */
static enum mailtest_forged find_forged(const struct letter *letter, const char *id)
{
    enum mailtest_forged found = MAILTEST_REMOVED;

    for (unsigned i = 0; i < letter->auth_count; i++)
        if (strstr(letter->auth[i].property, id))
            found = letter->auth[i].field == 0 ? MAILTEST_TOP : MAILTEST_BELOW;
    return found;
}

const char *mailtest_forged_name(enum mailtest_forged forged)
{
    static const char *const names[] = {[MAILTEST_UNTRIED] = "",
                                        [MAILTEST_REMOVED] = "removed",
                                        [MAILTEST_BELOW] = "below",
                                        [MAILTEST_TOP] = "top"};

    return names[forged];
}

/* Is it ours? Then it is dealt with; others are given back untouched. */
static enum rc look_at(struct trying *trying, struct post_source *source,
                       const struct post_letter *listed, struct err *err)
{
    const char *ids[] = {listed->id};
    OWN(letter) letter = {0};
    OWN_WIPED(buf) raw = {0};
    bool ours = false;
    enum rc rc = post_source_fetch(source, listed, LETTER_MOST, &raw, err);

    if (rc == RC_OK && strstr(buf_text(&raw), trying->id))
        rc = reader_letter(trying->world->reader, NULL, buf_text(&raw), raw.length, &letter, err);
    if (rc == RC_OK && letter.message_id)
        ours = strncmp(letter.message_id, trying->id, strlen(trying->id)) == 0;
    if (ours) {
        trying->came = trying->out->came = true;
        if (trying->authserv[0])
            trying->out->forged = find_forged(&letter, trying->id);
        else
            note_results(&letter, trying->out);
        rc = post_source_done(source, ids, 1, POST_PLACE_DONE, err);
    } else
        post_source_give_back(source, listed->id);
    return rc;
}

static enum rc look_once(struct trying *trying, struct err *err)
{
    struct post_source *source = trying->room.source[0];
    struct post_letter letters[BATCH];
    size_t count = 0;
    enum rc rc = post_source_list(source, now_of(trying), letters, BATCH, &count, err);

    for (size_t i = 0; i < count; i++)
        if (rc == RC_OK && !trying->came)
            rc = look_at(trying, source, &letters[i], err);
        else
            post_source_give_back(source, letters[i].id);
    return rc;
}

static enum rc await_letter(struct trying *trying, int64_t wait_s, struct err *err)
{
    int64_t start = now_of(trying);
    enum rc rc = RC_OK;
    bool news;

    for (;;) {
        rc = look_once(trying, err);
        if (!trying->authserv[0])
            trying->out->took_s = now_of(trying) - start;
        if (rc != RC_OK || trying->came)
            return rc;
        FAIL_IF(now_of(trying) - start >= wait_s, err, RC_LATER,
                "the letter did not come back: does ", trying->config->address,
                trying->config->transport == CONFIG_SMTP
                    ? " with a subaddress reach postern deliver?"
                    : " with a subaddress reach the mailbox of [imap]?");
        TRY(post_wait(trying->room.source, 1, -1, LOOK_EVERY_MS, &news, err));
    }
}

/* ---- all of it ---- */

static enum rc send_and_await(struct trying *trying, const char *step, int64_t wait_s,
                              struct err *err)
{
    trying->came = false;
    tell(trying, step);
    TRY(send_letter(trying, err));
    tell(trying, "waiting for it");
    return await_letter(trying, wait_s, err);
}

static enum rc try_letters(struct trying *trying, int64_t wait_s, struct err *err)
{
    const struct config *config = trying->config;

    TRY(send_and_await(trying, "sending myself a letter", wait_s, err));
    text_copy(trying->authserv, sizeof trying->authserv,
              config->authserv[0] ? config->authserv : trying->out->authserv);
    return trying->authserv[0]
               ? send_and_await(trying, "sending myself a letter with forged results", wait_s, err)
               : RC_OK;
}

enum rc mailtest_run(const struct config *config, const struct desk_world *world, int64_t wait_s,
                     void (*progress)(void *user, const char *step), void *user,
                     struct mailtest *out, struct err *err)
{
    struct trying trying = {
        .config = config, .world = world, .out = out, .progress = progress, .user = user};
    enum rc rc;

    *out = (struct mailtest){0};
    tell(&trying, config->transport == CONFIG_IMAP   ? "reading mail by IMAP"
                  : config->transport == CONFIG_SMTP ? "opening the spool"
                                                     : "opening the Maildir");
    rc = mailroom_open_mail(config, -1, &trying.room, err);
    for (unsigned i = 0; i < trying.room.source_count && rc == RC_OK; i++)
        rc = post_source_check(trying.room.source[i], err);
    if (rc == RC_OK) {
        out->step = MAILTEST_SENDING;
        tell(&trying, config->transport == CONFIG_MAILDIR ? "writing into Maildirs"
                                                          : "sending mail by SMTP");
        rc = post_sink_check(trying.room.sink, err);
    }
    if (rc == RC_OK && wait_s) {
        out->step = MAILTEST_LETTER;
        rc = try_letters(&trying, wait_s, err);
    }
    mailroom_close(&trying.room);
    buf_fini(&trying.bytes);
    return rc;
}
