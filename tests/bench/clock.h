/* SPDX-License-Identifier: MIT */
/* What work costs, whatever else the machine does. */
#pragma once

#include <time.h>

/* Processor seconds of this process, all its threads. */
static inline double clock_processor_s(void)
{
    struct timespec at;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &at);
    return (double)at.tv_sec + (double)at.tv_nsec * 1e-9;
}
