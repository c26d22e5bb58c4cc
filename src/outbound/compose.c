/* SPDX-License-Identifier: MIT */
/* Composes a queued letter: reads what it is about, gathers each part, fills the templates. The
 * parts are in the compose_*.c files. */
#include "outbound/compose_p.h"

#include <math.h>
#include <stdio.h>

#include "outbound/answering.h"
#include "outbound/waits.h"
#include "draw/draw.h"
#include "letter/icalendar.h"
#include "letter/mime_out.h"
#include "letter/subject.h"
#include "play/rating.h"
#include "play/reply.h"
#include "server/keyring.h"
#include "server/vault.h"
#include "tell/option_words.h"

static void making_fini(struct making *making)
{
    news_fini(&making->news);
    values_free(making->values);
    free(making->scene);
    buf_wipe(&making->svg);
    buf_wipe(&making->page);
    buf_wipe(&making->png);
    buf_wipe(&making->text);
    buf_wipe(&making->html);
    buf_fini(&making->footer);
    buf_fini(&making->calendar);
    buf_fini(&making->unsubscribe);
    buf_wipe(&making->block);
    buf_wipe(&making->record);
    buf_wipe(&making->delta);
}

/* ---- reading what was queued ---- */

static enum rc read_out(struct making *making, const struct ledger_out *row, struct err *err)
{
    TRY(outbox_values(making->desk, row, making->values, &making->map, err));
    making->kind = outbox_kind_find(row->kind);
    making->game = row->game;
    making->seat = (unsigned)row->seat;
    outbox_facts_read(making->map, &making->facts);
    making->n = making->kind == OUTBOX_WATCH ? making->facts.upto_n : row->n;
    making->made_s = row->made_s;
    making->reply_to = row->reply_to;
    text_copy(making->message_id, sizeof making->message_id, row->message_id);
    if (making->facts.player)
        TRY(people_get(making->desk, making->facts.player, &making->person, err));
    return RC_OK;
}

static enum rc read_row(struct making *making, struct err *err)
{
    struct ledger_rows rows = ledger_out_get(making->desk->ledger, making->out, err);

    for (struct ledger_out row; ledger_next(&rows, &row);)
        rows.rc = read_out(making, &row, err);
    return ledger_end(&rows);
}

static enum rc read_delivery(struct making *making, const struct ledger_delivery *row,
                             struct err *err)
{
    struct vault_place place = {.column = "deliveries.box", .row = row->out};
    OWN_WIPED(buf) text = {0};

    if (row->address)
        return people_address(making->desk, row->address, making->address, err);
    TRY(vault_owner_of(making->desk, 0, making->made_s, &place.owner, err));
    TRY(vault_open(making->desk, &place, row->box, &text, err));
    text_copy(making->address, sizeof making->address, buf_text(&text));
    return RC_OK;
}

static enum rc read_recipients(struct making *making, struct err *err)
{
    struct ledger_rows rows = ledger_deliveries(making->desk->ledger, making->out, err);

    for (struct ledger_delivery row; ledger_next(&rows, &row);)
        rows.rc = read_delivery(making, &row, err);
    return ledger_end(&rows);
}

/* ---- names ---- */

static enum rc name_seats(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++) {
        if (!position->player[seat])
            continue;
        TRY(answering_name(making->desk, position, seat, language_code(making->wording.language),
                           making->name[seat], COMPOSE_NAME_BYTES, err));
        making->wording.player[seat] = making->name[seat];
    }
    return RC_OK;
}

static void put_subject(struct making *making)
{
    const char *own = making->facts.subject;
    struct text text = text_in(making->subject, sizeof making->subject);

    if (!making->game) {
        if (*own && making->reply_to) {
            text_put(&text, "Re: ");
            own = subject_bare(own);
        }
        text_put(&text, *own ? own : making->desk->config->name);
        return;
    }
    TEXT_PUT(&text, wording_title(&making->wording, making->wording.game), " ",
             TEXT_INT(making->game));
    for (unsigned seat = 1; seat <= making->news.position->genesis.seats; seat++)
        TEXT_PUT(&text, seat == 1 ? ": " : " – ", making->name[seat]);
}

/* Readers of saved letters read it too. */
static void write_subject(struct making *making)
{
    OWN(buf) harmless = {0};

    put_subject(making);
    escape_defuse(making->subject, strlen(making->subject), &harmless);
    text_copy(making->subject, sizeof making->subject, buf_text(&harmless));
}

/* ---- the game's part ---- */

/* What is no event of the game, a line each. */
static enum rc add_note(struct making *making, struct value *list, const struct news_note *note,
                        struct err *err)
{
    OWN_WIPED(buf) lines = {0};
    bool blocked = note->kind == ENTRY_PRESS && note->who >= 1 && note->who <= SEATS_MAX &&
                   people_blocks(&making->person, news_holder(&making->news, note->who, note->n));
    const struct wording now = making->wording;
    struct answering_names names;
    enum rc rc =
        news_name_seats(making->desk, &making->news, note->n, &names, &making->wording, err);

    if (rc == RC_OK && blocked)
        WORDING(&making->wording, &lines, "talk.news-blocked", "n", "");
    else if (rc == RC_OK)
        rc = news_tell(making->desk, &making->wording, &making->news, note, &lines, err);
    making->wording = now;
    for (const char *text = buf_text(&lines); rc == RC_OK && *text;) {
        size_t length = strcspn(text, "\n");
        char *line = strndup(text, length);

        if (!line)
            rc = ERR(err, RC_NO_MEMORY, "no memory for news");
        else
            value_add(list, value_text(making->values, line));
        free(line);
        text += length + (text[length] == '\n');
    }
    return rc;
}

/* What others ask of the reader. */
static void add_waits(const struct making *making, struct value *list)
{
    OWN(buf) lines = {0};
    char *rest, *line;

    waits_put_all(making->news.position, making->seat, &making->wording, &lines);
    rest = lines.length ? lines.at : NULL;
    while (rest && (line = strsep(&rest, "\n")) != NULL)
        value_add(list, value_text(making->values, line));
}

static enum rc add_steps(struct making *making, struct err *err)
{
    struct value *list = value_set_list(making->map, "steps");

    struct answering_names names;
    struct wording now = making->wording;
    unsigned note = 0, told;
    enum rc rc = RC_OK;

    for (unsigned i = 0; i <= making->news.event_count && rc == RC_OK; i += told) {
        unsigned end = making->news.event_count;
        OWN_WIPED(buf) line = {0};

        while (note < making->news.note_count && making->news.note[note].before_event <= i &&
               rc == RC_OK)
            rc = add_note(making, list, &making->news.note[note++], err);
        if (i == end)
            break;
        if (note < making->news.note_count)
            end = making->news.note[note].before_event;
        THEN(rc, news_name_seats(making->desk, &making->news, making->news.event_n[i], &names,
                                 &making->wording, err));
        told = wording_events(&making->wording, &making->news.event[i], end - i, &line);
        making->wording = now;
        value_add(list, value_text(making->values, buf_text(&line)));
    }
    add_waits(making, list);
    return rc;
}

static void add_players(struct making *making)
{
    struct value *list = value_set_list(making->map, "players");

    for (unsigned seat = 1; seat <= making->news.position->genesis.seats; seat++) {
        struct value *one = value_add_map(list);
        OWN(buf) name = {0};

        if (making->news.position->house[seat])
            WORDING(&making->wording, &name, "talk.opponent-name", "name", making->name[seat]);
        value_set_int(one, "seat", seat);
        value_set_text(one, "name", name.length ? buf_text(&name) : making->name[seat]);
        value_set_flag(one, "you", seat == making->seat);
    }
}

/* What of its options is not as usual, in the letter with which it begins. */
static void add_rules(struct making *making)
{
    OWN(buf) rules = {0};

    if (making->kind == OUTBOX_INVITATION)
        option_words_tell(language_sentences(making->wording.language), making->wording.game,
                          making->news.position->genesis.options, &rules);
    value_set_text(making->map, "rules", buf_text(&rules));
}

/* "Anna 1500 → 1662 (+162)": of the reader, and of others who do not hide it. */
static void put_change(const struct making *making, const struct rating_change *change,
                       unsigned seat, struct buf *out)
{
    const int64_t was = llround(change->before[seat].points);
    const int64_t is = llround(change->after[seat].points);
    char number[3][TEXT_INT_BYTES];
    struct person person;

    if (people_get(making->desk, change->result.player[seat], &person, NULL) != RC_OK ||
        (person.id != making->person.id && person.profile == PERSON_PROFILE_HIDDEN))
        return;
    buf_put(out, out->length ? ", " : "");
    WORDING(&making->wording, out, "club.rating-change", "name", person.name, "before",
            text_of_int(number[0], was), "after", text_of_int(number[1], is), "sign",
            is > was   ? "+"
            : is < was ? "−"
                       : "±",
            "by", text_of_int(number[2], is > was ? is - was : was - is));
}

/* What the game did to the ratings, in the letter that tells its end. */
static enum rc put_ratings(const struct making *making, struct buf *summary, struct err *err)
{
    const struct position *position = making->news.position;
    struct rating_change change = {0};
    OWN(buf) changes = {0};
    bool practice = false;

    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        practice |= position->house[seat];
    if (position->end_n && (int64_t)position->end_n > making->facts.from_n)
        TRY(rating_change(making->desk, position->genesis.game, practice, making->game, &change,
                          err));
    for (unsigned seat = 1; seat <= change.result.seats; seat++)
        put_change(making, &change, seat, &changes);
    if (changes.length) {
        buf_put_char(summary, ' ');
        WORDING(&making->wording, summary, practice ? "club.rating-practice" : "club.rating",
                "changes", buf_text(&changes));
    }
    return RC_OK;
}

/* How the game ended, and how long it was. */
static enum rc add_outcome(struct making *making, struct err *err)
{
    const struct position *position = making->news.position;
    struct outcome outcome = {0};
    OWN(buf) over = {0}, summary = {0}, start = {0}, end = {0};

    if (position->phase == POSITION_OVER) {
        position_outcome(position, &outcome);
        wording_outcome(&making->wording, &outcome, &over);
        wording_time(&making->wording, position->genesis.started_s, &start);
        wording_time(&making->wording, position->at_s, &end);
        WORDING(&making->wording, &summary, "desk.summary", "start", buf_text(&start), "end",
                buf_text(&end), "n", TEXT_INT((int64_t)position->chain.number));
        TRY(put_ratings(making, &summary, err));
        if (making->seat >= 1 && making->seat <= SEATS_MAX && making->kind != OUTBOX_WATCH) {
            buf_put_char(&summary, ' ');
            WORDING(&making->wording, &summary, "talk.over-rematch", "n", "");
        }
    }
    value_set_text(making->map, "over", buf_text(&over));
    value_set_text(making->map, "summary", buf_text(&summary));
    return RC_OK;
}

/* How to end it, in the text and, one tap, in the header. */
static enum rc add_watching(struct making *making, struct err *err)
{
    char address[REPLY_ADDRESS_BYTES], words[64], number[TEXT_INT_BYTES];
    OWN(buf) text = {0};

    if (making->kind != OUTBOX_WATCH)
        return RC_OK;
    TRY(reply_address(making->desk, TOKEN_WATCH, making->game, making->seat, making->person.id, 0,
                      address, err));
    snprintf(words, sizeof words, "unwatch %s", text_of_int(number, making->game));
    letter_mailto(address, words, NULL, &making->unsubscribe);
    WORDING(&making->wording, &text, "desk.watch-note", "game", number);
    value_set_text(making->map, "message", buf_text(&text));
    return RC_OK;
}

/* The board as it stands, stood, or would stand. */
static enum rc draw_what_is_asked_for(struct making *making, struct err *err)
{
    OWN(news) tried = {0};
    enum rc rc = compose_try(making, &tried, err);

    if (rc == RC_OK && making->wording.game->show)
        rc = making->facts.shows_past
                 ? compose_draw_past(making, making->facts.show_n, err)
                 : compose_draw_board(making, tried.view ? &tried : &making->news, err);
    if (tried.views)
        secret_wipe(tried.views, NEWS_ORDERS_MAX * making->wording.game->state_bytes);
    return rc;
}

/* In the order in which each needs what was gathered before; pictures after the scene, what is
 * signed last. */
static enum rc gather_game(struct making *making, struct err *err)
{
    TRY(compose_plan_delta(making, err));
    making->news.keep_n = making->delta_from;
    TRY(news_gather(making->desk, making->game, making->seat, making->facts.from_n, making->n,
                    &making->news, err));

    making->wording.game = making->news.position->played;
    making->wording.zone = answering_zone(&making->person, making->news.position);
    TRY(name_seats(making, err));
    write_subject(making);
    if (making->subject_alone) {
        compose_add_waiting(making);
        compose_add_first(making);
        return RC_OK;
    }
    TRY(compose_write_reply(making, err));
    TRY(compose_add_headline(making, err));
    TRY(add_watching(making, err));
    TRY(add_steps(making, err));
    compose_add_introduced(making);
    add_players(making);
    add_rules(making);
    compose_add_waiting(making);
    TRY(add_outcome(making, err));
    TRY(draw_what_is_asked_for(making, err));
    if (making->scene && making->kind != OUTBOX_ANALYSIS)
        compose_draw_pictures(making);
    if (making->kind == OUTBOX_ANALYSIS)
        TRY(compose_add_analysis(making, err));
    TRY(compose_add_question(making, err));
    TRY(compose_add_seals(making, err));
    TRY(compose_add_record(making, err));
    TRY(compose_add_link(making, err));
    return compose_add_signed(making, err);
}

/* ---- templates ---- */

static const struct template *find_partial(void *context, const char *name)
{
    const struct making *making = context;

    return language_template(making->wording.language, name);
}

static enum rc render(struct making *making, const char *name, enum escape escape, struct buf *out,
                      struct err *err)
{
    const struct template *template = language_template(making->wording.language, name);
    struct render how = {.escape = escape, .partial = find_partial, .context = making};

    FAIL_IF(!template, err, RC_CONFIG, "the template ", name, " is missing");
    return template_render(template, making->map, &how, out, err);
}

/* Text of several lines, ready to stand in <pre>: {{name}} alone would join them. */
static void add_preformatted(struct making *making, const char *key, const char *html_key)
{
    const char *text = value_get_text(value_get(making->map, key));
    OWN_WIPED(buf) html = {0};

    while (*text) {
        size_t length = strcspn(text, "\n");

        escape_write(ESCAPE_HTML, text, length, &html);
        text += length;
        if (*text) {
            buf_put_char(&html, '\n');
            text++;
        }
    }
    if (value_is_signed(value_get(making->map, key)))
        value_set_signed(making->map, html_key, buf_text(&html));
    else
        value_set_text(making->map, html_key, buf_text(&html));
}

static void add_flag(struct value *map, const char *list, const char *flag)
{
    value_set_flag(map, flag, value_count(value_get(map, list)) > 0);
}

/* Lists that the templates ask about before they walk them. */
static void add_flags(struct making *making)
{
    add_flag(making->map, "lines", "has_lines");
    add_flag(making->map, "steps", "has_steps");
    add_flag(making->map, "introduced", "has_introduced");
    add_flag(making->map, "setup", "has_setup");
    add_flag(making->map, "seals", "has_seals");
    add_flag(making->map, "paragraphs", "has_paragraphs");
    add_preformatted(making, "board", "board_html");
    add_preformatted(making, "footer", "footer_html");
    add_preformatted(making, "receipt", "receipt_html");
    add_preformatted(making, "genesis", "genesis_html");
}

/* What may be written next, each with its link. */
static void add_actions(struct making *making)
{
    const struct value *offered = value_get(making->map, "offered");
    struct value *actions = value_set_list(making->map, "actions");

    for (size_t i = 0; i < value_count(offered); i++) {
        const char *line = value_get_text(value_at(offered, i));
        struct value *one = value_add_map(actions);
        OWN(buf) link = {0};

        letter_mailto(making->reply, making->subject, line, &link);
        value_set_text(one, "label", line);
        value_set_text(one, "link", buf_text(&link));
    }
    value_set_flag(making->map, "has_actions", value_count(offered) > 0);
}

static void add_common(struct making *making)
{
    const struct desk *desk = making->desk;

    if (!making->game)
        value_set_text(making->map, "headline", making->subject);
    for (unsigned kind = 0; kind < OUTBOX_KIND_COUNT; kind++)
        value_set_flag(making->map, outbox_kind_name(kind), kind == making->kind);
    value_set_flag(making->map, "in_game", making->game != 0);
    value_set_int(making->map, "game", making->game);
    value_set_text(making->map, "title",
                   making->wording.game ? wording_title(&making->wording, making->wording.game)
                                        : "");
    value_set_text(making->map, "you", making->person.name);
    value_set_text(making->map, "robot", desk->config->name);
    value_set_text(making->map, "address", desk->config->address);
    value_set_text(making->map, "reply", making->reply);
    add_actions(making);
    compose_add_first(making);
    add_flags(making);
}

static void fill_part(struct letter_out *letter, const char *type, const char *name,
                      const char *cid, const struct buf *bytes)
{
    if (bytes->length)
        letter->part[letter->part_count++] =
            (struct letter_part){type, name, cid, bytes->at, bytes->length};
}

/* Texts that a letter's fields point to while it is composed. */
struct names {
    char root[LEDGER_MESSAGE_ID_MAX], list[320], record[64], delta[64];
};

/* All letters of a game hang below one Message-ID and belong to one list (mail-conventions
 * O4). */
static void fill_thread(const struct making *making, struct names *names, struct letter_out *letter)
{
    const char *answers = making->facts.answers, *domain = reply_domain(making->desk);

    if (making->game) {
        snprintf(names->root, sizeof names->root, "game.%lld.postern@%s", (long long)making->game,
                 domain);
        snprintf(names->list, sizeof names->list, "game%lld.%s", (long long)making->game, domain);
        letter->reference[letter->reference_count++] = names->root;
        letter->list_id = names->list;
        letter->list_title = making->subject;
        letter->list_unsubscribe =
            making->unsubscribe.length ? buf_text(&making->unsubscribe) : NULL;
    }
    if (*answers) {
        letter->in_reply_to = answers;
        letter->reference[letter->reference_count++] = answers;
    }
}

/* What a letter brings as files that are no picture. */
static void fill_files(const struct making *making, struct names *names, struct letter_out *letter)
{
    const struct outbox_facts *facts = &making->facts;

    if (making->record.length) {
        bool packed = value_is_true(value_get(making->map, "record_packed"));

        snprintf(names->record, sizeof names->record, "%s%s",
                 value_get_text(value_get(making->map, "record_name")), packed ? ".gz" : "");
        fill_part(letter, packed ? "application/gzip" : "text/plain; charset=utf-8", names->record,
                  NULL, &making->record);
    }
    fill_part(letter, "text/plain; charset=utf-8", "table.txt", NULL, &making->block);
    if (making->delta.length) {
        snprintf(names->delta, sizeof names->delta,
                 making->game ? "game-%lld.delta" : "games.delta", (long long)making->game);
        fill_part(letter, "application/x-postern-delta", names->delta, NULL, &making->delta);
    }
    if (*facts->file_text)
        letter->part[letter->part_count++] =
            (struct letter_part){"text/plain; charset=utf-8", facts->file, NULL, facts->file_text,
                                 strlen(facts->file_text)};
}

static enum rc compose(struct making *making, struct compose_letter *out, struct err *err)
{
    struct desk *desk = making->desk;
    struct names names;
    struct letter_out letter = {.message_id = making->message_id,
                                .date_s = making->made_s,
                                .from_name = desk->config->name,
                                .from = desk->config->address,
                                .to_name = making->person.name,
                                .to = making->address,
                                .reply_to = making->reply,
                                .subject = making->subject,
                                .language = language_code(making->wording.language),
                                .auto_submitted = making->reply_to ? AUTO_REPLIED : AUTO_GENERATED,
                                .text = buf_text(&making->text),
                                .html = making->person.text_only ||
                                                making->html.length > LETTER_HTML_MAX
                                            ? NULL /* the text is complete alone (O6) */
                                            : buf_text(&making->html)};

    fill_thread(making, &names, &letter);
    fill_part(&letter, "image/png", "board.png", "board", &making->png);
    if (making->person.with_svg || making->kind == OUTBOX_ANALYSIS)
        fill_part(&letter, "image/svg+xml",
                  making->kind == OUTBOX_ANALYSIS ? "analysis.svg" : "board.svg", NULL,
                  &making->svg);
    fill_part(&letter, "text/html; charset=utf-8", "analysis.html", NULL, &making->page);
    fill_part(&letter, ICALENDAR_TYPE, "deadline.ics", NULL, &making->calendar);
    fill_files(making, &names, &letter);
    return letter_compose(&letter, &out->bytes, err);
}

static enum rc prepare(struct making *making, struct err *err);

/* It has heads of its own, and nothing else that looks like one. */
static struct value *rendered(struct making *making, const struct buf *text)
{
    struct value *value = value_text(making->values, buf_text(text));

    value_sign(value);
    return value;
}

/* Below it orders for the game are read, so it has the reader's word for one. */
static void add_heading(struct making *section)
{
    OWN(buf) line = {0};

    WORDING(&section->wording, &line, "letter.section", "game", TEXT_INT(section->game), "title",
            wording_title(&section->wording, section->wording.game));
    value_set_text(section->map, "heading", buf_text(&line));
}

/* One game of a digest, as text and as HTML. */
static enum rc add_section(struct making *making, int64_t out, struct value *texts,
                           struct value *htmls, struct err *err)
{
    OWN(making) section = {.desk = making->desk, .out = out, .values = values_new()};

    section.no_pictures = section.is_section = true;
    TRY(prepare(&section, err));
    add_heading(&section);
    TRY(render(&section, "section.txt", ESCAPE_TEXT, &section.text, err));
    TRY(render(&section, "section.html", ESCAPE_HTML, &section.html, err));
    value_add(texts, rendered(making, &section.text));
    value_add(htmls, rendered(making, &section.html));
    buf_put_bytes(&making->delta, buf_text(&section.delta), section.delta.length);
    return RC_OK;
}

static enum rc add_sections(struct making *making, struct err *err)
{
    const struct value *outs = value_get(making->map, "section_outs");
    struct value *texts = value_set_list(making->map, "sections");
    struct value *htmls = value_set_list(making->map, "sections_html");
    OWN(buf) text = {0};

    for (size_t i = 0; i < value_count(outs); i++) {
        const char *number = value_get_text(value_at(outs, i));
        int64_t out;

        if (text_to_int(number, strlen(number), &out))
            TRY(add_section(making, out, texts, htmls, err));
    }
    WORDING(&making->wording, &text, "desk.digest", "n", "");
    value_set_text(making->map, "message", buf_text(&text));
    return RC_OK;
}

static enum rc prepare(struct making *making, struct err *err)
{
    struct desk *desk = making->desk;
    const struct value *speak;

    TRY(keyring_refresh(desk, err));
    TRY(read_row(making, err));
    TRY(read_recipients(making, err));
    speak = making->map ? value_get(making->map, "speak") : NULL; /* of who is no player yet */
    making->wording.language =
        library_language(desk->library, speak ? value_get_text(speak) : making->person.language);
    making->wording.zone = making->person.zone;
    if (making->game)
        TRY(gather_game(making, err));
    else {
        write_subject(making);
        if (making->subject_alone)
            compose_add_first(making);
        else
            TRY(compose_write_reply(making, err));
    }
    if (making->subject_alone)
        return RC_OK;
    if (making->kind == OUTBOX_DIGEST)
        TRY(add_sections(making, err));
    add_common(making);
    return values_rc(making->values, err);
}

static enum rc make(struct making *making, struct compose_letter *out, struct err *err)
{
    TRY(prepare(making, err));
    TRY(render(making, "letter.txt", ESCAPE_TEXT, &making->text, err));
    TRY(render(making, "letter.html", ESCAPE_HTML, &making->html, err));
    return compose(making, out, err);
}

enum rc compose_text(struct desk *desk, int64_t out, const char *template,
                     char subject[COMPOSE_SUBJECT_BYTES], struct buf *text, struct err *err)
{
    OWN(making) making = {.desk = desk, .out = out, .no_pictures = true, .values = values_new()};

    TRY(prepare(&making, err));
    TRY(render(&making, template, ESCAPE_TEXT, text, err));
    text_copy(subject, COMPOSE_SUBJECT_BYTES, making.subject);
    return RC_OK;
}

enum rc compose_subject(struct desk *desk, int64_t out, char subject[COMPOSE_SUBJECT_BYTES],
                        struct err *err)
{
    struct making making = {
        .desk = desk, .out = out, .subject_alone = true, .values = values_new()};
    enum rc rc = prepare(&making, err);
    struct text text = text_in(subject, COMPOSE_SUBJECT_BYTES);

    if (rc == RC_OK)
        TEXT_PUT(&text, value_get_text(value_get(making.map, "first")), " – ", making.subject);
    making_fini(&making);
    return rc;
}

enum rc compose_letter(struct desk *desk, int64_t out, struct compose_letter *letter,
                       struct err *err)
{
    OWN(making) making = {.desk = desk, .out = out, .values = values_new()};

    TRY(make(&making, letter, err));
    letter->out = out;
    snprintf(letter->id, sizeof letter->id, "out-%lld", (long long)out);
    letter->from[0] = '\0';
    if (making.kind != OUTBOX_NOTE || making.facts.invites_to)
        TRY(reply_address(desk, TOKEN_BOUNCE, making.game, making.seat, out, 0, letter->from, err));
    return RC_OK;
}
