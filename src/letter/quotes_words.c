/* SPDX-License-Identifier: MIT */
/* The words and signs of mail programs, in many languages, by which quotes, signatures and
 * disclaimers are known. */
#include <string.h>

#include "base/text.h"
#include "letter/quotes_p.h"

enum { LABEL_BYTES = 48 }; /* the longest label, with its stars and blanks */

struct label_word {
    const char *word; /* lower case */
    enum header_label label;
};

/* Outlook, Apple Mail, Yahoo and GMX in the languages of their users. */
static const struct label_word labels[] = {
    {"from", LABEL_FROM},
    {"von", LABEL_FROM},
    {"de", LABEL_FROM},
    {"da", LABEL_FROM},
    {"van", LABEL_FROM},
    {"fra", LABEL_FROM},
    {"från", LABEL_FROM},
    {"lähettäjä", LABEL_FROM},
    {"od", LABEL_FROM},
    {"kimden", LABEL_FROM},
    {"от", LABEL_FROM},
    {"От", LABEL_FROM},
    {"Από", LABEL_FROM},
    {"feladó", LABEL_FROM},
    {"发件人", LABEL_FROM},
    {"寄件者", LABEL_FROM},
    {"差出人", LABEL_FROM},
    {"보낸 사람", LABEL_FROM},
    {"sent", LABEL_DATE},
    {"date", LABEL_DATE},
    {"gesendet", LABEL_DATE},
    {"datum", LABEL_DATE},
    {"envoyé", LABEL_DATE},
    {"enviado", LABEL_DATE},
    {"enviado el", LABEL_DATE},
    {"fecha", LABEL_DATE},
    {"enviada em", LABEL_DATE},
    {"data", LABEL_DATE},
    {"inviato", LABEL_DATE},
    {"verzonden", LABEL_DATE},
    {"sendt", LABEL_DATE},
    {"dato", LABEL_DATE},
    {"skickat", LABEL_DATE},
    {"lähetetty", LABEL_DATE},
    {"wysłano", LABEL_DATE},
    {"odesláno", LABEL_DATE},
    {"gönderildi", LABEL_DATE},
    {"отправлено", LABEL_DATE},
    {"Отправлено", LABEL_DATE},
    {"дата", LABEL_DATE},
    {"Дата", LABEL_DATE},
    {"发送时间", LABEL_DATE},
    {"日時", LABEL_DATE},
    {"送信日時", LABEL_DATE},
    {"보낸 날짜", LABEL_DATE},
    {"to", LABEL_TO},
    {"an", LABEL_TO},
    {"à", LABEL_TO},
    {"À", LABEL_TO},
    {"a", LABEL_TO},
    {"para", LABEL_TO},
    {"aan", LABEL_TO},
    {"til", LABEL_TO},
    {"till", LABEL_TO},
    {"vastaanottaja", LABEL_TO},
    {"do", LABEL_TO},
    {"komu", LABEL_TO},
    {"kime", LABEL_TO},
    {"кому", LABEL_TO},
    {"Кому", LABEL_TO},
    {"收件人", LABEL_TO},
    {"宛先", LABEL_TO},
    {"받는 사람", LABEL_TO},
    {"subject", LABEL_SUBJECT},
    {"betreff", LABEL_SUBJECT},
    {"objet", LABEL_SUBJECT},
    {"asunto", LABEL_SUBJECT},
    {"oggetto", LABEL_SUBJECT},
    {"assunto", LABEL_SUBJECT},
    {"onderwerp", LABEL_SUBJECT},
    {"emne", LABEL_SUBJECT},
    {"ämne", LABEL_SUBJECT},
    {"Ämne", LABEL_SUBJECT},
    {"aihe", LABEL_SUBJECT},
    {"temat", LABEL_SUBJECT},
    {"předmět", LABEL_SUBJECT},
    {"konu", LABEL_SUBJECT},
    {"тема", LABEL_SUBJECT},
    {"Тема", LABEL_SUBJECT},
    {"主题", LABEL_SUBJECT},
    {"件名", LABEL_SUBJECT},
    {"제목", LABEL_SUBJECT},
};

static const char *const verbs[] = {
    "wrote",      "writes",     "schrieb", "schreibt",  "geschrieben", "a écrit", "ha escrito",
    "escribió",   "ha scritto", "scrive",  "schreef",   "geschreven",  "skrev",   "escreveu",
    "napisał",    "napsal",     "napísal", "kirjoitti", "написал",     "пишет",   "написав",
    "yazdı",      "写道",       "寫道",    "작성",      "a scris",     "έγραψε",  "írta",
    "je napisao", "כתב",        "كتب",     "đã viết",   "のメール",    NULL};

static const char *const starts[] = {"on ",  "am ", "le ",     "el ",   "il ",   "em ",  "op ",
                                     "den ", "på ", "w dniu ", "dne ",  "dnia ", "в ",   "于",
                                     "在",   "în ", "στις ",   "Στις ", "pe ",   "vào ", NULL};

/* Between the dashes of a divider; Apple Mail's stand alone, with a colon. */
static const char *const dividers[] = {"original message",
                                       "original-nachricht",
                                       "ursprüngliche nachricht",
                                       "ursprungliche nachricht",
                                       "message d'origine",
                                       "message original",
                                       "mensaje original",
                                       "messaggio originale",
                                       "mensagem original",
                                       "oorspronkelijk bericht",
                                       "originele bericht",
                                       "oprindelig meddelelse",
                                       "opprinnelig melding",
                                       "ursprungligt meddelande",
                                       "alkuperäinen viesti",
                                       "wiadomość oryginalna",
                                       "původní zpráva",
                                       "Исходное сообщение",
                                       "Оригинальное сообщение",
                                       "原始邮件",
                                       "original appointment",
                                       "forwarded message",
                                       "weitergeleitete nachricht",
                                       "mensaje reenviado",
                                       "messaggio inoltrato",
                                       "message transféré",
                                       "begin forwarded message",
                                       "anfang der weitergeleiteten nachricht",
                                       "inizio messaggio inoltrato",
                                       "inicio del mensaje reenviado",
                                       "début du message réexpédié",
                                       "reply message",
                                       NULL};

static const char *const devices[] = {"sent from my ",       "sent from mail for",
                                      "sent from outlook",   "sent from yahoo",
                                      "sent from proton",    "sent with proton",
                                      "sent via ",           "sent from samsung",
                                      "get outlook for",     "von meinem ",
                                      "gesendet mit ",       "gesendet von ",
                                      "outlook für ",        "diese nachricht wurde von meinem ",
                                      "envoyé de mon ",      "envoyé depuis ",
                                      "envoyé avec ",        "versendet mit ",
                                      "verzonden met ",      "sendt fra ",
                                      "envoyé à partir de ", "télécharger outlook",
                                      "enviado desde ",      "enviado con ",
                                      "obtener outlook",     "enviado do meu ",
                                      "enviado via ",        "inviato da ",
                                      "inviato con ",        "scarica outlook",
                                      "ottieni outlook",     "verzonden vanaf ",
                                      "verstuurd vanaf ",    "skickat från min",
                                      "sendt fra min",       "lähetetty ",
                                      "wysłane z ",          "odesláno z ",
                                      "Отправлено с ",       "发自我的",
                                      "iphoneから送信",      "私のiphone",
                                      "나의 iphone에서",     "sent from k-9",
                                      "diese e-mail wurde",  NULL};

/* "Von Samsung Mobile gesendet", "Mit der sicheren E-Mail von Proton Mail gesendet." */
static const char *const german_devices[] = {"von ", "mit ", "via ", NULL};
static const char german_sent[] = " gesendet";

/* clang-format off */
static const char *const disclaimers[] = {
    "this e-mail and any", "this email and any", "this message and any", "this e-mail is ",
    "this email is ", "this e-mail may ", "this email may ", "this message may contain",
    "this e-mail contains", "this email contains", "this message contains",
    "this message is intended", "this communication ", "this transmission ",
    "the information contained in", "the information in this ", "the contents of this e",
    "confidentiality notice", "disclaimer", "legal notice", "privileged and confidential",
    "please consider the environment", "think before you print", "before printing ",
    "diese e-mail enthält", "diese e-mail kann", "diese e-mail ist", "diese e-mail und ",
    "diese nachricht enthält", "diese nachricht kann", "diese nachricht ist",
    "der inhalt dieser e", "die informationen in dieser", "vertraulichkeitshinweis",
    "haftungsausschluss", "rechtlicher hinweis", "bitte denken sie an die umwelt",
    "bitte prüfen sie, ob diese",
    "este mensaje y ", "este mensaje contiene", "este mensaje puede", "este mensaje se dirige",
    "este correo y ", "este correo electrónico ", "la información contenida en",
    "el contenido de este ", "aviso legal", "aviso de confidencialidad", "cláusula de confid",
    "antes de imprimir ", "por favor, piense ", "piense en el medio ambiente",
    "questo messaggio e ", "questo messaggio contiene", "questo messaggio è ",
    "questa e-mail ", "questa email ", "le informazioni contenute in", "il contenuto di questa",
    "il presente messaggio", "la presente e", "avviso di riservatezza", "nota di riservatezza",
    "informativa privacy", "ai sensi del ", "prima di stampare",
    "ce message et ", "ce message est ", "ce courriel ", "les informations contenues dans",
    "avis de confidentialité", "pensez à l'environnement", "pensez à l’environnement",
    "dit e-mailbericht", "dit bericht is ", "deze e-mail ", "de informatie in dit ",
    "esta mensagem ", "este e-mail ", "as informações contidas", NULL};
/* clang-format on */

/* Equal to a lower-case word, ASCII case ignored. */
static bool begins_with(const char *line, size_t length, const char *word)
{
    for (; *word; line++, word++, length--)
        if (length == 0 || (*line != *word && text_lower(*line) != text_lower(*word)))
            return false;
    return true;
}

/* The first character tells nearly all places apart. */
static bool contains(const char *line, size_t length, const char *word)
{
    char small = *word, great = text_is_letter(small) ? (char)(small - 'a' + 'A') : small;

    for (; length; line++, length--)
        if ((*line == small || *line == great) && begins_with(line, length, word))
            return true;
    return false;
}

static bool begins_with_one(const char *line, size_t length, const char *const *words)
{
    for (; *words; words++)
        if (begins_with(line, length, *words))
            return true;
    return false;
}

static bool contains_one(const char *line, size_t length, const char *const *words)
{
    for (; *words; words++)
        if (contains(line, length, *words))
            return true;
    return false;
}

enum header_label quotes_label(const char *line, size_t length)
{
    size_t head = length < LABEL_BYTES ? length : LABEL_BYTES;

    /* Most lines are told apart by having no colon. */
    if (!memchr(line, ':', head) && !memchr(line, 0xEF, head))
        return LABEL_NONE;
    /* Bold labels of HTML come as "*From:*" in some clients' plain text. */
    while (length && (*line == '*' || *line == ' ')) {
        line++;
        length--;
    }
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        size_t at = strlen(labels[i].word);

        if (!begins_with(line, length, labels[i].word))
            continue;
        while (at < length && (line[at] == ' ' || line[at] == '*'))
            at++;
        if (at < length && (line[at] == ':' || begins_with(line + at, length - at, "：") ||
                            begins_with(line + at, length - at, "\xC2\xA0:")))
            return labels[i].label;
    }
    return LABEL_NONE;
}

bool quotes_has_verb(const char *line, size_t length)
{
    return contains_one(line, length, verbs);
}

bool quotes_is_start(const char *line, size_t length)
{
    size_t sign = begins_with(line, length, "- ") ? 2 : 0;

    line += sign;
    length -= sign;
    return begins_with_one(line, length, starts) || (length && text_is_digit(*line));
}

/* Bytes of a sign that shows nothing at the end of a line: right-to-left and other marks. */
static size_t mark_before(const char *line, size_t length)
{
    static const char *const marks[] = {"\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xAC",
                                        "\xE2\x80\x8B", "\xEF\xBB\xBF"};

    for (size_t i = 0; length > 3 && i < sizeof marks / sizeof *marks; i++)
        if (memcmp(line + length - 3, marks[i], 3) == 0)
            return 3;
    return length && line[length - 1] == '*'; /* of bold type */
}

bool quotes_ends_open(const char *line, size_t length)
{
    size_t step;

    while ((step = mark_before(line, length)))
        length -= step;
    if (length && line[length - 1] == ':')
        return true;
    return length >= 3 && memcmp(line + length - 3, "：", 3) == 0;
}

enum { FIELD_BYTES = 60, FIELD_WORDS = 4 };

bool quotes_is_field(const char *line, size_t length)
{
    unsigned words = 0;
    size_t i = 0;

    while (length && (*line == '*' || *line == ' ')) {
        line++;
        length--;
    }
    for (; i < length && i < FIELD_BYTES && line[i] != ':' &&
           !begins_with(line + i, length - i, "：");
         i++) {
        if (text_is_digit(line[i]) || strchr("@<>\"/", line[i]))
            return false;
        words += line[i] == ' ';
    }
    return i > 0 && i < length && i < FIELD_BYTES && words <= FIELD_WORDS &&
           !begins_with(line + i, length - i, "://");
}

/* Bytes of a figure, in whatever script; 0: it is none. */
static size_t figure_at(const char *line, size_t length)
{
    uint32_t code = 0;
    size_t step = text_utf8_at(line, length, &code);

    return (code >= '0' && code <= '9') || (code >= 0x660 && code <= 0x669) ||
                   (code >= 0x6F0 && code <= 0x6F9) || (code >= 0x966 && code <= 0x96F) ||
                   (code >= 0x9E6 && code <= 0x9EF) || (code >= 0xE50 && code <= 0xE59)
               ? step
               : 0;
}

/* Figures in a row; *length behind them. */
static unsigned count_figures(const char **line, size_t *length)
{
    unsigned count = 0;

    for (size_t step; (step = figure_at(*line, *length)); count++) {
        *line += step;
        *length -= step;
    }
    return count;
}

bool quotes_has_digit(const char *line, size_t length)
{
    for (; length; line++, length--)
        if (figure_at(line, length))
            return true;
    return false;
}

/* "2026", "10:55", "28.11.", "28/11", "28-11-": figures and what parts those of a date. */
bool quotes_has_date(const char *line, size_t length)
{
    while (length) {
        unsigned count = count_figures(&line, &length);

        if (count == 4)
            return true;
        if (count && count <= 2 && length > 1 && strchr(":./", *line) && *line &&
            figure_at(line + 1, length - 1))
            return true;
        if (length) {
            line++;
            length--;
        }
    }
    return false;
}

bool quotes_names_us(const struct quotes_search *search, const char *line, size_t length)
{
    const char *us = search->known ? search->known->us : NULL;

    for (; us && *us && length; line++, length--)
        if (begins_with(line, length, us))
            return true;
    return false;
}

static bool is_dash(char c)
{
    return c && strchr("-_=*~", c);
}

bool quotes_is_dashed(const char *line, size_t length)
{
    size_t before = 0, behind = 0;

    while (before < length && (is_dash(line[before]) || line[before] == ' '))
        before++;
    while (behind < length - before &&
           (is_dash(line[length - behind - 1]) || line[length - behind - 1] == ' '))
        behind++;
    return before >= 2 && before + behind < length && (behind >= 2 || before >= 5);
}

bool quotes_is_picture(const char *line, size_t length)
{
    static const char *const ends[] = {".png]", ".gif]", ".jpg]", ".jpeg]",
                                       ".png>", ".gif>", ".jpg>", ".jpeg>"};

    if (length < 6 || (*line != '[' && *line != '<') || memchr(line, ']', length - 1) ||
        memchr(line, '>', length - 1))
        return false;
    if (line[length - 1] == ']' &&
        (begins_with(line, length, "[image") || begins_with(line, length, "[cid:")))
        return true;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (begins_with(line + length - strlen(ends[i]), strlen(ends[i]), ends[i]))
            return true;
    return false;
}

bool quotes_is_warning(const char *line, size_t length)
{
    return contains(line, length, "originated from outside") ||
           contains(line, length, "aka.ms/learnaboutsenderidentification");
}

bool quotes_is_divider(const char *line, size_t length, bool bare)
{
    size_t dashes = 0;

    while (length && *line == '*' && line[length - 1] == '*') { /* bold */
        line++;
        length -= length > 1 ? 2 : 1;
    }
    while (dashes < length && (line[dashes] == '-' || line[dashes] == '_'))
        dashes++;
    line += dashes;
    length -= dashes;
    while (length && *line == ' ') {
        line++;
        length--;
    }
    return begins_with_one(line, length, dividers) &&
           (bare || (dashes >= 2 ? line[length - 1] == '-' : quotes_ends_open(line, length)));
}

/* Bytes of a character that lines are drawn with; 0: it is none. */
static size_t rule_at(const char *line, size_t length)
{
    static const char *const wide[] = {"–", "—", "―", "─", "━", "═", "•", "·"};

    if (strchr("_-=*~#", *line) && *line)
        return 1;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (begins_with(line, length, wide[i]))
            return strlen(wide[i]);
    return 0;
}

bool quotes_is_rule(const char *line, size_t length)
{
    unsigned count = 0;

    for (size_t step; length; count++, line += step, length -= step) {
        while (length && *line == ' ') {
            line++;
            length--;
        }
        step = length ? rule_at(line, length) : 0;
        if (step == 0)
            return false;
    }
    return count >= 3 || (count == 2 && line[-1] == '_');
}

/* Brackets and stars of links and bold words. */
static void skip_ornaments(const char **line, size_t *length)
{
    while (*length && **line && strchr("[(*<_ ", **line)) {
        (*line)++;
        (*length)--;
    }
    while (*length && strchr("])*>_ .!", (*line)[*length - 1]) && (*line)[*length - 1])
        (*length)--;
}

/* Is it all that one of these begins, whatever brackets stand between its words? */
static bool is_sent_with(const char *line, size_t length)
{
    size_t end = strlen(german_sent);

    return begins_with_one(line, length, devices) ||
           (begins_with_one(line, length, german_devices) && length > end &&
            begins_with(line + length - end, end, german_sent));
}

bool quotes_is_device_signature(const char *line, size_t length)
{
    static const char *const before_link[] = {"sent from [", "sent with [", "gesendet von [",
                                              "gesendet mit [", NULL};

    skip_ornaments(&line, &length);
    return is_sent_with(line, length) || begins_with_one(line, length, before_link) ||
           begins_with(line, length, "yahoo mail: ") ||
           (contains(line, length, "outlook") && contains(line, length, "https://aka.ms/"));
}

static unsigned count_words(const char *line, size_t length)
{
    unsigned words = length > 0;

    while (length--)
        words += *line++ == ' ';
    return words;
}

bool quotes_names_device(const char *line, size_t length, bool briefly)
{
    enum { BYTES_MOST = 120, WORDS_MOST = 5 };
    static const char *const names[] = {
        "iphone",    "ipad",      "android",  "outlook",    "galaxy",       "samsung",
        "huawei",    "xiaomi",    "redmi",    "oneplus",    "blackberry",   "windows phone",
        "windows 1", "yahoo",     "gmail",    "proton",     "thunderbird",  "k-9 mail",
        "aquamail",  "fairemail", "mail.ru",  "mymail",     "bluemail",     "blue mail",
        "spark",     "airmail",   "mailbird", "tutanota",   "tuta",         "gmx",
        "web.de",    "nokia",     "motorola", "smartphone", "smartfon",     "icloud",
        "zoho mail", "mobile",    "phone",    "mailbox",    "windows mail", NULL};

    if (briefly &&
        (!length || strchr(".!?,", line[length - 1]) || count_words(line, length) > WORDS_MOST))
        return false;
    return length <= BYTES_MOST && contains_one(line, length, names);
}

bool quotes_is_contact(const char *line, size_t length)
{
    enum { TELEPHONE_LEAST = 7 };
    unsigned figures = 0;

    if (memchr(line, '@', length) || memmem(line, length, "://", 3) ||
        contains(line, length, "www."))
        return true;
    for (; length && figures < TELEPHONE_LEAST; line++, length--)
        if (text_is_digit(*line))
            figures++;
        else if (!strchr(" ()+-./", *line) || !*line)
            figures = 0;
    return figures == TELEPHONE_LEAST;
}

bool quotes_is_disclaimer(const char *line, size_t length)
{
    skip_ornaments(&line, &length);
    return begins_with_one(line, length, disclaimers);
}
