/* SPDX-License-Identifier: MIT */
/* The table of commands, from commands.table: help, manual and behaviour in one place. */
#include "cli/commands.h"

const struct cli_command cli_commands[] = {
#include "cli/commands_table.h"
    {.name = NULL},
};
