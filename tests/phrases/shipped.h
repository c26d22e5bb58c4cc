/* SPDX-License-Identifier: MIT */
/* The words, sentences and rulebooks of all games, as they are shipped. */
#pragma once

#include "server/library.h"

/* Read once; ends the program if that fails. English is the language of all. */
struct library *shipped_library(void);
/* Where the sources are. */
const char *shipped_top(void);
