/* SPDX-License-Identifier: MIT */
/* The shipped letters of every language, rendered strictly with the values that the desk gives. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "letter/html_text.h"
#include "letter/mime_out.h"
#include "letter/quotes.h"
#include "letter/template.h"
#include "tests/languages.h"
#include "tests/read.h"
#include "tests/rows.h"
#include "tests/test.h"

static const char *const kinds[] = {"invitation", "turn", "answer", "reminder", "end", "note"};

/* What a joker calls himself. */
#define JOKER "<b>Zo\xC3\xAB</b>\r\n> -=-=-\r\nend\xE2\x80\xAE"

static void read_file(const char *name, struct buf *out)
{
    OWN_MEMORY char *text = NULL;
    char path[128];
    size_t length;

    snprintf(path, sizeof path, "templates/%s", name);
    text = read_whole(path, &length);
    buf_put_bytes(out, text, length);
}

static void read_template(const char *name, struct buf *out)
{
    char file[64];

    snprintf(file, sizeof file, "%s.mustache", name);
    read_file(file, out);
}

static struct sentences *read_sentences(const char *language)
{
    static const char *const names[] = {"letter", "forum", "site"};
    struct sentences *sentences = sentences_new();

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        OWN(buf) text = {0};
        struct err err = {0};
        char file[64];

        snprintf(file, sizeof file, "%s/%s.sentences", language, names[i]);
        read_file(file, &text);
        if (sentences_add(sentences, names[i], file, buf_text(&text), text.length, &err) != RC_OK)
            fail_msg("%s:%u: %s", file, err.line, err.text);
    }
    return sentences;
}

static struct template *compile(const char *language, const char *name)
{
    OWN_AT(sentences) sentences = read_sentences(language);
    const struct template_words words = {language, sentences, NULL};
    struct template *template = NULL;
    OWN(buf) text = {0}, said = {0};
    struct err err = {0};

    read_template(name, &text);
    if (template_say(name, buf_text(&text), text.length, &words, &said, &err) != RC_OK ||
        template_compile(name, buf_text(&said), said.length, &template, &err) != RC_OK)
        fail_msg("%s/%s:%u:%u: %s", language, name, err.line, err.column, err.text);
    return template;
}

static void add_lines(struct value *map)
{
    struct value *lines = value_set_list(map, "lines"), *line, *choices;

    for (int i = 0; i < 3; i++) {
        line = value_add_map(lines);
        value_set_flag(line, "done", i == 0);
        value_set_text(line, "text", "thief to nowhere");
        value_set_text(line, "order", "thief c4 c5 d5");
        value_set_text(line, "shown", "thief c4 c5 d5");
        value_set_text(
            line, "reason",
            i ? "The character does not stand at this room's border, or a wall or portcullis is in "
                "the way. [DT-REVEAL-02]"
              : "");
        choices = value_set_list(line, "choices");
        if (i == 2)
            value_set_text(value_add_map(choices), "shown", "thief c4 d4 d5");
    }
}

static void add_question(struct values *values, struct value *map, bool many)
{
    struct value *question = value_set_map(map, "question"), *orders;

    value_set_text(question, "topic", "Give an action, or end your turn.");
    value_set_text(question, "due", "Mon 23 Nov 2026, 20:00 UTC");
    value_set_text(question, "left", "2 days");
    value_set_text(question, "missed", "Otherwise: end the turn.");
    value_set_int(question, "order_count", many ? 753 : 40);
    value_set_text(question, "luck_link", many ? "" : "mailto:games@robot.example?body=seals");
    value_set_flag(question, "many", many);
    value_set_flag(question, "examples", many);
    value_set_flag(question, "only_one", false);
    value_add(value_set_list(question, "listed"),
              value_text(values, "place Rope, Sword, Treasure: w1 w2 w3 w4 e1 e2 e3 e4"));
    value_set_flag(question, "has_orders", true);
    value_set_flag(question, "only_luck", false);
    orders = value_set_list(question, "orders");
    for (int i = 0; i < (many ? 24 : 40); i++) {
        struct value *one = value_add_map(orders);

        value_set_text(one, "order", "thief to d5 take sword");
        value_set_text(one, "label", "Thief to d5 take Sword");
        value_set_text(one, "link",
                       "mailto:postern%2Bcabcu5nnalpk3pxpaebagbafayd76@games.example?subject="
                       "Dungeon%20Twister%2042&body=thief%20to%20d5%20take%20sword");
    }
}

static struct value *sample(struct values *values, const char *kind)
{
    struct value *action, *map = value_map(values), *list;
    bool end = text_equal(kind, "end"), turn = text_equal(kind, "turn");

    ROWS_EACH(row, "tests/letter/letter_templates.rows", "sample")
        value_set_text(map, row.cell[0], row.cell[1]);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        value_set_flag(map, kinds[i], text_equal(kinds[i], kind));
    value_set_text(map, "over", end ? "Ann has won. The victory points were reached." : "");
    value_set_text(map, "summary",
                   end ? "It ran from Sun 22 Nov 2026 to Mon 30 Nov 2026; its log has 142 entries."
                       : "");
    value_set_text(map, "cid", turn ? "board.42@games.example" : "");
    value_set_flag(map, "luck", text_equal(kind, "invitation"));
    value_set_text(map, "rules", text_equal(kind, "invitation") ? "the first to 7 points" : "");
    value_set_flag(map, "legal_told", false);
    value_set_flag(map, "told_waiting", text_equal(kind, "answer"));
    value_set_flag(map, "understood", text_equal(kind, "answer"));
    value_set_flag(map, "has_lines", true);
    value_set_text(map, "record_name", end ? "game-42.record" : "");
    value_set_flag(map, "record_packed", true);
    value_set_flag(map, "has_would", text_equal(kind, "answer"));
    value_set_flag(map, "has_then", true);
    value_add(value_set_list(map, "would"), value_text(values, "Ann ends the turn."));
    value_add(value_set_list(map, "then"), value_text(values, "Bob: Play an action card."));
    value_set_flag(map, "has_seals", true);
    value_set_text(map, "seals_heading", "What was sealed in this game:");
    value_add(value_set_list(map, "seals"), value_text(values, "room/w1: 1D/0"));
    value_set_text(map, "heading", "game 42: Dungeon Twister");
    value_set_list(map, "sections");
    value_set_list(map, "sections_html");
    value_set_flag(map, "has_steps", true);
    value_add(value_set_list(map, "setup"), value_text(values, "standing team cleric goblin"));
    value_set_flag(map, "has_setup", true);
    value_set_text(map, "about", "Two players, eight characters each.");
    value_set_flag(map, "has_introduced", true);
    value_add(value_set_list(map, "introduced"), value_text(values, "Bard: 3 HP of its own."));
    value_set_flag(map, "has_actions", true);
    action = value_add_map(value_set_list(map, "actions"));
    value_set_text(action, "label", "practice Dungeon Twister against easy");
    value_set_text(action, "link", "mailto:games@pbem.example?body=practice");
    value_set_flag(map, "has_paragraphs", true);
    list = value_set_list(map, "steps");
    value_add(list, value_text(values, "Ann's Thief moves from c4 to d5."));
    list = value_set_list(map, "paragraphs");
    value_add(list, value_text(values, "  help   what may be written"));
    list = value_set_list(map, "players");
    for (int seat = 1; seat <= 2; seat++) {
        struct value *player = value_add_map(list);

        value_set_int(player, "seat", seat);
        value_set_text(player, "name", seat == 1 ? JOKER : "Bob");
        value_set_flag(player, "you", seat == 1);
    }
    add_lines(map);
    if (end)
        value_set_flag(map, "question", false);
    else
        add_question(values, map, text_equal(kind, "reminder"));
    return map;
}

/* Templates within a template, freed behind it. */
struct partials {
    const char *language;
    unsigned count;
    struct template *at[4];
};

static const struct template *find_partial(void *context, const char *name)
{
    struct partials *partials = context;

    assert_true(partials->count < 4);
    partials->at[partials->count] = compile(partials->language, name);
    return partials->at[partials->count++];
}

static void render(const char *language, const char *name, enum escape escape, const char *kind,
                   struct buf *out)
{
    struct partials partials = {.language = language};
    const struct render how = {
        .escape = escape, .strict = true, .partial = find_partial, .context = &partials};
    struct template *template = compile(language, name);
    struct values *values = values_new();
    struct err err = {0};

    if (template_render(template, sample(values, kind), &how, out, &err) != RC_OK)
        fail_msg("%s/%s:%u:%u: %s", language, name, err.line, err.column, err.text);
    values_free(values);
    template_free(template);
    for (unsigned i = 0; i < partials.count; i++)
        template_free(partials.at[i]);
}

#define EACH_LETTER(language, kind)                                                                \
    for (const char *const *language = test_languages(); *language; language++)                    \
        for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)

/* A mail program may quote our letter without any sign: nothing of it may count as an order. */
static void assert_all_below_the_marker(const char *text, size_t length)
{
    struct letter_lines lines = {0};

    assert_int_equal(quotes_split(text, length, NULL, &lines, NULL), RC_OK);
    assert_int_not_equal(lines.marker, 0);
    assert_int_equal(lines.own_count, 0);
    quotes_fini(&lines);
}

TEST(text_parts_are_complete_and_narrow)
{
    EACH_LETTER(language, kind)
    {
        OWN(buf) text = {0}, wrapped = {0};

        render(*language, "letter.txt", ESCAPE_TEXT, kinds[kind], &text);
        letter_wrap(buf_text(&text), &wrapped);
        for (const char *at = buf_text(&wrapped); *at;) {
            size_t length = strcspn(at, "\n");

            assert_true(letter_columns(at, length) <= LETTER_COLUMNS);
            at += length + (at[length] != '\0');
        }
        assert_true(strcspn(buf_text(&wrapped), "\n") >
                    (size_t)(strstr(buf_text(&wrapped), QUOTES_MARKER) - buf_text(&wrapped)));
        assert_all_below_the_marker(buf_text(&wrapped), wrapped.length);
        assert_non_null(strstr(buf_text(&wrapped), "Ann's Thief moves from c4 to d5."));
        assert_null(strstr(buf_text(&wrapped), "\n\n\n\n"));
    }
}

/* Wrapping a line that its writer has broken already leaves a word alone on the next one. */
TEST(fixed_lines_of_text_parts_need_no_wrapping)
{
    static const char *const names[] = {"letter.txt", "game.txt", "section.txt"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        OWN(buf) text = {0};

        read_template(names[i], &text);
        for (const char *at = strstr(buf_text(&text), "}}"); *at;) {
            size_t length = strcspn(at, "\n");

            if (!memchr(at, '{', length) && letter_columns(at, length) > LETTER_COLUMNS)
                fail_msg("%s: %.*s", names[i], (int)length, at);
            at += length + (at[length] != '\0');
        }
    }
}

/* Nothing is fetched: addresses are those of the table page and the lessons, to be followed by
 * hand. */
static void assert_only_pages_are_linked(const char *html)
{
    for (const char *at = html; (at = strstr(at, "https:")); at++) {
        assert_true(at - html > 6);
        if (strncmp(at - 6, "href=\"https://games.example/learn.html?", 39) != 0)
            assert_memory_equal(at - 6, "href=\"https://games.example/table.html#1.", 41);
    }
}

TEST(html_parts_are_safe_and_small)
{
    EACH_LETTER(language, kind)
    {
        OWN(buf) html = {0}, text = {0};

        render(*language, "letter.html", ESCAPE_HTML, kinds[kind], &html);
        assert_true(html.length < LETTER_HTML_MAX / 2);
        assert_null(strstr(buf_text(&html), "<b>Zo"));
        assert_null(strstr(buf_text(&html), "http:"));
        assert_only_pages_are_linked(buf_text(&html));
        assert_null(strstr(buf_text(&html), "<script"));
        assert_int_equal(html_to_text(buf_text(&html), html.length, &text, NULL), RC_OK);
        assert_all_below_the_marker(buf_text(&text), text.length);
    }
}

/* What a program makes of our letter: signs before each line, its lines broken anew, its blanks. */
static void quote(const char *text, const char *sign, unsigned columns, bool wide, struct buf *out)
{
    for (bool first = true; *text; first = false) {
        size_t length = strcspn(text, "\n"), cut = length;

        while (columns && cut > columns && memchr(text, ' ', columns))
            for (cut = columns; text[cut] != ' ';)
                cut--;
        buf_put(out, first && !*sign ? "" : sign);
        for (size_t i = 0; i < cut; i++)
            if (wide && text[i] == ' ')
                buf_put(out, "\xC2\xA0");
            else
                buf_put_char(out, text[i]);
        buf_put_char(out, '\n');
        text += cut + (text[cut] != '\0');
    }
}

static void assert_read_as(const char *attribution, const struct buf *quoted, const char *own,
                           bool html)
{
    struct letter_lines lines = {0};
    OWN(buf) text = {0};

    buf_printf(&text, "%s\n\n%s\n%s", own, attribution, buf_text(quoted));
    assert_int_equal(quotes_split(buf_text(&text), text.length, NULL, &lines, NULL), RC_OK);
    if (!lines.marker || lines.own_count != 1)
        fail_msg("marker %u, %zu own lines%s:\n%s", lines.marker, lines.own_count,
                 html ? " of HTML" : "", buf_text(&text));
    quotes_fini(&lines);
}

/* Whatever a program does to our letter when it quotes it, in a language that no table has. */
TEST(the_marker_survives_in_every_programs_quote)
{
    static const char attribution[] = "Zq 28.11.2026 vx Postern <games@example.org> fnord:";

    for (const char *const *language = test_languages(); *language; language++) {
        OWN(buf) text = {0}, page = {0}, quoted = {0};

        render(*language, "letter.txt", ESCAPE_TEXT, "turn", &text);
        ROWS_EACH(row, "tests/letter/letter_templates.rows",
                  "the_marker_survives_in_every_programs_quote") {
            buf_clear(&quoted);
            quote(buf_text(&text), row.cell[0], (unsigned)row_number(&row, 1),
                  (row_number(&row, 2) != 0), &quoted);
            assert_read_as(attribution, &quoted, "end", false);
        }
        render(*language, "letter.html", ESCAPE_HTML, "turn", &page);
        ROWS_EACH(row, "tests/letter/letter_templates.rows",
                  "the_marker_survives_in_every_programs_quote_of_html") {
            buf_clear(&text);
            buf_clear(&quoted);
            buf_printf(&text, "%s%s%s", row.cell[0], buf_text(&page), row.cell[1]);
            assert_int_equal(html_to_text(buf_text(&text), text.length, &quoted, NULL), RC_OK);
            assert_read_as(attribution, &quoted, "end", true);
        }
    }
}

TEST(pictures_have_a_description_and_boards_stand_in_for_them)
{
    OWN(buf) with = {0}, without = {0};

    render("en", "letter.html", ESCAPE_HTML, "turn", &with);
    assert_non_null(strstr(buf_text(&with), "<img src=\"cid:board.42@games.example\" "
                                            "alt=\"The board after turn 7\""));
    assert_null(strstr(buf_text(&with), "\xE2\x94\x8C"));
    render("en", "letter.html", ESCAPE_HTML, "answer", &without);
    assert_null(strstr(buf_text(&without), "<img"));
    assert_non_null(strstr(buf_text(&without), "\xE2\x94\x8C"));
}

/* Relative luminance of "#rrggbb" (WCAG 2.1), its curve by c² (0.8 + 0.2 c). */
static double luminance(const char *colour)
{
    double part[3];

    for (int i = 0; i < 3; i++) {
        char hex[3] = {colour[1 + 2 * i], colour[2 + 2 * i], '\0'};
        double c = (double)strtol(hex, NULL, 16) / 255;

        part[i] = c * c * (0.8 + 0.2 * c);
    }
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
}

static bool is_readable(const char *a, const char *b)
{
    double x = luminance(a), y = luminance(b);

    return ((x > y ? x : y) + 0.05) / ((x > y ? y : x) + 0.05) >= 4.5;
}

TEST(every_colour_of_text_can_be_read_on_its_ground)
{
    static const char *const light[] = {"#ffffff", "#eef4fb", "#e3eefb"};
    static const char *const dark[] = {"#17191d", "#22262d"};

    for (const char *const *language = test_languages(); *language; language++) {
        OWN(buf) html = {0};
        unsigned light_count = 0, dark_count = 0;

        render(*language, "letter.html", ESCAPE_HTML, "answer", &html);
        for (const char *at = buf_text(&html); (at = strstr(at, "color:")); at += 6) {
            const char *colour = at + 6 + (at[6] == ' ');
            bool is_dark = at[6] == ' ';

            if (*colour != '#' || at[-1] == '-')
                continue;
            for (size_t i = 0; i < (is_dark ? 2 : 3); i++)
                assert_true(is_readable(colour, is_dark ? dark[i] : light[i]));
            (*(is_dark ? &dark_count : &light_count))++;
        }
        assert_true(light_count >= 5 && dark_count >= 5);
    }
}

static void collect(void *context, char sign, const char *name)
{
    struct buf *out = context;

    buf_put_char(out, ' ');
    buf_put_char(out, sign ? sign : '.');
    buf_put(out, name);
    buf_put_char(out, ' ');
}

struct comparison {
    const char *names; /* of the other language */
    const char *where;
    unsigned missing;
};

static void demand(void *context, char sign, const char *name)
{
    struct comparison *comparison = context;
    char wanted[128];

    snprintf(wanted, sizeof wanted, " %c%s ", sign ? sign : '.', name);
    if (strstr(comparison->names, wanted))
        return;
    print_error("%s lacks \"%s\"\n", comparison->where, name);
    comparison->missing++;
}

static unsigned count_missing(const char *from, const char *in, const char *name)
{
    struct template *one = compile(from, name), *other = compile(in, name);
    struct comparison comparison = {.where = in};
    OWN(buf) names = {0};

    template_each_name(other, collect, &names);
    comparison.names = buf_text(&names);
    template_each_name(one, demand, &comparison);
    template_free(one);
    template_free(other);
    return comparison.missing;
}

/* In whatever order. */
TEST(all_languages_use_the_same_values)
{
    static const char *const names[] = {"letter.txt",     "letter.html", "forum-letter.txt",
                                        "forum-post.txt", "game.txt",    "game.html",
                                        "section.txt",    "section.html"};
    unsigned missing = 0;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (const char *const *language = test_languages() + 1; *language; language++)
            missing +=
                count_missing("en", *language, names[i]) + count_missing(*language, "en", names[i]);
    assert_int_equal(missing, 0);
}

TESTS(NULL, NULL)
