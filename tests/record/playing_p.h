/* SPDX-License-Identifier: MIT */
/* What the files that play a game for a test share. */
#pragma once

#include "tests/record/playing.h"

/* Chance for keys, seals, secrets; context: struct playing. */
void playing_fill(void *context, void *out, size_t count);
/* What the server knows of a seal; context: struct playing. */
const char *playing_recall(void *context, uint64_t number, const char *name, size_t *length);
/* The game's files for its replay; context: struct playing. */
enum rc playing_files_of(void *context, const char *rules, struct game_file *file, unsigned *count,
                         struct err *err);
/* As playing_log, with secrets of the game, which their player may hold. */
void playing_log_with(struct playing *playing, struct entry *entry, const struct secret *secret,
                      unsigned secrets, const char *const *payload);
/* Open a seal, its newest of this name. */
void playing_open(struct playing *playing, unsigned who, const char *name);
/* A question gets a deadline, which passes. */
int64_t playing_due(struct playing *playing, const struct decision *decision);
/* A question is not answered in time; its deadline was set by an entry, or not: ENTRY_NO_TIME. */
void playing_miss(struct playing *playing, const struct decision *decision, int64_t due_s);
/* Something beside the questions happens, by chance. */
void playing_happen(struct playing *playing);
/* Entries are declared lost, sometimes twice; people talk, one may decline first; then all agree.
 */
void playing_lose(struct playing *playing);
