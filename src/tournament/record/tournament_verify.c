/* SPDX-License-Identifier: MIT */
/* Proves a tournament's record from the file alone. Results are proved with the records of its
 * games (tournament_games.c). */
#include "tournament/record/tournament_verify.h"

#include "base/timetext.h"
#include "seal/encode.h"
#include "seal/luck.h"
#include "seal/seal.h"

static const char first_line[] = "postern-cup-record 2\n";

enum { NAME_MAX_BYTES = 512 };

struct reader {
    struct tournament_verified *found;
    const char *start, *at;                 /* the text; its rest */
    struct buf line;                        /* the current one, without its end */
    struct hash name[PAIRING_ENTRANTS_MAX]; /* seals of names */
    uint64_t named, worded; /* whose name and words stood last: each stands once, in order */
    int64_t time_s;
    bool signed_;
};

bool tournament_verify_is_tournament(const char *text)
{
    return text_starts_with(text, first_line);
}

static bool fault(struct reader *reader, const char *why)
{
    ERR(&reader->found->err, RC_BAD_SEAL, why);
    return false;
}

/* The next line; false at the end. A line without its end is none. */
static bool next_line(struct reader *reader)
{
    size_t length = strcspn(reader->at, "\n");

    if (!reader->at[length])
        return false;
    buf_clear(&reader->line);
    buf_put_bytes(&reader->line, reader->at, length);
    reader->at += length + 1;
    return !reader->line.failed;
}

/* What stands behind a word; NULL: the line begins otherwise. */
static const char *behind(const char *line, const char *word)
{
    size_t length = strlen(word);

    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

static bool take_number(const char **at, uint64_t *number)
{
    size_t length = strcspn(*at, " ");
    int64_t value;

    if (!text_to_int(*at, length, &value) || value < 0 || !(*at)[length])
        return false;
    *number = (uint64_t)value;
    *at += length + 1;
    return true;
}

static bool read_genesis(struct reader *reader)
{
    struct tournament_verified *found = reader->found;
    OWN(buf) text = {0};
    bool good;

    if (!next_line(reader) || !text_equal(buf_text(&reader->line), "genesis"))
        return fault(reader, "the record has no genesis");
    while (text_starts_with(reader->at, "  ") && next_line(reader))
        BUF_PUT(&text, buf_text(&reader->line) + 2, "\n");
    good =
        !text.failed && tournament_terms_read(buf_text(&text), &found->terms, &found->err) == RC_OK;
    if (good) {
        chain_start(&found->chain, buf_text(&text), text.length);
        tournament_log_init(&found->log, &found->terms.rules, found->terms.by_lot);
    }
    return good;
}

/* ---- entries ---- */

/* Seeds are taken as they stand, and drawn again when the secret is open. */
static uint64_t lot_number(void *context, uint64_t bound)
{
    return draw_number(context, bound);
}

static bool check_draw(struct reader *reader, const char *secret_text)
{
    struct tournament_verified *found = reader->found;
    unsigned char secret[CHAIN_SECRET_BYTES];
    uint16_t order[PAIRING_ENTRANTS_MAX];
    OWN_MEMORY struct tournament_log *before = malloc(sizeof *before);
    char label[TOURNAMENT_LABEL_BYTES];
    struct hash said, lucks, seed;
    struct draw draw;
    const struct tournament_log_lot lot = {lot_number, &draw};
    unsigned count;
    bool good;

    if (!before)
        return fault(reader, "no memory");
    if (!base32_read(secret_text, strlen(secret_text), secret, sizeof secret))
        return fault(reader, "the secret is not readable");
    tournament_terms_secret(&found->terms, secret, &said);
    good = hash_equal(&said, &found->terms.secret);
    memcpy(before, &found->log, offsetof(struct tournament_log, work));
    before->entered = before->entered_at_close; /* as it stood at the draw */
    for (unsigned i = 0; i < before->entered; i++)
        before->gone[i] = before->seed[i] == 0;
    tournament_terms_lucks(&found->chain.genesis, before, &lucks);
    luck_seed(&found->chain.genesis, secret, &lucks, 1, &seed);
    draw_start(&draw, &seed, tournament_terms_label(before, label));
    count = tournament_log_seeds(before, &lot, order);
    good = good && count == before->seeds_drawn &&
           memcmp(order, before->drawn, count * sizeof *order) == 0;
    found->draw_is_proved = good;
    return good || fault(reader, "the seeds were not drawn by the joint luck");
}

static bool check_lucks(struct reader *reader, const char *text)
{
    char wanted[BASE32_HASH_BYTES];
    struct hash lucks;

    tournament_terms_lucks(&reader->found->chain.genesis, &reader->found->log, &lucks);
    return text_equal(base32_write(lucks.at, HASH_BYTES, wanted), text) ||
           fault(reader, "the luck that was fixed is not that of the entrants");
}

/* "3 V": sealed luck is what its seal says. */
static bool check_opening(struct reader *reader, const char *rest)
{
    const struct tournament_log *log = &reader->found->log;
    uint64_t entrant;

    return (take_number(&rest, &entrant) && entrant >= 1 && entrant <= log->entered &&
            tournament_terms_opens(rest, log->luck[entrant - 1])) ||
           fault(reader, "luck is not what was sealed");
}

/* "NEW SIGN": the key before it signs the new one. */
static bool check_key(struct reader *reader, const char *rest)
{
    const struct tournament_verified *found = reader->found;
    unsigned char old[KEY_BYTES], new[KEY_BYTES], signature[SIGNATURE_BYTES];
    size_t length = strcspn(rest, " ");
    struct hash digest;

    if (!rest[length] || !base32_read(rest, length, new, KEY_BYTES) ||
        !base32_read(rest + length + 1, strlen(rest + length + 1), signature, SIGNATURE_BYTES))
        return fault(reader, "a key is not readable");
    tournament_terms_key(&found->terms, &found->log, old);
    chain_key_change(&found->chain, new, &digest);
    return signature_is_good(old, &digest, signature) ||
           fault(reader, "the new key is not signed by the one before");
}

/* Entries are numbered without gaps but those that are declared, just behind the last entry. */
static bool check_number(struct reader *reader, uint64_t number, const char *line)
{
    struct chain *chain = &reader->found->chain;
    int64_t from, to;

    if (tournament_log_lost(line, &from, &to) && (uint64_t)from == chain->number + 1 &&
        number == (uint64_t)to + 1)
        chain->number = number - 1;
    return number == chain->number + 1 || fault(reader, "entries are numbered without gaps");
}

/* "3.1 number 40 G": one game has no two places, under whatever numbers. */
static bool check_game(struct reader *reader, const char *rest)
{
    const char *genesis = strrchr(rest, ' ');
    const char *line = reader->at - reader->line.length - 1;
    const char *first = genesis ? strstr(reader->start, genesis) : NULL;

    return !first || first >= line || fault(reader, "one game stands in two places");
}

static bool take_line(struct reader *reader, const char *line)
{
    struct tournament_verified *found = reader->found;
    const char *rest = behind(line, "close");

    if (rest && !check_lucks(reader, rest))
        return false;
    rest = behind(line, "open");
    if (rest && !check_opening(reader, rest))
        return false;
    rest = behind(line, "game");
    if (rest && !check_game(reader, rest))
        return false;
    rest = behind(line, "key");
    if (rest && !check_key(reader, rest))
        return false;
    if (tournament_log_line(&found->log, line, NULL, &found->err) != RC_OK)
        return false;
    if (behind(line, "seeds") && !found->terms.by_lot)
        found->draw_is_proved = true;
    rest = behind(line, "end");
    return !rest || check_draw(reader, rest);
}

static bool read_entry(struct reader *reader, const char *rest)
{
    struct tournament_verified *found = reader->found;
    OWN(buf) text = {0};
    struct hash seal;
    const char *line, *word;
    uint64_t number;
    int64_t time_s;
    bool sealed = false, good;

    if (!take_number(&rest, &number))
        return fault(reader, "entries are numbered without gaps");
    found->bad_entry = number;
    buf_put(&text, rest);
    if (text_starts_with(reader->at, "seal ")) {
        sealed = next_line(reader);
        word = buf_text(&reader->line) + 5;
        if (!base32_read(word, strlen(word), seal.at, HASH_BYTES))
            return fault(reader, "a seal is not readable");
    }
    line = strchr(buf_text(&text), ' ');
    good = line && timetext_read(buf_text(&text), (size_t)(line - buf_text(&text)), &time_s) &&
           time_s >= reader->time_s;
    if (!good)
        (void)fault(reader, "an entry has no time, or one before that of the last");
    good = good && check_number(reader, number, line + 1) && take_line(reader, line + 1);
    if (good && sealed != (behind(line + 1, "enter") || behind(line + 1, "replace")))
        good = fault(reader, "a name is sealed with each that enters");
    for (unsigned i = 0; i + 1 < found->log.entered && good && sealed; i++)
        good =
            !hash_equal(&reader->name[i], &seal) || fault(reader, "two entrants are sealed alike");
    if (good && sealed)
        reader->name[found->log.entered - 1] = seal;
    if (good) {
        reader->time_s = time_s;
        chain_append(&found->chain, text.at, text.length, &seal, sealed ? 1 : 0);
        found->bad_entry = 0;
    }
    return good;
}

/* ---- what is known beside the log ---- */

static bool read_name(struct reader *reader, const char *rest)
{
    struct tournament_verified *found = reader->found;
    char payload[NAME_MAX_BYTES], name[TEXT_INT_BYTES + 8];
    struct opening opening = {.payload = payload};
    uint64_t entrant;
    struct text text;
    size_t length;

    if (!take_number(&rest, &entrant) || entrant <= reader->named || entrant <= reader->worded ||
        entrant > found->log.entered)
        return fault(reader, "a name is of no entrant");
    reader->named = entrant;
    length = strcspn(rest, " ");
    if (!rest[length] || !base32_read(rest, length, opening.nonce, SEAL_NONCE_BYTES) ||
        !base64_read(rest + length + 1, strlen(rest + length + 1), payload, sizeof payload,
                     &opening.length))
        return fault(reader, "a name is not readable");
    text_init(&text, name, sizeof name);
    TEXT_PUT(&text, "person/", TEXT_INT((int64_t)entrant));
    if (!seal_is_opened_by(&reader->name[entrant - 1], &found->chain.genesis, name,
                           (unsigned)entrant, &opening))
        return fault(reader, "a name is not the one that was sealed");
    found->names++;
    return true;
}

static bool read_words(struct reader *reader, const char *rest)
{
    struct tournament_verified *found = reader->found;
    char words[LUCK_WORDS_MAX + 4], wanted[BASE32_HASH_BYTES];
    uint64_t entrant;
    struct hash luck;
    size_t length;

    if (!take_number(&rest, &entrant) || entrant <= reader->worded || entrant < reader->named ||
        entrant > found->log.entered ||
        !base64_read(rest, strlen(rest), words, sizeof words, &length))
        return fault(reader, "luck is of no entrant");
    reader->worded = entrant;
    luck_of_seat(&found->chain.genesis, (unsigned)entrant, words, length, &luck);
    return text_equal(base32_write(luck.at, HASH_BYTES, wanted), found->log.luck[entrant - 1]) ||
           fault(reader, "words are not those that were given for luck");
}

static bool read_head(struct reader *reader, const char *rest)
{
    struct tournament_verified *found = reader->found;
    unsigned char key[KEY_BYTES], signature[SIGNATURE_BYTES];
    struct hash head, digest;
    const char *sign;
    uint64_t number;

    if (!take_number(&rest, &number) || number != found->chain.number ||
        !base32_read(rest, strlen(rest), head.at, HASH_BYTES) ||
        !hash_equal(&head, &found->chain.entry))
        return fault(reader, "the head is another one");
    sign = next_line(reader) ? behind(buf_text(&reader->line), "sign") : NULL;
    chain_head(&found->chain, &digest);
    tournament_terms_key(&found->terms, &found->log, key);
    if (!sign || !base32_read(sign, strlen(sign), signature, sizeof signature) ||
        !signature_is_good(key, &digest, signature))
        return fault(reader, "the signature is not that of the server");
    reader->signed_ = true;
    return true;
}

static bool read_rest(struct reader *reader)
{
    static const struct {
        const char *word;
        bool (*read)(struct reader *reader, const char *rest);
    } kinds[] = {
        {"entry", read_entry}, {"know", read_name}, {"words", read_words}, {"head", read_head}};
    unsigned reached = 0;

    while (!reader->signed_) {
        const char *rest = NULL;
        unsigned kind;

        if (!next_line(reader))
            return fault(reader, "the record is cut off");
        for (kind = 0; kind < 4 && !rest; kind++)
            rest = behind(buf_text(&reader->line), kinds[kind].word);
        if (!rest || (kind == 1 && reached > 1))
            return fault(reader, "a line is out of place");
        reached = kind;
        if (!kinds[kind - 1].read(reader, rest))
            return false;
    }
    return !*reader->at || fault(reader, "something stands behind the signature");
}

struct tournament_verified *tournament_verify(const char *text)
{
    OWN_MEMORY struct reader *reader = calloc(1, sizeof *reader);
    struct tournament_verified *found = calloc(1, sizeof *found);

    if (!reader || !found) {
        free(found);
        return NULL;
    }
    reader->found = found;
    reader->start = text;
    reader->at = text + sizeof first_line - 1;
    found->is_good =
        tournament_verify_is_tournament(text) && read_genesis(reader) && read_rest(reader);
    buf_fini(&reader->line);
    return found;
}
