/* SPDX-License-Identifier: MIT */
/* The administrator says a player's words for him: they go the way of a letter of his that is
 * proved. That it was not he who wrote stands in the log before them, by the caller. */
#include <stdio.h>
#include <time.h>

#include "inbound/inbound.h"
#include "people/people.h"
#include "play/adjudicate.h"
#include "play/position.h"
#include "play/reply.h"
#include "seal/encode.h"

enum { ID_RANDOM = 15 };

static enum rc write_letter(struct desk *desk, const struct position *position, unsigned seat,
                            const char *words, const char *id, struct buf *raw, struct err *err)
{
    char reply[REPLY_ADDRESS_BYTES], date[64];
    int64_t decision = POSITION_NO_DECISION;
    time_t now = (time_t)desk_now(desk);
    struct person person;
    struct tm parts;

    TRY(people_get(desk, position->player[seat], &person, err));
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == seat)
            decision = position->decision[i].id;
    TRY(reply_address(desk, TOKEN_REPLY, position->game, seat, decision,
                      (int64_t)position->chain.number, reply, err));
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", gmtime_r(&now, &parts));
    buf_printf(raw,
               "From: <%s>\nTo: <%s>\nDate: %s\nMessage-ID: <%s@keeper.invalid>\nSubject: words\n"
               "MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n"
               "Content-Transfer-Encoding: 8bit\n\n%s",
               person.address, reply, date, id, words);
    return buf_rc(raw, err);
}

enum rc inbound_say(struct desk *desk, const struct position *position, unsigned seat,
                    const char *words, struct inbound_result *result, struct buf *told,
                    struct err *err)
{
    struct inbound_letter letter = {.source = "keeper", .told = told};
    char id[BASE32_CHARS(ID_RANDOM) + 1];
    unsigned char random[ID_RANDOM];
    struct reading reading = {0};
    OWN_WIPED(buf) raw = {0};

    desk_entropy(desk, random, sizeof random);
    base32_write(random, sizeof random, id);
    TRY(write_letter(desk, position, seat, words, id, &raw, err));
    letter.source_id = id;
    letter.arrived_s = desk_now(desk);
    letter.raw = buf_text(&raw);
    letter.length = raw.length;
    return inbound_take(desk, &letter, &reading, result, err);
}
