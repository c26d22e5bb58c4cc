/* SPDX-License-Identifier: MIT */
/* Disputes and reports as they come in by letter: their case files, and what stops. */
#include <stdio.h>

#include "play/clocks.h"
#include "commands/commands.h"
#include "outbound/notice.h"
#include "outbound/outbox.h"
#include "ledger/disputes.h"
#include "ledger/facts.h"
#include "ledger/letters.h"
#include "server/vault.h"
#include "commands/press.h"

enum { REPORTED_WORDS = 5 /* the newest words that the reader got go along */ };

/* ---- the case file ---- */

static void put_head(struct incoming *incoming, const char *what, const struct buf *words,
                     struct buf *out)
{
    const struct position *position = incoming->position;
    char title[96];

    text_copy(title, sizeof title, words->length ? words->at : what);
    title[strcspn(title, "\n")] = '\0';
    while (!text_is_utf8(title, strlen(title))) /* cut within a character */
        title[strlen(title) - 1] = '\0';
    buf_printf(out, "# %s of seat %u in game %lld, after entry %llu\n", what, incoming->known->seat,
               (long long)incoming->known->game, (unsigned long long)position->chain.number);
    for (const char *at = buf_text(words); *at;) {
        size_t length = strcspn(at, "\n");

        buf_put(out, "# ");
        buf_put_bytes(out, at, length);
        buf_put_char(out, '\n');
        at += length + (at[length] == '\n');
    }
    buf_printf(out, "title: %s\n", title);
}

/* The position as the seat may know it. */
static void put_position(const struct incoming *incoming, struct buf *out)
{
    const struct position *position = incoming->position;
    const struct game *game = position->played;
    _Alignas(max_align_t) static _Thread_local unsigned char view[GAME_STATE_MAX];
    static _Thread_local char array[POSITION_TEXT_BYTES];
    struct text text = text_in(array, sizeof array);

    game_view(game, position_rulebook(position), position_state(position), incoming->known->seat,
              view);
    game->text->write(position_rulebook(position), view, &text);
    buf_printf(out, "game: %s\nversion: %s\noptions: %s\nseats: %u\n\nposition:\n", game->name,
               position->rules_version, position->genesis.options,
               (unsigned)position->genesis.seats);
    for (const char *at = array; *at;) {
        size_t length = strcspn(at, "\n");

        buf_put(out, "  ");
        buf_put_bytes(out, at, length);
        buf_put_char(out, '\n');
        at += length + (at[length] == '\n');
    }
    buf_put_char(out, '\n');
    secret_wipe(view, sizeof view);
    secret_wipe(array, sizeof array);
}

/* ---- the orders that the disputed letter answered ---- */

struct disputed {
    struct incoming *incoming;
    struct buf *clauses, *steps;
};

static void put_line(struct disputed *disputed, const struct value *line)
{
    const char *fate = value_get_text(value_get(line, "fate"));
    const char *clause = value_get_text(value_get(line, "clause"));
    bool illegal = text_equal(fate, "illegal");

    if (!illegal && !text_equal(fate, "malformed") && !text_equal(fate, "ambiguous"))
        return;
    if (*clause && !strstr(buf_text(disputed->clauses), clause))
        buf_printf(disputed->clauses, "%s%s", disputed->clauses->length ? ", " : "", clause);
    buf_printf(disputed->steps, "%u> %s => %s%s%s\n", disputed->incoming->known->seat,
               value_get_text(value_get(line, "text")), fate, illegal && *clause ? " " : "",
               illegal ? clause : "");
}

static enum rc read_answer(struct disputed *disputed, const struct ledger_out *row, struct err *err)
{
    OWN_AT(values) values = values_new();
    struct value *map = NULL;

    if (row->game == disputed->incoming->known->game &&
        row->seat == (int)disputed->incoming->known->seat)
        TRY(outbox_values(disputed->incoming->desk, row, values, &map, err));
    for (size_t i = 0; map && i < value_count(value_get(map, "lines")); i++)
        put_line(disputed, value_at(value_get(map, "lines"), i));
    return RC_OK;
}

static enum rc read_answered(struct disputed *disputed, int64_t out, struct err *err)
{
    struct ledger_rows rows = ledger_out_get(disputed->incoming->desk->ledger, out, err);

    for (struct ledger_out row; ledger_next(&rows, &row);)
        rows.rc = read_answer(disputed, &row, err);
    return ledger_end(&rows);
}

static enum rc put_disputed(struct disputed *disputed, struct err *err)
{
    const char *id = disputed->incoming->known->read.mail.in_reply_to;
    struct ledger *ledger = disputed->incoming->desk->ledger;
    struct err own = {0};
    int64_t out = 0;
    enum rc rc = id && *id ? ledger_out_by_message(ledger, id, &out, &own) : RC_OK;

    if (rc == RC_OK && out)
        rc = read_answered(disputed, out, &own);
    if (rc == RC_OK || rc == RC_NOT_FOUND) /* forgotten: the position says where it was */
        return RC_OK;
    return ERR(err, rc, own.text);
}

static enum rc write_case(struct incoming *incoming, const struct buf *words, struct buf *out,
                          struct err *err)
{
    OWN_WIPED(buf) steps = {0};
    OWN(buf) clauses = {0};
    struct disputed disputed = {incoming, &clauses, &steps};
    enum rc rc = put_disputed(&disputed, err);

    put_head(incoming, "dispute", words, out);
    buf_printf(out, "clauses: %s\n", clauses.length ? buf_text(&clauses) : "DISPUTED");
    put_position(incoming, out);
    buf_put(out, buf_text(&steps));
    if (!steps.length)
        buf_put(out, "# No refused order stands in the letter that was answered.\n");
    return rc == RC_OK ? buf_rc(out, err) : rc;
}

/* ---- laying it before the administrator ---- */

/* His letter names the game, its seat and what to write; the case file goes along. */
static enum rc tell_keeper(struct incoming *incoming, enum ledger_dispute_kind kind, int64_t id,
                           const struct buf *text, struct err *err)
{
    static const char *const keys[LEDGER_DISPUTE_KIND_COUNT] = {
        [LEDGER_DISPUTE] = "keeper.disputed", [LEDGER_REPORT] = "keeper.reported"};
    char number[TEXT_INT_BYTES], game[TEXT_INT_BYTES], seat[TEXT_INT_BYTES], file[48];
    char subject[128];
    struct notice notice = {.key = keys[kind],
                            .arg = {{"number", text_of_int(number, id)},
                                    {"game", text_of_int(game, incoming->known->game)},
                                    {"seat", text_of_int(seat, incoming->known->seat)},
                                    {"name", incoming->person.name}},
                            .count = 4,
                            .about = incoming->position->played,
                            .subject = subject,
                            .file = file,
                            .text = text};

    snprintf(file, sizeof file, "%s-%s.%s", ledger_dispute_name(kind), number,
             kind == LEDGER_DISPUTE ? "case" : "txt");
    snprintf(subject, sizeof subject, "%s %s: %s %s", incoming->position->played->title, game,
             ledger_dispute_name(kind), number);
    return notice_keeper(incoming->desk, &notice, err);
}

static enum rc lay(struct incoming *incoming, enum ledger_dispute_kind kind, const struct buf *text,
                   int64_t *id, struct err *err)
{
    struct ledger_dispute row = {.kind = kind,
                                 .game = incoming->known->game,
                                 .seat = (int)incoming->known->seat,
                                 .n = (int64_t)incoming->position->chain.number,
                                 .at_s = desk_now(incoming->desk)};
    struct vault_place place = {.owner = {LEDGER_KEY_GAME, row.game},
                                .column = "dispute.box",
                                .row = row.n * 256 + row.seat};
    char game[TEXT_INT_BYTES], number[TEXT_INT_BYTES];
    OWN(buf) box = {0};

    TRY(vault_close(incoming->desk, &place, text->at, text->length, &box, err));
    row.box = vault_bytes(&box);
    TRY(ledger_dispute_put(incoming->desk->ledger, &row, id, err));
    LOG(&incoming->desk->log, LOG_WARNING, ledger_dispute_name(kind), "number",
        text_of_int(number, *id), "game", text_of_int(game, row.game), "do",
        "postern dispute show");
    return tell_keeper(incoming, kind, *id, text, err);
}

static enum rc say_to_table(struct incoming *incoming, const struct buf *words, struct err *err)
{
    char name[SEAL_NAME_MAX + 1];
    struct position_seal seal = {
        .name = name, .seat = incoming->known->seat, .payload = words->at, .length = words->length};
    struct entry entry;

    entry_init(&entry, 0, 0, incoming->known->seat, ENTRY_PRESS);
    seal_name_write(SEAL_PRESS, incoming->position->chain.number + 1, 0, name);
    return incoming_append(incoming, &entry, &seal, 1, err);
}

static const char *refusal(const struct incoming *incoming, const struct buf *words)
{
    if (!words->length)
        return "talk.dispute-empty";
    if (words->length > PRESS_BYTES_MAX || !text_is_utf8(words->at, words->length))
        return "talk.say-long";
    if (position_closed(incoming->position))
        return position_closed(incoming->position);
    return incoming->lines.flags & INCOMING_PREVIEW ? "talk.command-not-tried" : NULL;
}

static enum rc is_disputed(struct incoming *incoming, bool *is, struct err *err)
{
    struct ledger_rows rows =
        ledger_disputes(incoming->desk->ledger, 0, incoming->known->game, true, err);

    for (struct ledger_dispute row; ledger_next(&rows, &row);)
        *is |= row.kind == LEDGER_DISPUTE;
    return ledger_end(&rows);
}

/* One dispute of a game at a time: what is added to it goes to the administrator as a report. */
static enum rc stop_clocks(struct incoming *incoming, struct err *err)
{
    if (!incoming->position->timing.pause_s) {
        TRY(clocks_pause(incoming->desk, incoming->position, ENTRY_KEEPER, err));
        TRY(notice_all(incoming->desk, incoming->position, incoming->known->seat,
                       "talk.dispute-others", err));
    }
    return RC_OK;
}

enum rc dispute_letter(struct incoming *incoming, const char *arguments, struct err *err)
{
    OWN_WIPED(buf) words = {0}, text = {0};
    char number[TEXT_INT_BYTES];
    bool open = false;
    const char *why;
    int64_t id = 0;

    TRY(is_disputed(incoming, &open, err));
    press_gather(incoming, arguments, &words);
    why = open ? "talk.dispute-open" : refusal(incoming, &words);
    if (!why) {
        TRY(write_case(incoming, &words, &text, err));
        TRY(lay(incoming, LEDGER_DISPUTE, &text, &id, err));
        TRY(say_to_table(incoming, &words, err));
        TRY(stop_clocks(incoming, err));
    }
    return incoming_tell(incoming, why ? why : "talk.disputed", "number", text_of_int(number, id),
                         "command", "dispute", NULL);
}

/* ---- reports ---- */

struct heard {
    const struct incoming *incoming;
    unsigned count;
    struct {
        uint64_t n;
        unsigned who;
    } at[REPORTED_WORDS]; /* the newest, oldest first */
};

static enum rc note_heard(struct heard *heard, const struct ledger_entry *row, struct err *err)
{
    unsigned seat = heard->incoming->known->seat;
    struct entry entry;

    if (!text_equal(row->kind, entry_kind_word(ENTRY_PRESS)))
        return RC_OK;
    if (entry_read((uint64_t)row->n, row->text, strlen(row->text), &entry, err) != RC_OK)
        return RC_BAD_INPUT;
    if (entry.who == seat || (!entry.to_all && entry.seat != seat))
        return RC_OK;
    if (heard->count == REPORTED_WORDS)
        memmove(heard->at, heard->at + 1, --heard->count * sizeof heard->at[0]);
    heard->at[heard->count].n = entry.number;
    heard->at[heard->count++].who = entry.who;
    return RC_OK;
}

/* The newest words that this seat got, with whom they came from. */
static enum rc put_words(const struct incoming *incoming, struct buf *out, struct err *err)
{
    struct heard heard = {.incoming = incoming};
    struct ledger_rows rows = ledger_entries(incoming->desk->ledger, incoming->known->game, 1, err);

    for (struct ledger_entry row; ledger_next(&rows, &row);)
        rows.rc = note_heard(&heard, &row, err);
    TRY(ledger_end(&rows));
    for (unsigned i = 0; i < heard.count; i++) {
        char name[SEAL_NAME_MAX + 1];
        const char *text;
        size_t length;

        seal_name_write(SEAL_PRESS, heard.at[i].n, 0, name);
        text = position_payload(incoming->position, name, &length);
        buf_printf(out, "\nentry %llu, seat %u:\n%s\n", (unsigned long long)heard.at[i].n,
                   heard.at[i].who, text ? text : "?");
    }
    return RC_OK;
}

enum rc dispute_report(struct incoming *incoming, const char *arguments, struct err *err)
{
    OWN_WIPED(buf) words = {0}, text = {0};
    const char *why;
    int64_t id = 0;

    press_gather(incoming, arguments, &words);
    why = refusal(incoming, &words);
    if (!why) {
        put_head(incoming, "report", &words, &text);
        TRY(put_words(incoming, &text, err));
        TRY(buf_rc(&text, err));
        TRY(lay(incoming, LEDGER_REPORT, &text, &id, err));
        if (incoming->position->phase != POSITION_OVER)
            TRY(say_to_table(incoming, &words, err));
    }
    return incoming_tell(incoming, why ? why : "talk.reported", "n", "", "command", "report", NULL);
}
