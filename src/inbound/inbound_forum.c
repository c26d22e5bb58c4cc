/* SPDX-License-Identifier: MIT */
/* A post's own steps: whose it is and of which game, whether any of it is for the robot, sealed
 * blocks, and edits. Behind them it goes the way of every letter. */
#include <stdio.h>

#include "outbound/outbox.h"
#include "ledger/derived.h"
#include "ledger/topics.h"
#include "ledger/work.h"
#include "people/naming.h"
#include "inbound/inbound_p.h"
#include "seal/block.h"
#include "server/vault.h"
#include "commands/forum_answer.h"
#include "commands/joining.h"
#include "commands/wishes.h"
#include "tell/command_words.h"

/* ---- whose ---- */

/* Names in a forum change; the number stays. */
static enum rc learn_name(struct incoming *incoming, struct err *err)
{
    TEXT_IN(text, account, PERSON_ACCOUNT_BYTES);

    TEXT_PUT(&text, TEXT_INT(incoming->known->read.post.user), ":",
             incoming->known->read.post.name);
    if (text_equal(account, incoming->person.account))
        return RC_OK;
    text_copy(incoming->person.account, sizeof incoming->person.account, account);
    return people_change(incoming->desk, incoming->known->sender, "account", account, err);
}

/* The account becomes one more address of the player whose code this is. */
static enum rc link_account(struct incoming *incoming, int64_t player, struct err *err)
{
    enum rc rc =
        people_address_add(incoming->desk, player, incoming->known->read.mail.from.address, err);

    THEN(rc, people_get(incoming->desk, player, &incoming->person, err));
    incoming_learn(incoming)->sender = player;
    THEN(rc, learn_name(incoming, err));
    incoming->answer.wording.language =
        library_language(incoming->desk->library, incoming->person.language);
    LOG(&incoming->desk->log, LOG_INFO, "account-linked", "ok", "yes");
    if (rc == RC_OK)
        incoming_end(incoming, LEDGER_ANSWERED, "linked", NULL);
    if (rc == RC_OK)
        SAY(incoming, "forum.linked", "name", incoming->person.name);
    return rc;
}

/* A line that only asks to join is done with; a wish beside it is read as every player's is, and
 * "I'm in" is an answer to who looks for somebody. */
static bool only_joins(const struct library *library, const char *line, const char *name)
{
    const struct language *language;
    OWN(buf) exact = {0}, plain = {0};
    bool only = false;

    BUF_PUT(&plain, "join", *name ? " " : "", name);
    for (size_t i = 0; !only && (language = library_language_at(library, i)) != NULL; i++) {
        buf_clear(&exact);
        only = command_words_read(language_commands(language), line, &exact) &&
               text_equal(buf_text(&exact), buf_text(&plain));
        buf_clear(&exact);
        only |= wishes_read(library, language, line, WISHES_LOBBY, &exact) &&
                text_equal(buf_text(&exact), buf_text(&plain));
    }
    return only && !wishes_agree(library, line);
}

/* Whoever joins in the forum is known by its word alone; what else he wrote is read then. */
static enum rc sign_up(struct incoming *incoming, size_t line, const char *name, bool *goes_on,
                       struct err *err)
{
    char fitted[PERSON_NAME_BYTES];
    bool cut = naming_fit(*name ? name : incoming->known->read.post.name, fitted);
    struct err own = {0};
    enum rc rc = people_add(incoming->desk, fitted, incoming->known->read.mail.from.address,
                            language_code(incoming->answer.wording.language),
                            &incoming_learn(incoming)->sender, &own);

    if (rc == RC_EXISTS || rc == RC_BAD_INPUT) {
        incoming_learn(incoming)->sender = 0;
        return incoming_end(incoming, LEDGER_ANSWERED, "name-taken", "forum.name-taken");
    }
    FAIL_IF(rc != RC_OK, err, rc, own.text);
    TRY(people_get(incoming->desk, incoming->known->sender, &incoming->person, err));
    TRY(learn_name(incoming, err));
    if (only_joins(incoming->desk->library, incoming->lines.line[line].text, name))
        incoming_drop_line(incoming, line);
    if (cut)
        incoming_tell(incoming, "desk.name-shortened", "name", fitted, (const char *)NULL);
    *goes_on = incoming->lines.count > 0;
    SAY(incoming, "forum.signed-up", "name", incoming->person.name);
    if (*goes_on)
        return RC_OK;
    incoming_end(incoming, LEDGER_ANSWERED, "signed-up", NULL);
    return joining_show_games(incoming, err);
}

/* What stands behind a word at the start of the i-th line; NULL = another word. */
static const char *behind(const struct incoming *incoming, size_t i, const char *word)
{
    const char *line = i < incoming->lines.count ? incoming->lines.line[i].text : "";
    size_t length = strlen(word);
    char first[32];

    text_copy(first, sizeof first, line);
    first[strcspn(first, " \t")] = '\0';
    return text_equal_folded(first, word) ? line + length + strspn(line + length, " \t") : NULL;
}

/* An account that nobody has yet: it may be linked, or join. */
static enum rc greet(struct incoming *incoming, bool *goes_on, struct err *err)
{
    const char *code = behind(incoming, 0, "link");
    OWN(buf) name = {0};
    int64_t player = 0;
    size_t line = 0;

    *goes_on = false;
    if (code)
        TRY(forum_link_read(incoming->desk, code, &player, err));
    if (player)
        return link_account(incoming, player, err);
    if (code)
        incoming_end(incoming, LEDGER_REJECTED, "bad-code", "forum.bad-code");
    else if (joining_asks(incoming, &line, &name))
        return sign_up(incoming, line, buf_text(&name), goes_on, err);
    else
        TRY(incoming_stranger(incoming, "stranger", "forum.stranger", err));
    return RC_OK;
}

/* ---- of which game ---- */

static unsigned seat_of(const struct position *position, int64_t player)
{
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->player[seat] == player)
            return seat;
    return 0;
}

static enum rc take_game(struct incoming *incoming, int64_t game, struct err *err)
{
    struct position *position = NULL;

    TRY(position_get(incoming->desk, game, &position, err));
    incoming_learn(incoming)->seat = seat_of(position, incoming->known->sender);
    if (incoming->known->seat) {
        incoming_learn(incoming)->game = game;
        TRY(incoming_see_game(incoming, err));
    }
    return RC_OK;
}

/* Does it begin with a word that is about no game? "decline" alone is an order in some games, too.
 */
static bool is_about_none(const struct incoming *incoming)
{
    static const char *const words[] = {"accept",     "decline", "join",  "challenge",
                                        "challenges", "invite",  "games", "practice"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (behind(incoming, 0, words[i]))
            return true;
    return false;
}

/* Outside a game's topic the first line may say which game is meant; whoever plays one only need
 * not. */
static enum rc find_game(struct incoming *incoming, struct err *err)
{
    const char *number = behind(incoming, 0, "game");
    struct ledger_topic topic = {0};
    unsigned count;
    int64_t game;
    enum rc rc = RC_OK;

    if (incoming->known->read.post.topic)
        rc = ledger_topic_find(incoming->desk->ledger, incoming->known->read.post.topic, &topic,
                               err);
    if (rc != RC_OK || topic.game)
        return rc == RC_OK ? take_game(incoming, topic.game, err) : rc;
    if (number && text_to_int(number, strlen(number), &game)) {
        struct err own = {0};

        incoming_drop_line(incoming, 0);
        rc = take_game(incoming, game, &own);
        return rc == RC_OK || rc == RC_NOT_FOUND ? RC_OK : ERR(err, rc, own.text);
    }
    if (is_about_none(incoming))
        return RC_OK;
    rc = ledger_games_going(incoming->desk->ledger, incoming->known->sender, &count, &game, err);
    return rc == RC_OK && game ? take_game(incoming, game, err) : rc;
}

/* ---- sealed blocks ---- */

static const char BEGIN[] = "postern-block", END[] = "end-block";

static const char *find_folded(const char *text, const char *word)
{
    for (; *text; text++) {
        size_t i = 0;

        while (word[i] && text_lower(text[i]) == word[i])
            i++;
        if (!word[i])
            return text;
    }
    return NULL;
}

static bool decision_is_open(const struct incoming *incoming, uint64_t decision)
{
    const struct position *position = incoming->position;

    for (unsigned i = 0; i < position->decision_count; i++)
        if (position->decision[i].seat == incoming->known->seat &&
            !position_is_luck(position->decision[i].id) && position->decision[i].id == decision)
            return true;
    return false;
}

/* fails  RC_BAD_SEAL, RC_NOT_FOUND (the key is destroyed, the game over) */
static enum rc open_block(struct incoming *incoming, const struct block_sealed *sealed,
                          struct block *block, struct err *err)
{
    struct vault_owner owner = {LEDGER_KEY_BOX, incoming->known->game};
    unsigned char public_key[KEY_BYTES], *secret = secret_new(KEY_BYTES);
    const unsigned char *seed;
    enum rc rc = secret ? vault_key(incoming->desk, owner, &seed, err)
                        : ERR(err, RC_NO_MEMORY, "no locked memory for a key");

    if (rc == RC_OK) {
        block_make_key(seed, public_key, secret);
        rc = block_open(public_key, secret, sealed, block, err);
    }
    secret_free(secret);
    return rc;
}

/* Did its writer see the question, as this game asks it? (P2) */
static bool saw_question(const struct incoming *incoming, const struct block *block)
{
    const struct replay *replay = incoming->position->replay;

    return block->seen <= incoming->position->chain.number &&
           !replay_is_lost(replay, block->seen) &&
           block->seen >= replay_question_since(replay, (unsigned)block->seat, block->decision);
}

/* Why a block does not count; NULL = it does. The reasons tell nobody what is in it. */
static enum rc judge_block(struct incoming *incoming, const struct block_sealed *sealed,
                           struct block *block, const char **why, struct err *err)
{
    struct err own = {0};
    int64_t earlier = 0;
    struct hash hash;
    enum rc rc;

    *why = NULL;
    rc = open_block(incoming, sealed, block, &own);
    if (rc == RC_BAD_SEAL || rc == RC_NOT_FOUND) {
        *why = "block-foreign";
        return RC_OK;
    }
    FAIL_IF(rc != RC_OK, err, rc, own.text);
    if (memcmp(&block->genesis, &incoming->position->chain.genesis, sizeof block->genesis) != 0)
        *why = "block-foreign";
    else if (block->seat != incoming->known->seat)
        *why = "block-not-yours";
    else if (!decision_is_open(incoming, block->decision))
        *why = "block-late";
    else if (!saw_question(incoming, block))
        *why = "block-unseen";
    if (*why)
        return RC_OK;
    rc = vault_lookup(incoming->desk, "block", (const char *)block->id, BLOCK_ID_BYTES, &hash, err);
    THEN(rc, ledger_said(incoming->desk->ledger, incoming->known->game, (int)incoming->known->seat,
                         hash.at, incoming->known->id, &earlier, err));
    if (earlier)
        *why = "block-again";
    return rc;
}

static void refuse_block(struct incoming *incoming, bool *goes_on, const char *why)
{
    char key[SENTENCE_KEY_BYTES];

    *goes_on = false;
    snprintf(key, sizeof key, "forum.%s", why);
    incoming_end(incoming, text_equal(why, "block-again") ? LEDGER_REPEAT : LEDGER_REJECTED, why,
                 key);
}

/* Put what blocks hold in the place of their own lines.
 * out    orders: lines in clear that stand outside of blocks, then those of the blocks */
static enum rc open_blocks(struct incoming *incoming, const struct post_text *text,
                           struct buf *orders, bool *goes_on, struct err *err)
{
    const char *at = buf_text(&text->own);
    enum rc rc = RC_OK;

    while (rc == RC_OK && *goes_on && (at = find_folded(at, BEGIN))) {
        struct block_sealed sealed;
        struct block block = {0};
        struct err own = {0};
        const char *why = NULL, *end;

        rc = block_read(at, strlen(at), &sealed, &own);
        if (rc == RC_BAD_INPUT || rc == RC_NOT_FOUND) {
            why = "block-broken";
            rc = RC_OK;
        } else if (rc == RC_OK)
            rc = judge_block(incoming, &sealed, &block, &why, err);
        if (rc == RC_OK && !why) {
            buf_put_bytes(orders, block.text, block.length);
            buf_put_char(orders, '\n');
        } else if (rc == RC_OK)
            refuse_block(incoming, goes_on, why);
        secret_wipe(&block, sizeof block);
        end = find_folded(at, END);
        at = end ? end : at + strlen(at);
    }
    return rc;
}

/* Lines for the robot that are no part of a block. */
static void put_clear_lines(const char *text, struct buf *out)
{
    const char *begin;

    while ((begin = find_folded(text, BEGIN))) {
        const char *end = find_folded(begin, END);

        buf_put_bytes(out, text, (size_t)(begin - text));
        text = end ? end + strlen(END) : begin + strlen(begin);
    }
    buf_put(out, text);
}

static enum rc replace_lines(struct incoming *incoming, struct buf *text, struct err *err)
{
    OWN(reading) reading = {0};

    incoming_read(incoming, &reading);
    TRY(reading_set_text(incoming->desk, &reading, text, err));
    incoming_read(incoming, &reading);
    return RC_OK;
}

static enum rc step_blocks(struct incoming *incoming, bool *goes_on, struct err *err)
{
    OWN(post_text) text = {0};
    OWN_WIPED(buf) orders = {0};

    TRY(forum_read_text(incoming->desk, &incoming->known->read.post, incoming->in->raw,
                        incoming->in->length, &text, err));
    if (find_folded(buf_text(&text.own), BEGIN)) {
        incoming_learn(incoming)->sealed = incoming->fate.understood = true;
        if (incoming->position) {
            put_clear_lines(buf_text(&text.orders), &orders);
            TRY(open_blocks(incoming, &text, &orders, goes_on, err));
            if (*goes_on)
                TRY(replace_lines(incoming, &orders, err));
        } else
            refuse_block(incoming, goes_on, "block-no-game");
    }
    return RC_OK;
}

/* ---- edits ---- */

struct original {
    int64_t arrived_s;
    bool was_talk;
};

static enum rc find_original(struct incoming *incoming, struct original *original, struct err *err)
{
    const char *id = incoming->known->read.mail.message_id, *dot = strstr(id, ".edit@");
    OWN(buf) plain = {0};
    int64_t letter = 0;
    struct ledger_letter_row row;
    struct ledger_rows rows;
    struct hash key;

    if (!dot)
        return RC_OK;
    buf_put_bytes(&plain, id, (size_t)(dot - id));
    buf_put(&plain, dot + strlen(".edit"));
    TRY(vault_lookup(incoming->desk, "message", buf_text(&plain), plain.length, &key, err));
    TRY(ledger_letter_by_message(incoming->desk->ledger, (struct ledger_bytes){key.at, HASH_BYTES},
                                 &letter, err));
    if (letter) {
        rows = ledger_letter_get(incoming->desk->ledger, letter, err);
        if (ledger_next(&rows, &row)) {
            original->arrived_s = row.letter.arrived_s;
            original->was_talk = text_equal(row.outcome.reason, "talk");
        }
        TRY(ledger_end(&rows));
    }
    return RC_OK;
}

/* What was posted counts as it was posted. Whoever only talked, or is nobody, is not told so. */
static enum rc take_edit(struct incoming *incoming, struct err *err)
{
    struct original original = {.was_talk = true};

    TRY(find_original(incoming, &original, err));
    if (original.arrived_s >= incoming->in->arrived_s)
        incoming_end(incoming, LEDGER_IGNORED, "edited-before", NULL);
    else if (!incoming->known->sender || (original.was_talk && !incoming->lines.count))
        incoming_end(incoming, LEDGER_IGNORED, "edited-talk", NULL);
    else
        incoming_end(incoming, LEDGER_ANSWERED, "edited", "forum.edited");
    return RC_OK;
}

/* ---- the step ---- */

static bool holds_block(const struct incoming *incoming)
{
    return memmem(incoming->in->raw, incoming->in->length, BEGIN, strlen(BEGIN)) != NULL;
}

enum rc step_forum(struct incoming *incoming, bool *goes_on, struct err *err)
{
    if (incoming->known->read.post.kind == FORUM_POST_NONE)
        return RC_OK;
    if (incoming->known->read.post.kind == FORUM_POST_EDIT) {
        *goes_on = false;
        return take_edit(incoming, err);
    }
    if (!incoming->lines.count && !holds_block(incoming)) {
        *goes_on = false;
        return incoming_end(incoming, LEDGER_IGNORED, "talk", NULL);
    }
    if (!incoming->known->sender)
        TRY(greet(incoming, goes_on, err));
    if (!*goes_on)
        return RC_OK;
    TRY(learn_name(incoming, err));
    TRY(find_game(incoming, err));
    if (holds_block(incoming))
        TRY(step_blocks(incoming, goes_on, err));
    if (*goes_on && !incoming->lines.count) {
        *goes_on = false;
        if (incoming->known->sealed)
            incoming_end(incoming, LEDGER_REJECTED, "no-orders", "desk.no-orders");
        else /* a block in a quote, or "game 3" alone */
            incoming_end(incoming, LEDGER_IGNORED, "talk", NULL);
    }
    return RC_OK;
}
