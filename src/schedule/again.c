/* SPDX-License-Identifier: MIT */
/* Brings letters back into the inbox after a promotion, if this ledger does not know them. */
#include "schedule/schedule.h"

#include "outbound/ahead.h"
#include "ledger/facts.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "post/post.h"
#include "inbound/inbound.h"
#include "schedule/mailroom.h"
#include "commands/meaning.h"

enum { PAGE = 64, DAY_S = 86400 };

struct looking {
    struct desk *desk;
    struct post_source *source;
    int64_t since_s;
    unsigned moved;
};

/* In the folder of letters dealt with: its inbox is where it moves them. */
static enum rc open_folder(const struct config *config, int stop_fd, struct mailroom *room,
                           struct err *err)
{
    OWN_MEMORY struct config *turned = malloc(sizeof *turned);

    FAIL_IF(!turned, err, RC_NO_MEMORY, "no memory for an inbox");
    *turned = *config;
    text_copy(turned->imap_folder, sizeof turned->imap_folder, config->imap_done);
    text_copy(turned->imap_done, sizeof turned->imap_done, config->imap_folder);
    turned->imap_also[0] = '\0';
    return mailroom_open_mail(turned, stop_fd, room, err); /* transports copy what they need */
}

/* Does a player answer an entry that the ledger does not hold? Then it is older than what he saw,
 * and his game must not go on by itself. Nothing is taken in before all letters were looked at. */
static enum rc freeze_behind(struct desk *desk, const struct token *token, struct err *err)
{
    struct ledger_head head = {0};
    enum rc rc = ledger_head_get(desk->ledger, token->game, &head, err);

    if (rc == RC_NOT_FOUND) {
        err_clear(err);
        return RC_OK;
    }
    if (rc != RC_OK || token->entry <= head.n)
        return rc;
    rc = desk_begin(desk, err);
    THEN(rc, ahead_freeze(desk, token->game, token->entry, head.n, err));
    return desk_end(desk, rc, err);
}

static enum rc is_known(struct looking *looking, const struct post_letter *letter, bool *known,
                        struct err *err)
{
    struct desk *desk = looking->desk;
    OWN(reading) reading = {0};
    OWN_WIPED(buf) raw = {0};
    struct inbound_letter in = {
        .source = "again", .source_id = letter->id, .arrived_s = letter->arrived_s};
    int64_t first = 0;

    TRY(post_source_fetch(looking->source, letter, (size_t)desk->config->letter_bytes, &raw, err));
    in.raw = buf_text(&raw);
    in.length = raw.length;
    in.cut = letter->bytes > raw.length;
    TRY(reading_make(desk, &in, meaning_reads, &reading, err));
    TRY(ledger_letter_by_message(desk->ledger, (struct ledger_bytes){reading.key.at, HASH_BYTES},
                                 &first, err));
    *known = first != 0;
    if (!*known && reading.has_token && reading.token.kind == TOKEN_REPLY)
        TRY(freeze_behind(desk, &reading.token, err));
    return RC_OK;
}

static enum rc look_at_page(struct looking *looking, const struct post_letter *letters,
                            size_t count, struct err *err)
{
    const char *unknown[PAGE];
    size_t found = 0;
    enum rc rc = RC_OK;

    for (size_t i = 0; i < count && rc == RC_OK; i++) {
        bool known = letters[i].arrived_s < looking->since_s;

        if (!known)
            rc = is_known(looking, &letters[i], &known, err);
        if (rc == RC_NOT_FOUND || rc == RC_REFUSED) { /* taken away by hand; not to be read */
            err_clear(err);
            rc = RC_OK;
        } else if (rc == RC_OK && !known)
            unknown[found++] = letters[i].id;
    }
    if (rc == RC_OK && found)
        rc = post_source_done(looking->source, unknown, found, POST_PLACE_DONE, err);
    looking->moved += rc == RC_OK ? (unsigned)found : 0;
    return rc;
}

static enum rc look_through(struct looking *looking, struct err *err)
{
    OWN_MEMORY struct post_letter *letters = calloc(PAGE, sizeof *letters);
    size_t count = PAGE;

    FAIL_IF(!letters, err, RC_NO_MEMORY, "no memory for letters");
    while (count == PAGE) {
        count = 0;
        TRY(post_source_list(looking->source, desk_now(looking->desk), letters, PAGE, &count, err));
        TRY(look_at_page(looking, letters, count, err));
    }
    return RC_OK;
}

static enum rc forget_mark(struct desk *desk, struct err *err)
{
    enum rc rc = desk_begin(desk, err);

    THEN(rc, ledger_inbox_put(desk->ledger, LEDGER_PROMOTED, 0, "done", err));
    return desk_end(desk, rc, err);
}

bool again_is_for(const struct post_source *source)
{
    struct post_status status;

    post_source_status(source, &status);
    return text_equal(status.kind, "imap");
}

enum rc again_look(struct desk *desk, int stop_fd, unsigned *moved, struct err *err)
{
    struct looking looking = {.desk = desk};
    OWN_OPEN(mailroom) room = {0};
    OWN(buf) state = {0};

    *moved = 0;
    TRY(ledger_inbox_get(desk->ledger, LEDGER_PROMOTED, &looking.since_s, &state, err));
    if (!looking.since_s)
        return RC_OK;
    looking.since_s -= DAY_S; /* mail systems stamp letters before they hand them over */
    if (desk->config->transport == CONFIG_IMAP && desk->config->imap_done[0]) {
        TRY(open_folder(desk->config, stop_fd, &room, err));
        looking.source = room.source[0];
        TRY(look_through(&looking, err));
    }
    TRY(forget_mark(desk, err));
    *moved = looking.moved;
    LOG(&desk->log, LOG_INFO, "looked-again", "put_back", TEXT_INT(looking.moved));
    return RC_OK;
}
