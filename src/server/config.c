/* SPDX-License-Identifier: MIT */
/* Reads and explains the configuration, by one table of keys. What a key does is up to whoever
 * uses it. */
#include "server/config.h"

#include <errno.h>
#include <glib.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/files.h"

enum config_kind { KIND_TEXT, KIND_PATH, KIND_NUMBER, KIND_BYTES, KIND_TIME, KIND_CHOICE };

struct config_row {
    const char *section, *key;
    enum config_kind kind;
    size_t offset;
    const char *standard; /* value when absent; NULL = must be given */
    int64_t least, most;
    const char *const *choices; /* KIND_CHOICE: by value, NULL at the end */
    const char *help;
};

static const char *const transports[] = {"maildir", "imap", "smtp", NULL};
static const char *const tls_ways[] = {"tls", "starttls", "none", NULL};
static const char *const forums[] = {"none", "discourse", "nodebb", "nodebb1", NULL};
static const char *const forum_games[] = {"all", "played", NULL};
static const char *const replaced[] = {"most", "last", "first", NULL};
static const char *const yes_no[] = {"no", "yes", NULL};
static const char *const site_blocks[] = {"no", "yes", "linked", NULL}; /* enum config_blocks */

#define AT(member) offsetof(struct config, member)
enum { MINUTE = 60, HOUR = 3600, DAY = 86400, YEAR = 366 * DAY };

/* Sorted as the example shows them. */
static const struct config_row rows[] = {
#include "server/config_table.h"
};
#undef AT

enum { ROWS = sizeof rows / sizeof rows[0] };

/* A number followed by one of the unit letters; the factor stands in `factor`. */
static bool read_scaled(const char *text, size_t length, const char *units, const int64_t *factor,
                        int64_t *value)
{
    const char *unit;
    int64_t number;

    if (length < 2 || !(unit = strchr(units, text[length - 1])))
        return false;
    if (!text_to_int(text, length - 1, &number) || number < 0 || number > INT64_MAX / YEAR)
        return false;
    *value = number * factor[unit - units];
    return true;
}

bool config_duration(const char *text, size_t length, int64_t *seconds)
{
    static const int64_t factor[] = {1, MINUTE, HOUR, DAY};

    return read_scaled(text, length, "smhd", factor, seconds);
}

static bool read_bytes(const char *text, size_t length, int64_t *bytes)
{
    static const int64_t factor[] = {1024, 1024 * 1024};

    return text_to_int(text, length, bytes) || read_scaled(text, length, "KM", factor, bytes);
}

size_t config_local_part(const char *address)
{
    const char *at = strrchr(address, '@');

    return at ? (size_t)(at - address) : strlen(address);
}

/* ---- one value ---- */

static enum rc bad_value(const struct config_row *row, const char *value, const char *wanted,
                         struct err *err)
{
    return ERR(err, RC_CONFIG, "[", row->section, "] ", row->key, " = ", value, ": ", wanted);
}

static enum rc set_text(const struct config_row *row, const char *folder, const char *value,
                        struct config *config, struct err *err)
{
    char *at = (char *)config + row->offset;
    bool relative = row->kind == KIND_PATH && value[0] && value[0] != '/';
    struct text text = text_in(at, CONFIG_TEXT_BYTES);

    if (relative)
        TEXT_PUT(&text, folder, "/");
    text_put(&text, value);
    while (text_equal(row->key, "url") && text.length && at[text.length - 1] == '/')
        at[--text.length] = '\0'; /* names are put behind one */
    return text.cut ? bad_value(row, value, "too long", err) : RC_OK;
}

static enum rc set_choice(const struct config_row *row, const char *value, int64_t *number,
                          struct err *err)
{
    TEXT_IN(text, wanted, 128);

    text_put(&text, "write one of");
    for (unsigned i = 0; row->choices[i]; i++) {
        if (text_equal(row->choices[i], value)) {
            *number = i;
            return RC_OK;
        }
        TEXT_PUT(&text, i ? ", " : " ", row->choices[i]);
    }
    return bad_value(row, value, wanted, err);
}

static enum rc set_number(const struct config_row *row, const char *value, int64_t *number,
                          struct err *err)
{
    size_t length = strlen(value);
    bool read = row->kind == KIND_TIME    ? config_duration(value, length, number)
                : row->kind == KIND_BYTES ? read_bytes(value, length, number)
                                          : text_to_int(value, length, number);

    if (!read)
        return bad_value(row, value,
                         row->kind == KIND_TIME    ? "write a number and s, m, h or d, as 36h"
                         : row->kind == KIND_BYTES ? "write a number of bytes, or 512K, 1M"
                                                   : "write a whole number",
                         err);
    if (*number < row->least || *number > row->most)
        return bad_value(row, value, "out of range", err);
    return RC_OK;
}

static enum rc set_value(const struct config_row *row, const char *folder, const char *value,
                         struct config *config, struct err *err)
{
    int64_t number = 0;

    if (row->kind == KIND_TEXT || row->kind == KIND_PATH)
        return set_text(row, folder, value, config, err);
    TRY(row->kind == KIND_CHOICE ? set_choice(row, value, &number, err)
                                 : set_number(row, value, &number, err));
    memcpy((char *)config + row->offset, &number, sizeof number);
    return RC_OK;
}

/* ---- the file ---- */

struct config_reader {
    const char *folder;
    struct config *config;
    char section[64];
    bool seen[ROWS];
};

static const struct config_row *find_row(const char *section, const char *key)
{
    for (unsigned i = 0; i < ROWS; i++)
        if (text_equal(rows[i].section, section) && (!key || text_equal(rows[i].key, key)))
            return &rows[i];
    return NULL;
}

static const char *nearest_key(const char *section, const char *key)
{
    for (unsigned i = 0; i < ROWS; i++)
        if (text_equal(rows[i].section, section) &&
            text_distance(rows[i].key, strlen(rows[i].key), key, strlen(key), 2) <= 2)
            return rows[i].key;
    return NULL;
}

static enum rc refuse_key(const char *section, const char *key, struct err *err)
{
    const char *near = nearest_key(section, key);

    return near ? ERR(err, RC_CONFIG, "[", section, "] knows no key '", key, "'; did you mean '",
                      near, "'?")
                : ERR(err, RC_CONFIG, "[", section, "] knows no key '", key, "'");
}

static enum rc read_section(struct config_reader *reader, char *line, struct err *err)
{
    size_t length = strlen(line);
    struct text text;

    FAIL_IF(line[length - 1] != ']', err, RC_CONFIG, "a section ends with ']'");
    line[length - 1] = '\0';
    text_init(&text, reader->section, sizeof reader->section);
    text_put(&text, g_strstrip(line + 1));
    FAIL_IF(!find_row(reader->section, NULL), err, RC_CONFIG, "no section is called [",
            reader->section, "]; there are server, mail, imap, smtp, forum, notices, site, time");
    return RC_OK;
}

static enum rc read_pair(struct config_reader *reader, char *line, struct err *err)
{
    char *equals = strchr(line, '='), *key, *value;
    const struct config_row *row;

    FAIL_IF(!equals, err, RC_CONFIG, "write key = value");
    *equals = '\0';
    key = g_strstrip(line);
    value = g_strstrip(equals + 1);
    FAIL_IF(!reader->section[0], err, RC_CONFIG, "write a [section] before the first key");
    row = find_row(reader->section, key);
    if (!row)
        return refuse_key(reader->section, key, err);
    if (reader->seen[row - rows])
        return ERR(err, RC_CONFIG, "[", row->section, "] ", row->key, " stands twice");
    reader->seen[row - rows] = true;
    return set_value(row, reader->folder, value, reader->config, err);
}

static enum rc read_line(struct config_reader *reader, char *line, struct err *err)
{
    line = g_strstrip(line);
    if (!*line || *line == '#' || *line == ';')
        return RC_OK;
    return *line == '[' ? read_section(reader, line, err) : read_pair(reader, line, err);
}

/* Defaults for what was not given; a key without one is missing. */
static enum rc fill_rest(struct config_reader *reader, struct err *err)
{
    for (unsigned i = 0; i < ROWS; i++) {
        if (reader->seen[i])
            continue;
        FAIL_IF(!rows[i].standard, err, RC_CONFIG, "the key ", rows[i].key, " is missing in [",
                rows[i].section, "]");
        TRY(set_value(&rows[i], reader->folder, rows[i].standard, reader->config, err));
    }
    return RC_OK;
}

static enum rc check_forum(const struct config_forum *forum, struct err *err)
{
    const struct {
        const char *key;
        bool missing;
    } needed[] = {{"url", !forum->url[0]},
                  {"robot", !forum->robot[0]},
                  {"key_file", !forum->key_file[0] && !forum->key_command[0]},
                  {"category", !forum->category}};

    if (forum->kind == CONFIG_FORUM_NONE)
        return RC_OK;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (needed[i].missing)
            return ERR(err, RC_CONFIG, "the key ", needed[i].key,
                       " is missing in [forum], which kind = ", forums[forum->kind], " needs");
    if (forum->key_file[0] && forum->key_command[0])
        return ERR(err, RC_CONFIG, "[forum] key_file and key_command: write one of them");
    if (forum->password_file[0] && forum->kind != CONFIG_FORUM_NODEBB1)
        return ERR(err, RC_CONFIG, "[forum] password_file: only kind = nodebb1 has a use for it");
    return RC_OK;
}

/* A password comes from one place. */
static enum rc check_login(const char *section, const struct config_login *login, struct err *err)
{
    int ways = (login->password_file[0] != 0) + (login->password_credential[0] != 0) +
               (login->password_command[0] != 0) + (login->token_command[0] != 0);

    FAIL_IF(ways > 1, err, RC_CONFIG, "[", section,
            "] names more than one of password_file, password_credential, password_command "
            "and token_command");
    FAIL_IF(strchr(login->password_credential, '/'), err, RC_CONFIG, "[", section,
            "] password_credential is a name, not a path: see LoadCredential= of systemd");
    return RC_OK;
}

/* systemd puts credentials into a folder of its own; without one the name says what is missing. */
static void find_credential(struct config_login *login)
{
    const char *folder = getenv("CREDENTIALS_DIRECTORY");
    struct text text;

    if (!login->password_credential[0])
        return;
    text_init(&text, login->password_file, sizeof login->password_file);
    TEXT_PUT(&text, folder ? folder : "$CREDENTIALS_DIRECTORY", "/", login->password_credential);
}

static enum rc check_address(const struct config *config, struct err *err)
{
    const char *at = strrchr(config->keeper, '@');

    if (!strchr(config->address, '@') || config_local_part(config->address) == 0)
        return ERR(err, RC_CONFIG, "[mail] address = ", config->address,
                   ": write a whole address, games@example.org");
    if (config_local_part(config->address) > 16)
        return ERR(err, RC_CONFIG, "[mail] address = ", config->address,
                   ": at most 16 characters may stand before '@', since a token follows them");
    if (config->route && config_local_part(config->address) > 8)
        return ERR(err, RC_CONFIG, "[mail] address = ", config->address,
                   ": with route = yes at most 8 characters may stand before '@'");
    return !config->keeper[0] || (at && at > config->keeper && at[1])
               ? RC_OK
               : ERR(err, RC_CONFIG, "[mail] keeper = ", config->keeper,
                     ": write a whole address, you@example.org, or nothing");
}

/* Keys that depend on each other. */
static enum rc check_whole(const struct config *config, struct err *err)
{
    TRY(check_address(config, err));
    TRY(check_login("imap", &config->imap, err));
    TRY(check_login("smtp", &config->smtp, err));
    FAIL_IF(strstr(config->replica, "sftp:"), err, RC_CONFIG,
            "[server] replica is Litestream's control socket now, of release 0.5.9 or "
            "newer; where the copy is stands in litestream.yml (doc/replica.md)");
    FAIL_IF(config->transport == CONFIG_IMAP && !config->imap.host[0], err, RC_CONFIG,
            "the key host is missing in [imap], which transport = imap needs");
    if (config->transport != CONFIG_MAILDIR && !config->smtp.host[0])
        return ERR(err, RC_CONFIG, "the key host is missing in [smtp], which transport = ",
                   transports[config->transport], " needs");
    FAIL_IF(config->notices.matrix[0] && (strncmp(config->notices.matrix, "https://", 8) != 0 ||
                                          !config->notices.matrix_token_file[0]),
            err, RC_CONFIG, "[notices] matrix begins with https://, and needs matrix_token_file");
    return check_forum(&config->forum, err);
}

enum rc config_read(const char *source, const char *folder, const char *text, size_t length,
                    struct config *config, struct err *err)
{
    static const size_t LINE_MOST = 2048;
    struct config_reader reader = {.folder = folder};
    struct config made = {0};
    uint32_t number = 0;
    enum rc rc = RC_OK;

    reader.config = &made;
    snprintf(made.folder, sizeof made.folder, "%s", folder);
    for (size_t at = 0; at < length && rc == RC_OK;) {
        const char *end = memchr(text + at, '\n', length - at);
        size_t count = end ? (size_t)(end - (text + at)) : length - at;
        char line[2048 + 1];

        number++;
        if (count > LINE_MOST)
            rc = ERR(err, RC_CONFIG, "this line is too long");
        else if (memchr(text + at, '\0', count))
            rc = ERR(err, RC_CONFIG, "this line is not text");
        else {
            memcpy(line, text + at, count);
            line[count] = '\0';
            rc = read_line(&reader, line, err);
        }
        at += count + 1;
    }
    if (rc == RC_OK) {
        number = 0; /* from here on the whole file is meant */
        rc = fill_rest(&reader, err);
    }
    THEN(rc, check_whole(&made, err));
    if (rc == RC_OK) {
        find_credential(&made.imap);
        find_credential(&made.smtp);
        *config = made;
    } else
        err_where(err, source, number, 0);
    return rc;
}

enum rc config_check_value(const char *section, const char *key, const char *value, struct err *err)
{
    const struct config_row *row = find_row(section, key);
    OWN_MEMORY struct config *tried = calloc(1, sizeof *tried);

    if (!tried || !row)
        return tried ? refuse_key(section, key, err) : ERR(err, RC_NO_MEMORY, "no memory");
    TRY(set_value(row, "", value, tried, err));
    if (text_equal(section, "mail")) {
        if (!tried->address[0])
            text_copy(tried->address, sizeof tried->address, "a@b");
        TRY(check_address(tried, err));
    }
    return RC_OK;
}

static enum rc refuse_file(const char *path, struct err *err)
{
    const char *why = strerror(errno);

    return errno == EACCES || errno == EPERM
               ? ERR(err, RC_PERMISSION, path, ": ", why,
                     "; run it as who owns the server, as by sudo -u postern")
               : ERR(err, RC_NOT_FOUND, path, ": ", why,
                     "; --server DIR says where a server is, `postern init DIR` makes a server");
}

enum rc config_find(const char *asked, char path[CONFIG_TEXT_BYTES], struct err *err)
{
    static const char system_file[] = POSTERN_SYSCONFDIR "/postern/postern.conf";
    const char *where = asked ? asked : getenv("POSTERN_SERVER");
    struct stat status;
    struct text text = text_in(path, CONFIG_TEXT_BYTES);

    if (!where)
        where =
            access("postern.conf", F_OK) != 0 && access(system_file, F_OK) == 0 ? system_file : ".";
    text_put(&text, where);
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        text_put(&text, "/postern.conf");
    FAIL_IF(text.cut, err, RC_USAGE, "the path of the server is too long");
    return RC_OK;
}

enum { FILE_MOST = 1 << 20 };

enum rc config_load(const char *path, struct config *config, struct err *err)
{
    OWN_MEMORY char *real = realpath(path, NULL);
    OWN(buf) text = {0};
    enum rc rc = real ? files_read(real, FILE_MOST, &text, NULL) : RC_NOT_FOUND;

    FAIL_IF(rc == RC_TOO_LONG, err, RC_CONFIG, path, ": larger than a configuration file can be");
    if (rc != RC_OK)
        return refuse_file(path, err);
    *strrchr(real, '/') = '\0';
    return config_read(path, real, buf_text(&text), text.length, config, err);
}

unsigned config_line(const char *path, const char *section, const char *key)
{
    FILE *file = fopen(path, "re");
    char block[2048], within[64] = "";
    unsigned number = 0, found = 0;

    while (file && !found && fgets(block, sizeof block, file)) {
        char *line, *equals;

        number++;
        block[strcspn(block, "\n")] = '\0';
        line = g_strstrip(block);
        equals = strchr(line, '=');
        if (*line == '[') {
            line[strcspn(line, "]")] = '\0';
            text_copy(within, sizeof within, g_strstrip(line + 1));
        } else if (equals && text_equal(within, section)) {
            *equals = '\0';
            found = text_equal(g_strstrip(line), key) ? number : 0;
        }
    }
    if (file)
        fclose(file);
    return found;
}

/* ---- explanation ---- */

static void explain_row(const struct config_row *row, struct buf *out)
{
    const char *line = row->help;

    while (*line) {
        size_t count = strcspn(line, "\n");

        buf_put(out, "# ");
        buf_put_bytes(out, line, count);
        buf_put_char(out, '\n');
        line += count + (line[count] == '\n');
    }
    if (row->standard)
        buf_printf(out, "#%s = %s\n\n", row->key, row->standard);
    else
        buf_printf(out, "%s = games@example.org\n\n", row->key);
}

void config_explain(struct buf *out)
{
    const char *section = "";

    buf_put(out, "# Configuration of postern and posternd.\n"
                 "# Lines that are commented out show the value in force without them.\n"
                 "# Relative paths count from the folder of this file.\n\n");
    for (unsigned i = 0; i < ROWS; i++) {
        if (!text_equal(section, rows[i].section))
            buf_printf(out, "[%s]\n", section = rows[i].section);
        explain_row(&rows[i], out);
    }
}

/* As help texts are plain words, only what troff takes for its own is escaped. */
static void put_man(struct buf *out, const char *text)
{
    for (; *text; text++)
        if (*text == '\\')
            buf_put(out, "\\e");
        else if (*text == '-')
            buf_put(out, "\\-");
        else
            buf_put_char(out, *text == '\n' ? ' ' : *text);
    buf_put_char(out, '\n');
}

void config_explain_man(struct buf *out)
{
    const char *section = "";

    for (unsigned i = 0; i < ROWS; i++) {
        const struct config_row *row = &rows[i];

        if (!text_equal(section, row->section))
            buf_printf(out, ".SS [%s]\n", section = row->section);
        buf_printf(out, ".TP\n.B %s\n", row->key);
        put_man(out, row->help);
        if (!row->standard)
            buf_put(out, "Must be given.\n");
        else if (row->kind == KIND_CHOICE) {
            buf_put(out, "One of");
            for (unsigned c = 0; row->choices[c]; c++)
                buf_printf(out, "%s %s", c ? "," : "", row->choices[c]);
            buf_printf(out, ". Default: %s.\n", row->standard);
        } else if (strncmp(row->standard, POSTERN_DATADIR, strlen(POSTERN_DATADIR)) == 0)
            buf_put(out, "Default: where they were installed.\n");
        else if (*row->standard) {
            buf_put(out, "Default: ");
            put_man(out, row->standard);
            out->length--;
            buf_put(out, ".\n");
        }
    }
}

/* ---- accounts ---- */

/* The forum's host, as addresses of accounts end. */
static void host_of(const struct config *config, struct text *host)
{
    const char *at = strstr(config->forum.url, "://");

    at = at ? at + 3 : "";
    for (size_t i = 0, count = strcspn(at, ":/"); i < count; i++)
        text_put_char(host, text_lower(at[i]));
}

bool config_is_account(const struct config *config, const char *address)
{
    const char *at = strrchr(address, '@');
    TEXT_IN(text, end, CONFIG_TEXT_BYTES + 1);
    int64_t number;

    if (config->forum.kind == CONFIG_FORUM_NONE || !at || !text_starts_with(address, "user-"))
        return false;
    text_put_char(&text, '@');
    host_of(config, &text);
    address += strlen("user-");
    return text_equal_folded(at, end) && text_to_int(address, (size_t)(at - address), &number);
}
