/* SPDX-License-Identifier: MIT */
/* The program `postern`: hands everything to cli.c. */
#include "cli/cli.h"

int main(int argc, char **argv)
{
    return cli_main(argc, argv);
}
