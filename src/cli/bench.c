/* SPDX-License-Identifier: MIT */
/* Loads words and rulebooks for commands that need no server. */
#include "cli/bench.h"

#include "games/games.h"

enum rc bench_open(const struct cli *cli, struct bench *bench, struct err *err)
{
    const char *data = getenv("POSTERN_DATADIR");
    char conf[2 * CONFIG_TEXT_BYTES];
    struct text text;

    if (server_config(cli, &bench->server, NULL) == RC_OK)
        bench->config = bench->server.config;
    else {
        bench->config = calloc(1, sizeof *bench->config);
        FAIL_IF(!bench->config, err, RC_NO_MEMORY, "no memory for the configuration");
        text_init(&text, conf, sizeof conf);
        text_put(&text, "[mail]\naddress = a@b.example\n");
        if (data)
            TEXT_PUT(&text, "[server]\ndata = ", data, "/data\ntemplates = ", data, "/templates\n");
        TRY(config_read("POSTERN_DATADIR", "/", conf, text.length, bench->config, err));
    }
    return library_load(bench->config, games, &bench->library, err);
}

void bench_close(struct bench *bench)
{
    library_free(bench->library);
    if (bench->config != bench->server.config)
        free(bench->config);
    server_close(&bench->server);
}
