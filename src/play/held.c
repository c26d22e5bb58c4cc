/* SPDX-License-Identifier: MIT */
/* Reads and judges orders with secrets that players keep themselves. It changes nothing. */
#include "play/held.h"

#include "base/cursor.h"
#include "ledger/facts.h"
#include "rules/phrase.h"
#include "seal/encode.h"

enum { COMMITMENT_CHARS = BASE32_HASH_BYTES - 1 };

/* ---- lines ---- */

static bool word_is(const struct cursor *in, const char *wanted)
{
    char text[16];

    if (in->length >= sizeof text)
        return false;
    text_copy(text, in->length + 1, in->word);
    return text_equal_folded(text, wanted);
}

static bool word_is_name(const struct cursor *in, char name[SEAL_NAME_MAX + 1])
{
    if (in->length > SEAL_NAME_MAX || !memchr(in->word, '/', in->length))
        return false;
    for (size_t i = 0; i < in->length; i++)
        name[i] = text_lower(in->word[i]);
    name[in->length] = '\0';
    return seal_name_is_valid(name, in->length);
}

/* Blanks around are left out. False: too long to be one. */
static bool copy_words(const char *from, const char *end, char *out, size_t capacity)
{
    while (from < end && text_is_space(*from))
        from++;
    while (end > from && text_is_space(end[-1]))
        end--;
    if ((size_t)(end - from) >= capacity)
        return false;
    text_copy(out, (size_t)(end - from) + 1, from);
    return true;
}

static bool read_hash(const struct cursor *in, void *bytes)
{
    return in->length == COMMITMENT_CHARS &&
           base32_read_folded(in->word, in->length, bytes, HASH_BYTES);
}

bool held_read_sealed(const char *words, struct hash *commitment, const char **flaw)
{
    struct cursor in = cursor_of(words, strlen(words));

    *flaw = NULL;
    if (!cursor_word(&in) || !word_is(&in, "sealed"))
        return false;
    if (!cursor_word(&in)) /* nobody's luck is that word */
        *flaw = "held.commitment";
    else if (read_hash(&in, commitment->at) && !cursor_more(&in))
        return true;
    else if (in.length > COMMITMENT_CHARS / 2) /* no word of a language is that long */
        *flaw = "held.commitment";
    return false;
}

/* "[words] NAME sealed COMMITMENT [words]" */
static bool read_sealed(const char *line, const char *end, struct held_line *held)
{
    struct cursor in = cursor_of(line, (size_t)(end - line));

    while (cursor_word(&in)) {
        struct cursor behind = in;

        if (!word_is_name(&in, held->name) || !cursor_word(&behind) || !word_is(&behind, "sealed"))
            continue;
        held->kind = HELD_SEALED;
        if (!cursor_word(&behind) || !read_hash(&behind, held->commitment.at))
            held->flaw = "held.commitment";
        else if (!copy_words(line, in.word, held->before, sizeof held->before) ||
                 !copy_words(behind.at, end, held->after, sizeof held->after))
            held->flaw = "held.order";
        return true;
    }
    return false;
}

/* The payload is all that stands before the last "nonce NONCE". */
static bool read_opening(const char *line, const char *end, struct held_line *held)
{
    struct cursor in = cursor_of(line, (size_t)(end - line)), nonce = {0};
    const char *payload, *last = NULL;

    if (!cursor_word(&in) || !word_is(&in, "open") || !cursor_word(&in) ||
        !word_is_name(&in, held->name))
        return false;
    payload = in.at;
    while (cursor_word(&in))
        if (word_is(&in, "nonce")) {
            last = in.word;
            nonce = in;
        }
    held->kind = HELD_OPENING;
    if (!last || !cursor_word(&nonce) || !read_hash(&nonce, held->nonce) || cursor_more(&nonce) ||
        !copy_words(payload, last, held->payload, sizeof held->payload) ||
        strpbrk(held->payload, "\t"))
        held->flaw = "held.opening";
    return true;
}

enum held_kind held_read(const char *line, size_t length, struct held_line *held)
{
    *held = (struct held_line){.kind = HELD_NONE};
    if (!read_opening(line, line + length, held))
        read_sealed(line, line + length, held);
    return held->kind;
}

/* ---- orders ---- */

/* An order that has the seal: its public text, where its name stands in it, and what it holds. */
struct candidate {
    char text[ORDER_TEXT_BYTES];
    const char *bracket; /* in text */
    char payload[SEAL_PAYLOAD_BYTES];
};

/* False: the order has no such seal. */
static bool find_name(const struct held_reader *reader, const struct order *order, const char *name,
                      struct candidate *found)
{
    const struct game *game = reader->position->played;
    const void *rulebook = position_rulebook(reader->position);
    struct secret secret[SECRETS_MAX];
    unsigned count = game_secrets_of(game, rulebook, reader->state, order, secret), i = 0;
    char bracket[SEAL_NAME_MAX + 3];
    struct text out;

    while (i < count && (secret[i].seat != reader->seat || !text_equal(secret[i].name, name)))
        i++;
    if (i < count)
        text_copy(found->payload, sizeof found->payload, secret[i].payload);
    secret_wipe(secret, sizeof secret);
    if (i == count)
        return false;
    text_init(&out, found->text, sizeof found->text);
    game->text->write_order(rulebook, reader->state, order, ORDER_PUBLIC, &out);
    text_init(&out, bracket, sizeof bracket);
    TEXT_PUT(&out, "[", name, "]");
    found->bracket = strstr(found->text, bracket);
    return found->bracket != NULL;
}

/* Do the words around a seal, as a player wrote them, mean this order? Where he wrote none the
 * order's own stand. Elsewhere the line is read with the order's own value in place of the seal, so
 * that every language and abbreviation is understood. */
static bool words_mean(const struct held_reader *reader, const struct held_line *held,
                       const struct order *order, const struct candidate *found)
{
    const struct game *game = reader->position->played;
    const void *rulebook = position_rulebook(reader->position);
    const char *behind = strchr(found->bracket, ']') + 1;
    char line[ORDER_TEXT_BYTES], full[ORDER_TEXT_BYTES], again[ORDER_TEXT_BYTES];
    struct verdict verdict = {0};
    bool asks;
    struct order read = {0};
    struct text out;
    bool means;

    if (!held->before[0] && !held->after[0])
        return true;
    text_init(&out, line, sizeof line);
    if (held->before[0]) {
        TEXT_PUT(&out, held->before, " ");
    } else
        text_put_bytes(&out, found->text, (size_t)(found->bracket - found->text));
    text_put(&out, found->payload);
    if (held->after[0])
        text_put_char(&out, ' ');
    text_put(&out, held->after[0] ? held->after : held->before[0] ? "" : behind);
    if (reader->lexicon && game->text->parse)
        means = phrase_read(game, rulebook, reader->lexicon, reader->seat, line, out.length, &read,
                            &asks, &verdict) == VERDICT_DONE &&
                !asks;
    else
        means = game->text->read_order(rulebook, reader->seat, line, out.length, &read);
    read.seat = (uint8_t)reader->seat;
    text_init(&out, full, sizeof full);
    game->text->write_order(rulebook, NULL, order, ORDER_FULL, &out);
    text_init(&out, again, sizeof again);
    if (means)
        game->text->write_order(rulebook, NULL, &read, ORDER_FULL, &out);
    means = means && text_equal(full, again);
    secret_wipe(full, sizeof full);
    secret_wipe(line, sizeof line);
    return means;
}

/* The public texts that a line can mean, each once, as orders whose secret is unknown. */
struct readings {
    bool name_is_asked;
    unsigned count;
    struct order order[CHOICES_MAX];
};

static void add_reading(const struct held_reader *reader, const char *text,
                        struct readings *readings)
{
    struct order order = {0};

    if (!reader->position->played->text->read_order(position_rulebook(reader->position),
                                                    reader->seat, text, strlen(text), &order))
        return;
    order.seat = (uint8_t)reader->seat;
    for (unsigned i = 0; i < readings->count; i++)
        if (memcmp(&readings->order[i], &order, sizeof order) == 0)
            return;
    if (readings->count < CHOICES_MAX)
        readings->order[readings->count++] = order;
}

static void find_readings(const struct held_reader *reader, const struct held_line *held,
                          const struct order *list, unsigned count, struct readings *readings)
{
    const struct game *game = reader->position->played;
    struct candidate found;

    for (unsigned i = 0; i < count; i++) {
        if (!(game->text->kinds[list[i].kind].flags & ORDER_SECRET) ||
            !find_name(reader, &list[i], held->name, &found))
            continue;
        readings->name_is_asked = true;
        if (words_mean(reader, held, &list[i], &found))
            add_reading(reader, found.text, readings);
    }
    secret_wipe(&found, sizeof found);
}

/* Written as it must be, and refused. */
static enum verdict_kind refuse(struct verdict *verdict, const char *reason, const char *word,
                                const char *suggestion)
{
    verdict_malformed(verdict, reason, 1, word, (unsigned)strlen(word));
    text_copy(verdict->suggestion, sizeof verdict->suggestion, suggestion);
    return verdict->kind = VERDICT_ILLEGAL;
}

static enum verdict_kind refuse_flaw(struct verdict *verdict, const struct held_line *held)
{
    return verdict_malformed(verdict, held->flaw, 1, held->name, (unsigned)strlen(held->name));
}

static struct order *legal_orders(const struct position *position, const void *state, unsigned seat,
                                  unsigned *count)
{
    struct order *list = malloc(LEGAL_MAX * sizeof *list); /* legal fills what it counts */

    *count =
        list ? position->played->rules->legal(position_rulebook(position), state, seat, list) : 0;
    return list;
}

enum verdict_kind held_order(const struct held_reader *reader, const struct held_line *held,
                             struct order *order, struct order choices[CHOICES_MAX],
                             unsigned *count, struct verdict *verdict)
{
    const struct position *position = reader->position;
    struct readings readings = {0};
    char name[1][SEAL_NAME_MAX + 1] = {""};
    unsigned legal;
    struct order *list;

    *verdict = (struct verdict){0};
    if (held->flaw)
        return refuse_flaw(verdict, held);
    list = legal_orders(position, reader->state, reader->seat, &legal);
    if (list)
        find_readings(reader, held, list, legal, &readings);
    free(list);
    if (!readings.name_is_asked) {
        held_names(position, reader->state, reader->seat, name, 1);
        return refuse(verdict, "held.name", held->name, name[0]);
    }
    if (readings.count == 0)
        return refuse(verdict, "held.order", held->name, "");
    *order = readings.order[0];
    if (readings.count == 1)
        return position->played->rules->check(position_rulebook(position), reader->state, order,
                                              verdict);
    memcpy(choices, readings.order, readings.count * sizeof choices[0]);
    *count = readings.count;
    return verdict_ambiguous(verdict, "order.which");
}

static bool is_listed(char name[][SEAL_NAME_MAX + 1], unsigned count, const char *wanted)
{
    for (unsigned i = 0; i < count; i++)
        if (text_equal(name[i], wanted))
            return true;
    return false;
}

unsigned held_names(const struct position *position, const void *state, unsigned seat,
                    char name[][SEAL_NAME_MAX + 1], unsigned most)
{
    struct secret secret[SECRETS_MAX];
    unsigned legal, found = 0;
    OWN_MEMORY struct order *list = legal_orders(position, state, seat, &legal);

    for (unsigned i = 0; i < legal && found < most; i++) {
        unsigned count = 0;

        if (position->played->text->kinds[list[i].kind].flags & ORDER_SECRET)
            count = game_secrets_of(position->played, position_rulebook(position), state, &list[i],
                                    secret);
        for (unsigned k = 0; k < count && found < most; k++)
            if (secret[k].seat == seat && !is_listed(name, found, secret[k].name))
                text_copy(name[found++], SEAL_NAME_MAX + 1, secret[k].name);
    }
    secret_wipe(secret, sizeof secret);
    return found;
}

/* ---- openings ---- */

struct own_seal {
    bool found, held, opened;
    unsigned seat;
    struct hash commitment;
};

static enum rc read_seal(struct desk *desk, int64_t game, const char *name, struct own_seal *seal)
{
    struct ledger_rows rows = ledger_seal_get(desk->ledger, game, name, NULL);
    struct ledger_seal_row row;

    if (ledger_next(&rows, &row)) {
        seal->found = row.seal.commitment.length == HASH_BYTES;
        seal->held = row.seal.box.at == NULL;
        seal->opened = row.opened_n >= 0;
        seal->seat = (unsigned)row.seal.seat;
        if (seal->found)
            memcpy(seal->commitment.at, row.seal.commitment.at, HASH_BYTES);
    }
    return ledger_end(&rows);
}

static bool is_asked_for(const struct position *position, const char *name)
{
    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].kind == DECISION_OPEN &&
            text_equal(position->decision[i].name, name))
            return true;
    return position->phase == POSITION_OVER;
}

static const char *flaw_of(const struct position *position, const struct own_seal *seal,
                           unsigned seat, const struct held_line *held)
{
    struct opening opening = {.payload = held->payload, .length = strlen(held->payload)};

    if (!seal->found)
        return "held.unknown";
    if (seal->seat != seat)
        return "held.not-yours";
    if (seal->opened)
        return "held.opened";
    if (!seal->held)
        return "held.by-server";
    memcpy(opening.nonce, held->nonce, sizeof opening.nonce);
    if (!seal_is_opened_by(&seal->commitment, &position->chain.genesis, held->name, seat, &opening))
        return "held.unfit";
    return is_asked_for(position, held->name) ? NULL : "held.not-asked";
}

/* The rules may refuse what fits: a card that he never had. */
static enum verdict_kind check_by_rules(const struct position *position,
                                        const struct held_line *held, struct verdict *verdict)
{
    struct order order = {0};
    TEXT_IN(out, text, ENTRY_WORDS_BYTES + SEAL_NAME_MAX + 8);

    TEXT_PUT(&out, "open ", held->name, " ", held->payload);
    if (!position->played->text->read_order(position_rulebook(position), SEAT_TABLE, text,
                                            out.length, &order))
        return refuse(verdict, "held.no-value", held->name, "");
    order.seat = SEAT_TABLE;
    return position->played->rules->check(position_rulebook(position), position_state(position),
                                          &order, verdict);
}

enum rc held_check_opening(struct desk *desk, const struct position *position, unsigned seat,
                           const struct held_line *held, struct verdict *verdict, struct err *err)
{
    struct own_seal seal = {0};
    const char *flaw;
    uint64_t first, second;
    enum rc rc;

    *verdict = (struct verdict){0};
    if (held->flaw) {
        refuse_flaw(verdict, held);
        return RC_OK;
    }
    rc = read_seal(desk, position->game, held->name, &seal);
    FAIL_IF(rc != RC_OK && rc != RC_NOT_FOUND, err, rc, "the seals of a game cannot be read");
    flaw = flaw_of(position, &seal, seat, held);
    if (flaw)
        refuse(verdict, flaw, held->name, "");
    else if (position->phase != POSITION_OVER &&
             seal_name_family(held->name, &first, &second) == SEAL_GAME)
        check_by_rules(position, held, verdict);
    return RC_OK;
}
