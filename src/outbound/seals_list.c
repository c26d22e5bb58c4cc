/* SPDX-License-Identifier: MIT */
/* Tells players of the seals of their game. It shows nobody a secret that he may not know. */
#include "outbound/seals_list.h"

#include <stdio.h>

#include "ledger/facts.h"
#include "play/held.h"
#include "seal/block.h"
#include "seal/encode.h"

enum { SEALS_SHOWN = 200, PARTS_MAX = 32, SPLIT_PARTS = 3, ROWS_MOST = 8 };

/* ---- the page ---- */

void seals_page(const struct wording *wording, seals_part_fn fn, void *user)
{
    const struct sentences *sentences = language_sentences(wording->language);

    for (unsigned i = 1; i <= PARTS_MAX; i++) {
        char heading[SENTENCE_KEY_BYTES], text[SENTENCE_KEY_BYTES];
        OWN(buf) one = {0}, two = {0};

        snprintf(heading, sizeof heading, "fairness.%u.heading", i);
        snprintf(text, sizeof text, "fairness.%u.text", i);
        if (!sentences_find(sentences, heading))
            return;
        WORDING(wording, &one, heading, "n", "");
        WORDING(wording, &two, text, "n", "");
        fn(user, buf_text(&one), buf_text(&two));
    }
}

/* ---- the list ---- */

struct lister {
    const struct position *position;
    const struct wording *wording;
    unsigned seat; /* reader; 0 = the list of the end */
    unsigned count;
    struct values *values;
    struct value *list;
    unsigned rows;
    struct {
        char name[SEAL_NAME_MAX + 1]; /* what those have in common that are told in one line */
        struct buf values;
    } row[ROWS_MOST]; /* players' tokens come by turns */
};

static void add_line(struct lister *lister, struct buf *line)
{
    value_add(lister->list, value_text(lister->values, buf_text(line)));
    buf_wipe(line);
}

/* Seals of letters and of people are listed nowhere: they are the house's bookkeeping. */
static bool is_listed(const struct ledger_seal_row *row)
{
    uint64_t first, second;
    enum seal_family family = seal_name_family(row->seal.name, &first, &second);

    return family == SEAL_GAME || family == SEAL_LUCK || family == SEAL_OWN;
}

static void put_state(const struct lister *lister, const struct ledger_seal_row *row,
                      struct buf *out)
{
    unsigned owner = (unsigned)row->seal.seat;

    if (row->opened_n >= 0)
        WORDING(lister->wording, out, "desk.seals-open", "n", TEXT_INT(row->opened_n));
    else if (row->seal.box.at)
        WORDING(lister->wording, out, "desk.seals-server", "n", "");
    else if (owner == lister->seat)
        WORDING(lister->wording, out, "desk.seals-you", "n", "");
    else
        WORDING(lister->wording, out, "desk.seals-player", "player",
                owner <= SEATS_MAX ? lister->wording->player[owner] : "");
}

static void list_seal(struct lister *lister, const struct ledger_seal_row *row)
{
    char commitment[BASE32_HASH_BYTES];
    struct buf state = {0}, line = {0};

    if (!is_listed(row) || lister->count++ >= SEALS_SHOWN)
        return;
    put_state(lister, row, &state);
    base32_write(row->seal.commitment.at, HASH_BYTES, commitment);
    WORDING(lister->wording, &line, "desk.seals-line", "name", row->seal.name, "state",
            buf_text(&state), "commitment", commitment);
    add_line(lister, &line);
    buf_fini(&state);
}

static void add_more(struct lister *lister)
{
    struct buf line = {0};

    if (lister->count <= SEALS_SHOWN)
        return;
    WORDING(lister->wording, &line, "desk.seals-more", "n", TEXT_INT(lister->count - SEALS_SHOWN));
    add_line(lister, &line);
}

/* ---- what the reader may do ---- */

static void add_own(struct lister *lister, const char *genesis)
{
    const struct position *position = lister->position;
    char name[SECRETS_MAX][SEAL_NAME_MAX + 1], seat[TEXT_INT_BYTES];
    unsigned count =
        held_names(position, position_state(position), lister->seat, name, SECRETS_MAX);
    struct buf names = {0}, line = {0};

    if (position_wants_luck(position, lister->seat)) {
        seal_name_write(SEAL_LUCK, lister->seat, 0, name[0]);
        count = 1;
    }
    for (unsigned i = 0; i < count; i++)
        buf_printf(&names, "%s%s", i ? ", " : "", name[i]);
    if (count) {
        WORDING(lister->wording, &line, "desk.seals-now", "names", buf_text(&names), "genesis",
                genesis, "seat", text_of_int(seat, lister->seat));
        add_line(lister, &line);
    }
    for (unsigned i = 0; i < position->decision_count; i++) {
        if (position->decision[i].kind != DECISION_OPEN ||
            position->decision[i].seat != lister->seat)
            continue;
        WORDING(lister->wording, &line, "desk.seals-ask", "name", position->decision[i].name);
        add_line(lister, &line);
    }
    buf_fini(&names);
}

enum rc seals_list(struct desk *desk, const struct position *position, unsigned seat,
                   const struct wording *wording, struct values *values, struct value *list,
                   struct err *err)
{
    struct lister lister = {
        .position = position, .wording = wording, .seat = seat, .values = values, .list = list};
    char genesis[BASE32_HASH_BYTES], print[BLOCK_PRINT_BYTES];
    struct ledger_rows rows = ledger_seals(desk->ledger, position->game, 0, INT64_MAX, err);
    struct buf line = {0};

    base32_write(position->chain.genesis.at, HASH_BYTES, genesis);
    WORDING(wording, &line, "desk.seals-heading", "genesis", genesis);
    add_line(&lister, &line);
    WORDING(wording, &line, "desk.seals-box", "print",
            block_print(&position->chain.genesis, position->genesis.box, print));
    add_line(&lister, &line);
    for (struct ledger_seal_row row; ledger_next(&rows, &row);)
        list_seal(&lister, &row);
    TRY(ledger_end(&rows));
    if (!lister.count) {
        WORDING(wording, &line, "desk.seals-none", "n", "");
        add_line(&lister, &line);
    }
    add_more(&lister);
    if (position->phase != POSITION_OVER)
        add_own(&lister, genesis);
    return RC_OK;
}

/* ---- the end ---- */

/* The parts of "token/2/7" or of a value such as "1D/0"; the last one takes the rest. */
struct split {
    char part[SPLIT_PARTS][SEAL_PAYLOAD_BYTES];
};

static struct split split(const char *text, size_t length)
{
    const char *end = text + length;
    struct split split = {{{'\0'}}};

    for (unsigned i = 0; i < SPLIT_PARTS && text < end; i++) {
        const char *slash = i + 1 < SPLIT_PARTS ? memchr(text, '/', (size_t)(end - text)) : NULL;
        size_t count = (size_t)((slash ? slash : end) - text);

        snprintf(split.part[i], sizeof split.part[i], "%.*s", (int)count, text);
        text += count + (slash != NULL);
    }
    return split;
}

static const char *player_of(const struct wording *wording, unsigned seat)
{
    return seat && seat <= SEATS_MAX && wording->player[seat] ? wording->player[seat] : "";
}

static bool has_sentence(const struct wording *wording, const char *key)
{
    char own[2 * SENTENCE_KEY_BYTES];

    snprintf(own, sizeof own, "%s.%s", wording->game->name, key);
    return sentences_find(language_sentences(wording->language), own) != NULL;
}

/* A sentence of the game for what was sealed, by the first part of the seal's name: "sealed.token".
 */
static void put_opened(const struct wording *wording, const struct ledger_seal *seal,
                       const char *value, struct buf *out)
{
    struct split name = split(seal->name, strlen(seal->name)), parts = split(value, strlen(value));
    char key[SENTENCE_KEY_BYTES];

    snprintf(key, sizeof key, "sealed.%.40s", name.part[0]);
    if (has_sentence(wording, key))
        WORDING(wording, out, key, "first", name.part[1], "second", name.part[2], "player",
                player_of(wording, (unsigned)seal->seat), "value", value, "what", parts.part[0],
                "turns", parts.part[1]);
    else
        WORDING(wording, out, "desk.seals-value", "name", seal->name, "value", value);
}

/* "deck/2/1", "deck/2/2" and the like in one line, where the game has "sealed.deck.row". */
static void end_rows(struct lister *lister)
{
    for (unsigned i = 0; i < lister->rows; i++) {
        struct split name = split(lister->row[i].name, strlen(lister->row[i].name));
        char key[SENTENCE_KEY_BYTES];
        struct buf line = {0};
        int64_t seat = 0;

        text_to_int(name.part[1], strlen(name.part[1]), &seat);
        snprintf(key, sizeof key, "sealed.%.40s.row", name.part[0]);
        WORDING(lister->wording, &line, key, "first", name.part[1], "player",
                player_of(lister->wording, (unsigned)seat), "value",
                buf_text(&lister->row[i].values));
        add_line(lister, &line);
        buf_wipe(&lister->row[i].values);
        lister->row[i].values = (struct buf){0};
    }
    lister->rows = 0;
}

/* Is it told in a row, and put there? */
static bool put_in_row(struct lister *lister, const char *seal, const char *value)
{
    struct split name = split(seal, strlen(seal));
    char key[SENTENCE_KEY_BYTES], row[SEAL_NAME_MAX + 1];
    unsigned i = 0;

    snprintf(key, sizeof key, "sealed.%.40s.row", name.part[0]);
    if (!has_sentence(lister->wording, key))
        return false;
    snprintf(row, sizeof row, "%.*s", (int)(strlen(seal) - strlen(name.part[2])), seal);
    while (i < lister->rows && !text_equal(row, lister->row[i].name))
        i++;
    if (i == ROWS_MOST) {
        end_rows(lister);
        i = 0;
    }
    lister->rows += i == lister->rows;
    text_copy(lister->row[i].name, sizeof lister->row[i].name, row);
    buf_put(&lister->row[i].values, lister->row[i].values.length ? ", " : "");
    buf_put(&lister->row[i].values, value);
    return true;
}

static void list_opened(struct lister *lister, const struct ledger_seal_row *row)
{
    uint64_t first, second;
    struct buf line = {0};
    OWN_WIPED(buf) words = {0};
    const char *payload;
    size_t length = 0;
    struct tell tell;

    if (seal_name_family(row->seal.name, &first, &second) != SEAL_GAME ||
        (!row->seal.box.at && row->opened_n >= 0) || lister->count++ >= SEALS_SHOWN)
        return;
    payload =
        row->opened_n >= 0 ? position_payload(lister->position, row->seal.name, &length) : NULL;
    if (payload)
        tell_words(wording_tell(lister->wording, &tell), payload, length, &words);
    if (payload && put_in_row(lister, row->seal.name, buf_text(&words)))
        return;
    end_rows(lister);
    if (payload)
        put_opened(lister->wording, &row->seal, buf_text(&words), &line);
    else
        WORDING(lister->wording, &line, "desk.seals-closed", "name", row->seal.name);
    add_line(lister, &line);
}

enum rc seals_add_opened(struct desk *desk, const struct position *position,
                         const struct wording *wording, struct values *values, struct value *list,
                         struct err *err)
{
    struct lister lister = {
        .position = position, .wording = wording, .values = values, .list = list};
    struct ledger_rows rows =
        ledger_seals(desk->ledger, position->game, 0, (int64_t)position->chain.number, err);

    for (struct ledger_seal_row row; ledger_next(&rows, &row);)
        list_opened(&lister, &row);
    end_rows(&lister);
    add_more(&lister);
    return ledger_end(&rows);
}
