/* SPDX-License-Identifier: MIT */
/* What does not work since when, as the ledger keeps it for `postern status`: an inbox that cannot
 * be read, a mail server that takes nothing. In words of the other side, without addresses. */
#pragma once

#include "server/desk.h"

enum {
    TROUBLE_MINUTES_S = 120 /* shorter ones pass by themselves, and are nobody's work */
};

/* Note how a try of this place went ("inbox in", "outbox out"): RC_OK ends a trouble that stood.
 * Alone, or in a change; writes nothing where nothing changed. */
enum rc trouble_note(struct desk *desk, const char *place, enum rc rc, const struct err *own,
                     struct err *err);

struct trouble {
    const char *place;
    int64_t since_s;
    const char *words;
};
typedef enum rc (*trouble_fn)(void *user, const struct trouble *trouble, struct err *err);
/* Those that stand. */
enum rc trouble_each(struct desk *desk, trouble_fn fn, void *user, struct err *err);
