/* SPDX-License-Identifier: MIT */
/* What setup asks, and what is answered: by flags, at a terminal, or by the usual value. Every
 * answer is looked at when it is given; a wrong one is asked again, with what was wrong. */
#pragma once

#include "base/base.h"

struct cli;
struct setup;

/* in     folder: of the server; borrowed */
enum rc setup_new(struct cli *cli, const char *folder, struct setup **setup, struct err *err);
/* keep: let the files of passwords stay that were written. */
void setup_free(struct setup *setup, bool keep);

/* Does somebody sit at the terminal? */
bool setup_asks(const struct setup *setup);
/* Fill in what is not answered yet.
 * fails  RC_USAGE: nobody is there to ask, or he ended the input */
enum rc setup_ask(struct setup *setup, struct err *err);
/* Have a section asked again; what was answered is what Enter means. key NULL: all of it. */
void setup_again(struct setup *setup, const char *section, const char *key);

/* NULL = not answered. */
const char *setup_answer(const struct setup *setup, const char *section, const char *key);
/* Append the sections, each once. `extra` is called at the end of each. */
void setup_write(const struct setup *setup, struct buf *out,
                 void (*extra)(void *user, const char *section, struct buf *out), void *user);
