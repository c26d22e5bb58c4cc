/* SPDX-License-Identifier: MIT */
/* Zones of the tz database, kept open: reading one costs some hundred microseconds, and letters ask
 * for their reader's several times. Safe to use from several threads. */
#pragma once

#include <glib.h>

enum {
    ZONES_KEPT = 64,
    ZONES_USES = 10000 /* before one is read again: the database may have been brought up to date */
};

/* Open a zone; NULL = there is none of that name. The caller unrefs it. */
GTimeZone *zones_open(const char *name);
