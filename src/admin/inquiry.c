/* SPDX-License-Identifier: MIT */
/* Says why a letter was answered as it was: it reads the letter again and tells what it did. It
 * changes nothing. */
#include "admin/inquiry.h"

#include "outbound/compose.h"
#include "ledger/work.h"
#include "server/clauses.h"
#include "server/library.h"
#include "commands/meaning.h"

struct asking {
    struct desk *desk;
    const struct inquiry_calls *calls;
    void *user;
    struct inquiry inquiry;
    struct inquiry_answer answer;
};

static void note_letter(struct inquiry *inquiry, const struct ledger_letter_row *row)
{
    inquiry->row = *row;
    inquiry->outcome = row->outcome.kind == LEDGER_OUTCOME_COUNT
                           ? "waits"
                           : ledger_outcome_name(row->outcome.kind);
    text_copy(inquiry->source, sizeof inquiry->source, row->letter.source);
    text_copy(inquiry->source_id, sizeof inquiry->source_id, row->letter.source_id);
    if (row->outcome.kind != LEDGER_OUTCOME_COUNT)
        text_copy(inquiry->reason, sizeof inquiry->reason, row->outcome.reason);
    inquiry->row.letter.source = inquiry->source;
    inquiry->row.letter.source_id = inquiry->source_id;
    inquiry->row.letter.message_key = inquiry->row.letter.raw_box = (struct ledger_bytes){0};
    inquiry->row.outcome.reason = inquiry->reason;
}

static void find_words(struct asking *asking)
{
    struct inquiry *inquiry = &asking->inquiry;
    struct person person;
    TEXT_IN(path, folder, CONFIG_TEXT_BYTES);

    clauses_folder(asking->desk->config->templates, &path);
    if (inquiry->reason[0] && clauses_find(folder, library_games(asking->desk->library),
                                           inquiry->reason, &inquiry->clause, NULL, NULL) != RC_OK)
        buf_fini(&inquiry->clause);
    if (inquiry->row.outcome.player &&
        people_get(asking->desk, inquiry->row.outcome.player, &person, NULL) == RC_OK)
        text_copy(inquiry->name, sizeof inquiry->name, person.name);
}

/* As it was read when it came, while its bytes are kept. */
static enum rc read_again(struct asking *asking, struct err *err)
{
    struct inquiry *inquiry = &asking->inquiry;
    struct inbound_letter in = {inquiry->source, inquiry->source_id, inquiry->row.letter.arrived_s,
                                .raw = ""};
    struct err own = {0};
    OWN_WIPED(buf) raw = {0};
    enum rc rc = reading_raw(asking->desk, inquiry->row.letter.id, &raw, &own);

    inquiry->gone = rc == RC_NOT_FOUND;
    if (rc == RC_OK) {
        in.raw = buf_text(&raw);
        in.length = raw.length;
        rc = reading_make(asking->desk, &in, meaning_reads, &inquiry->reading, &own);
    }
    inquiry->taken_for = letter_class_name(inquiry->reading.kind.kind);
    return rc == RC_OK || inquiry->gone ? RC_OK : ERR(err, rc, own.text);
}

static enum rc tell_entries(struct asking *asking, struct err *err)
{
    const struct ledger_letter_row *of = &asking->inquiry.row;
    struct ledger_rows rows = ledger_entries(asking->desk->ledger, of->outcome.game, 0, err);

    for (struct ledger_entry row; ledger_next(&rows, &row);)
        if (row.letter == of->letter.id)
            asking->calls->entry(asking->user, &row);
    return ledger_end(&rows);
}

/* Its text is made again from the log, as it was when it was sent. */
static enum rc tell_answer(struct asking *asking, const struct ledger_out *row, struct err *err)
{
    struct inquiry_answer answer = {row->id, 0, row->message_id, "", "", ""};
    char subject[COMPOSE_SUBJECT_BYTES];
    struct err own = {0};
    OWN_WIPED(buf) text = {0};
    struct ledger_rows rows = ledger_deliveries(asking->desk->ledger, row->id, err);

    for (struct ledger_delivery to; ledger_next(&rows, &to);) {
        answer.state = ledger_delivery_name(to.state);
        answer.at_s = to.state == LEDGER_DELIVERY_WAITING ? to.due_s : to.ended_s;
    }
    TRY(ledger_end(&rows));
    if (compose_text(asking->desk, row->id, "letter.txt", subject, &text, &own) != RC_OK)
        answer.why = own.text[0] ? own.text : rc_text(own.rc);
    answer.text = *answer.why ? "" : buf_text(&text);
    asking->calls->answer(asking->user, &answer);
    return RC_OK;
}

static enum rc tell_answers(struct asking *asking, struct err *err)
{
    const struct ledger_letter *letter = &asking->inquiry.row.letter;
    struct ledger_rows rows =
        ledger_outs_answering(asking->desk->ledger, letter->id, letter->taken_s, err);

    for (struct ledger_out row; ledger_next(&rows, &row);)
        rows.rc = tell_answer(asking, &row, err);
    return ledger_end(&rows);
}

static enum rc tell_all(struct asking *asking, struct err *err)
{
    TRY(read_again(asking, err));
    find_words(asking);
    asking->calls->letter(asking->user, &asking->inquiry);
    if (asking->inquiry.row.outcome.game)
        TRY(tell_entries(asking, err));
    return tell_answers(asking, err);
}

enum rc inquiry_ask(struct desk *desk, int64_t letter, const struct inquiry_calls *calls,
                    void *user, struct err *err)
{
    struct asking asking = {.desk = desk, .calls = calls, .user = user};
    struct ledger_rows rows = ledger_letter_get(desk->ledger, letter, err);
    struct ledger_letter_row row;
    enum rc rc;

    if (ledger_next(&rows, &row))
        note_letter(&asking.inquiry, &row);
    rc = ledger_end(&rows);
    THEN(rc, tell_all(&asking, err));
    reading_fini(&asking.inquiry.reading);
    buf_fini(&asking.inquiry.clause);
    return rc;
}
