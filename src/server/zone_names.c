/* SPDX-License-Identifier: MIT */
/* Zones as people write them: names of the tz database in any case, cities, abbreviations, hours
 * east or west of UTC. POSIX's own form, in which "UTC-5" lies east of Greenwich, is none of them.
 */
#include "server/zone_names.h"

#include <glib.h>
#include <stdio.h>

#include "rules/lexicon.h"

enum { LINE_BYTES = 512, EAST_MOST = 14, WEST_MOST = 12 };

static const char *const called[][2] = {
#include "server/zone_words.h" /* made of zones.words */
};

/* Files of the database that are no place. */
static const char *const others[] = {"Factory", "posixrules", "localtime", "leapseconds"};

static void path_of(const char *name, char *path, size_t capacity)
{
    const char *folder = g_getenv("TZDIR");

    snprintf(path, capacity, "%s/%s", folder && *folder ? folder : "/usr/share/zoneinfo", name);
}

bool zone_names_has(const char *name)
{
    char path[LINE_BYTES], magic[4] = "";
    FILE *file;

    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (text_equal(name, others[i]))
            return false;
    if (text_starts_with(name, "posix/") || text_starts_with(name, "right/"))
        return false;
    path_of(name, path, sizeof path);
    file = fopen(path, "rb");
    if (!file)
        return false;
    if (fread(magic, 1, sizeof magic, file) != sizeof magic)
        magic[0] = '\0';
    fclose(file);
    return memcmp(magic, "TZif", sizeof magic) == 0;
}

static bool read_called(const char *words, char zone[CALENDAR_ZONE_BYTES])
{
    for (size_t i = 0; i < sizeof called / sizeof *called; i++)
        if (text_equal(words, called[i][0])) {
            text_copy(zone, CALENDAR_ZONE_BYTES, called[i][1]);
            return true;
        }
    return false;
}

static bool read_half(const char *words, char zone[CALENDAR_ZONE_BYTES])
{
    char hours[CALENDAR_ZONE_BYTES];

    snprintf(hours, sizeof hours, "%c%s", *words, words + 1 + (words[1] == '0'));
    return read_called(hours, zone);
}

/* "UTC+2", "gmt -5", "+2", "UTC+02:00"; Etc/GMT-2 is two hours east. */
static bool read_hours(const char *words, char zone[CALENDAR_ZONE_BYTES])
{
    char *end;
    long hours;
    bool west;

    if (g_ascii_strncasecmp(words, "utc", 3) == 0 || g_ascii_strncasecmp(words, "gmt", 3) == 0)
        words += 3;
    words += strspn(words, "_");
    if (*words != '+' && *words != '-')
        return false;
    if (read_half(words, zone))
        return true;
    west = *words++ == '-';
    words += strspn(words, "_");
    hours = text_is_digit(*words) ? strtol(words, &end, 10) : -1;
    if (hours < 0 || end - words > 2 || (*end && !text_equal(end, ":00")) ||
        hours > (west ? WEST_MOST : EAST_MOST))
        return false;
    if (hours)
        snprintf(zone, CALENDAR_ZONE_BYTES, "Etc/GMT%c%d", west ? '+' : '-', (int)hours);
    else
        text_copy(zone, CALENDAR_ZONE_BYTES, "UTC");
    return true;
}

/* A place of the database's own list, by its name or its city alone. */
static bool read_place(const char *words, char zone[CALENDAR_ZONE_BYTES])
{
    char path[LINE_BYTES], line[LINE_BYTES], name[LINE_BYTES];
    bool found = false;
    FILE *file;

    path_of("tzdata.zi", path, sizeof path);
    file = fopen(path, "r");
    while (file && !found && fgets(line, sizeof line, file)) {
        const char *city;

        if (sscanf(line, "Z %200s", name) != 1 && sscanf(line, "L %*s %200s", name) != 1)
            continue;
        city = strrchr(name, '/');
        found = (text_equal_folded(name, words) || (city && text_equal_folded(city + 1, words))) &&
                strlen(name) < CALENDAR_ZONE_BYTES && zone_names_has(name);
    }
    if (file)
        fclose(file);
    if (found)
        text_copy(zone, CALENDAR_ZONE_BYTES, name);
    return found;
}

bool zone_names_find(const char *words, char zone[CALENDAR_ZONE_BYTES])
{
    char joined[CALENDAR_ZONE_BYTES], folded[2 * CALENDAR_ZONE_BYTES];

    if (strlen(words) >= sizeof joined)
        return false;
    text_copy(joined, sizeof joined, words);
    for (char *c = joined; *c; c++)
        if (*c == ' ')
            *c = '_';
    lexicon_fold(joined, strlen(joined), folded, NULL, sizeof folded);
    if (read_called(folded, zone) || read_hours(joined, zone) || read_place(folded, zone))
        return true;
    if (!calendar_zone_exists(joined))
        return false;
    text_copy(zone, CALENDAR_ZONE_BYTES, joined);
    return true;
}

bool zone_names_within(const char *line, char zone[CALENDAR_ZONE_BYTES])
{
    static const char inner[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_/+-0123456789";

    *zone = '\0';
    for (size_t length; *line; line += length + (length == 0)) {
        char word[CALENDAR_ZONE_BYTES];
        const char *slash;

        length = strspn(line, inner);
        if (length == 0 || length >= sizeof word)
            continue;
        text_copy(word, length + 1, line);
        slash = strchr(word, '/');
        if (!slash || !text_is_letter(*word) || !text_is_letter(slash[1]))
            continue;
        if (zone_names_find(word, zone))
            return true;
        text_copy(zone, CALENDAR_ZONE_BYTES, word);
    }
    return false;
}
