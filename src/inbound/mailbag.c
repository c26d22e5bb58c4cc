/* SPDX-License-Identifier: MIT */
/* Carries letters from an inbox to the ledger and back again. It decides when a letter may leave
 * its inbox, not what it means. */
#include "inbound/mailbag.h"

#include "base/child.h"
#include "post/post_config.h"
#include "reader/reader.h"
#include "inbound/inbound.h"
#include "commands/meaning.h"
#include "server/clock.h"

struct bagged {
    struct post_letter letter;
    struct buf raw;
    struct reading reading;
    char source[LEDGER_NAME_BYTES];
    const char *source_id;        /* in letter.id */
    struct inbound_result result; /* once taken */
    bool fetched;
    bool taken;  /* nothing more to do but to put it away */
    bool aside;  /* goes to the folder of letters set aside */
    bool broken; /* cannot even be read or stored: goes aside without a row */
};

struct mailbag {
    struct post_source *source;
    int log_pages;      /* see ledger_log_pages */
    size_t room;        /* letters that were listed */
    size_t count, next; /* next: first letter that is not taken in */
    struct bagged at[];
};

/* ---- filling ---- */

/* "maildir:in/1795.M1P2.host" → source and id within it. */
static void split_id(struct bagged *bagged)
{
    const char *id = bagged->letter.id, *slash = strchr(id, '/');
    struct text text = text_in(bagged->source, sizeof bagged->source);

    text_put_bytes(&text, id, slash ? (size_t)(slash - id) : strlen(id));
    bagged->source_id = slash ? slash + 1 : "";
}

static struct inbound_letter letter_of(const struct bagged *bagged)
{
    return (struct inbound_letter){.source = bagged->source,
                                   .source_id = bagged->source_id,
                                   .arrived_s = bagged->letter.arrived_s,
                                   .raw = buf_text(&bagged->raw),
                                   .length = bagged->raw.length,
                                   .cut = bagged->letter.bytes > bagged->raw.length,
                                   .huge =
                                       bagged->letter.bytes / READING_HUGE > bagged->raw.length};
}

/* A letter that cannot be read or stored, now or ever, must not hold up the others. */
static bool set_aside(const struct desk *desk, struct bagged *bagged, enum rc rc, const char *event,
                      struct err *err)
{
    if (rc_class(rc) == RC_CLASS_TEMPORARY)
        return false;
    log_error(&desk->log, LOG_ERROR, event, err);
    err_clear(err);
    bagged->fetched = false;
    bagged->broken = bagged->aside = true;
    return true;
}

static enum rc fetch_one(const struct desk *desk, struct post_source *source, struct bagged *bagged,
                         struct err *err)
{
    struct err own = {0};
    enum rc rc = post_source_fetch(source, &bagged->letter, (size_t)desk->config->letter_bytes,
                                   &bagged->raw, &own);

    bagged->fetched = rc == RC_OK;
    if (rc == RC_OK || rc == RC_NOT_FOUND) /* not found: somebody took it away by hand */
        return RC_OK;
    if (rc == RC_REFUSED && set_aside(desk, bagged, rc, "letter-not-read", &own))
        return RC_OK;
    return ERR(err, rc, own.text);
}

static enum rc take_in_hand(const struct mailbag_hand *hand, const struct bagged *bagged,
                            struct err *err)
{
    return in_hand_set(hand->marks, hand->slot, bagged->source, bagged->source_id, err);
}

/* A failure that the program survives is none of the letter's. */
static enum rc lay_down(const struct mailbag_hand *hand, enum rc rc, struct err *err)
{
    enum rc cleared = in_hand_clear(hand->marks, hand->slot, rc == RC_OK ? err : NULL);

    return rc == RC_OK ? cleared : rc;
}

/* What cannot be read now is read again by whoever takes it in. */
static void read_one(struct desk *desk, const struct mailbag_hand *hand, struct bagged *bagged)
{
    struct inbound_letter letter = letter_of(bagged);

    if (take_in_hand(hand, bagged, NULL) != RC_OK ||
        lay_down(hand, reading_make(desk, &letter, meaning_reads, &bagged->reading, NULL), NULL) !=
            RC_OK)
        reading_fini(&bagged->reading);
}

struct bag_reader {
    struct desk *desk;
    const struct mailbag_hand *hand;
    struct bagged **bagged; /* in the order that they were asked for */
};

/* One letter is parsed; while this goes on with it, the reader does with the next. */
static void read_parsed(void *user, size_t index, enum rc rc, struct letter *mail, const char *why)
{
    const struct bag_reader *reader = user;
    struct bagged *bagged = reader->bagged[index];
    struct inbound_letter letter = letter_of(bagged);

    reading_take_mail(reader->desk, &letter, &bagged->reading, rc, mail, why);
    read_one(reader->desk, reader->hand, bagged);
}

static void read_all(struct desk *desk, const struct mailbag_hand *hand, struct mailbag *bag)
{
    struct letter_limits limits = reading_limits(desk);
    struct bagged **bagged = calloc(bag->count, sizeof *bagged);
    OWN_MEMORY struct reader_bytes *bytes = calloc(bag->count, sizeof *bytes);
    struct bag_reader reader = {desk, hand, bagged};
    struct err err = {0};
    size_t count = 0;

    for (size_t i = 0; i < bag->count && bagged && bytes; i++) {
        if (!bag->at[i].fetched)
            continue;
        bagged[count] = &bag->at[i];
        bytes[count++] = (struct reader_bytes){buf_text(&bag->at[i].raw), bag->at[i].raw.length};
    }
    if (reader_letters(desk->world.reader, &limits, bytes, count, read_parsed, &reader, &err) !=
        RC_OK)
        log_error(&desk->log, LOG_WARNING, "reader", &err);
    free(bagged);
}

static enum rc fetch_all(const struct desk *desk, struct mailbag *bag, bool *more, struct err *err)
{
    size_t bytes = 0, i;
    enum rc rc = RC_OK;

    for (i = 0; i < bag->count && bytes < MAILBAG_BYTES && rc == RC_OK; i++) {
        split_id(&bag->at[i]);
        rc = fetch_one(desk, bag->source, &bag->at[i], err);
        bytes += bag->at[i].raw.length;
    }
    i -= rc != RC_OK; /* the one that failed */
    *more |= i < bag->count;
    while (bag->count > i)
        post_source_give_back(bag->source, bag->at[--bag->count].letter.id);
    return rc;
}

/* What could not be read now is given back with the bag, and looked at once more. */
static void leave_strangers(const struct desk *desk, struct mailbag *bag)
{
    for (size_t i = 0; i < bag->count; i++) {
        struct bagged *bagged = &bag->at[i];

        if (bagged->reading.has_token) {
            LOG(&desk->log, LOG_INFO, "letter-also", "id", bagged->letter.id);
            continue;
        }
        if (bagged->reading.made || !bagged->fetched)
            post_source_leave(bag->source, bagged->letter.id);
        bagged->fetched = bagged->broken = bagged->aside = false;
    }
}

static struct mailbag *mailbag_new(struct post_source *source, const struct post_letter *letters,
                                   size_t count)
{
    struct mailbag *bag = calloc(1, sizeof *bag + count * sizeof bag->at[0]);

    if (!bag)
        return NULL;
    bag->source = source;
    bag->room = bag->count = count;
    for (size_t i = 0; i < count; i++)
        bag->at[i].letter = letters[i];
    return bag;
}

enum rc mailbag_fill(struct desk *desk, const struct mailbag_hand *hand, struct post_source *source,
                     struct mailbag **bag, bool *more, struct err *err)
{
    OWN_MEMORY struct post_letter *letters = calloc(MAILBAG_LETTERS, sizeof *letters);
    struct post_status status;
    size_t count = 0;
    enum rc rc =
        letters ? post_source_list(source, desk_now(desk), letters, MAILBAG_LETTERS, &count, err)
                : ERR(err, RC_NO_MEMORY, "no memory for letters");

    *more = rc == RC_OK && count == MAILBAG_LETTERS;
    *bag = rc == RC_OK && count ? mailbag_new(source, letters, count) : NULL;
    if (*bag) {
        rc = fetch_all(desk, *bag, more, err);
        read_all(desk, hand, *bag);
        post_source_status(source, &status);
        if (text_equal(status.name, MAILBAG_ALSO))
            leave_strangers(desk, *bag);
    } else if (rc == RC_OK && count) {
        while (count > 0)
            post_source_give_back(source, letters[--count].id);
        rc = ERR(err, RC_NO_MEMORY, "no memory for letters");
    }
    return rc;
}

/* ---- taking in ---- */

static enum rc take_one(struct desk *desk, const struct mailbag_hand *hand, struct bagged *bagged,
                        struct err *err)
{
    struct inbound_letter letter = letter_of(bagged);
    struct inbound_result *result = &bagged->result;
    enum rc rc = take_in_hand(hand, bagged, err);

    THEN(rc, inbound_take(desk, &letter, &bagged->reading, result, err));
    bagged->aside = rc == RC_OK && result->outcome == LEDGER_SET_ASIDE && !result->known;
    return rc;
}

/* As many as fit into one hold of the write lock; *end: behind the last that was tried. */
static enum rc take_letters(struct desk *desk, const struct mailbag_hand *hand, struct mailbag *bag,
                            size_t *end, struct err *err)
{
    int64_t start = steady_ms();
    enum rc rc = RC_OK;

    for (*end = bag->next; *end < bag->count && rc == RC_OK; ++*end) {
        if (steady_ms() - start > LEDGER_GROUP_MS)
            break;
        if (bag->at[*end].fetched)
            rc = take_one(desk, hand, &bag->at[*end], err); /* takes the last one's place in hand */
    }
    return lay_down(hand, rc, err);
}

static void note_taken(const struct desk *desk, struct mailbag *bag, size_t end)
{
    for (; bag->next < end; bag->next++) {
        struct bagged *bagged = &bag->at[bag->next];

        bagged->taken = bagged->fetched || bagged->broken;
        if (bagged->fetched)
            inbound_log(desk, &bagged->result);
    }
}

/* One commit, in it a part for each letter, which is undone alone if it cannot be dealt with. */
static enum rc take_in_parts(struct desk *desk, const struct mailbag_hand *hand,
                             struct mailbag *bag, struct err *err)
{
    size_t end;
    enum rc rc;

    TRY(desk_begin(desk, err));
    rc = take_letters(desk, hand, bag, &end, err);
    if (rc != RC_OK) { /* the group begins anew */
        desk_rollback(desk);
        return set_aside(desk, &bag->at[end - 1], rc, "letter-not-stored", err) ? RC_OK : rc;
    }
    rc = desk_commit(desk, err);
    if (rc == RC_OK)
        note_taken(desk, bag, end);
    return rc;
}

/* A part for each letter would copy all pages that it changes, and hardly a letter in a year needs
 * one: a group goes without, and is taken once more when something fails. */
static enum rc take_group(struct desk *desk, const struct mailbag_hand *hand, struct mailbag *bag,
                          struct err *err)
{
    size_t end;
    enum rc rc;

    TRY(desk_begin_group(desk, err));
    rc = take_letters(desk, hand, bag, &end, NULL);
    rc = desk_end(desk, rc, NULL);
    if (rc != RC_OK)
        return take_in_parts(desk, hand, bag, err);
    note_taken(desk, bag, end);
    return RC_OK;
}

/* A machine that was off for days comes back by itself where letters that another host stamped say
 * that those days have passed. The letters wait until deadlines have moved along. */
static enum rc ask_witnesses(struct desk *desk, const struct mailbag *bag, struct err *err)
{
    int64_t stamps[MAILBAG_LETTERS];
    struct clock_seen seen;
    size_t count = 0;

    TRY(clock_look(desk, &seen, err));
    if (!seen.doubted || post_is_loopback(desk->config->imap.host))
        return RC_OK;
    for (size_t i = bag->next; i < bag->count && count < MAILBAG_LETTERS; i++)
        if (text_starts_with(bag->at[i].letter.id, "imap:"))
            stamps[count++] = bag->at[i].letter.arrived_s;
    return clock_is_witnessed(desk, &seen, stamps, count) ? clock_confirm(desk, err) : RC_OK;
}

enum rc mailbag_take_in(struct desk *desk, const struct mailbag_hand *hand, struct mailbag *bag,
                        struct err *err)
{
    enum rc rc = RC_OK;

    while (rc == RC_OK && bag->next < bag->count)
        rc = take_group(desk, hand, bag, err);
    if (rc == RC_LATER && ask_witnesses(desk, bag, NULL) != RC_OK)
        LOG(&desk->log, LOG_WARNING, "clock", "why",
            "the ledger does not say how it was seen last");
    bag->log_pages = ledger_log_pages(desk->ledger);
    return rc;
}

static bool has_taken(const struct mailbag *bag)
{
    for (size_t i = 0; i < bag->next; i++)
        if (bag->at[i].taken)
            return true;
    return false;
}

/* ---- putting away ---- */

void mailbag_drop_bytes(struct mailbag *bag)
{
    for (size_t i = 0; i < bag->room; i++) {
        reading_fini(&bag->at[i].reading);
        buf_wipe(&bag->at[i].raw);
    }
}

static void mailbag_free(struct mailbag *bag)
{
    mailbag_drop_bytes(bag);
    free(bag);
}

static enum rc move_to(const struct desk *desk, const struct mailbag *bag, enum post_place place,
                       struct err *err)
{
    const char *ids[MAILBAG_LETTERS];
    size_t moved = 0;
    enum rc rc;

    for (size_t i = 0; i < bag->count; i++)
        if (bag->at[i].taken && bag->at[i].aside == (place == POST_PLACE_ASIDE))
            ids[moved++] = bag->at[i].letter.id;
    if (!moved)
        return RC_OK;
    desk_step(desk, "before done");
    rc = post_source_done(bag->source, ids, moved, place, err);
    desk_step(desk, "after done");
    return rc;
}

static enum rc move_all(const struct desk *desk, const struct mailbag *bag, struct err *err)
{
    enum rc rc = RC_OK;

    for (enum post_place place = POST_PLACE_DONE; place < POST_PLACE_COUNT; place++) {
        enum rc own = move_to(desk, bag, place, rc == RC_OK ? err : NULL);

        rc = rc == RC_OK ? own : rc;
    }
    return rc;
}

/* They are listed again, and known by then. */
void mailbag_give_back(struct mailbag *bag)
{
    for (size_t i = 0; i < bag->count; i++)
        post_source_give_back(bag->source, bag->at[i].letter.id);
    mailbag_free(bag);
}

enum rc mailbag_put_away(struct desk *desk, struct mailbag *bag, struct err *err)
{
    enum rc rc = has_taken(bag) ? desk_secure(desk, err) : RC_OK;

    if (bag->log_pages >= LEDGER_LOG_PAGES)
        ledger_tidy(desk->ledger);
    if (rc != RC_OK) {
        mailbag_give_back(bag);
        return rc;
    }
    rc = move_all(desk, bag, err);
    for (size_t i = 0; i < bag->count; i++)
        if (!bag->at[i].taken)
            post_source_give_back(bag->source, bag->at[i].letter.id);
    mailbag_free(bag);
    return rc;
}
