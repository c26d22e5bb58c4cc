/* SPDX-License-Identifier: MIT */
/* Both sides of the hand-over. The first byte says which: a request as a hostile parent would write
 * it, an answer as a reader that was taken over would, or a letter or JSON that goes both ways and
 * comes out the same. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "reader/handover.h"
#include "reader/reader_p.h"
#include "reader/reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool kept)
{
    if (!kept)
        abort();
}

static void check_line(const char *line)
{
    demand(line && text_is_utf8(line, strlen(line)));
    for (; *line; line++)
        demand((unsigned char)*line >= ' ' && *line != 0x7F);
}

/* What mime_in.h promises, whoever wrote it. */
static void check_letter(const struct letter *letter)
{
    OWN(buf) again = {0};

    demand((unsigned)letter->flaw < LETTER_FLAW_COUNT);
    demand((unsigned)letter->report < LETTER_REPORT_COUNT);
    demand(letter->reference_count <= LETTER_REFERENCES_MAX);
    demand(letter->recipient_count <= LETTER_RECIPIENTS_MAX);
    demand(letter->auth_count <= LETTER_AUTH_MAX);
    demand(letter->report_recipient_count <= LETTER_REPORT_RECIPIENTS_MAX);
    demand(letter->text_length == strlen(letter->text));
    demand(text_is_utf8(letter->text, letter->text_length));
    check_line(letter->message_id);
    check_line(letter->from.name);
    check_line(letter->subject);
    check_line(letter->reported_to);
    for (unsigned i = 0; i < letter->reference_count; i++)
        check_line(letter->references[i]);
    for (unsigned i = 0; i < letter->auth_count; i++)
        check_line(letter->auth[i].property);
    letter_form_write(letter, &again);
}

static void read_letter_form(const uint8_t *data, size_t size)
{
    struct handover in = handover_of(data, size);
    OWN(letter) letter = {0};

    if (letter_form_read(&in, letter_limits_usual.text_bytes, &letter, NULL) == RC_OK)
        check_letter(&letter);
}

static void read_json_form(const uint8_t *data, size_t size)
{
    struct handover in = handover_of(data, size);
    json_t *json = json_form_read(&in);
    OWN(buf) again = {0};

    demand(!json || json_form_write(json, &again));
    json_decref(json);
}

static void serve(const uint8_t *data, size_t size)
{
    OWN(buf) answer = {0};

    serve_request(data, size, &answer);
}

/* A letter that was read is taken over as it is. */
static void both_ways(const uint8_t *data, size_t size)
{
    OWN(letter) here = {0}, there = {0};
    OWN(buf) a = {0}, b = {0};
    enum rc rc = letter_read(data, size, NULL, &here, NULL);

    demand(reader_letter(reader_here(), NULL, (const char *)data, size, &there, NULL) == rc);
    if (rc == RC_OK) {
        letter_form_write(&here, &a);
        letter_form_write(&there, &b);
        demand(a.length == b.length && memcmp(a.at, b.at, a.length) == 0);
    }
}

static void json_both_ways(const uint8_t *data, size_t size)
{
    json_t *here = json_loadb((const char *)data, size, JSON_DECODE_ANY, NULL), *there;

    demand(reader_json(reader_here(), (const char *)data, size, &there, NULL) == RC_OK);
    demand(!there || json_equal(here, there));
    json_decref(here);
    json_decref(there);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const ways[])(const uint8_t *, size_t) = {read_letter_form, read_json_form, serve,
                                                            both_ways, json_both_ways};

    if (size)
        ways[*data % (sizeof ways / sizeof *ways)](data + 1, size - 1);
    return 0;
}
