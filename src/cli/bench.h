/* SPDX-License-Identifier: MIT */
/* What commands work on that need no server: words, sentences and rulebooks alone. */
#pragma once

#include "cli/server.h"
#include "server/library.h"

/* Zero-initialise; bench_close in any case. */
struct bench {
    struct server server;
    struct config *config;
    struct library *library;
};

/* Words and data: of the server where there is one, else as installed or in POSTERN_DATADIR. */
enum rc bench_open(const struct cli *cli, struct bench *bench, struct err *err);
void bench_close(struct bench *bench);
