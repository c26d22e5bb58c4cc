/* SPDX-License-Identifier: MIT */
/* A letter that was read: what whoever did not read it himself needs. */

#include "letter/mime_in.h"

const struct letter_limits letter_limits_usual = {.bytes = 4 << 20,
                                                  .header_bytes = 256 << 10,
                                                  .text_bytes = 256 << 10,
                                                  .depth = 12,
                                                  .parts = 128};

void letter_fini(struct letter *letter)
{
    if (!letter)
        return;
    free(letter->message_id);
    free(letter->in_reply_to);
    for (unsigned i = 0; i < letter->reference_count; i++)
        free(letter->references[i]);
    free(letter->from.name);
    free(letter->from.address);
    free(letter->sender);
    free(letter->reply_to);
    for (unsigned i = 0; i < letter->recipient_count; i++)
        free(letter->recipient[i]);
    free(letter->return_path);
    free(letter->subject);
    free(letter->date);
    free(letter->content_language);
    free(letter->auto_submitted);
    free(letter->precedence);
    free(letter->response_suppress);
    free(letter->list_id);
    for (unsigned i = 0; i < letter->auth_count; i++) {
        free(letter->auth[i].server);
        free(letter->auth[i].method);
        free(letter->auth[i].result);
        free(letter->auth[i].property);
    }
    for (unsigned i = 0; i < letter->report_recipient_count; i++) {
        free(letter->report_recipient[i].address);
        free(letter->report_recipient[i].action);
        free(letter->report_recipient[i].status);
        free(letter->report_recipient[i].diagnostic);
    }
    free(letter->reported_id);
    free(letter->reported_to);
    free(letter->text);
    free(letter->text_charset);
    memset(letter, 0, sizeof *letter);
}
