/* SPDX-License-Identifier: MIT */
/* A thread that kills the children of this process, as kill -9 would, at any moment. */
#pragma once

/* in     most_ms: longest time before the first kill; before each that follows it is 4 ms longer */
void killer_start(unsigned most_ms);
/* How many were killed since. */
unsigned killer_kills(void);
void killer_stop(void);
