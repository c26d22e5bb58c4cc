/* SPDX-License-Identifier: MIT */
/* Keeps time zones open for all threads. */
#include "server/zones.h"

#include <pthread.h>

#include "server/calendar.h"
#include "server/zone_names.h"

struct kept_zone {
    char name[CALENDAR_ZONE_BYTES];
    GTimeZone *zone;
    unsigned uses;
};

static struct kept_zone kept[ZONES_KEPT]; /* by the hash of the name; the newest stays */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* A name of the tz database; it becomes part of a path. */
static bool is_zone_name(const char *name)
{
    size_t length = strlen(name);

    if (!length || length >= CALENDAR_ZONE_BYTES || !text_is_letter(name[0]) || strstr(name, "//"))
        return false;
    for (const char *c = name; *c; c++)
        if (!text_is_letter(*c) && !text_is_digit(*c) && !strchr("/_+-", *c))
            return false;
    return true;
}

/* Keep a zone that was read, instead of what was there. */
static void put(struct kept_zone *place, const char *name, GTimeZone *zone)
{
    if (place->zone)
        g_time_zone_unref(place->zone);
    text_copy(place->name, sizeof place->name, name);
    place->zone = g_time_zone_ref(zone);
    place->uses = 0;
}

GTimeZone *zones_open(const char *name)
{
    GTimeZone *zone = NULL;
    struct kept_zone *place;

    if (!is_zone_name(name))
        return NULL;
    place = &kept[g_str_hash(name) % ZONES_KEPT];
    pthread_mutex_lock(&lock);
    if (place->zone && text_equal(place->name, name) && place->uses++ < ZONES_USES)
        zone = g_time_zone_ref(place->zone);
    pthread_mutex_unlock(&lock);
    if (zone)
        return zone;
    zone = zone_names_has(name) ? g_time_zone_new_identifier(name) : NULL;
    if (!zone)
        return NULL;
    pthread_mutex_lock(&lock);
    put(place, name, zone);
    pthread_mutex_unlock(&lock);
    return zone;
}
