/* SPDX-License-Identifier: MIT */
/* Goes over a line once, word by word, and notes what is named; then decides what that amounts to.
 * What is missing is asked back by whoever carries the command out. */
#include "commands/wishes.h"

#include <stdio.h>

#include "rules/phrase.h"
#include "server/titles.h"
#include "tell/folded.h"
#include "tell/option_words.h"

enum {
    TERMS_MAX = 4,
    NAME_LETTERS = 40,
    NAMED_LEAST = 8, /* letters */
    NAME_WORDS = 3,
    OTHERS_MOST = 7,
    JOIN_GAP = 8,     /* "join you as Nina" */
    UNKNOWN_MOST = 1, /* words that nobody knows, where a game is named */
    UNKNOWN_SURE = 3, /* … and a program to play it with, which costs nobody anything */
    UNKNOWN_TOLD = 8  /* … of who says that he wants to join, and his name: he is asked again */
};

enum kind {
    UNKNOWN,
    FILLER,
    PLAY,
    PRACTICE,
    COMPUTER,
    OPPONENT,
    SOMEBODY, /* a person: how strong is nobody's to choose */
    JOIN,
    NAME,
    CHALLENGE,
    AGAINST,
    LEVEL,
    LIST,
    TOURNAMENT,
    YES,
    RULES, /* are asked about, beside a title: nobody asks for a game */
    DENIED,
    KINDS
};

/* By the beginning of a term's key, and what word it is then. */
static const struct {
    const char *key;
    enum kind kind;
} kinds[] = {
    {"wish.play", PLAY},
    {"topic.play", PLAY},
    {"wish.practice", PRACTICE},
    {"wish.computer", COMPUTER},
    {"wish.opponent", OPPONENT},
    {"wish.somebody", SOMEBODY},
    {"wish.join", JOIN},
    {"wish.name", NAME},
    {"wish.list", LIST},
    {"command.tournaments", TOURNAMENT},
    {"answer.yes", YES},
    {"command.confirm", YES},
    {"wish.challenge", CHALLENGE},
    {"wish.filler", FILLER},
    {"command.join", JOIN},
    {"command.practice", PRACTICE},
    {"command.challenge", CHALLENGE},
    {"command.invite", CHALLENGE},
    {"value.against", AGAINST},
    {"value.alone", PRACTICE},
    {"value.easy", LEVEL},
    {"value.medium", LEVEL},
    {"value.hard", LEVEL},
    {"value.expert", LEVEL},
    {"command.games", FILLER},
    {"line.little", FILLER},
};

struct wish {
    const struct library *library;
    const struct lexicon *words;
    struct folded line;
    unsigned seen[KINDS];
    const struct game *game;
    const char *level;
    const char *who, *name;        /* in the line */
    const char *also[OTHERS_MOST]; /* invited beside who */
    size_t also_bytes[OTHERS_MOST];
    unsigned also_count;
    bool by_capital; /* who: only a word with a capital */
    bool several;    /* games are named: which is asked */
    bool alone;      /* "by myself" */
    bool may_join;   /* "count me in": a yes where somebody asked */
    bool others;     /* want something, or may: "my brother says he might" */
    bool introduced; /* and nobody has spoken of joining before it */
    bool whose;      /* who: "the cousin of Giulia" is somebody else */
    bool named;      /* in so many letters: "my name is", which "I am happy" is not */
    bool called;     /* "I'm leo, …": a clause ends with the name */
    size_t who_bytes, name_bytes;
    size_t played; /* where the word behind "play" begins */
};

static enum kind kind_of(struct wish *wish, const char *term)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (text_equal(term, kinds[k].key)) {
            if (kinds[k].kind == LEVEL)
                wish->level = term + strlen("value.");
            return kinds[k].kind;
        }
    wish->others |= text_equal(term, "wish.others");
    return UNKNOWN;
}

/* What begins here, by the longest word that is known. */
static enum kind look(struct wish *wish, size_t at, size_t *used)
{
    const struct lexicon *phrases = wish->words->phrases;
    uint16_t term[TERMS_MAX];
    enum kind kind = UNKNOWN;
    size_t more;
    unsigned count = folded_match(&wish->line, wish->words, at, term, TERMS_MAX, used);

    for (unsigned i = 0; i < count && kind == UNKNOWN; i++)
        kind = kind_of(wish, wish->words->terms[term[i]]);
    for (unsigned i = 0; i < count && kind == YES; i++)
        wish->may_join |= text_equal(wish->words->terms[term[i]], "wish.join");
    for (unsigned i = 0; i < count && kind == PRACTICE; i++)
        wish->alone |= text_equal(wish->words->terms[term[i]], "value.alone");
    if (kind == NAME && !wish->seen[JOIN] && /* "my brother is called Ken" */
        text_is_capital(wish->line.line +
                        folded_before(&wish->line, folded_next(&wish->line, at + *used))))
        for (unsigned i = 0; i < count; i++)
            kind = text_equal(wish->words->terms[term[i]], "club.called") ? AGAINST : kind;
    for (unsigned i = 0; i < count && kind == AGAINST; i++) /* "nivel fácil": nobody's name */
        kind = text_equal(wish->words->terms[term[i]], "wish.filler") ? FILLER : kind;
    count = phrases ? folded_match(&wish->line, phrases, at, term, TERMS_MAX, &more) : 0;
    if (!count || (kind != UNKNOWN && more <= *used && /* "tell me about" that game */
                   !(kind == FILLER && more == *used && term[0] == PHRASE_QUESTION)))
        return kind;
    *used = more;
    for (unsigned i = 0; i < count; i++)
        if (term[i] == PHRASE_NEGATION || term[i] == PHRASE_QUESTION || term[i] == PHRASE_PLAYING)
            return DENIED; /* "how do I play" is no wish to */
        else if (term[i] == PHRASE_RULES)
            return RULES;
    return term[0] == PHRASE_COURTESY || term[0] == PHRASE_ASKING || term[0] == PHRASE_REQUEST ||
                   term[0] == PHRASE_GREETING || term[0] == PHRASE_REMARK || term[0] == PHRASE_AND
               ? FILLER
               : kind;
}

static bool says_and(const struct wish *wish, size_t at, size_t *used)
{
    uint16_t term[TERMS_MAX];

    return wish->words->phrases &&
           folded_match(&wish->line, wish->words->phrases, at, term, TERMS_MAX, used) &&
           term[0] == PHRASE_AND;
}

/* Bytes of what joins two words of a name, in any language: "Rosa de Santis", "Luis de la Torre".
 * In small letters before a capital it may be where one is from: "Luca di Torino". */
static size_t particles_at(const struct wish *wish, size_t at)
{
    static const char *const from[] = {"de", "di", "da"};
    static const char *const particles[] = {"de",  "di",  "da",  "del", "della", "dello", "degli",
                                            "dei", "dal", "la",  "los", "las",   "von",   "van",
                                            "der", "den", "ten", "ter", "du",    "dos",   "das"};
    const char *text = wish->line.text, *line = wish->line.line;
    size_t bytes = 0, length;
    bool is = true;

    while (is) {
        const size_t next = at + bytes;

        length = strcspn(text + next, " ");
        is = false;
        for (size_t i = 0; i < sizeof particles / sizeof *particles && text[next + length]; i++)
            is |= strlen(particles[i]) == length && !memcmp(text + next, particles[i], length);
        bytes += is ? length + 1 : 0;
    }
    for (size_t i = 0; bytes && i < sizeof from / sizeof *from; i++)
        if (bytes == strlen(from[i]) + 1 && text_starts_with(text + at, from[i]) &&
            text_is_capital(line + folded_before(&wish->line, at + bytes)) &&
            !text_is_capital(line + folded_before(&wish->line, at)))
            return 0;
    return bytes;
}

/* "Dr", with its full stop. */
static bool is_abbreviation(const struct wish *wish, size_t at)
{
    uint16_t term[TERMS_MAX];
    size_t used;

    return wish->words->phrases &&
           folded_match(&wish->line, wish->words->phrases, at, term, TERMS_MAX, &used) &&
           term[0] == PHRASE_ABBREVIATION && wish->line.text[at + used] == '.';
}

/* A name: the words here that mean nothing, or begin with a capital. */
static size_t take_name(struct wish *wish, size_t at, const char **name, size_t *bytes)
{
    size_t start = folded_before(&wish->line, at), end = at, used = 0;
    bool initial = false; /* "V. Hansen" */

    for (unsigned words = 0; words < NAME_WORDS; words++) {
        size_t gap = words ? strspn(wish->line.text + end, initial ? "._ " : "_ ") : 0;
        size_t next = end + gap + (gap && name == &wish->name ? particles_at(wish, end + gap) : 0);
        size_t length = next < wish->line.length ? folded_word_end(&wish->line, next) - next : 0;
        const char *first = wish->line.line + folded_before(&wish->line, next);
        enum kind kind = length ? look(wish, next, &used) : UNKNOWN;
        bool is_capital = words == 0 && (length > 1 || wish->line.text[next + length] == '.') &&
                          text_is_capital(first); /* "A. Whitmore" */

        if (words && folded_has(&wish->line, wish->words, next, "value.with"))
            break; /* "Ken Doyle with a y" */
        if (words && name == &wish->who && *first >= 'a' && *first <= 'z' &&
            text_is_capital(wish->line.line + start))
            break; /* "Rodolfo wants to" */
        if (!length || text_is_digit(wish->line.text[next]) ||
            (kind != UNKNOWN && !(kind == FILLER && is_capital)))
            break;
        end = next + length;
        initial = length == 1 || is_abbreviation(wish, next);
    }
    if (end == at || folded_before(&wish->line, end) - start > NAME_LETTERS)
        return 0;
    used = end > at + 2 && memcmp(wish->line.text + end - 2, "'s", 2) == 0 ? 2 : 0;
    *name = wish->line.line + start; /* "Giulia's after a game" */
    *bytes = folded_before(&wish->line, end - used) - start;
    return end - at;
}

/* "as Old Pete": one word with a capital before another. */
static bool begins_name(const struct wish *wish, size_t at, size_t length)
{
    const char *here = wish->line.line + folded_before(&wish->line, at);

    return length > 1 && here[length] == ' ' && text_is_capital(here) &&
           text_is_capital(here + length + 1) && !memchr(here, ' ', length);
}

/* "against three machines": how many is nobody's name. */
static bool is_number(const struct wish *wish, size_t at, size_t *used)
{
    unsigned number;

    *used = 0;
    return phrase_number(wish->words->phrases, wish->line.text + at, wish->line.length - at,
                         &number, used) &&
           *used;
}

static size_t behind_fillers(struct wish *wish, size_t at)
{
    size_t used = 0;

    at = folded_next(&wish->line, at);
    while (at < wish->line.length &&
           (is_number(wish, at, &used) ||
            (look(wish, at, &used) == FILLER && !begins_name(wish, at, used))))
        at = folded_next(&wish->line, at + used);
    return at;
}

/* Bytes up to where another name may stand in a list; 0: none does. "Tom, Marco", "Tom and Marco",
 * "a Joan y a Tom" */
static size_t behind_joint(struct wish *wish, size_t at)
{
    size_t next = folded_next(&wish->line, at), used = 0;
    bool comma = memchr(wish->line.text + at, ',', next - at) != NULL;
    bool joined = next < wish->line.length && says_and(wish, next, &used);

    if (!comma && !joined)
        return 0;
    next = folded_next(&wish->line, joined ? next + used : next);
    while (joined && next < wish->line.length) {
        enum kind kind = look(wish, next, &used);

        if (kind != FILLER && kind != AGAINST && kind != CHALLENGE)
            break;
        next = folded_next(&wish->line, next + used);
    }
    return next - at;
}

/* Is a title here? Nobody is called so. */
static bool is_title(const struct wish *wish, size_t at)
{
    const char *here = wish->line.line + folded_before(&wish->line, at);
    size_t used = 0;

    return at >= wish->line.length || titles_at(wish->library, here, strlen(here), &used);
}

/* "Tom and Marco", "Tom, Marco y Joan": whoever is named behind the first, each is meant. */
static size_t take_others(struct wish *wish, size_t at)
{
    size_t from = at, gap;

    while (wish->who && wish->also_count < OTHERS_MOST && (gap = behind_joint(wish, at)) > 0) {
        const char **name = &wish->also[wish->also_count];
        bool written_so = (*wish->who >= 'a' && *wish->who <= 'z') ||
                          !(wish->line.line[folded_before(&wish->line, at + gap)] >= 'a' &&
                            wish->line.line[folded_before(&wish->line, at + gap)] <= 'z');
        size_t used = is_title(wish, at + gap) || !written_so
                          ? 0
                          : take_name(wish, at + gap, name, &wish->also_bytes[wish->also_count]);

        if (!used)
            break;
        wish->also_count++;
        at += gap + used;
    }
    return at - from;
}

/* "im leo", but "I am quite new to it": what has small letters is a name where its clause ends with
 * it, or goes on to another, or to how old one is. */
static bool ends_clause(struct wish *wish, size_t end)
{
    const char *text = wish->line.text;
    size_t next = folded_next(&wish->line, end), used,
           behind = folded_next(&wish->line, folded_word_end(&wish->line, next));

    return text_is_capital(wish->name) || next >= wish->line.length ||
           strcspn(text + end, ",.;:!?)") < next - end || says_and(wish, next, &used) ||
           look(wish, next, &used) == NAME || text_is_digit(text[next]) ||
           (behind < wish->line.length && text_is_digit(text[behind]));
}

/* "Sign me up. Ann Lee": nothing is said behind the name in its clause, nor in it. */
static bool stands_alone(const struct wish *wish, size_t end)
{
    size_t next = folded_next(&wish->line, end), last = wish->name_bytes;

    while (last && wish->name[last - 1] != ' ')
        last--;
    return text_is_capital(wish->name + last) &&
           (next >= wish->line.length || strcspn(wish->line.text + end, ",.;:!?)") < next - end);
}

/* Who is meant behind "against", "I challenge", "join", "my name is"; 0 = nobody. */
static size_t take_person(struct wish *wish, enum kind kind, size_t at)
{
    size_t from = kind == NAME ? folded_next(&wish->line, at) : behind_fillers(wish, at), used = 0;
    const char *first = wish->line.line + folded_before(&wish->line, from);
    bool behind_sentence = strcspn(wish->line.text + at, ".!?") < from - at;

    if (is_title(wish, from) ||
        (!text_is_capital(first) && /* "I'd like to join, but …" */
         strcspn(wish->line.text + at, ",;.!?") < from - at) ||
        (kind == TOURNAMENT && strchr(wish->line.line, '?')) ||
        ((kind == JOIN || kind == NAME || kind == TOURNAMENT) && wish->name &&
         !(kind == NAME && !text_is_capital(wish->name))) || /* "I'm a teacher" */
        (kind == JOIN && from > at + JOIN_GAP) ||
        (kind != NAME && kind != JOIN && kind != AGAINST && kind != CHALLENGE &&
         kind != TOURNAMENT))
        return 0;
    if (kind == NAME || kind == JOIN || kind == TOURNAMENT) {
        const char *name = wish->name;
        size_t bytes = wish->name_bytes;

        used = take_name(wish, from, &wish->name, &wish->name_bytes);
        if (used && kind == JOIN &&
            (behind_sentence ? !stands_alone(wish, from + used)
                             : !ends_clause(wish, from + used))) { /* "join but only now" */
            wish->name = name;
            used = 0;
        } else if (name && !text_is_capital(wish->name)) { /* "I'm zoe and I'm nine" */
            wish->name = name;
            wish->name_bytes = bytes;
        }
    } else if ((used = take_name(wish, from, &wish->who, &wish->who_bytes)) > 0)
        used += take_others(wish, from + used);
    return used ? from - at + used : 0;
}

/* Its capital is no name's. */
static bool begins_sentence(const struct wish *wish, size_t at)
{
    while (at && !folded_in_word(&wish->line, at - 1))
        if (strchr(".!?", wish->line.text[--at]))
            return true;
    return at == 0;
}

/* Does "of" stand before it? */
static bool is_of(const struct wish *wish, size_t at)
{
    size_t from = at;

    while (from && !folded_in_word(&wish->line, from - 1))
        from--;
    while (from && folded_in_word(&wish->line, from - 1))
        from--;
    return from < at && folded_has(&wish->line, wish->words, from, "wish.of");
}

/* "Not with machines": bytes of a program that is ruled out behind a "no"; 0: none is. */
static size_t program_behind(struct wish *wish, size_t at)
{
    size_t from = at, used = 0;
    enum kind kind = FILLER;

    while (from < wish->line.length && (kind == FILLER || kind == AGAINST)) {
        from = folded_next(&wish->line, from + used);
        kind = from < wish->line.length ? look(wish, from, &used) : UNKNOWN;
    }
    return kind == COMPUTER ? from + used - at : 0;
}

/* "Ken, would you like a game …": a name at the beginning, before what asks him. */
static bool is_vocative(struct wish *wish, size_t at)
{
    size_t used = 0;
    enum kind kind = UNKNOWN;

    for (unsigned words = 0; kind == UNKNOWN && words < NAME_WORDS && at < wish->line.length &&
                             text_is_capital(wish->line.line + folded_before(&wish->line, at));
         words++) {
        at = folded_next(&wish->line, folded_word_end(&wish->line, at));
        kind = at < wish->line.length ? look(wish, at, &used) : FILLER;
    }
    return kind == CHALLENGE;
}

/* "… rather than a program" */
static bool doubts(const struct wish *wish, size_t at, size_t *used)
{
    uint16_t term[TERMS_MAX];
    size_t more = 0;
    unsigned count = wish->words->phrases ? folded_match(&wish->line, wish->words->phrases, at,
                                                         term, TERMS_MAX, &more)
                                          : 0;
    bool doubts = false;

    for (unsigned i = 0; i < count; i++)
        doubts |= term[i] == PHRASE_DOUBT && more >= *used;
    *used = doubts ? more : *used;
    return doubts;
}

static size_t step(struct wish *wish, size_t at)
{
    const char *here = wish->line.line + folded_before(&wish->line, at);
    size_t used = 0, bytes = 0;
    const struct game *game = titles_at(wish->library, here, strlen(here), &bytes);
    enum kind kind;

    if (game) {
        wish->several |= wish->game && wish->game != game;
        wish->game = game;
        bytes += folded_before(&wish->line, at);
        used = folded_word_end(&wish->line, at);
        while (folded_before(&wish->line, used) < bytes)
            used++;
        return used - at;
    }
    kind = look(wish, at, &used);
    if ((kind == DENIED || doubts(wish, at, &used)) &&
        (bytes = program_behind(wish, at + used)) > 0) {
        wish->seen[SOMEBODY]++;
        return used + bytes;
    }
    if (kind == UNKNOWN && (!begins_sentence(wish, at) || is_vocative(wish, at)) &&
        (!wish->who || wish->whose) && text_is_capital(here) &&
        (bytes = take_name(wish, at, &wish->who, &wish->who_bytes)) > 0) {
        wish->by_capital = true; /* "would Ann …" */
        wish->whose = is_of(wish, at);
        wish->introduced = !wish->seen[JOIN] && !wish->whose && wish->played != at; /* "play Ken" */
        return bytes + (wish->whose ? 0 : take_others(wish, at + bytes));
    }
    wish->seen[kind]++;
    if (kind == UNKNOWN && wish->who && text_is_capital(here) && !begins_sentence(wish, at))
        wish->seen[kind]++; /* nobody who is named is left out */
    if (kind == UNKNOWN)
        return folded_word_end(&wish->line, at) - at;
    wish->named |= kind == NAME && used >= NAMED_LEAST;
    wish->played = kind == PLAY ? folded_next(&wish->line, at + used) : wish->played;
    bytes = take_person(wish, kind, at + used);
    wish->called |= kind == NAME && bytes && wish->name && ends_clause(wish, at + used + bytes);
    return used + bytes;
}

static void put_game(const struct wish *wish, const char *before, struct buf *out)
{
    if (wish->game)
        buf_printf(out, "%s%s", before, wish->game->name);
}

/* "practice chess against easy": without a level it is open, and without a game that is asked. */
static void put_practice(const struct wish *wish, struct buf *out)
{
    bool bare = wish->seen[PRACTICE] && !wish->seen[COMPUTER] && !wish->seen[AGAINST] &&
                !wish->seen[OPPONENT] && !wish->level;

    buf_put(out, "practice");
    put_game(wish, " ", out);
    if (wish->game && bare && wish->alone)
        buf_put(out, " alone");
    if (wish->game ? !bare : wish->level != NULL)
        buf_printf(out, " against%s%s", wish->level ? " " : "", wish->level ? wish->level : "");
}

/* "My name is tom", "I'm Tom": behind a short word a name has a capital. */
static bool is_introduction(const struct wish *wish)
{
    return wish->name && (wish->named || text_is_capital(wish->name));
}

/* Whoever is no player yet has to be one first, whatever he wishes to play. */
static bool is_joining(const struct wish *wish, enum wishes_from from)
{
    const unsigned *seen = wish->seen;

    if (from == WISHES_STRANGER)
        return seen[JOIN] || wish->may_join || is_introduction(wish) || seen[PLAY] ||
               seen[PRACTICE] || seen[COMPUTER] || seen[LIST] || (wish->game && !seen[CHALLENGE]);
    return from == WISHES_LOBBY && (seen[JOIN] || wish->may_join) && !wish->others && !wish->game;
}

static unsigned unknown_most(const struct wish *wish, enum wishes_from from)
{
    const unsigned *seen = wish->seen;

    if ((seen[JOIN] && (wish->name || from == WISHES_STRANGER)) ||
        (from == WISHES_STRANGER &&
         ((wish->game && seen[OPPONENT]) || (wish->called && seen[PLAY]))) ||
        (is_introduction(wish) && !wish->game &&
         (from == WISHES_STRANGER || seen[PLAY] || seen[PRACTICE])))
        return UNKNOWN_TOLD;
    if ((wish->game || seen[PLAY]) &&
        (seen[COMPUTER] || (wish->game && (seen[PRACTICE] || wish->level))))
        return UNKNOWN_SURE; /* without a game he is only shown what there is */
    if (seen[RULES] && wish->game && from == WISHES_LOBBY)
        return UNKNOWN_TOLD; /* a page costs nothing */
    return wish->game || seen[JOIN] ? UNKNOWN_MOST : 0;
}

static bool decide(const struct wish *wish, enum wishes_from from, struct buf *out)
{
    const unsigned *seen = wish->seen;
    bool outside = from != WISHES_GAME;
    bool introduced = /* "I'm Ann, how does one play?": he is asked whether he joins */
        from == WISHES_STRANGER && is_introduction(wish) &&
        !phrase_says(wish->words, wish->line.line, strlen(wish->line.line), PHRASE_NEGATION);
    bool programs = seen[COMPUTER] || seen[PRACTICE] ||
                    (wish->level && !seen[SOMEBODY] &&
                     (seen[PLAY] || seen[OPPONENT] || seen[AGAINST] || (outside && wish->game)));

    if ((seen[DENIED] && !seen[LIST] && !introduced) || seen[UNKNOWN] > unknown_most(wish, from))
        return false;
    if (seen[RULES] && !seen[PLAY] && !seen[PRACTICE] && !seen[OPPONENT] && !seen[SOMEBODY] &&
        !seen[CHALLENGE] && !introduced) {
        if (from != WISHES_LOBBY)
            return false;
        buf_put(out, wish->game ? "help" : "help rules");
        put_game(wish, " ", out);
        return true;
    }
    if (is_joining(wish, from)) {
        const char *name = wish->name ? wish->name : wish->introduced ? wish->who : NULL;

        buf_printf(out, "join%s%.*s", name ? " " : "",
                   (int)(wish->name ? wish->name_bytes : wish->who_bytes), name ? name : "");
    } else if (wish->who && !(wish->by_capital && seen[COMPUTER]) &&
               (wish->game || (outside && (seen[AGAINST] || seen[CHALLENGE])))) {
        buf_printf(out, "invite %.*s", (int)wish->who_bytes, wish->who);
        for (unsigned i = 0; i < wish->also_count; i++)
            buf_printf(out, ", %.*s", (int)wish->also_bytes[i], wish->also[i]);
        put_game(wish, " to ", out);
    } else if (programs && (outside || wish->game || seen[PLAY]))
        put_practice(wish, out);
    else if ((seen[OPPONENT] || seen[SOMEBODY] || seen[CHALLENGE]) && (outside || wish->game)) {
        buf_put(out, "challenge");
        put_game(wish, " ", out);
    } else if (outside && !(wish->name && wish->game && seen[UNKNOWN]) &&
               !(wish->by_capital && !wish->game && !wish->name) && /* a member, perhaps */
               (seen[PLAY] || seen[LIST] || wish->game))
        put_practice(wish, out);
    return out->length > 0;
}

static bool begin(struct wish *wish, const struct library *library, const struct language *language,
                  const char *line)
{
    const struct lexicon *words = language_commands(language);

    *wish = (struct wish){.library = library, .words = words ? words->own : NULL};
    return wish->words && folded_read(&wish->line, line);
}

/* The next language's, of a line that may be in any; false: there is none left. */
static bool next(struct wish *wish, const struct library *library, const char *line, size_t *i)
{
    const struct language *language;
    bool begun = false;

    while (!begun && (language = library_language_at(library, (*i)++)) != NULL)
        begun = begin(wish, library, language, line);
    return begun;
}

static void go_over(struct wish *wish)
{
    for (size_t at = folded_next(&wish->line, 0); at < wish->line.length;)
        at = folded_next(&wish->line, at + step(wish, at));
}

bool wishes_read(const struct library *library, const struct language *language, const char *line,
                 enum wishes_from from, struct buf *out)
{
    struct wish wish;

    if (strpbrk(line, "@=/") || !begin(&wish, library, language, line))
        return false;
    go_over(&wish);
    if (wish.several && from == WISHES_LOBBY)
        wish.game = NULL;
    return decide(&wish, from, out);
}

unsigned wishes_strange(const struct library *library, const struct language *language,
                        const char *line)
{
    struct wish wish;

    if (!begin(&wish, library, language, line))
        return (unsigned)-1;
    go_over(&wish);
    return wish.seen[UNKNOWN];
}

/* "Somebody" may be anybody, and "game 31" is one that others play. */
static bool speaks_of_playing(const struct wish *wish)
{
    const unsigned *seen = wish->seen;

    return wish->game ||
           ((seen[PLAY] || seen[PRACTICE] || seen[COMPUTER] || seen[CHALLENGE] || wish->level) &&
            !strpbrk(wish->line.text, "0123456789"));
}

/* "How does one play with the expansion?": of the game that has such an option. */
static bool tells_option(const struct library *library, const struct language *language,
                         const char *line, struct wishes_guess *guess)
{
    struct option_said said;

    for (const struct game *const *game = library_games(library); *game; game++)
        if (option_words_said(language_sentences(language), *game, line, &said)) {
            snprintf(guess->with, sizeof guess->with, "with %s", said.exact);
            guess->game = *game;
            return true;
        }
    return false;
}

bool wishes_guess(const struct library *library, const struct language *language, const char *line,
                  struct wishes_guess *guess)
{
    struct wish wish;
    const unsigned *seen = wish.seen;

    *guess = (struct wishes_guess){0};
    if (!begin(&wish, library, language, line))
        return false;
    go_over(&wish);
    guess->people = seen[SOMEBODY] && !seen[COMPUTER] && !seen[PRACTICE];
    if (seen[DENIED] || seen[JOIN])
        return !seen[JOIN] && phrase_is_question(wish.words, line, strlen(line)) &&
               tells_option(library, language, line, guess);
    guess->game = wish.several ? NULL : wish.game;
    if (wish.who && text_is_capital(wish.who) && wish.game && !seen[COMPUTER] && !wish.level) {
        guess->who = wish.who;
        guess->who_bytes = wish.who_bytes;
        return true;
    }
    return speaks_of_playing(&wish);
}

bool wishes_agree(const struct library *library, const char *line)
{
    struct wish wish;
    bool agrees = false;

    for (size_t i = 0; !agrees && next(&wish, library, line, &i);) {
        go_over(&wish);
        agrees = wish.seen[YES] && !wish.seen[UNKNOWN] && !wish.seen[DENIED] && !wish.who &&
                 !(wish.seen[JOIN] && is_introduction(&wish)); /* "yes, put me down as Ann" */
    }
    return agrees;
}

bool wishes_settle(const struct library *library, const char *line)
{
    struct wish wish;
    bool settles = false;

    for (size_t i = 0; !settles && next(&wish, library, line, &i);) {
        unsigned words = 0;

        go_over(&wish);
        for (unsigned kind = 0; kind < KINDS; kind++)
            words += wish.seen[kind];
        settles = words && words == wish.seen[YES] + wish.seen[FILLER] && !wish.who && !wish.game;
    }
    return settles;
}

/* "Yes, quite so": a name beside a yes has a capital, unless it is introduced. */
static bool is_agreeing(const struct wish *wish)
{
    return wish->seen[YES] && !wish->seen[NAME] && !wish->seen[JOIN] && *wish->name >= 'a' &&
           *wish->name <= 'z';
}

/* "The one with the monsters against a robot": what is not known there is a game's. */
static bool speaks_of_games(const struct wish *wish)
{
    return wish->seen[COMPUTER] || wish->seen[LEVEL] || wish->seen[AGAINST] ||
           (!wish->seen[NAME] && (wish->seen[PLAY] || wish->seen[PRACTICE]));
}

/* The one run of words that nobody knows, beside some that are known. */
static bool find_name(struct wish *wish)
{
    size_t used = 0;

    for (size_t at = folded_next(&wish->line, 0); at < wish->line.length;
         at = folded_next(&wish->line, at)) {
        enum kind kind = look(wish, at, &used);

        if (wish->name && folded_has(&wish->line, wish->words, at, "value.with")) {
            wish->seen[FILLER]++; /* how it is spelt */
            break;
        }
        if (kind == DENIED || (kind == UNKNOWN && wish->name))
            return false;
        if (kind == UNKNOWN)
            used = take_name(wish, at, &wish->name, &wish->name_bytes);
        wish->seen[kind]++;
        if (!used)
            return false;
        at += used;
    }
    return wish->name &&
           (wish->seen[YES] || wish->seen[FILLER] || wish->seen[NAME] || wish->seen[PLAY]) &&
           !is_agreeing(wish) && (text_is_capital(wish->name) || !speaks_of_games(wish));
}

bool wishes_name(const struct library *library, const char *line, struct buf *name)
{
    struct wish wish;

    buf_clear(name); /* where languages differ, the one that knows most of the words is meant */
    for (size_t i = 0; !strchr(line, '?') && next(&wish, library, line, &i);)
        if (find_name(&wish) && (!name->length || wish.name_bytes < name->length)) {
            buf_clear(name);
            buf_put_bytes(name, wish.name, wish.name_bytes);
        }
    return name->length > 0;
}

/* "… but call me Dave": several words that a command for the name has, too. */
static bool renames(const struct wish *wish, size_t at)
{
    size_t used = folded_has(&wish->line, wish->words, at, "command.name");

    return used && memchr(wish->line.text + at, ' ', used);
}

bool wishes_introduced(const struct library *library, const char *line, struct buf *name)
{
    struct wish wish;
    size_t used;

    buf_clear(name);
    for (size_t i = 0; !name->length && next(&wish, library, line, &i);) {
        for (size_t at = folded_next(&wish.line, 0); at < wish.line.length;
             at = folded_next(&wish.line, at + used)) {
            enum kind kind = look(&wish, at, &used);

            if (kind == DENIED)
                break;
            if (kind == NAME && (!wish.name || renames(&wish, at))) {
                size_t from = folded_next(&wish.line, at + used);
                size_t length = take_name(&wish, from, &wish.name, &wish.name_bytes);

                if (length && !ends_clause(&wish, from + length))
                    wish.name = NULL;
            }
            used = used ? used : folded_word_end(&wish.line, at) - at;
        }
        if (wish.name && wish.name_bytes)
            buf_put_bytes(name, wish.name, wish.name_bytes);
    }
    return name->length > 0;
}

bool wishes_begin(const struct library *library, const char *line)
{
    struct wish wish;
    bool known = false;
    size_t used;

    for (size_t i = 0; !known && next(&wish, library, line, &i);)
        known = wish.line.length && look(&wish, 0, &used) != UNKNOWN;
    return known && (strchr(line, ' ') || !text_is_capital(line));
}
