/* SPDX-License-Identifier: MIT */
/* Opening a server, with all that its desk keeps in memory; and making a new one. */
#pragma once

#include "server/desk.h"

/* Open the server that a configuration describes. config is borrowed for the desk's whole life.
 * fails  each part's own error, with its file and what to do */
enum rc desk_open(const struct config *config, const struct desk_world *world,
                  const struct log *log, struct desk **desk, struct err *err);
void desk_close(struct desk *desk);
OWN_CLOSED(desk)

/* Make a new server in a folder: configuration, keys (0600), ledger, marks, mail folders.
 * in     conf_text: the configuration file to write; its paths are made absolute from folder
 * fails  RC_EXISTS: a file of a server is there already; nothing is overwritten */
enum rc desk_init(const char *folder, const char *conf_text, const struct desk_world *world,
                  struct err *err);
