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
    {"server", "name", KIND_TEXT, AT(name), "Postern", 0, 0, NULL,
     "The robot's name, as its letters show it."},
    {"server", "ledger", KIND_PATH, AT(ledger), "postern.db", 0, 0, NULL,
     "The ledger: one SQLite file with every game."},
    {"server", "keys", KIND_PATH, AT(keys), "postern.key", 0, 0, NULL,
     "The key file, mode 0600. Back it up apart from the ledger; without it\n"
     "no secret of a running game can be read."},
    {"server", "mark", KIND_PATH, AT(mark), "postern.mark", 0, 0, NULL,
     "Last signed entry of each game. Never restore it from a backup."},
    {"server", "spool", KIND_PATH, AT(spool), "spool", 0, 0, NULL,
     "Where `postern deliver` leaves letters for the daemon."},
    {"server", "replica", KIND_PATH, AT(replica), "", 0, 0, NULL,
     "Control socket of Litestream, which copies the ledger for a second host\n"
     "(doc/replica.md). Nothing leaves this server then that Litestream has not\n"
     "copied. Empty: no such copy."},
    {"server", "replica_program", KIND_TEXT, AT(replica_program), "litestream", 0, 0, NULL,
     "Litestream itself: once a day a ledger is made from its copy, and looked at."},
    {"server", "replica_config", KIND_PATH, AT(replica_config), "/etc/litestream.yml", 0, 0, NULL,
     "Its configuration, which says where the copy is."},
    {"server", "replica_wait", KIND_TIME, AT(replica_wait_s), "0s", 0, YEAR, NULL,
     "While the copy is away letters come in, and answers wait for it so long, then\n"
     "leave without it; the administrator, these games' players and their logs are told.\n"
     "0s: they wait until it is back."},
    {"server", "data", KIND_PATH, AT(data), POSTERN_DATADIR "/data", 0, 0, NULL,
     "Data files of the games (rooms, cards)."},
    {"server", "templates", KIND_PATH, AT(templates), POSTERN_DATADIR "/templates", 0, 0, NULL,
     "Sentences and words, one folder for each language."},
    {"server", "language", KIND_TEXT, AT(language), "en", 0, 0, NULL,
     "Language of players who chose none."},
    {"server", "first_game", KIND_NUMBER, AT(first_game), "1", 1, 2000000000, NULL,
     "The number of this server's first game. Where several servers share one\n"
     "address, give each a range of its own: 1, 1000000, 2000000 (doc/scaling.md)."},
    {"server", "replaced", KIND_CHOICE, AT(replaced), "most", 0, 0, replaced,
     "Whose result it is for the ratings when somebody else took over a seat: of who\n"
     "gave most of its orders, of who had it last, or of who had it first."},
    {"server", "tournament_games", KIND_NUMBER, AT(tournament_games), "0", 0, 1000, NULL,
     "How many games of tournaments a player has at a time; 0: any number. Who has so\n"
     "many waits with the next, and the tournament with the lowest number goes first."},
    {"server", "workers", KIND_NUMBER, AT(workers), "2", 1, 64, NULL,
     "Threads that compose letters and draw boards."},
    {"server", "keep_letters", KIND_TIME, AT(keep_letters_s), "730d", 0, 20 * YEAR, NULL,
     "How long the bytes of letters that came in are kept, and the words of those\n"
     "that went out, once their game is over as long; 0s: for ever. What letters\n"
     "did stays in the games' logs."},
    {"server", "health", KIND_PATH, AT(health), "", 0, 0, NULL,
     "A file for monitoring, in Prometheus' text format, written once a\n"
     "minute, and with postern_up 0 alone where posternd cannot start; empty: none."},
    {"server", "debug", KIND_CHOICE, AT(debug), "no", 0, 0, yes_no,
     "Log every step of every letter (never their secrets)."},

    {"mail", "address", KIND_TEXT, AT(address), NULL, 0, 0, NULL,
     "The robot's address. Players answer to it with a subaddress:\n"
     "games+TOKEN@example.org must reach the same mailbox."},
    {"mail", "transport", KIND_CHOICE, AT(transport), "maildir", 0, 0, transports,
     "maildir: read and deliver letters in a folder of Maildirs, one for each\n"
     "address; no mail server needed. imap: fetch by IMAP, send by SMTP. smtp: an\n"
     "alias of the mail system pipes letters into postern deliver, send by SMTP."},
    {"mail", "maildirs", KIND_PATH, AT(maildirs), "mail", 0, 0, NULL,
     "The folder of Maildirs (transport = maildir)."},
    {"mail", "authserv", KIND_TEXT, AT(authserv), "", 0, 0, NULL,
     "The authserv-id that your own mail server writes into\n"
     "Authentication-Results; empty: none is trusted, so that orders known only by\n"
     "the letter they answer, not by a reply address, always wait for the player's\n"
     "confirmation, as do new addresses and answers to old digests. Set, every\n"
     "letter must carry its results, and your mail server must remove fields of this\n"
     "name that come from outside (RFC 8601, 5): OpenDMARC, OpenDKIM and rspamd do\n"
     "for the names that they are told are theirs; exim by a line\n"
     "warn remove_header = Authentication-Results in acl_smtp_data, above the line\n"
     "that adds its own; a provider by himself. postern setup sends a letter with\n"
     "forged results and says what became of them; postern doctor --mail does it\n"
     "again."},
    {"mail", "route", KIND_CHOICE, AT(route), "no", 0, 0, yes_no,
     "Write the number of the game into reply addresses, games+42-TOKEN, so that\n"
     "the mail system can pick the server among several by it (doc/scaling.md)."},
    {"mail", "keeper", KIND_TEXT, AT(keeper), "", 0, 0, NULL,
     "The administrator's own address, told when letters to a player come\n"
     "back; empty: only the log says so."},
    {"mail", "strangers", KIND_NUMBER, AT(strangers), "200", 0, 1000000, NULL,
     "Answers an hour, at most, to people who are no players here, all together, so\n"
     "that nobody has the robot write to masses of forged senders: at most a tenth to\n"
     "one domain, and half to senders whom nothing proves. Letters beyond that are\n"
     "kept: postern letter list --outcome ignored, letter requeue."},
    {"mail", "picture_width", KIND_NUMBER, AT(picture_width), "800", 320, 1080, NULL,
     "Pixels from side to side of a letter's board. 800 are sharp on a phone and\n"
     "at most 75 KB; 1040 take 100 KB; 640 cost the server half of the work. Multiples of 80 cost "
     "the least."},
    {"mail", "letter_size", KIND_BYTES, AT(letter_bytes), "1M", 4096, 64 << 20, NULL,
     "Of larger letters, up to ten times as large, the text is read and the rest is dropped."},
    {"mail", "poll", KIND_TIME, AT(poll_s), "60s", 1, DAY, NULL,
     "Time between two looks into the inbox when nothing wakes the daemon."},
    {"mail", "retry", KIND_TIME, AT(retry_s), "1m", 1, DAY, NULL,
     "Wait before the second try to send; doubles with every further one."},
    {"mail", "retry_for", KIND_TIME, AT(retry_for_s), "5d", MINUTE, 30 * DAY, NULL,
     "Give a letter up after this time."},

    {"imap", "host", KIND_TEXT, AT(imap.host), "", 0, 0, NULL, "IMAP server."},
    {"imap", "port", KIND_NUMBER, AT(imap.port), "993", 1, 65535, NULL, "Its port."},
    {"imap", "tls", KIND_CHOICE, AT(imap.tls), "tls", 0, 0, tls_ways,
     "tls from the first byte, starttls, or none (only on the same machine)."},
    {"imap", "user", KIND_TEXT, AT(imap.user), "", 0, 0, NULL, "Login name."},
    {"imap", "password_file", KIND_PATH, AT(imap.password_file), "", 0, 0, NULL,
     "File with the password in its first line."},
    {"imap", "password_credential", KIND_TEXT, AT(imap.password_credential), "", 0, 0, NULL,
     "Name of a systemd credential (LoadCredential=) with the password."},
    {"imap", "password_command", KIND_TEXT, AT(imap.password_command), "", 0, 0, NULL,
     "Command that prints the password."},
    {"imap", "token_command", KIND_TEXT, AT(imap.token_command), "", 0, 0, NULL,
     "Command that prints an OAuth2 token; used instead of a password."},
    {"imap", "ca_file", KIND_PATH, AT(imap.ca_file), "", 0, 0, NULL,
     "Certificates to trust; empty: the system's."},
    {"imap", "folder", KIND_TEXT, AT(imap_folder), "INBOX", 0, 0, NULL, "Folder to read."},
    {"imap", "done", KIND_TEXT, AT(imap_done), "Processed", 0, 0, NULL,
     "Folder for letters that are dealt with."},
    {"imap", "also", KIND_TEXT, AT(imap_also), "", 0, 0, NULL,
     "A folder where the provider puts what it takes for advertising, as Junk: what was\n"
     "sent to a reply address of this server is read there, too, and moved as if from\n"
     "folder; the rest stays. postern status says how many. Empty: none is."},

    {"smtp", "host", KIND_TEXT, AT(smtp.host), "", 0, 0, NULL, "SMTP submission server."},
    {"smtp", "port", KIND_NUMBER, AT(smtp.port), "465", 1, 65535, NULL, "Its port."},
    {"smtp", "tls", KIND_CHOICE, AT(smtp.tls), "tls", 0, 0, tls_ways, "As for IMAP."},
    {"smtp", "user", KIND_TEXT, AT(smtp.user), "", 0, 0, NULL, "Login name."},
    {"smtp", "password_file", KIND_PATH, AT(smtp.password_file), "", 0, 0, NULL,
     "File with the password in its first line."},
    {"smtp", "password_credential", KIND_TEXT, AT(smtp.password_credential), "", 0, 0, NULL,
     "Name of a systemd credential (LoadCredential=) with the password."},
    {"smtp", "password_command", KIND_TEXT, AT(smtp.password_command), "", 0, 0, NULL,
     "Command that prints the password."},
    {"smtp", "token_command", KIND_TEXT, AT(smtp.token_command), "", 0, 0, NULL,
     "Command that prints an OAuth2 token; used instead of a password."},
    {"smtp", "ca_file", KIND_PATH, AT(smtp.ca_file), "", 0, 0, NULL,
     "Certificates to trust; empty: the system's."},

    {"forum", "kind", KIND_CHOICE, AT(forum.kind), "none", 0, 0, forums,
     "A forum where games are shown and played: discourse, nodebb (3 and later)\n"
     "or nodebb1 (1.x with nodebb-plugin-write-api)."},
    {"forum", "url", KIND_TEXT, AT(forum.url), "", 0, 0, NULL,
     "Its address, https://forum.example; http only on the same machine."},
    {"forum", "robot", KIND_TEXT, AT(forum.robot), "", 0, 0, NULL, "The robot's account there."},
    {"forum", "key_file", KIND_PATH, AT(forum.key_file), "", 0, 0, NULL,
     "File with the account's API key or token in its first line, mode 0600."},
    {"forum", "key_command", KIND_TEXT, AT(forum.key_command), "", 0, 0, NULL,
     "Command that prints the key; used instead of a file."},
    {"forum", "password_file", KIND_PATH, AT(forum.password_file), "", 0, 0, NULL,
     "File with the account's password, mode 0600; for nodebb1 alone, which wants\n"
     "it for pictures and for reading private messages."},
    {"forum", "ca_file", KIND_PATH, AT(forum.ca_file), "", 0, 0, NULL,
     "Certificates to trust; empty: the system's."},
    {"forum", "category", KIND_NUMBER, AT(forum.category), "0", 0, INT32_MAX, NULL,
     "Number of the category in which each game gets a topic. Posts elsewhere are\n"
     "read only when they name the robot."},
    {"forum", "games", KIND_CHOICE, AT(forum.played_only), "all", 0, 0, forum_games,
     "Which games get a topic: all, or those played by somebody of the forum."},
    {"forum", "pictures", KIND_CHOICE, AT(forum.pictures), "yes", 0, 0, yes_no,
     "Upload a picture of the board with each turn."},
    {"forum", "messages", KIND_CHOICE, AT(forum.messages), "yes", 0, 0, yes_no,
     "Send private messages; no: what is for one player goes by mail, or waits."},
    {"forum", "poll", KIND_TIME, AT(forum.poll_s), "60s", 1, DAY, NULL,
     "Time between two looks into the forum."},
    {"forum", "post_size", KIND_BYTES, AT(forum.post_bytes), "0", 0, 1 << 20, NULL,
     "Longest post that the forum takes; 0: as it comes from its makers."},

    {"notices", "on", KIND_CHOICE, AT(notices.on), "no", 0, 0, yes_no,
     "Players may have the subjects of their letters sent besides to a webhook, an\n"
     "ntfy topic or a Matrix room of their choice (doc/notices.md)."},
    {"notices", "hourly", KIND_NUMBER, AT(notices.hourly), "12", 1, 1000, NULL,
     "So many within an hour to one player; what is above is not sent."},
    {"notices", "inside", KIND_CHOICE, AT(notices.inside), "no", 0, 0, yes_no,
     "Also to addresses within this host's own networks: anybody who plays could\n"
     "then reach what stands there."},
    {"notices", "ca_file", KIND_PATH, AT(notices.ca_file), "", 0, 0, NULL,
     "Certificates to trust there. Empty: the system's."},
    {"notices", "matrix", KIND_TEXT, AT(notices.matrix), "", 0, 0, NULL,
     "Server of the robot's Matrix account, https://…, without a last slash. Empty: no Matrix."},
    {"notices", "matrix_token_file", KIND_PATH, AT(notices.matrix_token_file), "", 0, 0, NULL,
     "File with that account's access token, which others may not read."},

    {"site", "url", KIND_TEXT, AT(site_url), "", 0, 0, NULL,
     "Where the folder that `postern site` writes is published, https://…: letters\n"
     "that ask for orders then link to its table.html, where they can be given by\n"
     "taps (doc/table.md). Empty: no links."},
    {"site", "terms", KIND_TEXT, AT(site_terms), "", 0, 0, NULL,
     "Address of your own page of terms, privacy and who answers for the server,\n"
     "https://…: linked at the foot of the site's pages. Empty: none."},
    {"site", "blocks", KIND_CHOICE, AT(site_blocks), "linked", 0, 0, site_blocks,
     "Write what such a link holds below the text of those letters, too, for players\n"
     "who read text alone, or keep table.html: they paste the letter into it.\n"
     "linked: where there is a url."},

    {"time", "setup", KIND_TIME, AT(setup_s), "7d", MINUTE, YEAR, NULL,
     "Time for a decision of the set-up, unless the game says otherwise."},
    {"time", "turn", KIND_TIME, AT(turn_s), "7d", MINUTE, YEAR, NULL, "Time for a turn."},
    {"time", "reply", KIND_TIME, AT(reply_s), "3d", MINUTE, YEAR, NULL,
     "Time to answer in another player's turn."},
    {"time", "reminder", KIND_TIME, AT(reminder_s), "1d", 0, YEAR, NULL,
     "A reminder goes out this long before a deadline; 0s: none."},
    {"time", "grace", KIND_TIME, AT(grace_s), "0s", 0, 30 * DAY, NULL,
     "An answer counts this long after the deadline that players are told."},
    {"time", "save", KIND_TIME, AT(save_s), "0s", 0, YEAR, NULL,
     "Time that a player does not use for a turn is added to his next, up to\n"
     "so much; 0s: it is not."},
    {"time", "free", KIND_TEXT, AT(free_days), "none", 0, 0, NULL,
     "Days, and hours of each day, that do not count, in each player's own zone:\n"
     "sat+sun+12-25+2027-04-02+22h-8h, or none."},
    {"time", "away", KIND_NUMBER, AT(away), "3", 0, 20, NULL,
     "A player who misses so many deadlines in a row (2 to 20) is away: the others\n"
     "may claim the win of a game of two, wait, or ask for somebody else; 0: he is not."},
    {"time", "host", KIND_NUMBER, AT(host_days), "5", 0, 30, NULL,
     "Who offers a game is its host: without you he moves the others' deadlines, by\n"
     "so many days at most at once, and stops clocks; 0: nobody is."},
    {"time", "watch", KIND_TIME, AT(watch_s), "1h", 0, DAY, NULL,
     "Watchers are told this long after the first move they do not know, so\n"
     "that a turn is one letter."},
    {"time", "vacation", KIND_TIME, AT(vacation_s), "30d", 0, YEAR, NULL,
     "So much vacation a player may book in a year by letter; whole days."},
    {"time", "offers", KIND_TIME, AT(offers_s), "30d", DAY, YEAR, NULL,
     "Offers and challenges end by themselves after so long; who is asked is reminded once, when "
     "a\n"
     "tenth of it is left."},
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
    char wanted[128];
    struct text text = text_in(wanted, sizeof wanted);

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

/* Keys of before 1.0.0, and what to write instead. */
static const struct {
    const char *section, *old, *instead;
} renamed[] = {
    {"server", "follower", "is called replica now: write replica = …"},
    {"server", "follower_wait", "is called replica_wait now: write replica_wait = …"},
    {"server", "follower_key", "is gone: litestream.yml says where the copy is (doc/replica.md)"},
    {"server", "follower_hosts",
     "is gone: litestream.yml says where the copy is (doc/replica.md)"}};

static enum rc refuse_key(const char *section, const char *key, struct err *err)
{
    const char *near = nearest_key(section, key);

    for (unsigned i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (text_equal(renamed[i].section, section) && text_equal(renamed[i].old, key))
            return ERR(err, RC_CONFIG, "[", section, "] ", key, " ", renamed[i].instead);
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
    if (!find_row(reader->section, NULL))
        return ERR(err, RC_CONFIG, "no section is called [", reader->section,
                   "]; there are server, mail, imap, smtp, forum, notices, site, time");
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
        if (!rows[i].standard)
            return ERR(err, RC_CONFIG, "the key ", rows[i].key, " is missing in [", rows[i].section,
                       "]");
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

    if (ways > 1)
        return ERR(err, RC_CONFIG, "[", section,
                   "] names more than one of password_file, password_credential, password_command "
                   "and token_command");
    if (strchr(login->password_credential, '/'))
        return ERR(err, RC_CONFIG, "[", section,
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
    if (strstr(config->replica, "sftp:"))
        return ERR(err, RC_CONFIG,
                   "[server] replica is Litestream's control socket now, of release 0.5.9 or "
                   "newer; where the copy is stands in litestream.yml (doc/replica.md)");
    if (config->transport == CONFIG_IMAP && !config->imap.host[0])
        return ERR(err, RC_CONFIG,
                   "the key host is missing in [imap], which transport = imap needs");
    if (config->transport != CONFIG_MAILDIR && !config->smtp.host[0])
        return ERR(err, RC_CONFIG, "the key host is missing in [smtp], which transport = ",
                   transports[config->transport], " needs");
    if (config->notices.matrix[0] && (strncmp(config->notices.matrix, "https://", 8) != 0 ||
                                      !config->notices.matrix_token_file[0]))
        return ERR(err, RC_CONFIG,
                   "[notices] matrix begins with https://, and needs matrix_token_file");
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
    char *real = realpath(path, NULL), *slash;
    OWN(buf) text = {0};
    enum rc rc;

    if (!real)
        return refuse_file(path, err);
    rc = files_read(real, FILE_MOST, &text, NULL);
    if (rc != RC_OK)
        rc = rc == RC_TOO_LONG
                 ? ERR(err, RC_CONFIG, path, ": larger than a configuration file can be")
                 : refuse_file(path, err);
    slash = strrchr(real, '/');
    *slash = '\0';
    THEN(rc, config_read(path, real, buf_text(&text), text.length, config, err));
    free(real);
    return rc;
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
    char end[CONFIG_TEXT_BYTES + 1];
    const char *at = strrchr(address, '@');
    struct text text = text_in(end, sizeof end);
    int64_t number;

    if (config->forum.kind == CONFIG_FORUM_NONE || !at || !text_starts_with(address, "user-"))
        return false;
    text_put_char(&text, '@');
    host_of(config, &text);
    address += strlen("user-");
    return text_equal_folded(at, end) && text_to_int(address, (size_t)(at - address), &number);
}
