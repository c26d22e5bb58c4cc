/* SPDX-License-Identifier: MIT */
/* Zones as people write them: names of the tz database in any case, cities, abbreviations, hours
 * east or west of UTC. POSIX's own form, in which "UTC-5" lies east of Greenwich, is none of them.
 */
#include "server/zone_names.h"

#include <glib.h>
#include <stdio.h>

#include "rules/lexicon.h"

enum { LINE_BYTES = 512, EAST_MOST = 14, WEST_MOST = 12 };

/* What is meant by them; CST and IST have other homes too, which is why the answer names the zone.
 */
static const char *const abbreviations[][2] = {
    {"utc", "UTC"},
    {"gmt", "UTC"},
    {"z", "UTC"},
    {"est", "America/New_York"},
    {"edt", "America/New_York"},
    {"et", "America/New_York"},
    {"cst", "America/Chicago"},
    {"cdt", "America/Chicago"},
    {"mst", "America/Denver"},
    {"mdt", "America/Denver"},
    {"pst", "America/Los_Angeles"},
    {"pdt", "America/Los_Angeles"},
    {"pt", "America/Los_Angeles"},
    {"akst", "America/Anchorage"},
    {"hst", "Pacific/Honolulu"},
    {"ast", "America/Halifax"},
    {"nst", "America/St_Johns"},
    {"brt", "America/Sao_Paulo"},
    {"art", "America/Argentina/Buenos_Aires"},
    {"wet", "Europe/Lisbon"},
    {"bst", "Europe/London"},
    {"cet", "Europe/Berlin"},
    {"cest", "Europe/Berlin"},
    {"mez", "Europe/Berlin"},
    {"mesz", "Europe/Berlin"},
    {"eet", "Europe/Helsinki"},
    {"eest", "Europe/Helsinki"},
    {"msk", "Europe/Moscow"},
    {"ist", "Asia/Kolkata"},
    {"jst", "Asia/Tokyo"},
    {"kst", "Asia/Seoul"},
    {"awst", "Australia/Perth"},
    {"acst", "Australia/Adelaide"},
    {"aest", "Australia/Sydney"},
    {"aedt", "Australia/Sydney"},
    {"nzst", "Pacific/Auckland"},
    {"nzdt", "Pacific/Auckland"},
};

/* What Spanish and Italian call the database's cities otherwise, and cities that it has not. */
static const char *const cities[][2] = {
    {"roma", "Europe/Rome"},
    {"milan", "Europe/Rome"},
    {"milano", "Europe/Rome"},
    {"napoles", "Europe/Rome"},
    {"napoli", "Europe/Rome"},
    {"turin", "Europe/Rome"},
    {"torino", "Europe/Rome"},
    {"florencia", "Europe/Rome"},
    {"firenze", "Europe/Rome"},
    {"bologna", "Europe/Rome"},
    {"italia", "Europe/Rome"},
    {"italy", "Europe/Rome"},
    {"barcelona", "Europe/Madrid"},
    {"valencia", "Europe/Madrid"},
    {"sevilla", "Europe/Madrid"},
    {"espana", "Europe/Madrid"},
    {"spagna", "Europe/Madrid"},
    {"spain", "Europe/Madrid"},
    {"londres", "Europe/London"},
    {"londra", "Europe/London"},
    {"parigi", "Europe/Paris"},
    {"berlino", "Europe/Berlin"},
    {"lisboa", "Europe/Lisbon"},
    {"lisbona", "Europe/Lisbon"},
    {"bruselas", "Europe/Brussels"},
    {"bruxelles", "Europe/Brussels"},
    {"ginebra", "Europe/Zurich"},
    {"ginevra", "Europe/Zurich"},
    {"zurigo", "Europe/Zurich"},
    {"viena", "Europe/Vienna"},
    {"atenas", "Europe/Athens"},
    {"atene", "Europe/Athens"},
    {"moscu", "Europe/Moscow"},
    {"mosca", "Europe/Moscow"},
    {"nueva_york", "America/New_York"},
    {"mexico", "America/Mexico_City"},
    {"ciudad_de_mexico", "America/Mexico_City"},
    {"citta_del_messico", "America/Mexico_City"},
    {"la_habana", "America/Havana"},
    {"l'avana", "America/Havana"},
    {"tokio", "Asia/Tokyo"},
};

/* Where clocks are not whole hours away all year round. */
static const char *const halves[][2] = {
    {"+3:30", "Asia/Tehran"},      {"+4:30", "Asia/Kabul"},        {"+5:30", "Asia/Kolkata"},
    {"+5:45", "Asia/Kathmandu"},   {"+6:30", "Asia/Yangon"},       {"+8:45", "Australia/Eucla"},
    {"+9:30", "Australia/Darwin"}, {"-9:30", "Pacific/Marquesas"},
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

static bool read_half(const char *words, char zone[CALENDAR_ZONE_BYTES])
{
    char hours[CALENDAR_ZONE_BYTES];

    snprintf(hours, sizeof hours, "%c%s", *words, words + 1 + (words[1] == '0'));
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++)
        if (text_equal(hours, halves[i][0])) {
            text_copy(zone, CALENDAR_ZONE_BYTES, halves[i][1]);
            return true;
        }
    return false;
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

static bool read_called(const char *folded, const char *const called[][2], size_t count,
                        char zone[CALENDAR_ZONE_BYTES])
{
    for (size_t i = 0; i < count; i++)
        if (text_equal(folded, called[i][0])) {
            text_copy(zone, CALENDAR_ZONE_BYTES, called[i][1]);
            return true;
        }
    return false;
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
    if (read_called(folded, abbreviations, sizeof abbreviations / sizeof *abbreviations, zone) ||
        read_called(folded, cities, sizeof cities / sizeof *cities, zone) ||
        read_hours(joined, zone) || read_place(folded, zone))
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
