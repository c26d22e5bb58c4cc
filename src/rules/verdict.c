/* SPDX-License-Identifier: MIT */
/* Makes verdicts: done, illegal, malformed, with their arguments. */
#include "rules/verdict.h"

#include "base/base.h"

static void start(struct verdict *verdict, enum verdict_kind kind, const char *clause,
                  const char *reason)
{
    verdict->kind = kind;
    verdict->clause = clause;
    verdict->reason = reason;
    verdict->count = 0;
    verdict->column = 0;
    verdict->word[0] = '\0';
    verdict->suggestion[0] = '\0';
}

enum verdict_kind verdict_done(struct verdict *verdict)
{
    if (verdict)
        start(verdict, VERDICT_DONE, NULL, NULL);
    return VERDICT_DONE;
}

enum verdict_kind verdict_ambiguous(struct verdict *verdict, const char *reason)
{
    if (verdict)
        start(verdict, VERDICT_AMBIGUOUS, NULL, reason);
    return VERDICT_AMBIGUOUS;
}

enum verdict_kind verdict_illegal(struct verdict *verdict, const char *clause, const char *reason)
{
    if (verdict)
        start(verdict, VERDICT_ILLEGAL, clause, reason);
    return VERDICT_ILLEGAL;
}

enum verdict_kind verdict_malformed(struct verdict *verdict, const char *reason, unsigned column,
                                    const char *word, unsigned word_bytes)
{
    struct text text;

    if (!verdict)
        return VERDICT_MALFORMED;
    start(verdict, VERDICT_MALFORMED, NULL, reason);
    verdict->column = (uint16_t)column;
    text_init(&text, verdict->word, sizeof verdict->word);
    text_put_bytes(&text, word ? word : "", word ? word_bytes : 0);
    return VERDICT_MALFORMED;
}

void verdict_arg(struct verdict *verdict, enum event_arg_type type, int value)
{
    if (!verdict || verdict->count == VERDICT_ARGS_MAX)
        return;
    verdict->arg[verdict->count].type = (uint8_t)type;
    verdict->arg[verdict->count].value = (int16_t)value;
    verdict->count++;
}
