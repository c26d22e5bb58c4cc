/* SPDX-License-Identifier: MIT */
/* A program of tests: each TEST is run where its file has it, none can be forgotten in a list. At
 * the end stands TESTS, or a main that calls tests_run. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

struct tests {
    struct CMUnitTest test[96];
    unsigned line[96], count;
};

static inline struct tests *tests_all(void)
{
    static struct tests all;

    return &all;
}

/* Constructors come in any order. */
static inline void tests_add(unsigned line, struct CMUnitTest test)
{
    struct tests *all = tests_all();
    unsigned i = all->count++;

    if (i == sizeof all->line / sizeof *all->line)
        abort();
    for (; i > 0 && all->line[i - 1] > line; i--) {
        all->line[i] = all->line[i - 1];
        all->test[i] = all->test[i - 1];
    }
    all->line[i] = line;
    all->test[i] = test;
}

static inline int tests_run(const char *group, CMFixtureFunction set_up,
                            CMFixtureFunction tear_down)
{
    return _cmocka_run_group_tests(group, tests_all()->test, tests_all()->count, set_up, tear_down);
}

#define TEST_TAKES(name, set_up, tear_down, state)                                                 \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void name##_is_a_test(void)                                \
    {                                                                                              \
        tests_add(__LINE__, (struct CMUnitTest){#name, name, set_up, tear_down, NULL});            \
    }                                                                                              \
    static void name(void **state __attribute__((unused)))
/* The same with its state as what it is: a struct, by a name. */
#define TEST_ON(name, set_up, tear_down, type, given)                                              \
    static void name(struct type *given);                                                          \
    static void name##_on(void **state)                                                            \
    {                                                                                              \
        name(*state);                                                                              \
    }                                                                                              \
    __attribute__((constructor)) static void name##_is_a_test(void)                                \
    {                                                                                              \
        tests_add(__LINE__, (struct CMUnitTest){#name, name##_on, set_up, tear_down, NULL});       \
    }                                                                                              \
    static void name(struct type *given __attribute__((unused)))
/* TEST(what_holds) { … }; beside that, one with what is done before and after it, and its state. */
#define TEST(name)                         TEST_TAKES(name, NULL, NULL, no_state)
#define TEST_WITH(name, set_up, tear_down) TEST_TAKES(name, set_up, tear_down, state)

#define TESTS(set_up, tear_down)                                                                   \
    int main(void)                                                                                 \
    {                                                                                              \
        return tests_run(__FILE__, set_up, tear_down);                                             \
    }
