/* SPDX-License-Identifier: MIT */
/* A player's new name, told to those who play with him. */
#pragma once

#include "server/desk.h"

/* Rename a player, inside the caller's change, and tell everybody in his games that go on, each
 * once; where names are hidden nobody, nor who has had many letters within the hour.
 * fails  as people_rename */
enum rc renamed_player(struct desk *desk, int64_t player, const char *name, struct err *err);
