/* SPDX-License-Identifier: MIT */
/* Answers the letter "seals". The list is made in outbound/seals_list.c. */
#include "commands/commands.h"

#include "outbound/seals_list.h"

static void add_part(void *user, const char *heading, const char *text)
{
    struct incoming *incoming = user;
    OWN(buf) title = {0};

    buf_printf(&title, "* %s", heading);
    incoming_add(incoming, buf_text(&title));
    incoming_add(incoming, text);
    incoming_add(incoming, "");
}

static enum rc list_all(struct incoming *incoming, struct err *err)
{
    enum rc rc = seals_list(incoming->desk, incoming->position, incoming->known->seat,
                            &incoming->answer.wording, incoming->answer.values,
                            incoming->answer.paragraphs, err);

    incoming->answer.wanted |= rc == RC_OK;
    return rc;
}

enum rc seals_letter(struct incoming *incoming, const char *arguments, struct err *err)
{
    if (text_equal_folded(arguments, "help")) {
        seals_page(&incoming->answer.wording, add_part, incoming);
        return RC_OK;
    }
    if (incoming->position && incoming->known->seat)
        return list_all(incoming, err);
    return incoming_say(incoming, "desk.no-game", (const char *)NULL);
}
