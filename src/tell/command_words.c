/* SPDX-License-Identifier: MIT */
/* Takes commands and settings from players' words to exact ones, and back. */
#include "tell/command_words.h"

#include "rules/phrase.h"
#include "tell/command_table.h"
#include "tell/folded.h"

enum { LINE_BYTES = 1024, MATCHES_MAX = 4, NAME_BYTES = 48 };

/* How the words behind a command are taken, see command_table.h. */
enum { OWN, WORDS, SETTING, VALUE, DAYS, LINE, SPEECH };

/* Commands first; "recover" is a stranger's. */
const char *const command_terms[] = {
#define X(key, name, arguments, who, when, about, takes, behind, run) "command." key,
    COMMANDS(X)
#undef X
        "command.recover",
    "value.on",
    "value.off",
    "value.none",
    "value.daily",
    "value.each",
    "value.all",
    "value.mine",
    "value.keep",
    "value.usual",
    "value.html",
    "value.svg",
    "value.wide",
    "value.text",
    "value.unicode",
    "value.ascii",
    "value.pass",
    "value.draft",
    "value.resign",
    "value.publish",
    "value.private",
    "value.public",
    "value.club",
    "value.block",
    "value.hidden",
    "value.add",
    "value.remove",
    "value.help",
    "value.to",
    "value.entry",
    "value.practice",
    "value.with",
    "value.and",
    "value.against",
    "value.alone",
    "value.easy",
    "value.medium",
    "value.hard",
    "value.expert",
    "place.ADDRESS",
    "place.CODE",
    "place.DAY",
    "place.DAYS",
    "place.FORMAT",
    "place.FROM",
    "place.GAME",
    "place.KEY",
    "place.LEVEL",
    "place.LINE",
    "place.N",
    "place.NAME",
    "place.OPTIONS",
    "place.PLACE",
    "place.TEXT",
    "place.TO",
    "place.TOPIC",
    "place.VERSION",
    "place.WHO",
    "place.WORDS",
    "place.CLAUSE",
    /* A setting and its value in one. */
    "whole.format-text",
    "whole.format-html",
    "whole.letters-daily",
    "whole.letters-mine",
    "whole.stock-on",
    "whole.stock-off",
    "whole.profile-hidden",
    "whole.profile-public",
    "whole.unsubscribe",
    "line.if",
    "line.once",
    "line.then",
    "line.also",
    "line.amount",
    "line.little",
    "name.language",
    "answer.yes",
    "answer.thanks",
    /* What help can be asked about; the first is found by its name. */
    "topic.play",
    "topic.move",
    "topic.time",
    "topic.people",
    "topic.rules",
    "topic.account",
    "topic.fairness",
    "topic.clubs",
    "topic.leave",
    "topic.all",
    /* What commands/wishes.c reads in any order. */
    "wish.play",
    "wish.practice",
    "wish.computer",
    "wish.opponent",
    "wish.somebody",
    "wish.join",
    "wish.name",
    "wish.list",
    "wish.challenge",
    "wish.letter",
    "wish.one",
    "wish.day",
    "wish.picture",
    "wish.without",
    "wish.leave",
    "wish.cheat",
    "wish.others",
    "wish.of",
    "wish.toward",
    "wish.filler",
    /* What commands/plain_terms.c reads; days of the week first, from Monday. */
    "term.mon",
    "term.tue",
    "term.wed",
    "term.thu",
    "term.fri",
    "term.sat",
    "term.sun",
    "term.daily",
    "term.evening",
    "term.pm",
    "term.am",
    "term.zone",
    "term.day",
    "term.hour",
    "term.week",
    "term.turn",
    "term.around",
    "term.over",
    "term.under",
    "term.rating",
    "term.joint",
    "term.free",
    "term.unwanted",
    "term.seats",
    /* What players say of each other's time and seats, and of the clocks (commands/requests.c). */
    "host.give",
    "host.more",
    "host.time",
    "host.day",
    "host.clock",
    "host.halt",
    "host.run",
    "host.replace",
    "host.seat",
    "host.host",
    "host.make",
    "host.mine",
    "host.wait",
    "host.stead",
    "host.anyone",
    "host.with",
    "host.back",
    "say.opponent",
    /* What is said of tournaments, commands/tournament_words.c. */
    "club.tournament",
    "club.ladder",
    "club.swiss",
    "club.dutch",
    "club.robin",
    "club.knockout",
    "club.organize",
    "club.called",
    "club.enters",
    "club.leaves",
    "club.opponent",
    "club.how",
    /* What members ask of each other and of games, commands/member_words.c. */
    "member.record",
    "member.watch",
    "member.away",
    "member.best",
    "member.due",
    "member.fair",
    "member.going",
    "member.answered",
    "member.address",
    "member.later",
    "member.withdraw",
    "member.gone",
    "member.backs-out",
    "member.shorter",
    "member.phone",
    "member.cost",
    "member.private",
    "member.lasts",
    "member.missed",
    "member.own",
    /* Places of a list that was offered, commands/picks.c. */
    "pick.1",
    "pick.2",
    "pick.3",
    "pick.4",
    "pick.5",
    "pick.last",
    "pick.all",
    "pick.both",
    "pick.take",
    "answer.no",
    /* Words of a letter's first line; tell/command_words.h names their places. */
    "first.preview",
    "first.all",
    "first.draft",
    "first.game",
};
_Static_assert(sizeof command_terms / sizeof *command_terms > COMMAND_FIRSTS, "they stand last");

static const unsigned char takes[] = {
#define X(key, name, arguments, who, when, about, takes, behind, run) takes,
    COMMANDS(X)
#undef X
        OWN, /* recover */
};
enum { COMMAND_COUNT = sizeof takes };

/* Where a kind of terms begins: what joins a command's parts, and the levels. */
static unsigned place_of(const char *term)
{
    unsigned at = 0;

    while (at < command_term_count() && !text_equal(command_terms[at], term))
        at++;
    return at;
}

unsigned command_term_count(void)
{
    return sizeof command_terms / sizeof *command_terms;
}

/* A command, or one with its value. */
static bool is_command(unsigned term)
{
    return term < COMMAND_COUNT || text_starts_with(command_terms[term], "whole.");
}

/* The exact name behind a term's kind: "on time" of "command.on-time". */
static void put_name(unsigned term, struct buf *out)
{
    const char *name = strchr(command_terms[term], '.') + 1;
    bool parted = is_command(term);

    for (; *name; name++)
        buf_put_char(out, parted && *name == '-' ? ' ' : *name);
}

/* ---- reading ---- */

/* The term from `first` to before `end` that begins at a place; false if none does. */
static bool match(const struct lexicon *lexicon, const char *text, size_t length, unsigned first,
                  unsigned end, unsigned *term, size_t *used)
{
    uint16_t found[MATCHES_MAX];
    unsigned count = lexicon_match_whole(lexicon, text, length, found, MATCHES_MAX, used);

    for (unsigned i = 0; i < count; i++)
        if (found[i] >= first && found[i] < end) {
            *term = found[i];
            return true;
        }
    return false;
}

static bool is_day(const char *text)
{
    static const char form[] = "0000-00-00";

    for (size_t i = 0; form[i]; i++)
        if (form[i] == '0' ? !text_is_digit(text[i]) : text[i] != form[i])
            return false;
    return !text_is_digit(text[sizeof form - 1]);
}

/* "from 2026-12-20 to 2027-01-03": two days, whatever stands around them. */
static bool put_days(const char *text, struct buf *out)
{
    const char *day[2];
    unsigned count = 0;

    for (const char *at = text; *at; at++)
        if (is_day(at) && (at == text || !text_is_digit(at[-1]))) {
            if (count < 2)
                day[count] = at;
            count++;
        }
    if (count != 2)
        return false;
    buf_printf(out, " %.10s..%.10s", day[0], day[1]);
    return true;
}

/* The little words that stand here, as "my" and "is". */
static size_t little_words(const struct lexicon *lexicon, const char *text, size_t length)
{
    unsigned little = place_of("line.little"), term;
    size_t at = strspn(text, " "), used;

    while (at < length && match(lexicon, text + at, length - at, little, little + 1, &term, &used))
        at += used + strspn(text + at + used, " ");
    return at < length ? at : 0;
}

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

/* "say no …" and "standing all …" begin with words of their own, and with no setting. */
static bool is_taken_by(unsigned kind, unsigned term)
{
    if (kind == SPEECH)
        return term == place_of("value.to");
    return kind != LINE || term == place_of("value.none") || term == place_of("value.keep") ||
           term == place_of("value.usual");
}

static void put_arguments(const struct lexicon *lexicon, const struct folded *folded, size_t at,
                          unsigned kind, struct buf *out)
{
    unsigned term;
    size_t used;

    at += strspn(folded->text + at, " :=");
    if (at >= folded->length || (kind == DAYS && put_days(folded->text + at, out)))
        return;
    if (kind == SETTING && !is_capital(folded->line[folded_before(folded, at)])) /* "The Baron" */
        at += little_words(lexicon, folded->text + at, folded->length - at);
    buf_put_char(out, ' ');
    if ((kind >= VALUE &&
         match(lexicon, folded->text + at, folded->length - at, COMMAND_COUNT,
               place_of("value.with"), &term, &used) &&
         is_taken_by(kind, term)) ||
        (kind == LINE && match(lexicon, folded->text + at, folded->length - at,
                               place_of("line.once"), place_of("line.little"), &term, &used))) {
        put_name(term, out);
        at += used;
        if (at >= folded->length)
            return;
    }
    at = folded_before(folded, at);
    buf_put_bytes(out, folded->line + at, folded_before(folded, folded->length) - at);
}

/* Bytes of a wording without the word that tells to whom: "scrivi a" Ken. */
static size_t without_to(const struct lexicon *lexicon, const char *text, size_t length)
{
    unsigned to = place_of("value.to"), term;
    size_t last = length, used;

    while (last && text[last - 1] != ' ')
        last--;
    return last && match(lexicon, text + last, length - last, to, to + 1, &term, &used) ? last
                                                                                        : length;
}

static bool read_in(const struct lexicon *lexicon, const struct folded *folded, struct buf *out)
{
    size_t from = strspn(folded->text, " !,;:."), used, end;
    unsigned term;

    if (!match(lexicon, folded->text + from, folded->length - from, 0, COMMAND_COUNT, &term,
               &used)) {
        from += little_words(lexicon, folded->text + from, folded->length - from);
        if (!match(lexicon, folded->text + from, folded->length - from, 0, COMMAND_COUNT, &term,
                   &used) ||
            (takes[term] != SETTING && takes[term] != DAYS))
            return false;
    }
    /* "luck/1 sealed …" is a seal's line, and no luck to be given openly. */
    if (from + used < folded->length && folded->line[folded_before(folded, from + used)] == '/')
        return false;
    if (takes[term] == SPEECH)
        used = without_to(lexicon, folded->text + from, used);
    end = from + used + strspn(folded->text + from + used, " !.?");
    put_name(term, out);
    put_arguments(lexicon, folded, end, takes[term], out);
    return true;
}

/* The term of a kind that a single word is; false if it is none. */
static bool find_word(const struct lexicon *lexicon, const char *word, size_t length,
                      unsigned first, unsigned end, unsigned *term)
{
    char text[NAME_BYTES], folded[NAME_BYTES];
    uint16_t column[NAME_BYTES];
    size_t used;

    if (!lexicon || length + 1 > sizeof text)
        return false;
    text_copy(text, length + 1, word);
    length = lexicon_fold(text, length, folded, column, sizeof folded);
    return match(lexicon, folded, length, first, end, term, &used) && used == length;
}

/* Does it begin with one of the first term's words, and is the rest of theirs and the next ones'?
 */
static bool answers(const struct lexicon *lexicon, const char *line, unsigned yes, unsigned terms,
                    bool *whole)
{
    unsigned term;
    char folded[LINE_BYTES];
    size_t at, used, length = strlen(line);

    *whole = false;
    if (length >= sizeof folded / 2)
        return false;
    length = lexicon_fold(line, length, folded, NULL, sizeof folded);
    at = strspn(folded, " ");
    if (!match(lexicon, folded + at, length - at, yes, yes + 1, &term, &used))
        return false;
    do
        at += used + strspn(folded + at + used, " ,.!");
    while (at < length && match(lexicon, folded + at, length - at, yes, yes + terms, &term, &used));
    *whole = at >= length;
    return true;
}

bool command_words_is_yes(const struct lexicon *lexicon, const char *line, bool *whole)
{
    return answers(lexicon, line, place_of("answer.yes"), 2, whole);
}

bool command_words_is_no(const struct lexicon *lexicon, const char *line, bool *whole)
{
    return answers(lexicon, line, place_of("answer.no"), 1, whole);
}

/* What is left of a folded text without little words: "take back my last move", "take back move".
 */
static size_t drop_little(const struct lexicon *lexicon, const char *text, size_t length,
                          char out[LINE_BYTES])
{
    unsigned little = place_of("line.little");
    size_t done = 0, used;
    uint16_t term;

    for (size_t at = 0; at < length; at += used) {
        if (text[at] == ' ' || text[at] == ',') {
            used = 1;
            continue;
        }
        if (lexicon_match_among(lexicon, text + at, length - at, little, little + 1, &term, 1,
                                &used)) /* an entry of a command may be longer */
            continue;
        used = strcspn(text + at, " ,");
        used = used < length - at ? used : length - at;
        if (done)
            out[done++] = ' ';
        memcpy(out + done, text + at, used);
        done += used;
    }
    out[done] = '\0';
    return done;
}

static bool is_negation(const struct lexicon *lexicon, const char *text, size_t length)
{
    uint16_t term[MATCHES_MAX];
    size_t used = 0;
    unsigned count = lexicon->phrases ? lexicon_match_whole(lexicon->phrases, text, length, term,
                                                            MATCHES_MAX, &used)
                                      : 0;
    bool is = false;

    for (unsigned i = 0; i < count; i++)
        is |= term[i] == PHRASE_NEGATION && used == length;
    return is;
}

/* A command that stands for a whole line, little words apart. */
static bool read_loosely(const struct lexicon *lexicon, const struct folded *folded,
                         struct buf *out)
{
    char line[LINE_BYTES], word[LINE_BYTES];
    size_t length = drop_little(lexicon, folded->text, folded->length, line);
    uint32_t letters = lexicon_letters(line, length);

    if (is_negation(lexicon, line, length))
        return false; /* "I do not want it" and "I cannot" have that in common */
    for (unsigned i = 0; length && i < lexicon->word_count; i++) {
        const struct lexicon_word *known = &lexicon->word[i];

        if (known->length < length || (known->letters & letters) != letters ||
            !is_command(known->term) ||
            (known->term < COMMAND_COUNT && !memchr(known->text, ' ', known->length)) ||
            !lexicon_word_holds(known, line, strcspn(line, " ")) ||
            drop_little(lexicon, known->text, known->length, word) != length ||
            !text_equal(line, word))
            continue;
        put_name(known->term, out);
        return true;
    }
    return false;
}

/* "What can I do right now?" is all there is in the line. */
static bool read_whole(const struct lexicon *lexicon, const struct folded *folded, struct buf *out)
{
    struct folded bare = *folded;

    while (bare.length && strchr(" ?!.", bare.text[bare.length - 1]))
        bare.length--;
    bare.text[bare.length] = '\0';
    return read_loosely(lexicon, &bare, out);
}

/* What is said around a command is left out, unless his own words stand behind it. */
static bool read_cleaned(const struct lexicon *lexicon, const struct folded *folded,
                         struct buf *out)
{
    char text[PHRASE_BYTES];
    struct folded clean = *folded;

    clean.length = phrase_clean(lexicon, folded->line, strlen(folded->line), text);
    if (!clean.length || clean.length > folded->length)
        return false;
    if (clean.length < folded->length && !strchr(" ,;:.!?", folded->text[clean.length]))
        return false; /* in the middle of a word: a number's */
    memcpy(clean.text, text, clean.length + 1);
    return read_loosely(lexicon, &clean, out) || read_in(lexicon, &clean, out);
}

static bool has_own_words(const char *command)
{
    size_t length = strcspn(command, " ");

    for (unsigned i = 0; i < COMMAND_COUNT; i++)
        if (strncmp(strchr(command_terms[i], '.') + 1, command, length) == 0 && takes[i] != OWN &&
            takes[i] != SETTING && takes[i] != VALUE && takes[i] != DAYS)
            return true;
    return false;
}

/* "show me the board, please": is there courtesy behind a command? */
static bool ends_in_courtesy(const struct lexicon *own, const struct folded *folded,
                             const struct buf *exact, struct buf *clean)
{
    return own && strchr(buf_text(exact), ' ') && !has_own_words(buf_text(exact)) &&
           read_cleaned(own, folded, clean) &&
           strncmp(buf_text(exact), buf_text(clean), clean->length) == 0 &&
           clean->length < exact->length;
}

/* "Di quel mazzo …": what is a word of his own language is no command of another, unless that is a
 * longer wording. */
static bool begins_own(const struct lexicon *all, const struct folded *folded)
{
    size_t from = folded_next(folded, 0), own = 0, foreign;
    uint16_t found[MATCHES_MAX];
    unsigned term;

    return all->own && from < folded->length &&
           folded_match(folded, all->own, from, found, MATCHES_MAX, &own) &&
           match(all, folded->text + from, folded->length - from, 0, COMMAND_COUNT, &term,
                 &foreign) &&
           foreign <= own;
}

bool command_words_read(const struct lexicon *lexicon, const char *line, struct buf *out)
{
    const struct lexicon *own = lexicon ? lexicon->own : NULL;
    OWN_WIPED(buf) exact = {0}, clean = {0};
    struct folded folded;
    bool read;

    if (!lexicon || !folded_read(&folded, line))
        return false;
    read = (own && read_in(own, &folded, &exact)) || (own && read_whole(own, &folded, &exact)) ||
           (!phrase_asks(own, line, strlen(line)) && !begins_own(lexicon, &folded) &&
            (read_in(lexicon, &folded, &exact) || read_whole(lexicon, &folded, &exact)));
    if (!read)
        read = own && read_cleaned(own, &folded, &exact);
    else if ((own && strchr(buf_text(&exact), ' ') && read_whole(own, &folded, &clean)) ||
             ends_in_courtesy(own, &folded, &exact, &clean)) {
        buf_clear(&exact);
        buf_put(&exact, buf_text(&clean));
    }
    if (read)
        buf_put(out, buf_text(&exact));
    return read;
}

size_t command_words_begin(const struct lexicon *lexicon, const char *line, bool *whole)
{
    char folded[LINE_BYTES];
    size_t used, length = strlen(line);
    unsigned term;

    *whole = false;
    if (!lexicon || length >= sizeof folded / 2)
        return 0;
    length = lexicon_fold(line, length, folded, NULL, sizeof folded);
    if (!match(lexicon, folded, length, 0, COMMAND_COUNT, &term, &used))
        return 0;
    *whole = used + strspn(folded + used, " !.?") >= length ||
             (takes[term] == SETTING && memchr(folded, ' ', used));
    return used;
}

bool command_words_name_language(const struct lexicon *lexicon, const char *word)
{
    unsigned name = place_of("name.language"), term;

    return lexicon && find_word(lexicon->own, word, strlen(word), name, name + 1, &term);
}

unsigned command_words_first(const struct lexicon *lexicon, enum command_first first,
                             const char *words[], unsigned most)
{
    unsigned count = 0;

    for (unsigned i = 0; lexicon && i < lexicon->word_count && count < most; i++)
        if (lexicon->word[i].term == command_term_count() - COMMAND_FIRSTS + first)
            words[count++] = lexicon->word[i].text;
    return count;
}

/* ---- showing ---- */

void command_words_show_first(const struct lexicon *lexicon, enum command_first first,
                              struct buf *out)
{
    if (lexicon)
        buf_put(out, lexicon_name(lexicon->own ? lexicon->own : lexicon,
                                  command_term_count() - COMMAND_FIRSTS + first));
}

static bool find_term(const char *kind, const char *word, size_t length, unsigned *term)
{
    TEXT_IN(text, key, NAME_BYTES);

    text_put(&text, kind);
    text_put_bytes(&text, word, length);
    for (char *c = key; *c; c++)
        if (*c == ' ')
            *c = '-';
    for (*term = 0; *term < command_term_count(); ++*term)
        if (text_equal(command_terms[*term], key))
            return true;
    return false;
}

static bool show_term(const struct lexicon *lexicon, const char *kind, const char *word,
                      size_t length, struct buf *out)
{
    unsigned term;

    if (!lexicon || !find_term(kind, word, length, &term) || !lexicon->shown[term])
        return false;
    buf_put(out, lexicon->shown[term]);
    return true;
}

static size_t letters(const char *text)
{
    size_t count = 0;

    while (text_is_letter(text[count]))
        count++;
    return count;
}

/* The longest beginning that is a command's name: "on time", "no undo". */
static size_t show_name(const struct lexicon *lexicon, const char *command, struct buf *out)
{
    size_t one = strcspn(command, " "), two;

    if (command[one]) {
        two = one + 1 + strcspn(command + one + 1, " ");
        if (show_term(lexicon, "command.", command, two, out))
            return two;
    }
    return show_term(lexicon, "command.", command, one, out) ? one : 0;
}

void command_words_show(const struct lexicon *lexicon, const char *command, struct buf *out)
{
    const char *at = command + show_name(lexicon, command, out);

    while (*at) {
        size_t count = letters(at);

        if (!count || (!show_term(lexicon, "value.", at, count, out) &&
                       !show_term(lexicon, "place.", at, count, out) &&
                       !show_term(lexicon, "line.", at, count, out)))
            buf_put_bytes(out, at, count ? count : 1);
        at += count ? count : 1;
    }
}

void command_words_show_value(const struct lexicon *lexicon, const char *value, struct buf *out)
{
    if (!show_term(lexicon, "value.", value, strlen(value), out) &&
        !show_term(lexicon, "line.", value, strlen(value), out))
        buf_put(out, value);
}

size_t command_words_when(const struct lexicon *lexicon, const char *text, bool *then)
{
    struct folded folded;
    unsigned term;
    size_t used;

    if (!lexicon || !folded_read(&folded, text) ||
        !match(lexicon->own ? lexicon->own : lexicon, folded.text, folded.length,
               place_of("line.once"), place_of("line.also"), &term, &used) ||
        folded.text[used] != ' ')
        return 0;
    *then = term == place_of("line.then");
    return folded_before(&folded, folded_next(&folded, used));
}

void command_words_show_topic(const struct lexicon *lexicon, const char *topic, struct buf *out)
{
    if (!show_term(lexicon, "topic.", topic, strlen(topic), out))
        buf_put(out, topic);
}

const char *command_words_topic(const struct lexicon *lexicon, const char *words)
{
    unsigned first = place_of("topic.play"), term;

    return lexicon && find_word(lexicon->own, words, strcspn(words, ".!?"), first,
                                place_of("topic.all") + 1, &term)
               ? strchr(command_terms[term], '.') + 1
               : NULL;
}

bool command_words_ask_leave(const struct lexicon *lexicon, const char *line)
{
    bool asks = false;

    for (size_t length; *line && !asks; line += length) {
        char part[NAME_BYTES];
        const char *word;

        line += strspn(line, " ,;.!?\xC2\xBF\xA1"); /* and the signs before Spanish sentences */
        length = strcspn(line, ",;.!?");
        if (length >= sizeof part)
            continue;
        text_copy(part, length + 1, line);
        word = strchr(part, ' ') ? command_words_topic(lexicon, part) : NULL;
        asks = word && text_equal(word, "leave");
    }
    return asks;
}

/* ---- words between ---- */

void command_words_join(const struct lexicon *lexicon, const char *arguments, struct buf *out)
{
    unsigned first = place_of("value.with"), end = place_of("value.easy");
    unsigned to = place_of("value.to");
    const struct lexicon *own = lexicon ? lexicon->own : NULL; /* "a", "e" are names elsewhere */

    while (*arguments) {
        size_t length = strcspn(arguments, " ");
        unsigned term;

        if (out->length && length &&
            (find_word(own, arguments, length, first, end, &term) ||
             find_word(own, arguments, length, to, to + 1, &term)))
            put_name(term, out);
        else
            buf_put_bytes(out, arguments, length);
        arguments += length;
        length = strspn(arguments, " ");
        buf_put_bytes(out, arguments, length);
        arguments += length;
    }
}

const char *command_words_level(const struct lexicon *lexicon, const char *word)
{
    unsigned first = place_of("value.easy"), term;

    return find_word(lexicon, word, strlen(word), first, first + 4, &term)
               ? strchr(command_terms[term], '.') + 1
               : NULL;
}

unsigned command_words_weekday(const struct lexicon *lexicon, const char *word, size_t length)
{
    unsigned first = place_of("term.mon"), term;

    return find_word(lexicon, word, length, first, first + 7, &term) ? term - first + 1 : 0;
}
