/* SPDX-License-Identifier: MIT */
/* Writes and reads what is known of a letter when it is queued. */
#include "outbound/outbox.h"

/* Members of letters that wait to be sent: a name stays what it is. */
#define FACT(name, kind, member)                                                                   \
    {                                                                                              \
        name, kind, offsetof(struct outbox_facts, member)                                          \
    }
static const struct fact {
    const char *name;
    enum { FACT_NUMBER, FACT_TEXT, FACT_FLAG } kind;
    size_t at;
} facts_of_letter[] = {
    FACT("player", FACT_NUMBER, player),
    FACT("from_n", FACT_NUMBER, from_n),
    FACT("upto_n", FACT_NUMBER, upto_n),
    FACT("answers", FACT_TEXT, answers),
    FACT("subject", FACT_TEXT, subject),
    FACT("outcome_word", FACT_TEXT, outcome),
    FACT("came_s", FACT_NUMBER, came_s),
    FACT("asked_clock", FACT_NUMBER, asked_clock),
    FACT("show_n", FACT_FLAG, shows_past), /* "yes" is entry 0 */
    FACT("show_n", FACT_NUMBER, show_n),
    FACT("legend", FACT_FLAG, legend),
    FACT("delta_n", FACT_FLAG, with_delta),
    FACT("delta_n", FACT_NUMBER, delta_n),
    FACT("with_record", FACT_FLAG, with_record),
    FACT("offer", FACT_NUMBER, offer),
    FACT("confirm_letter", FACT_NUMBER, confirm.letter),
    FACT("confirm_game", FACT_NUMBER, confirm.game),
    FACT("confirm_seat", FACT_NUMBER, confirm.seat),
    FACT("confirm_line", FACT_NUMBER, confirm.line),
    FACT("invites_to", FACT_NUMBER, invites_to),
    FACT("attached_name", FACT_TEXT, file),
    FACT("attached", FACT_TEXT, file_text),
};
enum { FACTS = sizeof facts_of_letter / sizeof facts_of_letter[0] };

void outbox_facts_read(const struct value *map, struct outbox_facts *facts)
{
    memset(facts, 0, sizeof *facts);
    for (size_t i = 0; i < FACTS; i++) {
        const struct fact *fact = &facts_of_letter[i];
        const char *text = value_get_text(value_get(map, fact->name));
        void *at = (char *)facts + fact->at;

        if (fact->kind == FACT_TEXT)
            *(const char **)at = text;
        else if (fact->kind == FACT_FLAG)
            *(bool *)at = *text != '\0';
        else if (!text_to_int(text, strlen(text), at))
            *(int64_t *)at = 0;
    }
}

void outbox_facts_write(const struct outbox_facts *facts, struct value *map)
{
    for (size_t i = 0; i < FACTS; i++) {
        const struct fact *fact = &facts_of_letter[i];
        const void *at = (const char *)facts + fact->at;

        if (fact->kind == FACT_TEXT && *(const char *const *)at && **(const char *const *)at)
            value_set_text(map, fact->name, *(const char *const *)at);
        else if (fact->kind == FACT_FLAG && *(const bool *)at)
            value_set_text(map, fact->name, "yes");
        else if (fact->kind == FACT_NUMBER && *(const int64_t *)at)
            value_set_int(map, fact->name, *(const int64_t *)at);
    }
}
