/* SPDX-License-Identifier: MIT */
/* Names of zones: what people call them, and which are the database's. */
#pragma once

#include "server/calendar.h"

/* The zone that is meant by what a person writes: "Rome", "new york", "PST", "UTC-5",
 * "europe/rome". False: none. */
bool zone_names_find(const char *words, char zone[CALENDAR_ZONE_BYTES]);
/* The zone whose whole name, "Europe/Rome", stands within a line. False: none; zone is then the
 * word that looks most like one, or empty. */
bool zone_names_within(const char *line, char zone[CALENDAR_ZONE_BYTES]);
/* Is it a name of the database, and a place's? "Foo+7", which libraries take as well, is none. */
bool zone_names_has(const char *name);
