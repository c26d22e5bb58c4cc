/* SPDX-License-Identifier: MIT */
/* An order that came without its game, or to another: which of its writer's games it is for. */

#include "commands/meaning.h"
#include "inbound/inbound_p.h"
#include "ledger/derived.h"
#include "rules/understand.h"
#include "tell/command_words.h"

enum { GAMES_MOST = 6 };

struct elsewhere {
    unsigned count;
    int64_t game[GAMES_MOST];
    const struct game *played[GAMES_MOST];
    bool asked, any_asked;
};

/* Can it be done there, as far as is known yet? What was written to one game is for another only if
 * so. */
static bool is_allowed(const struct meaning_reader *reader, const struct position *position,
                       const char *line)
{
    OWN_MEMORY struct understanding *out = calloc(1, sizeof *out);

    return out && understand_line(reader->game, reader->rulebook,
                                  language_lexicon(reader->language, reader->game), reader->seat,
                                  position_state(position), line, strlen(line), NULL, NULL,
                                  out) == VERDICT_DONE;
}

/* Might the line be meant in a game? *asked: and is something asked of him there? */
static enum rc is_for(struct incoming *incoming, int64_t game, const char *line,
                      const struct game **played, bool *asked, struct err *err)
{
    struct meaning_reader reader = {.library = incoming->desk->library,
                                    .language = incoming->answer.wording.language};
    OWN_MEMORY struct phrase_part *part = NULL;
    struct position *position;

    *played = NULL;
    TRY(position_get(incoming->desk, game, &position, err));
    reader.game = position->played;
    reader.rulebook = position_rulebook(position);
    for (unsigned seat = 1; seat <= position->genesis.seats; seat++)
        if (position->player[seat] == incoming->known->sender) {
            reader.seat = seat;
            reader.wants_luck = position_wants_luck(position, seat);
            *asked |= adjudicate_is_asked(position, seat) || reader.wants_luck;
        }
    part = reader.wants_luck ? calloc(PHRASE_PARTS_MAX, sizeof *part) : NULL;
    if (part && meaning_luck(&reader, line, part))
        *played = position->played;
    if (reader.seat && meaning_is_meant(&reader, line) &&
        (!incoming->position || position->phase != POSITION_PLAY ||
         is_allowed(&reader, position, line)))
        *played = position->played;
    return RC_OK;
}

static enum rc find(struct incoming *incoming, const char *line, struct elsewhere *found,
                    struct err *err)
{
    const struct game *here = incoming->position ? incoming->position->played : NULL, *played;
    struct ledger_rows rows =
        ledger_games_of_player(incoming->desk->ledger, incoming->known->sender, err);
    struct ledger_game_row row;

    while (ledger_next(&rows, &row) && found->count < GAMES_MOST) {
        bool asked = false;

        if (row.status == LEDGER_OVER || library_game(incoming->desk->library, row.engine) == here)
            continue;
        rows.rc = is_for(incoming, row.game, line, &played, &asked, err);
        if (!played || (found->any_asked && !asked))
            continue;
        found->count = asked && !found->any_asked ? 0 : found->count;
        found->any_asked |= asked;
        found->game[found->count] = row.game;
        found->played[found->count++] = played;
    }
    return ledger_end(&rows);
}

enum rc inbound_tell_games(struct incoming *incoming, const char *line, bool *told, struct err *err)
{
    const struct lexicon *words = language_commands(incoming->answer.wording.language);
    struct elsewhere found = {0};
    enum rc rc = find(incoming, line, &found, err);

    THEN(rc, incoming_see_game(incoming, err));
    *told = rc == RC_OK && found.count;
    for (unsigned i = 0; i < found.count && *told; i++) {
        OWN_WIPED(buf) exact = {0};

        command_words_show_first(words, COMMAND_GAME, &exact);
        buf_printf(&exact, " %lld: %s", (long long)found.game[i], line);
        incoming_tell(incoming, "talk.order-of-game", "text", line, "n", TEXT_INT(found.game[i]),
                      "game", wording_title(&incoming->answer.wording, found.played[i]), NULL);
        incoming_offer_line(incoming, buf_text(&exact));
    }
    return rc;
}
