/* SPDX-License-Identifier: MIT */
/* The program `posternd`: hands everything to daemon.c. */
#include "daemon/daemon.h"

int main(int argc, char **argv)
{
    return daemon_main(argc, argv);
}
