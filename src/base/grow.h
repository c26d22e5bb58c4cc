/* SPDX-License-Identifier: MIT */
/* Arrays that grow. */
#pragma once

#include "base/base.h"

/* Make room in an array for one more than `count` of `bytes` each: twice as many as before, or a
 * few at first. in     array: from malloc, or NULL; *room: how many it holds out    *room; returns
 * the array, moved perhaps, its new places not set; NULL: no memory, and the array is as it was */
void *grow_array(void *array, size_t count, size_t *room, size_t bytes);

/* A list of numbers, {0} at first; its owner frees `at`. */
struct numbers {
    int64_t *at;
    size_t count, room;
};
enum rc numbers_add(struct numbers *numbers, int64_t number, struct err *err);
