/* SPDX-License-Identifier: MIT */
/* Says a letter's subject where its player has his notices, and stops where nobody listens. */
#include "outbound/knocks.h"

#include <stdio.h>

#include "base/child.h"
#include "base/timetext.h"
#include "ledger/facts.h"
#include "ledger/knocks.h"
#include "ledger/letters.h"
#include "ledger/work.h"
#include "letter/value.h"
#include "outbound/compose.h"
#include "outbound/notice.h"
#include "outbound/wording.h"
#include "post/knock.h"
#include "post/secret.h"
#include "seal/encode.h"
#include "seal/mac.h"
#include "seal/secret.h"
#include "server/replica.h"
#include "server/vault.h"

enum {
    BATCH = 16,
    HOUR_S = 3600,
    STALE_S = 24 * HOUR_S, /* nobody comes for such a knock */
    RETRY_S = 60,
    RETRY_MOST_S = 4 * HOUR_S,
    TOLD_S = 30 * 24 * HOUR_S, /* so long the administrator sees whose were stopped */
    CODE_RANDOM = 5
};

/* ---- where a player has them ---- */

static const char *const kinds[KNOCK_KIND_COUNT] = {
    [KNOCK_WEBHOOK] = "webhook", [KNOCK_NTFY] = "ntfy", [KNOCK_MATRIX] = "matrix"};

const char *knocks_kind(enum knock_kind kind)
{
    return kinds[kind];
}

/* The next word; false: none, or too long. */
static bool take_word(const char **text, char *out, size_t capacity)
{
    size_t length = strcspn(*text, " ");

    if (!length || length >= capacity)
        return false;
    text_copy(out, length + 1, *text);
    *text += length;
    *text += strspn(*text, " ");
    return true;
}

static bool is_room(const char *room)
{
    for (const char *at = room; *at; at++)
        if (!text_is_letter(*at) && !text_is_digit(*at) && !strchr("!:._-=+/", *at))
            return false;
    return *room == '!' && room[1];
}

static bool is_token(const char *token)
{
    for (const char *at = token; *at; at++)
        if (!text_is_letter(*at) && !text_is_digit(*at) && !strchr("._-~+/=", *at))
            return false;
    return true;
}

bool knocks_read_wish(const char *words, struct knock_place *place)
{
    char kind[16];

    *place = (struct knock_place){.kind = KNOCK_WEBHOOK};
    if (!take_word(&words, kind, sizeof kind) || !take_word(&words, place->to, sizeof place->to))
        return false;
    while (place->kind < KNOCK_KIND_COUNT && !text_equal_folded(kinds[place->kind], kind))
        place->kind++;
    if (place->kind == KNOCK_NTFY && *words &&
        (!take_word(&words, place->token, sizeof place->token) || !is_token(place->token)))
        return false;
    return place->kind != KNOCK_KIND_COUNT && !*words &&
           (place->kind == KNOCK_MATRIX ? is_room(place->to) : knock_url_is_good(place->to));
}

bool knocks_read(const struct person *person, struct knock_place *place)
{
    const char *words = person->knock;
    char state[8], code[KNOCK_CODE_BYTES], key[KNOCK_KEY_BYTES];

    if (!take_word(&words, state, sizeof state) || !take_word(&words, code, sizeof code) ||
        !take_word(&words, key, sizeof key) || !knocks_read_wish(words, place))
        return false;
    text_copy(place->code, sizeof place->code, code);
    text_copy(place->key, sizeof place->key, key);
    place->is_on = text_equal(state, PEOPLE_KNOCK_ON);
    return true;
}

static enum rc keep(struct desk *desk, int64_t player, const struct knock_place *place,
                    struct err *err)
{
    char words[PERSON_KNOCK_BYTES];
    WIPED_AT_END(words);

    snprintf(words, sizeof words, "%s %s %s %s %s%s%s", place->is_on ? PEOPLE_KNOCK_ON : "new",
             place->code, place->key, kinds[place->kind], place->to, *place->token ? " " : "",
             place->token);
    return people_change(desk, player, "knock", words, err);
}

enum rc knocks_set(struct desk *desk, int64_t player, struct knock_place *place, struct err *err)
{
    unsigned char random[32];
    struct ledger_knock knock = {.player = player, .due_s = desk_now(desk)};

    desk_entropy(desk, random, sizeof random);
    base32_write(random, CODE_RANDOM, place->code);
    desk_entropy(desk, random, sizeof random);
    base32_write(random, sizeof random, place->key);
    secret_wipe(random, sizeof random);
    place->is_on = false;
    TRY(ledger_knocks_forget(desk->ledger, player, err));
    TRY(keep(desk, player, place, err));
    return ledger_knock_put(desk->ledger, &knock, err);
}

enum rc knocks_confirm(struct desk *desk, int64_t player, struct knock_place *place,
                       struct err *err)
{
    place->is_on = true;
    return keep(desk, player, place, err);
}

enum rc knocks_off(struct desk *desk, int64_t player, struct err *err)
{
    TRY(ledger_knocks_forget(desk->ledger, player, err));
    return people_change(desk, player, "knock", "none", err);
}

/* ---- what is said ---- */

struct saying {
    struct desk *desk;
    struct ledger_knock knock;
    struct person person;
    struct knock_place place;
    char text[COMPOSE_SUBJECT_BYTES];
    char kind[32];
    int64_t game;
    char note[KNOCK_NOTE_BYTES];
    bool is_ours; /* what is wrong: no player loses his notices by it */
};

static enum rc say_code(struct saying *saying, struct err *err)
{
    struct wording wording = {.language =
                                  library_language(saying->desk->library, saying->person.language)};
    OWN_WIPED(buf) text = {0};

    WORDING(&wording, &text, "talk.notify-code", "code", saying->place.code);
    TRY(buf_rc(&text, err));
    text_copy(saying->text, sizeof saying->text, buf_text(&text));
    text_copy(saying->kind, sizeof saying->kind, "code");
    return RC_OK;
}

static enum rc say_subject(struct saying *saying, struct err *err)
{
    struct ledger_rows rows = ledger_out_get(saying->desk->ledger, saying->knock.out, err);

    for (struct ledger_out row; ledger_next(&rows, &row);) {
        text_copy(saying->kind, sizeof saying->kind, row.kind);
        saying->game = row.game;
    }
    TRY(ledger_end(&rows));
    return compose_subject(saying->desk, saying->knock.out, saying->text, err);
}

/* doc/notices.md has the same members; a value's numbers would be texts. */
static void write_body(const struct saying *saying, struct buf *body)
{
    OWN_AT(values) values = values_new();
    char now[TIMETEXT_BYTES];

    timetext_write(desk_now(saying->desk), now);
    buf_printf(body,
               "{\"postern\":1,\"id\":%lld,\"time\":\"%s\",\"kind\":\"%s\",\"game\":%lld,\"text\":",
               (long long)saying->knock.out, now, saying->kind, (long long)saying->game);
    value_write(value_text(values, saying->text), body);
    buf_put(body, "}");
}

static struct knock_config config_of(const struct desk *desk, int stop_fd)
{
    const struct config_notices *notices = &desk->config->notices;

    return (struct knock_config){.ca_file = *notices->ca_file ? notices->ca_file : NULL,
                                 .inside = notices->inside,
                                 .stop_fd = stop_fd};
}

static enum knock_fate send_webhook(struct saying *saying, int stop_fd)
{
    const struct knock_config config = config_of(saying->desk, stop_fd);
    char hex[MAC_SHA256_HEX_BYTES], header[128], number[TEXT_INT_BYTES];
    OWN(buf) body = {0}, signed_text = {0};

    write_body(saying, &body);
    text_of_int(number, desk_now(saying->desk));
    buf_printf(&signed_text, "%s.", number);
    buf_put_bytes(&signed_text, body.at, body.length);
    mac_sha256(saying->place.key, strlen(saying->place.key), buf_text(&signed_text),
               signed_text.length, hex);
    snprintf(header, sizeof header, "Postern-Signature: t=%s,v1=%s", number, hex);
    return knock_send(&config,
                      &(struct knock_request){.method = "POST",
                                              .url = saying->place.to,
                                              .header = {"Content-Type: application/json", header},
                                              .body = buf_text(&body),
                                              .length = body.length},
                      saying->note);
}

static enum knock_fate send_ntfy(struct saying *saying, int stop_fd)
{
    const struct knock_config config = config_of(saying->desk, stop_fd);
    char bearer[KNOCK_TOKEN_BYTES + 32];
    WIPED_AT_END(bearer);

    snprintf(bearer, sizeof bearer, "Authorization: Bearer %s", saying->place.token);
    return knock_send(&config,
                      &(struct knock_request){.method = "POST",
                                              .url = saying->place.to,
                                              .header = {"Content-Type: text/plain; charset=utf-8",
                                                         *saying->place.token ? bearer : NULL},
                                              .body = saying->text,
                                              .length = strlen(saying->text)},
                      saying->note);
}

static void put_escaped(const char *text, struct buf *out)
{
    for (const char *at = text; *at; at++)
        if (text_is_letter(*at) || text_is_digit(*at) || strchr("._-", *at))
            buf_put_char(out, *at);
        else
            buf_printf(out, "%%%02X", (unsigned)(unsigned char)*at);
}

/* The server's own account there; it goes into the room when it first speaks in it. */
static enum knock_fate ask_matrix(struct saying *saying, int stop_fd, const char *token,
                                  const char *method, const char *what, const char *behind,
                                  const struct buf *body)
{
    const struct knock_config config = config_of(saying->desk, stop_fd);
    OWN_WIPED(buf) bearer = {0};
    OWN(buf) url = {0};
    enum knock_fate fate;

    buf_printf(&url, "%s/_matrix/client/v3/%s/", saying->desk->config->notices.matrix, what);
    put_escaped(saying->place.to, &url);
    buf_put(&url, behind);
    buf_printf(&bearer, "Authorization: Bearer %s", token);
    fate = knock_send(
        &config,
        &(struct knock_request){.method = method,
                                .url = buf_text(&url),
                                .header = {"Content-Type: application/json", buf_text(&bearer)},
                                .body = buf_text(body),
                                .length = body->length},
        saying->note);
    return fate;
}

static enum knock_fate send_matrix(struct saying *saying, int stop_fd)
{
    const struct config_notices *notices = &saying->desk->config->notices;
    OWN_AT(values) values = values_new();
    struct value *map = value_map(values);
    OWN_WIPED(buf) token = {0};
    OWN(buf) body = {0}, behind = {0}, nothing = {0};
    enum knock_fate fate = KNOCK_DONE;

    buf_put(&nothing, "{}");
    value_set_text(map, "msgtype", "m.text");
    value_set_text(map, "body", saying->text);
    value_write(map, &body);
    buf_printf(&behind, "/send/m.room.message/postern-%lld-%lld", (long long)saying->knock.id,
               (long long)(saying->knock.out ? saying->knock.out : saying->knock.due_s));
    saying->is_ours =
        !*notices->matrix || secret_from_file(notices->matrix_token_file, &token, NULL) != RC_OK;
    if (saying->is_ours) {
        text_copy(saying->note, sizeof saying->note, "this server has no Matrix account now");
        fate = KNOCK_LATER;
    }
    if (fate == KNOCK_DONE && !saying->knock.out)
        fate = ask_matrix(saying, stop_fd, buf_text(&token), "POST", "join", "", &nothing);
    if (fate == KNOCK_DONE)
        fate =
            ask_matrix(saying, stop_fd, buf_text(&token), "PUT", "rooms", buf_text(&behind), &body);
    if (text_equal(saying->note, "HTTP 401")) {
        text_copy(saying->note, sizeof saying->note,
                  "the Matrix server refuses [notices] matrix_token_file");
        saying->is_ours = true;
        fate = KNOCK_LATER;
    }
    return fate;
}

/* ---- what becomes of it ---- */

/* Where nobody listens any more, nothing is sent; he is told by letter, as of a bounce. */
static enum rc stop(struct saying *saying, struct err *err)
{
    const struct ledger_knock told = {.player = saying->knock.player,
                                      .due_s = desk_now(saying->desk) + TOLD_S,
                                      .tries = LEDGER_KNOCK_TRIES,
                                      .note = saying->note};

    TRY(knocks_off(saying->desk, saying->knock.player, err));
    TRY(ledger_knock_put(saying->desk->ledger, &told, err));
    return notice_player(saying->desk, saying->knock.player,
                         &(struct notice){.key = "talk.notify-stopped",
                                          .arg = {{"to", saying->place.to}, {"why", saying->note}},
                                          .count = 2},
                         err);
}

static int64_t delay_s(int tries)
{
    int64_t delay = RETRY_S;

    while (tries-- > 1 && delay < RETRY_MOST_S)
        delay *= 4;
    return delay < RETRY_MOST_S ? delay : RETRY_MOST_S;
}

static enum rc note(struct saying *saying, enum knock_fate fate, struct err *err)
{
    struct ledger_knock *knock = &saying->knock;

    knock->tries++;
    if (fate == KNOCK_DONE || (saying->is_ours && knock->tries == LEDGER_KNOCK_TRIES))
        return ledger_knock_drop(saying->desk->ledger, knock->id, err);
    knock->note = saying->note;
    knock->due_s = desk_now(saying->desk) + delay_s(knock->tries);
    if (fate == KNOCK_REFUSED || knock->tries == LEDGER_KNOCK_TRIES)
        return stop(saying, err);
    return ledger_knock_again(saying->desk->ledger, knock, err);
}

/* So many within the hour; what is above is not sent later either. */
static enum rc is_allowed(struct saying *saying, bool *allowed, struct err *err)
{
    struct desk *desk = saying->desk;
    char number[TEXT_INT_BYTES];
    struct hash hash;
    int64_t count = 0;

    text_of_int(number, saying->knock.player);
    TRY(vault_lookup(desk, "knock", number, strlen(number), &hash, err));
    TRY(ledger_rate_count(desk->ledger, hash.at, desk_now(desk), HOUR_S, &count, err));
    *allowed = count <= desk->config->notices.hourly;
    return RC_OK;
}

/* Is there anything to say to him? What cannot be said is dropped. */
static enum rc prepare(struct saying *saying, bool *ready, struct err *err)
{
    struct err own = {0};
    enum rc rc = people_get(saying->desk, saying->knock.player, &saying->person, &own);

    *ready = rc == RC_OK && knocks_read(&saying->person, &saying->place) &&
             saying->place.is_on == (saying->knock.out != 0) &&
             saying->knock.due_s + STALE_S > desk_now(saying->desk);
    if (*ready)
        rc = saying->knock.out ? say_subject(saying, &own) : say_code(saying, &own);
    *ready &= rc == RC_OK;
    rc = *ready && !saying->knock.tries ? is_allowed(saying, ready, err) : RC_OK;
    return rc == RC_OK && !*ready ? ledger_knock_drop(saying->desk->ledger, saying->knock.id, err)
                                  : rc;
}

static enum rc say_one(struct desk *desk, int stop_fd, const struct ledger_knock *knock,
                       struct err *err)
{
    OWN_MEMORY struct saying *saying = calloc(1, sizeof *saying);
    enum knock_fate fate = KNOCK_DONE;
    bool ready = false;
    enum rc rc = saying ? desk_begin(desk, err) : ERR(err, RC_NO_MEMORY, "no memory for notices");

    if (rc == RC_OK) {
        saying->desk = desk;
        saying->knock = *knock;
        rc = desk_end(desk, prepare(saying, &ready, err), err);
    }
    if (rc == RC_OK && ready) {
        fate = saying->place.kind == KNOCK_WEBHOOK ? send_webhook(saying, stop_fd)
               : saying->place.kind == KNOCK_NTFY  ? send_ntfy(saying, stop_fd)
                                                   : send_matrix(saying, stop_fd);
        rc = desk_begin(desk, err);
        THEN(rc, desk_end(desk, note(saying, fate, err), err));
    }
    if (saying)
        secret_wipe(saying, sizeof *saying);
    return rc;
}

enum rc knocks_due(struct desk *desk, int stop_fd, unsigned *handled, struct err *err)
{
    struct ledger_knock batch[BATCH], row;
    struct ledger_rows rows;
    unsigned count = 0;

    *handled = 0;
    if (!desk->config->notices.on)
        return RC_OK;
    rows = ledger_knocks_due(desk->ledger, desk_now(desk), BATCH, err);
    while (ledger_next(&rows, &row) && count < BATCH) {
        row.note = "";
        batch[count++] = row;
    }
    TRY(ledger_end(&rows));
    if (count)
        TRY(replica_await(desk->replica, err));
    for (; *handled < count && !fd_is_readable(stop_fd, 0); ++*handled)
        TRY(say_one(desk, stop_fd, &batch[*handled], err));
    return RC_OK;
}
