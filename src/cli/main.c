/* SPDX-License-Identifier: MIT */
/* The program `postern`: hands everything to cli.c. */
#include "cli/cli.h"

#include <sys/resource.h>

int main(int argc, char **argv)
{
    const struct rlimit none = {0, 0};

    setrlimit(RLIMIT_CORE, &none); /* a core would hold keys and cards */
    return cli_main(argc, argv);
}
