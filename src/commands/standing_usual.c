/* SPDX-License-Identifier: MIT */
/* Carries standing orders from one game to the next, where their player asked for it. */
#include "commands/standing_usual.h"

#include "play/standing_order.h"
#include "people/usual.h"

/* Lines hold no luck and no commitment, so that all but the steps of a plan may be kept. */
static unsigned put_lines(const struct standing_order_set *set, struct buf *out)
{
    unsigned count = 0;

    for (unsigned i = 0; i < set->count; i++) {
        const struct standing_line *line = &set->text[i];

        if (line->when != STANDING_ALWAYS)
            continue;
        buf_put(out, count++ ? ";" : "");
        buf_put_bytes(out, line->text, line->length);
    }
    return count;
}

static enum rc keep(struct incoming *incoming, const struct standing_order_set *set,
                    struct err *err)
{
    OWN_WIPED(buf) lines = {0};
    unsigned count = put_lines(set, &lines);
    enum rc rc = buf_rc(&lines, err);

    THEN(rc, usual_put(incoming->desk, incoming->known->sender, incoming->position->played->name,
                       buf_text(&lines), err));
    if (rc == RC_TOO_LONG) {
        err_clear(err);
        return incoming_tell(incoming, "desk.standing-too-much", "n", "", NULL);
    }
    if (rc == RC_OK)
        incoming_tell(incoming, count ? "desk.standing-kept" : "desk.standing-kept-none", "n",
                      TEXT_INT(count), NULL);
    return rc;
}

enum rc standing_keep(struct incoming *incoming, struct err *err)
{
    OWN_AT(standing_order_set) set = NULL;

    if (incoming->lines.flags & INCOMING_PREVIEW)
        return incoming_tell(incoming, "desk.standing-fits", "text", "keep", NULL);
    TRY(standing_order_set_new(incoming->position, incoming->known->seat, &set, err));
    return keep(incoming, set, err);
}
