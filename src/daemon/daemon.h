/* SPDX-License-Identifier: MIT */
/* posternd: rounds of the mail until it is told to stop. TERM and INT end it after the letter in
 * hand; HUP reads configuration, keys, words and data anew. */
#pragma once

/* Run the program; returns the exit code (cli/cli.h has the same). */
int daemon_main(int argc, char **argv);
