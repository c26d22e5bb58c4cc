/* SPDX-License-Identifier: MIT */
/* The table of reasons for refusals, each with its clause and the key of its sentence. */
#include "games/dungeon_twister/rule.h"

#include <stddef.h>

#define DT_RULE_ROW(name, clause, reason) [DT_RULE_##name] = {clause, reason},
static const struct {
    const char *clause;
    const char *reason;
} rules[DT_RULES] = {[DT_ALLOWED] = {NULL, NULL}, DT_RULE_LIST(DT_RULE_ROW)};

enum verdict_kind dt_verdict(struct verdict *verdict, enum dt_rule rule)
{
    if (rule == DT_ALLOWED)
        return verdict_done(verdict);
    return verdict_illegal(verdict, rules[rule].clause, rules[rule].reason);
}
