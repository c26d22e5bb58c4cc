/* SPDX-License-Identifier: MIT */
/* What is added to a tournament's log. */
#include "tournament/tournament_p.h"

#include <math.h>

#include "base/timetext.h"
#include "ledger/tournaments.h"
#include "play/rating.h"
#include "people/people.h"
#include "seal/encode.h"
#include "seal/luck.h"
#include "seal/seal.h"
#include "seal/secret.h"
#include "server/keyring.h"

/* Where its secret is boxed: under a key like that of a game, whose number is less than nothing. */
static struct vault_place tournament_secret_place(int64_t id)
{
    return (struct vault_place){{LEDGER_KEY_GAME, -id}, "cups.secret_box", id, NULL};
}

struct vault_place tournament_name_place(const struct tournament *tournament, unsigned entrant,
                                         int64_t player)
{
    return (struct vault_place){{LEDGER_KEY_PLAYER, player},
                                "cup_entrants.box",
                                tournament->id * PAIRING_ENTRANTS_MAX + entrant,
                                &tournament->chain.genesis};
}

/* ---- the log ---- */

static enum rc append(struct desk *desk, struct tournament *tournament, const char *line,
                      const struct hash *commitment, const struct tournament_log_lot *lot,
                      struct err *err)
{
    const int64_t now_s = desk_now(desk) > tournament->at_s ? desk_now(desk) : tournament->at_s;
    struct chain chain = tournament->chain;
    struct ledger_tournament_entry row = {.tournament = tournament->id, .at_s = now_s};
    char stamp[TIMETEXT_BYTES];
    OWN(buf) text = {0};
    int64_t from, to;

    if (tournament->signed_n)
        return tournament_refuse_frozen(err);
    if (tournament_log_lost(line, &from, &to))
        chain.number = (uint64_t)to;
    timetext_write(now_s, stamp);
    buf_printf(&text, "%s %s", stamp, line);
    TRY(buf_rc(&text, err));
    FAIL_IF(text.length > TOURNAMENT_TEXT_MAX, err, RC_TOO_LONG, "too long for an entry");
    TRY(tournament_log_line(&tournament->log, line, lot, err));
    chain_append(&chain, text.at, text.length, commitment, commitment ? 1 : 0);
    row.n = (int64_t)chain.number;
    row.text = text.at;
    row.commitment = commitment ? commitment->at : NULL;
    row.hash = chain.entry.at;
    TRY(ledger_tournament_append(desk->ledger, &row, err));
    tournament->chain = chain;
    tournament->at_s = now_s;
    if (text_starts_with(line, "pair "))
        tournament->round_s = now_s;
    if (text_starts_with(line, "close ") || text_starts_with(line, "again "))
        tournament->luck_s = now_s;
    return RC_OK;
}

enum rc tournament_append(struct desk *desk, struct tournament *tournament, const char *line,
                          struct err *err)
{
    return append(desk, tournament, line, NULL, NULL, err);
}

enum rc tournament_append_drawn(struct desk *desk, struct tournament *tournament, const char *line,
                                const struct tournament_log_lot *lot, struct err *err)
{
    return append(desk, tournament, line, NULL, lot, err);
}

/* ---- new ---- */

static bool is_line(const char *text)
{
    return !text[strcspn(text, "\r\n")] && text_is_utf8(text, strlen(text));
}

static enum rc check_terms(const struct tournament_terms *terms, struct err *err)
{
    const struct schedule_rules *rules = &terms->rules;

    if (!terms->name[0] || !is_line(terms->name))
        return ERR(err, RC_USAGE, "a tournament has a name of one line");
    if (rules->games < 1 || rules->games > TOURNAMENT_LOG_GAMES)
        return ERR(err, RC_USAGE, "a pair plays one game or two");
    if (rules->rounds > PAIRING_ROUNDS_MAX || (rules->rounds && !schedule_is_swiss(rules->format)))
        return ERR(err, RC_USAGE, "rounds are for swiss and dutch, at most 64");
    if (rules->groups < 1 || (rules->groups > 1 && rules->format != SCHEDULE_ROBIN))
        return ERR(err, RC_USAGE, "groups are for robin");
    if (rules->best && (rules->format != SCHEDULE_ROBIN || rules->groups < 2))
        return ERR(err, RC_USAGE, "a final is for robin with groups");
    if (rules->elsewhere && rules->format == SCHEDULE_LADDER)
        return ERR(err, RC_USAGE, "a ladder is played on this server");
    if (rules->third && rules->format != SCHEDULE_KNOCKOUT)
        return ERR(err, RC_USAGE, "a match for the third place is for knockout");
    if ((rules->format == SCHEDULE_LADDER) != (rules->reach > 0) ||
        rules->reach > PAIRING_ENTRANTS_MAX || rules->term_days > SCHEDULE_TERM_DAYS_MAX ||
        (rules->term_days && rules->format != SCHEDULE_LADDER))
        return ERR(err, RC_USAGE,
                   "reach (1 to 1024 places) and term (up to 3650 days) are for ladder");
    return RC_OK;
}

static enum rc put_secret(struct desk *desk, struct tournament *tournament, struct err *err)
{
    struct vault_place place = tournament_secret_place(tournament->id);
    unsigned char secret[CHAIN_SECRET_BYTES];
    OWN(buf) box = {0};
    WIPED_AT_END(secret);

    TRY(vault_make_key(desk, place.owner, err));
    desk_entropy(desk, secret, sizeof secret);
    tournament_terms_secret(&tournament->terms, secret, &tournament->terms.secret);
    TRY(vault_close(desk, &place, secret, sizeof secret, &box, err));
    return ledger_tournament_put(desk->ledger, tournament->id, desk_now(desk), vault_bytes(&box),
                                 err);
}

/* No number twice, not that of one which was signed and which a restored ledger lacks either. */
static enum rc find_number(struct desk *desk, int64_t *id, struct err *err)
{
    int64_t marked = 0;

    TRY(ledger_tournament_next(desk->ledger, id, err));
    TRY(tournament_highest_marked(desk, &marked, err));
    *id = marked >= *id ? marked + 1 : *id;
    return RC_OK;
}

enum rc tournament_new(struct desk *desk, const struct tournament_terms *terms, int64_t *id,
                       struct err *err)
{
    OWN_AT(tournament) tournament = calloc(1, sizeof *tournament);
    struct ledger_tournament_entry row = {.n = 0};
    OWN(buf) text = {0};

    TRY(tournament ? check_terms(terms, err)
                   : ERR(err, RC_NO_MEMORY, "no memory for a tournament"));
    tournament->terms = *terms;
    TRY(find_number(desk, &tournament->id, err));
    tournament->terms.number = tournament->id;
    if (!keys_public(desk->keys, keys_newest(desk->keys, KEY_SIGNING), tournament->terms.key))
        return ERR(err, RC_BAD_KEY, "the key file holds no signing key");
    TRY(put_secret(desk, tournament, err));
    tournament_terms_write(&tournament->terms, &text);
    TRY(buf_rc(&text, err));
    chain_start(&tournament->chain, text.at, text.length);
    row = (struct ledger_tournament_entry){.tournament = tournament->id,
                                           .at_s = desk_now(desk),
                                           .text = text.at,
                                           .hash = tournament->chain.entry.at};
    TRY(ledger_tournament_append(desk->ledger, &row, err));
    *id = tournament->id;
    return RC_OK;
}

/* ---- enter, leave ---- */

static enum rc rating_of(struct desk *desk, const struct tournament *tournament, int64_t player,
                         unsigned *rating, struct err *err)
{
    OWN_AT(rating_book) book = NULL;
    OWN_MEMORY struct rating_row *row = NULL;
    unsigned rows = 0;
    size_t count = 0;

    TRY(rating_open(desk, tournament->terms.game, false, &book, err));
    *rating = (unsigned)llround(rating_new.points);
    rating_results(book, &count);
    TRY(rating_rows(book, count, &row, &rows, err));
    for (unsigned i = 0; i < rows; i++)
        if (row[i].player == player)
            *rating = row[i].rating.points > 0.0 ? (unsigned)llround(row[i].rating.points) : 0;
    return RC_OK;
}

/* His name, sealed: the log names nobody; in the box also his words, which go when he is forgotten.
 */
static enum rc seal_name(struct desk *desk, const struct tournament *tournament, unsigned entrant,
                         const struct person *person, const char *words, struct hash *commitment,
                         struct buf *box, struct err *err)
{
    struct vault_place place = tournament_name_place(tournament, entrant, person->id);
    struct opening opening = {.payload = person->name, .length = strlen(person->name)};
    OWN_WIPED(buf) content = {0};
    OWN(buf) name = {0};

    desk_entropy(desk, opening.nonce, sizeof opening.nonce);
    buf_printf(&name, "person/%u", entrant);
    seal_make(&tournament->chain.genesis, buf_text(&name), entrant, &opening, commitment);
    buf_put_bytes(&content, opening.nonce, sizeof opening.nonce);
    buf_printf(&content, "%s\n%s", person->name, words);
    TRY(buf_rc(&content, err));
    return vault_close(desk, &place, content.at, content.length, box, err);
}

/* old: the entrant whose place he takes; 0 = he enters. */
static enum rc log_enter(struct desk *desk, struct tournament *tournament,
                         const struct person *person, const char *words, unsigned old,
                         struct err *err)
{
    struct ledger_tournament_entrant row = {
        .tournament = tournament->id, .entrant = tournament->log.entered + 1, .player = person->id};
    unsigned entrant = tournament->log.entered + 1, rating = 0;
    OWN(buf) line = {0}, box = {0};
    struct hash commitment;

    TRY(rating_of(desk, tournament, person->id, &rating, err));

    /* what is sealed is no words */
    TRY(seal_name(desk, tournament, entrant, person,
                  text_starts_with(words, "sealed ") ? "" : words, &commitment, &box, err));
    buf_printf(&line, "%s %u [person/%u] %u", old ? "replace" : "enter", entrant, entrant, rating);
    if (old)
        buf_printf(&line, " %u", old);
    TRY(append(desk, tournament, buf_text(&line), &commitment, NULL, err));
    row.n = (int64_t)tournament->chain.number;
    row.box = vault_bytes(&box);
    TRY(ledger_tournament_entrant_put(desk->ledger, &row, err));
    tournament->player[entrant - 1] = person->id;
    return *words ? tournament_append_luck(desk, tournament, entrant, words, err) : RC_OK;
}

enum rc tournament_enter(struct desk *desk, struct tournament *tournament, int64_t player,
                         const char *words, struct err *err)
{
    struct person person;

    TRY(people_get(desk, player, &person, err));
    FAIL_IF(person.banned || person.merged, err, RC_CONFLICT, person.name,
            person.banned ? " is banned" : " is another player now");
    if (strlen(words) > LUCK_WORDS_MAX || !is_line(words))
        return ERR(err, RC_TOO_LONG, "luck is at most 200 bytes");
    if (*words && tournament_wants_luck(tournament, player))
        return tournament_append_luck(desk, tournament, tournament_entrant_of(tournament, player),
                                      words, err);
    if ((tournament->log.phase != TOURNAMENT_LOG_OPEN && !tournament_is_ladder(tournament)) ||
        tournament->log.entered == PAIRING_ENTRANTS_MAX)
        return ERR(err, RC_CONFLICT, "nobody can enter this tournament any more");
    if (tournament_entrant_of(tournament, player))
        return ERR(err, RC_EXISTS, person.name, " has entered already");
    if (!tournament_is_luck(words)) /* nothing is logged then */
        return ERR(err, RC_BAD_SEAL, "behind \"sealed\" stands what `postern-proof luck` prints");
    /* nothing is drawn any more for who joins a ladder that runs */
    return log_enter(desk, tournament, &person,
                     tournament->log.phase == TOURNAMENT_LOG_OPEN ? words : "", 0, err);
}

enum rc tournament_replace(struct desk *desk, struct tournament *tournament, int64_t left,
                           int64_t player, struct err *err)
{
    unsigned old = tournament_entrant_of(tournament, left),
             is = tournament_entrant_of(tournament, player);
    struct person person;
    enum rc rc;

    TRY(people_get(desk, player, &person, err));
    FAIL_IF(!old || !tournament->log.gone[old - 1], err, RC_CONFLICT,
            "only who has left is replaced; see postern tournament leave --help");
    FAIL_IF(person.banned || person.merged, err, RC_CONFLICT, person.name,
            person.banned ? " is banned" : " is another player now");
    if (is && tournament->log.seed[is - 1]) /* who left before the draw may come after all */
        return ERR(err, RC_EXISTS, person.name, " has entered already");
    rc = log_enter(desk, tournament, &person, "", old, err);
    if (rc == RC_BAD_INPUT) { /* by the rules of the log */
        err_clear(err);
        return ERR(err, RC_CONFLICT,
                   "a tournament that runs has places to take: of who left it, was still in it, "
                   "and was not replaced");
    }
    return rc;
}

enum rc tournament_leave(struct desk *desk, struct tournament *tournament, int64_t player,
                         struct err *err)
{
    unsigned entrant = tournament_entrant_of(tournament, player);
    OWN(buf) line = {0};

    if (!entrant || tournament->log.gone[entrant - 1])
        return ERR(err, RC_NOT_FOUND, "he is not in this tournament");
    if (tournament->log.phase > TOURNAMENT_LOG_RUNNING)
        return ERR(err, RC_CONFLICT, "this tournament is over");
    buf_printf(&line, "leave %u", entrant);
    TRY(tournament_append(desk, tournament, buf_text(&line), err));
    return tournament_wake_draw(desk, tournament, err);
}

/* ---- start, end ---- */

enum rc tournament_secret(struct desk *desk, const struct tournament *tournament,
                          unsigned char secret[CHAIN_SECRET_BYTES], struct err *err)
{
    struct vault_place place = tournament_secret_place(tournament->id);
    OWN_WIPED(buf) content = {0};
    OWN(buf) box = {0};

    TRY(ledger_tournament_secret(desk->ledger, tournament->id, &box, err));
    TRY(vault_open(desk, &place, vault_bytes(&box), &content, err));
    if (content.length != CHAIN_SECRET_BYTES)
        return ERR(err, RC_BAD_SEAL, "the secret of the tournament is damaged");
    memcpy(secret, content.at, CHAIN_SECRET_BYTES);
    return RC_OK;
}

unsigned tournament_staying(const struct tournament *tournament)
{
    unsigned count = 0;

    for (unsigned i = 0; i < tournament->log.entered; i++)
        count += !tournament->log.gone[i];
    return count;
}

/* Rounds that a Swiss tournament leaves open are fixed now; a round robin's pairs must have room.
 */
static enum rc check_size(const struct tournament *tournament, struct err *err)
{
    const struct schedule_rules *rules = &tournament->terms.rules;
    unsigned count = tournament_staying(tournament),
             each = (count + rules->groups - 1) / rules->groups;
    unsigned finalists = rules->best * rules->groups;

    if (tournament->log.phase != TOURNAMENT_LOG_OPEN)
        return ERR(err, RC_CONFLICT, "this tournament has begun already");
    FAIL_IF(count < 2 || count < 2 * rules->groups, err, RC_CONFLICT, "there are too few entrants");
    if (rules->best > count / rules->groups)
        return ERR(err, RC_CONFLICT, "a group has fewer entrants than shall play in the final");
    if (rules->format == SCHEDULE_ROBIN &&
        rules->groups * each * (each + 1) / 2 + finalists * (finalists + 1) / 2 >
            TOURNAMENT_LOG_PAIRS_MAX)
        return ERR(err, RC_CONFLICT, "there are too many entrants for a round robin; make groups");
    FAIL_IF(rules->format == SCHEDULE_DUTCH && count > DUTCH_ENTRANTS_MAX, err, RC_CONFLICT,
            "the Dutch system is for at most 200 entrants; --format swiss takes 1,024");
    if (schedule_is_swiss(rules->format) &&
        (count / 2 + 1) * schedule_rounds(rules, count) > TOURNAMENT_LOG_PAIRS_MAX)
        return ERR(err, RC_CONFLICT, "there are too many entrants for so many rounds");
    return RC_OK;
}

enum rc tournament_start(struct desk *desk, struct tournament *tournament, struct err *err)
{
    TRY(check_size(tournament, err));
    return tournament_close(desk, tournament, err);
}

enum rc tournament_challenge(struct desk *desk, struct tournament *tournament, int64_t challenger,
                             int64_t challenged, unsigned *at, const char **why, struct err *err)
{
    unsigned one = tournament_entrant_of(tournament, challenger),
             two = tournament_entrant_of(tournament, challenged);
    OWN(buf) line = {0};

    *why = "not-in";
    if (!tournament_is_ladder(tournament) || !one || !two || !people_may_play(desk, challenger) ||
        !people_may_play(desk, challenged))
        return RC_OK;
    *why = tournament_log_challenge(&tournament->log, tournament->log.seed[one - 1],
                                    tournament->log.seed[two - 1]);
    if (*why)
        return RC_OK;
    *at = tournament->log.pairs;
    buf_printf(&line, "challenge %u %u %u", tournament->log.pairs + 1, one, two);
    return tournament_append(desk, tournament, buf_text(&line), err);
}

enum rc tournament_close_ladder(struct desk *desk, struct tournament *tournament, struct err *err)
{
    FAIL_IF(!tournament_is_ladder(tournament), err, RC_CONFLICT,
            "only a ladder that runs is ended by hand; a tournament ends with its last round");
    FAIL_IF(tournament_log_open(&tournament->log), err, RC_CONFLICT,
            "games on this ladder still go on; postern tournament show names them");
    return tournament_end(desk, tournament, err);
}

enum rc tournament_end(struct desk *desk, struct tournament *tournament, struct err *err)
{
    unsigned char secret[CHAIN_SECRET_BYTES];
    char text[BASE32_HASH_BYTES];
    OWN(buf) line = {0};
    WIPED_AT_END(secret);

    TRY(tournament_secret(desk, tournament, secret, err));
    base32_write(secret, sizeof secret, text);
    buf_printf(&line, "end %s", text);
    return tournament_append(desk, tournament, buf_text(&line), err);
}

enum rc tournament_cancel(struct desk *desk, struct tournament *tournament, struct err *err)
{
    const int64_t signed_n = tournament->signed_n;
    enum rc rc;

    if (tournament->log.phase > TOURNAMENT_LOG_RUNNING)
        return ERR(err, RC_CONFLICT, "this tournament is over");
    tournament->signed_n = 0; /* may end a frozen one; nothing more of that is signed */
    rc = tournament_append(desk, tournament, "cancel", err);
    tournament->signed_n = signed_n;
    return rc;
}

/* ---- what was signed ---- */

enum rc tournament_lose(struct desk *desk, struct tournament *tournament, int64_t last_n,
                        int64_t *from_n, int64_t *to_n, struct err *err)
{
    const int64_t signed_n = tournament->signed_n, head_n = (int64_t)tournament->chain.number;
    OWN(buf) line = {0};

    if (!signed_n && last_n <= head_n)
        return ERR(err, RC_CONFLICT, "the ledger holds all of this tournament that was signed");
    if (tournament->log.phase > TOURNAMENT_LOG_RUNNING)
        return ERR(err, RC_CONFLICT, "this tournament is over");
    FAIL_IF(signed_n && signed_n <= head_n, err, RC_CONFLICT,
            "another history of this tournament was signed than the ledger holds: nothing "
            "more of it is signed; cancel it and begin another");
    *from_n = head_n + 1;
    *to_n = signed_n > head_n ? signed_n : last_n;
    if (last_n > *to_n)
        *to_n = last_n;
    if (last_n > signed_n)
        *to_n += TOURNAMENT_LOST_MARGIN; /* the marks do not tell them all */
    buf_printf(&line, "lost %lld %lld", (long long)*from_n, (long long)*to_n);
    tournament->signed_n = 0;
    return tournament_append(desk, tournament, buf_text(&line), err);
}

/* The old key signs the new one, so that it can go. */
enum rc tournament_change_key(struct desk *desk, struct tournament *tournament, uint64_t *changed,
                              struct err *err)
{
    unsigned char old[KEY_BYTES], newest[KEY_BYTES], signature[SIGNATURE_BYTES];
    char key[BASE32_HASH_BYTES], sign[BASE32_SIGNATURE_BYTES];
    OWN(buf) line = {0};
    struct hash digest;
    enum rc rc;

    if (!keys_public(desk->keys, keys_newest(desk->keys, KEY_SIGNING), newest))
        return ERR(err, RC_BAD_KEY, "the key file has no key to sign with");
    tournament_terms_key(&tournament->terms, &tournament->log, old);
    if (memcmp(old, newest, KEY_BYTES) == 0 || tournament->signed_n)
        return RC_OK;
    chain_key_change(&tournament->chain, newest, &digest);
    TRY(keyring_sign(desk, old, &digest, signature, err));
    buf_printf(&line, "key %s %s", base32_write(newest, KEY_BYTES, key),
               base32_write(signature, SIGNATURE_BYTES, sign));
    rc = tournament_append(desk, tournament, buf_text(&line), err);
    *changed += rc == RC_OK;
    return rc;
}
