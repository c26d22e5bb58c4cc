/* SPDX-License-Identifier: MIT */
/* The words, in many languages, by which replies from robots and reactions are known. */
#include <string.h>

#include "base/text.h"
#include "letter/classify_p.h"
#include "letter/quotes_p.h"

/* What stands before the colon of an automatic answer's subject, whole; ASCII letters in small
 * ones, others as programs write them. What holds one of the stems needs no row. */
/* clang-format off */
const char *const classify_absences[] = {
    "out of office", "out of office reply", "out-of-office", "ooo", "away", "away from office", "away from my mail", "away from my desk",
    "i am away", "on vacation", "i am on vacation", "vacation", "vacation reply", "vacation alert", "on holiday",
    "on leave", "absence", "not in the office",
    "abwesenheitsnotiz", "abwesenheit", "abwesend", "abwesenheitsassistent", "abwesenheitsmeldung",
    "außer haus", "nicht im büro", "im urlaub", "urlaub", "urlaubsbenachrichtigung",
    "absence du bureau", "absent du bureau", "absent(e) du bureau", "absente du bureau",
    "absence temporaire", "message d'absence", "réponse d'absence", "notification d'absence", "en congé", "absent",
    "fuera de la oficina", "fuera de oficina", "ausente", "ausencia", "ausencia temporal",
    "mensaje de ausencia", "de vacaciones", "en vacaciones", "ausente de la oficina",
    "fuori sede", "fuori ufficio", "assente", "assenza", "in ferie", "assente dall'ufficio",
    "fora do escritório", "ausência", "ausência temporária", "ausente do escritório", "em férias",
    "fora de l'oficina", "afwezig", "afwezigheid", "afwezigheidsbericht", "niet aanwezig",
    "niet op kantoor", "buiten kantoor",
    "frånvaro", "frånvarande", "frånvaromeddelande", "ej på kontoret", "inte på kontoret",
    "fravær", "fraværende", "ikke til stede", "ikke på kontoret", "fraværsassistent",
    "poissa", "poissaolo", "poissaoloviesti", "poissa toimistosta", "lomalla",
    "poza biurem", "nieobecność", "nieobecność w biurze", "mimo kancelář", "nepřítomnost",
    "nepřítomen", "mimo kancelárie", "neprítomnosť", "neprítomný",
    "házon kívül", "irodán kívül", "távollét", "în afara biroului", "absent de la birou",
    "нет на месте", "Нет на месте", "вне офиса", "Вне офиса", "отсутствие", "Отсутствие",
    "в отпуске", "В отпуске", "немає на місці", "Немає на місці", "відсутність", "Відсутність",
    "поза офісом", "Поза офісом", "извън офиса", "Извън офиса", "отсъствие", "Отсъствие",
    "izvan ureda", "odsutan", "odsutnost", "odsotnost", "odsoten", "ван канцеларије",
    "εκτός γραφείου", "Εκτός γραφείου", "απουσία", "Απουσία",
    "ofis dışında", "ofis dışı", "iş yerinde değil", "kontorist väljas", "ārpus biroja", "ne biure",
    "外出", "不在办公室", "不在辦公室", "不在", "不在通知", "不在のお知らせ",
    "부재 중", "부재중", "부재 중 알림", "מחוץ למשרד", "לא במשרד", "خارج المكتب",
    "vắng mặt", "ngoài văn phòng", "ไม่อยู่ที่สำนักงาน", "di luar kantor", "luar pejabat",
    "bulegotik kanpo", "pas á skrifstofu", NULL};

/* "Automatic", in whatever form a language has it. */
static const char *const stems[] = {
    "auto", "otomat", "avtom", "automat", "samodejn", "sjálfvirk", "Sjálfvirk",
    "автом", "Автом", "автоо", "Автоо", "автов", "Автов", "аутом", "Аутом",
    "αυτόμ", "Αυτόμ", "ΑΥΤΟΜ", "自动", "自動", "자동", "אוטומט", "تلقائي", "خودکار",
    "tự động", "Tự động", "อัตโนมัติ", "स्वचालित", "önműködő", NULL};

/* "Liked “…”" as phones write it, where the letter itself cannot have a sign of approval. */
static const char *const likings[] = {
    "liked ", "loved ", "laughed at ", "emphasized ", "emphasised ", "questioned ", "disliked ",
    "reacted ", "removed a ", "le gustó ", "le encantó ", "se rió ", "reaccionó ", "exclamó por ",
    "ha messo ", "ha amato ", "ha apprezzato ", "ha riso ", "ha reagito ", "a aimé ", "a adoré ",
    "a réagi ", "hat ", "mag ", "liebt ", "gillade ", "vond ", "curtiu ", "gostou de ",
    "adorou ", NULL};
static const char *const reactings[] = {
    " reacted to your message", " hat auf ihre nachricht reagiert", " reaccionó a su mensaje",
    " reaccionó a tu mensaje", " ha reagito al tuo messaggio", " a réagi à votre message",
    " reagiu à sua mensagem", " heeft gereageerd op je bericht", " reacted via gmail",
    " hat über gmail reagiert", " reaccionó mediante gmail", " ha reagito tramite gmail",
    " a réagi via gmail", NULL};
/* clang-format on */

static bool begins_with(const char *text, const char *word)
{
    for (; *word; text++, word++)
        if (*text != *word && text_lower(*text) != text_lower(*word))
            return false;
    return true;
}

static bool contains(const char *text, const char *word)
{
    for (; *text; text++)
        if (begins_with(text, word))
            return true;
    return false;
}

/* What stands before the colon, or between brackets; "Re" behind it belongs to our subject. */
static void copy_mark(const char *subject, char *mark, size_t capacity)
{
    static const char wide[] = "：";
    const char *colon = strchr(subject, ':'), *other = strstr(subject, wide), *end;
    struct text text;

    text_init(&text, mark, capacity);
    if (*subject == '[' || *subject == '(') {
        end = strchr(subject, *subject == '[' ? ']' : ')');
        subject++;
    } else {
        end = colon && (!other || colon < other) ? colon : other;
    }
    if (!end)
        end = subject + strlen(subject);
    if (end - subject > 3 && begins_with(end - 3, " re"))
        end -= 3;
    while (end > subject && (end[-1] == ' ' || end[-1] == '!'))
        end--;
    text_put_bytes(&text, subject, (size_t)(end - subject));
}

bool classify_marks_absence(const char *subject)
{
    enum { MARK_BYTES = 64, WORDS_MOST = 4 };
    char mark[MARK_BYTES];
    unsigned words = 1;

    copy_mark(subject, mark, sizeof mark);
    for (const char *c = mark; *c; c++)
        words += *c == ' ';
    for (const char *const *word = classify_absences; *word; word++)
        if (begins_with(mark, *word) && strlen(mark) == strlen(*word))
            return true;
    for (const char *const *stem = stems; *stem && words <= WORDS_MOST; stem++)
        if (contains(mark, *stem))
            return true;
    return false;
}

/* ---- against what is written for us ---- */

/* Figures with a sign of dates behind them, twice. */
static bool names_days(const char *text, size_t length)
{
    unsigned days = 0;

    for (size_t i = 0; i + 1 < length; i++)
        if (text_is_digit(text[i]) && strchr("./-", text[i + 1])) {
            days++;
            while (i < length && (text_is_digit(text[i]) || strchr("./-", text[i])))
                i++;
        }
    return days >= 2;
}

bool classify_names_days(const char *subject)
{
    return names_days(subject, strlen(subject));
}

bool classify_has_order(const char *text, const struct classify_context *context)
{
    enum { LINES_MOST = 20 };

    for (unsigned n = 0; *text && n < LINES_MOST; n++) {
        size_t length = strcspn(text, "\n");

        if (*text == '>' || memmem(text, length, QUOTES_MARKER, strlen(QUOTES_MARKER)))
            return false;
        /* "I am away until 12.1." is a note, with both its days it may be a wish. */
        if (length && (!quotes_has_date(text, length) || names_days(text, length)) &&
            context->reads(context->reader, text, length))
            return true;
        text += length + (text[length] == '\n');
    }
    return false;
}

/* ---- reactions ---- */

/* Signs alone, one of them far beyond letters: an emoji, and what joins its parts. */
static bool is_emoji(const char *line, size_t length)
{
    bool found = false;

    for (size_t i = 0, step; i < length; i += step) {
        uint32_t code = 0;

        step = text_utf8_at(line + i, length - i, &code);
        if (!step || (code >= '0' && code < 0x2000))
            return false;
        if (code >= 0x3000 && code < 0x1F000 && (code < 0xFE00 || code > 0xFE0F))
            return false;
        found = found || code >= 0x1F000 || (code >= 0x2190 && code < 0x3000);
    }
    return found;
}

bool classify_is_reaction(const char *text)
{
    enum { LINE_MOST = 200 };
    char line[LINE_MOST + 1];
    size_t length = strcspn(text, "\n");
    const char *quote;

    if (length > LINE_MOST)
        return false;
    text_copy(line, length + 1, text);
    if (is_emoji(line, length)) {
        text += length;
        text += strspn(text, "\n ");
        return !*text || *text == '>' || strstr(text, QUOTES_MARKER);
    }
    quote = strstr(line, "\xE2\x80\x9C");
    quote = quote ? quote : strstr(line, "\xE2\x80\x9E");
    quote = quote ? quote : strchr(line, '"');
    for (const char *const *word = reactings; *word; word++)
        if (contains(line, *word))
            return true;
    for (const char *const *word = likings; *word && quote; word++)
        if (begins_with(line, *word))
            return true;
    return begins_with(line, "liked an image") || begins_with(line, "loved an image");
}
