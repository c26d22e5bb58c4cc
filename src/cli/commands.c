/* SPDX-License-Identifier: MIT */
/* The table of commands: help, manual and behaviour in one place. */
#include "cli/commands.h"

#define STATE_OPTION                                                                               \
    {                                                                                              \
        "state", "DIR",                                                                            \
            "put ledger, keys and letters here; the configuration alone stays in the folder"       \
    }
static const struct cli_option init_options[] = {
    {"address", "ADDRESS", "the robot's address; games@postern.example if not given"},
    {"name", "NAME", "the robot's name in its letters"},
    {"data", "DIR", "folder with data/ and templates/, where they are not installed"},
    STATE_OPTION,
    {NULL, NULL, NULL}};
static const struct cli_option statistics_options[] = {
    {"since", "TIME", "count from then on: 2026-11-01, yesterday, 12h"}, {NULL, NULL, NULL}};
static const struct cli_option tournament_options[] = {
    {"name", "NAME", "what it is called"},
    {"format", "FORMAT",
     "\"swiss\", if not given: all play each round, against somebody with as many points;\n"
     "\"dutch\": so, too, by the rules of FIDE's Dutch system, at most 200 players;\n"
     "\"robin\": everybody meets everybody; \"knockout\": who loses is out;\n"
     "\"ladder\": who stands lower challenges upwards"},
    {"rounds", "NUMBER", "of swiss and dutch; as many as find a winner if not given"},
    {"groups", "NUMBER", "of robin; 1 if not given"},
    {"final", "NUMBER", "of robin with groups: so many of each group meet in a final"},
    {"games", "NUMBER", "of each pair: 1, if not given, or 2 with the seats exchanged"},
    {"third", NULL, "of knockout: the losers of the semi-finals play for the third place"},
    {"reach", "NUMBER", "of a ladder: a challenge goes so many places up; 3 if not given"},
    {"term", "DAYS",
     "of a ladder: who has not played for so long sinks by a place; 60 if not given, 0: nobody"},
    {"elsewhere", NULL, "games are played on other servers; see postern tournament result --help"},
    {"seeds", "HOW",
     "\"lot\", if not given: drawn by the luck of all; \"rating\": the strongest first"},
    {"option", "NAME=VALUE", "an option of the game; may be given often"},
    {"time", "RULES", "time rules of the games, as for postern game new"},
    {"announce", NULL, "tell all players by letter"},
    {NULL, NULL, NULL}};
static const struct cli_option enter_options[] = {
    {"luck", "WORDS", "his words for the draw of the seeds; of one player alone"},
    {NULL, NULL, NULL}};
static const struct cli_option ratings_options[] = {
    {"game", "GAME", "in this game alone"},
    {"practice", NULL, "in games with practice opponents, which have a list of their own"},
    {NULL, NULL, NULL}};
static const struct cli_option doctor_options[] = {
    {"mail", NULL,
     "send the robot two letters of its own and see whether results that are\n"
     "forged in the mail system's name survive; stop posternd first"},
    {NULL, NULL, NULL}};
static const struct cli_option setup_options[] = {
    {"set", "SECTION.KEY=VALUE", "an answer, as imap.host=mail.example.org; may be given often"},
    STATE_OPTION,
    {"wait", "TIME", "how long the letter may take, 120s if not given"},
    {"untried", NULL, "write without trying"},
    {NULL, NULL, NULL}};
static const struct cli_option man_options[] = {{"man", NULL, "in the language of manual pages"},
                                                {NULL, NULL, NULL}};
static const struct cli_option player_options[] = {
    {"language", "CODE", "language of the player's letters"}, {NULL, NULL, NULL}};
static const struct cli_option new_options[] = {
    {"seat", "PLAYER",
     "who sits there: name, address or number; once for each\n"
     "seat, in order"},
    {"option", "NAME=VALUE", "an option of the game; may be given often"},
    {"scenario", "FILE", "game and options from a file; see postern scenario check"},
    {"time", "RULES",
     "\"turn=3d reply=36h grace=12h save=5d free=sat+sun\", or\n"
     "\"turn=1d reserve=30d\", thirty days and one a turn, or\n"
     "\"turn=12h free=sun+22h-8h\", hours at which nobody's clock\n"
     "runs, or \"fast\", hours instead of days; the server's own\n"
     "where a word is absent"},
    {"rules", "VERSION", "rules version; the newest if not given"},
    {"file", "FILE",
     "read all this from a file; what is written here as well\n"
     "counts before it"},
    {"from", "FILE",
     "make many: a table of a spreadsheet with a row for each and columns\n"
     "game, seat (several), option (several), scenario, time, rules,\n"
     "press; all are made or none"},
    {"open", NULL, "offer it: seats not named are free for whoever comes first"},
    {"seats", "NUMBER", "with --open: how many seats; the fewest if not given"},
    {"press", "WHO",
     "\"open\": everybody reads what the players say to all;\n"
     "\"private\", if not given: the players alone"},
    {"anonymous", NULL, "the players' names stay hidden until the end"},
    {NULL, NULL, NULL}};
static const struct cli_option start_options[] = {
    {"seat", "PLAYER", "who takes a seat that is free; may be given often"}, {NULL, NULL, NULL}};
static const struct cli_option show_options[] = {
    {"seat", "SEAT", "in this seat's eyes: number, name or address"},
    {"turn", "N", "as it stood after turn N; 0: after the set-up"},
    {"entry", "N", "as it stood after entry N of the log"},
    {"ascii", NULL, "draw in plain ASCII"},
    {NULL, NULL, NULL}};
static const struct cli_option legal_options[] = {
    {"seat", "SEAT", "whose orders: number, name or address"}, {NULL, NULL, NULL}};
static const struct cli_option analyse_options[] = {
    {"seat", "SEAT", "whose chances the curve shows, the first seat's if not given"},
    {"svg", NULL, "the curve as a picture instead"},
    {"page", NULL, "a page (HTML) with the curve and, of each turn, two boards"},
    {NULL, NULL, NULL}};
static const struct cli_option export_options[] = {
    {"seat", "SEAT", "with what this seat may know; otherwise what all may know"},
    {"whole", NULL, "with everything, after the game's end"},
    {NULL, NULL, NULL}};
static const struct cli_option clock_options[] = {
    {"all", NULL, "in every game that goes on: a holiday of the server"}, {NULL, NULL, NULL}};
static const struct cli_option extend_options[] = {
    {"seat", "SEAT", "this seat's alone: number, name or address"},
    {"all", NULL, "in every game that goes on: an outage, say"},
    {NULL, NULL, NULL}};
static const struct cli_option address_options[] = {
    {"add", "ADDRESS", "a confirmed address, to which his letters go from now on"},
    {"drop", "ADDRESS", "one that is his no more"},
    {NULL, NULL, NULL}};
static const struct cli_option ban_options[] = {{"off", NULL, "let them count again"},
                                                {NULL, NULL, NULL}};
static const struct cli_option replace_options[] = {
    {"house", NULL, "a seat of the house from now on: a bot, the administrator"},
    {NULL, NULL, NULL}};
static const struct cli_option upgrade_options[] = {
    {"check", NULL, "try it and change nothing"},
    {"rules", "VERSION", "this version; each game's newest if not given"},
    {NULL, NULL, NULL}};
static const struct cli_option adjudicate_options[] = {
    {"winner", "SEAT", "who has won: number, name or address"},
    {"drawn", NULL, "nobody has"},
    {"reason", "TEXT", "a line for the log and the players"},
    {NULL, NULL, NULL}};
static const struct cli_option cancel_options[] = {
    {"reason", "TEXT", "a line for the log and the players"}, {NULL, NULL, NULL}};
static const struct cli_option site_options[] = {
    {"language", "CODE",
     "pages in this language alone; if not given, in the server's, and below it in each other"},
    {"anew", NULL, "write every page, not only those that have changed"},
    {NULL, NULL, NULL}};
static const struct cli_option submit_options[] = {
    {"seat", "SEAT", "whose orders: number, name or address"},
    {"all", NULL, "all of the lines or none"},
    {"strict", NULL, "canonical notation only"},
    {NULL, NULL, NULL}};
/* Of every list: which of its rows are shown. */
#define ROW_OPTIONS                                                                                \
    {"match", "TEXT", "only rows in which this stands; upper and lower case are alike"},           \
        {"skip", "NUMBER", "without the first so many: for the next screen"},                      \
    {                                                                                              \
        "limit", "NUMBER", "at most so many"                                                       \
    }
static const struct cli_option row_options[] = {ROW_OPTIONS, {NULL, NULL, NULL}};
static const struct cli_option game_list_options[] = {
    {"status", "STATUS", "only these: forming, running, paused, over or frozen"},
    {"player", "PLAYER", "only those in which he has a seat: number, name or address"},
    ROW_OPTIONS,
    {NULL, NULL, NULL}};
static const struct cli_option list_options[] = {
    {"outcome", "OUTCOME",
     "only these: accepted, part, rejected, asked, answered, repeat, ignored, \"set aside\", "
     "waits"},
    {"player", "PLAYER", "only those understood as his: number, name or address"},
    {"game", "GAME", "only those of this game"},
    {"since", "TIME", "only those that arrived since: 2026-11-21, yesterday, 12h"},
    {"before", "NUMBER", "older than this letter: for the next screen"},
    {"limit", "NUMBER", "at most so many, 200 if not given"},
    {NULL, NULL, NULL}};
static const struct cli_option simulate_options[] = {
    {"arrived", "TIME", "as if it had come then: 2026-11-21T22:30:00Z"}, {NULL, NULL, NULL}};
static const struct cli_option forget_options[] = {
    {"older-than", "TIME", "as 400d; keep_letters of the configuration if not given"},
    {NULL, NULL, NULL}};
static const struct cli_option restore_options[] = {
    {"try", NULL, "look whether it can be restored, as far as postern check looks; change nothing"},
    {"marks-lost", NULL,
     "the file of marks is lost with the disk: games that are not over are\n"
     "frozen until their players have said how far their letters go"},
    {"moved", NULL,
     "the file of marks is not here, but posternd was stopped before the backup\n"
     "was made and has not run since: another machine takes over"},
    {NULL, NULL, NULL}};
static const struct cli_option promote_options[] = {
    {"try", NULL, "look whether it can be done, as far as postern check looks; change nothing"},
    {NULL, NULL, NULL}};
static const struct cli_option thaw_options[] = {
    {"last", "ENTRY", "where the marks were lost: the last entry that any player's letters name"},
    {NULL, NULL, NULL}};
static const struct cli_option tournament_lost_options[] = {
    {"last", "ENTRY",
     "the newest entry that anybody's record of it has, beyond what the marks tell"},
    {NULL, NULL, NULL}};
static const struct cli_option deliver_options[] = {
    {"sender", "ADDRESS", "envelope sender, \"\" for the null path"},
    {"recipient", "ADDRESS", "envelope recipient"},
    {NULL, NULL, NULL}};
static const struct cli_option send_options[] = {
    {"answer", "NUMBER", "answer this letter of his mailbox; the last if not given"},
    {"new", NULL, "answer no letter: write to the robot's plain address"},
    {NULL, NULL, NULL}};
static const struct cli_option mailbox_options[] = {{"raw", NULL, "the letter's bytes"},
                                                    {NULL, NULL, NULL}};
static const struct cli_option draw_options[] = {
    {"game", "GAME", "whose position it is; dungeon_twister if not given"},
    {"format", "FORMAT", "text, ascii, svg, png or speech"},
    {"language", "CODE", "language of the words"},
    {"open", NULL, "show what is hidden, too"},
    {NULL, NULL, NULL}};

#define LINES_JSON                                                                                 \
    "[{text, order?, shown?, done, fate, reason?, clause?, line, column, "                         \
    "choices?: [{order, shown}]}]"

/* group, name, grammar, help, more, options, run, json, explain, danger, since, example */
static const struct cli_option help_options[] = {
    {"game", "GAME", "of this game alone"},
    {"language", "CODE", "in this language"},
    {NULL, NULL, NULL},
};
static const struct cli_option dispute_options[] = {{"all", NULL, "those that were ruled, too"},
                                                    {NULL, NULL, NULL}};

static const struct cli_option bot_add_options[] = {
    {"level", "LEVEL", "easy, medium (if not given), hard or expert"}, {NULL, NULL, NULL}};
static const struct cli_option bot_run_options[] = {
    {"once", NULL, "end when no practice opponent is asked"},
    {"time", "TIME", "most time for the choice of an order, 2s if not given"},
    {NULL, NULL, NULL}};

const struct cli_command cli_commands[] = {
    {"server", "init", "DIR", "make a new server in a folder", NULL, init_options, cmd_init,
     "{server}", NULL, NULL, "0.1",
     "init /srv/games --address games@club.example --name \"The club's games\""},
    {"server", "setup", "DIR", "ask, try mail and forum for real, and make a server",
     "Sends the robot a letter of its own and reads what the mail system says of its sender (SPF, "
     "DKIM, DMARC), then one with forged results in the mail system's name, which it should "
     "remove. "
     "Nothing is written unless the letter came back. With site.url it looks for the page that "
     "letters link to. It asks at a terminal, what was wrong once more, and writes the files of "
     "passwords; elsewhere what --set does not answer takes its usual value. With an alias in "
     "place "
     "of a mailbox only sending is tried.",
     setup_options, cmd_setup,
     "{server, mail?: {sent, came, took_s, authserv, spf, dkim, dmarc, forged}, forum?, page?}",
     NULL, NULL, "0.1", "setup /srv/games --set mail.address=games@club.example"},
    {"server", "config", "", "explain the configuration file", NULL, man_options, cmd_config,
     "{explanation}", NULL, NULL, "0.1", NULL},
    {"server", "rebuild", "", "make again all that can be derived from the log",
     "For when postern check finds derived rows that do not fit; the logs themselves stay as they "
     "are.",
     NULL, cmd_rebuild, "{rebuilt}", NULL, NULL, "0.1", NULL},
    {"server", "status", "", "the server on one page: posternd, games, letters, what waits for you",
     "Quick. Exit code 1 when something waits for the keeper. What is wrong with it, and how to "
     "mend it, is for postern doctor.",
     NULL, cmd_status,
     "{name, address, wrong: [text], runs, read_to, clock_doubted, games: {*}, day: {*}, bytes?, "
     "free?, replica: {state, text, proved?, proof?}, also, frozen, overdue, waiting, unsent, "
     "late_s, stopped, posts, "
     "queued, closed, knocking, deaf, disputes, mail_behind_s, troubles: [{place, text}], aside, "
     "absent, "
     "missed, "
     "stuck, standing}",
     NULL, NULL, "0.1", NULL},
    {"server", "doctor", "", "look at the server from outside: files, keys, mail, forum",
     "Quick, also while the server runs; says of what is wrong how to mend it. Exit code 1 when "
     "something is. Of the ledger it sees the 500 games that went on last; postern check sees all.",
     doctor_options, cmd_doctor, "[{check, good, text}]", NULL, NULL, "0.1", NULL},
    {"server", "check", "", "look through the ledger: pages, references, chains, seals, replays",
     "Changes nothing. Exit code 1 when it found something.", NULL, cmd_check,
     "{games, entries, problems: [text]}", NULL, NULL, "0.1", NULL},
    {"server", "clock confirm", "", "say that the machine's clock is right after it jumped ahead",
     "A clock more than three days ahead of what was last seen is doubted: nothing is logged, no "
     "deadline passes and letters wait in their inbox until it is set right, or confirmed by this. "
     "So does a server that stood still for so long.",
     NULL, cmd_clock_confirm, "{now_s, seen_s, doubted}", NULL,
     "log and deadlines go by this clock from now on", "0.1", "clock confirm"},
    {"server", "backup", "FILE",
     "put all but keys and passwords into one file, while the server runs",
     "Ledger, configuration, and the marks as they were. "
     "FILE must not be there yet; in a folder it gets the time as its name. What was written is "
     "read back. Says which files must be kept apart.",
     NULL, cmd_backup, "{file, bytes, keep: [file], leave}", NULL, NULL, "0.1",
     "backup /var/backups/games"},
    {"server", "restore", "FILE", "put a backup in the place of the ledger",
     "Stop posternd first. The ledger that was there is kept beside it. Games that went on after "
     "the backup was made are frozen: no second history of them is signed. Letters that waited to "
     "be sent then are not sent again. On an empty machine put the key file in its place; the "
     "configuration comes out of the backup.",
     restore_options, cmd_restore,
     "{games, frozen, lost, aside, made, version, unsent, problems: [text], "
     "without: [file], behind?: [{game, signed, lost}]}",
     NULL, "what happened since the backup was made is taken back", "0.1",
     "restore /var/backups/games/postern-2026-11-22T030000.db"},
    {"server", "promote", "REPLICA…", "go on here in another host's place, from its replica",
     "For the second host, when the first is lost (doc/replica.md). First take from the old host "
     "the "
     "right to write the replica. What it let out the replica holds, so nothing is frozen and what "
     "waits is sent; marks of the old host that are here are kept. A replica is a folder, a URL as "
     "Litestream has it, or the file of its configuration; of several the newest is taken. "
     "Configuration and key file must be here, and Litestream's program.",
     promote_options, cmd_promote, "{from, changes, games, frozen, aside, problems: [text]}", NULL,
     "the other host must never go on: two that do sign two histories", "0.1",
     "promote /srv/postern/replica"},
    {"server", "key list", "", "list the keys of the key file, with the public ones", NULL, NULL,
     cmd_key_list, "[{purpose, generation, newest, public}]", NULL, NULL, "0.1", NULL},
    {"server", "key rotate", "[PURPOSE…]", "make new keys and use them from now on",
     "PURPOSE is signing, storage or token; all three if none is given. What is encrypted is "
     "wrapped "
     "anew; each game gets an entry that its old key signs. Old keys stay in the file until they "
     "are "
     "retired. The server may run meanwhile.",
     NULL, cmd_key_rotate, "{wrapped, games, tournaments, frozen}", NULL, NULL, "0.1",
     "key rotate storage token"},
    {"server", "key apply", "", "finish a rotation that was interrupted", NULL, NULL, cmd_key_apply,
     "{wrapped, games, tournaments, frozen}", NULL, NULL, "0.1", NULL},
    {"server", "key retire", "PURPOSE GENERATION", "take an old key out of the key file",
     "Refused while anything needs it. Backups made before the rotation need it to be read.", NULL,
     cmd_key_retire, "{purpose, generation}", NULL, "the key is gone for good", "0.1",
     "key retire storage 1"},
    {"server", "migrate", "", "bring the ledger of an older release up to date",
     "A copy is made first. posternd does this too, when it starts.", NULL, cmd_migrate,
     "{from, to, copy}", NULL, NULL, "0.1", NULL},
    {"server", "upgrade", "--check",
     "try every game, finished ones too, under another rules version",
     "Changes nothing. Says of each game: same, differs at an entry, illegal at an entry, or "
     "broken "
     "(does not replay by its own rules). Exit code 1 unless all are the same. To let a game go on "
     "under another version: postern game upgrade.",
     upgrade_options, cmd_upgrade,
     "{games: [{game, found, n, from, to, over, why}], same, differs, illegal, broken}", NULL, NULL,
     "0.1", "upgrade --check --rules boxes-2"},
    {"players", "player add", "NAME ADDRESS", "add a player", NULL, player_options, cmd_player_add,
     "{player, name, address}", NULL, NULL, "0.1", "player add Ada ada@example.org --language it"},
    {"players", "player import", "FILE", "add many players, from a table of a spreadsheet",
     "FILE (- is standard input) has a row for each, below one that names the columns: name, "
     "address, language if wanted; commas, semicolons or tabs between them. All are added or none: "
     "each row that cannot be is told with its line.",
     NULL, cmd_player_import, "{players: [{player, name, address}], problems: [{line, text}]}",
     NULL, NULL, "0.1", "player import members.csv"},
    {"players", "player vacation", "PLAYER [DAYS|off]",
     "book days on which a player's clocks stand",
     "DAYS is FIRST..LAST, in his zone; off drops what is booked; without either it is shown.",
     NULL, cmd_player_vacation, "{player, vacation, zone, moved}", NULL, NULL, "0.1",
     "player vacation Ada 2026-12-20..2027-01-03"},
    {"players", "player list", "", "list the players", NULL, row_options, cmd_player_list,
     "[{player, name, address, language}]", NULL, NULL, "0.1", "player list --match ada"},
    {"players", "player show", "PLAYER", "a player's settings, addresses and games",
     "PLAYER is a number, a name or an address, here and everywhere.", NULL, cmd_player_show,
     "{player, name, since, language, board, format, strict, draft, zone, vacation, banned, "
     "merged, profile, stock, addresses: [address], games: [{game, kind, status, result}]}",
     NULL, NULL, "0.1", "player show ada@example.org"},
    {"players", "player set", "PLAYER SETTING VALUE", "change how a player gets his letters",
     "name NAME; language CODE; letters mine, all or daily; board unicode, ascii or none; format "
     "html, text, "
     "svg (html with the board as SVG, too) or wide (html, boards on their side); strict on or off "
     "(canonical "
     "notation only); draft on or off (orders wait for a confirmation); stock on or off (days of a "
     "game's stock are drawn when his time runs out); zone NAME, as Europe/Rome; "
     "profile public, club or hidden (who sees his ratings under his name).",
     NULL, cmd_player_set, "{player}", NULL, NULL, "0.1", "player set Ada board ascii"},
    {"players", "player address", "PLAYER [--add ADDRESS] [--drop ADDRESS]",
     "add an address, or drop one", NULL, address_options, cmd_player_address, "{player}", NULL,
     NULL, "0.1", "player address Ada --add ada@new.example --drop ada@old.example"},
    {"players", "player ban", "PLAYER", "let no letter of a player count",
     "His letters are kept and get no answer, and his deadlines run: give his seats to others with "
     "postern seat replace.",
     ban_options, cmd_player_ban, "{player}", NULL, NULL, "0.1", "player ban Mallory"},
    {"players", "player merge", "PLAYER PLAYER", "make the first player one with the second",
     "For a person who was added twice: addresses and ratings go to the second.", NULL,
     cmd_player_merge, "{player}", NULL, "the two cannot be parted again", "0.1",
     "player merge Adda Ada"},
    {"players", "player forget", "PLAYER", "erase a person; the records of his games still verify",
     "He must have no seat in a game that goes on. What the mail still holds of him goes, too: his "
     "mailbox in the embedded mail system, his letters in the folders of what was dealt with or "
     "set "
     "aside. What stays is told, and why.",
     NULL, cmd_player_forget, "{player, mailboxes, letters}", NULL,
     "name, addresses and settings cannot be had back", "0.1", "player forget Ada"},
    {"players", "bot add", "[NAME]", "add a practice opponent, or one of each level",
     "It takes seats like any player (game new --seat NAME, seat replace) and chooses its orders "
     "from "
     "its own view alone. It plays while postern bot run does.",
     bot_add_options, cmd_bot_add, "{player?, added?}", NULL, NULL, "0.1",
     "bot add Robin --level easy"},
    {"players", "bot run", "", "play the seats of practice opponents, by letters, until stopped",
     "A service of its own beside posternd (unit postern-bot); it may stop and start at any time.",
     bot_run_options, cmd_bot_run, "{letters}", NULL, NULL, "0.1", "bot run --time 5s"},
    {"games", "game new", "[GAME] --seat PLAYER --seat PLAYER",
     "make a game and invite its players",
     "With --file all of it comes from a file with sections as the configuration has: [game] with "
     "game, rules and scenario, [seats] with 1, 2 and so on, [options], and [time] with turn, "
     "reply "
     "and the other time rules. Options of a game: postern game new --help.",
     new_options, cmd_game_new, "{game} | {offer} | {games: [game]}", cmd_game_new_explain, NULL,
     "0.1",
     "game new dungeon_twister --seat Ada --seat Ben --option boxes=expansion --time \"turn=4d "
     "free=sat+sun\""},
    {"games", "offer list", "", "games that wait for players",
     "Made by postern game new --open, or by a player's letter.", row_options, cmd_offer_list,
     "[{offer, kind, open, seats, in, asked, options, since}]", NULL, NULL, "0.1",
     "offer list --match welcome"},
    {"games", "offer start", "NUMBER", "begin a game that waits, its free seats given to others",
     NULL, start_options, cmd_offer_start, "{game}", NULL, NULL, "0.1",
     "offer start 3 --seat Robin"},
    {"games", "offer withdraw", "NUMBER", "let a game wait no more", NULL, NULL, cmd_offer_withdraw,
     "{offer}", NULL, NULL, "0.1", "offer withdraw 3"},
    {"games", "game list", "", "list the games", NULL, game_list_options, cmd_game_list,
     "[{game, kind, status, entries, players: [player], asked: [player], result, due}]", NULL, NULL,
     "0.1", "game list --status running --player Ada"},
    {"games", "game show", "NUMBER", "board, players and open questions of a game",
     "Shows what all may know, or with --seat what that seat may know.", show_options,
     cmd_game_show,
     "{game, kind, rules, options, turn, entries, frozen, players: [name], host?, board, asked: "
     "[{decision, seat, topic, due}], over?}",
     NULL, NULL, "0.1", "game show 42 --seat Ada"},
    {"games", "game legal", "NUMBER --seat SEAT", "list a seat's legal orders", NULL, legal_options,
     cmd_game_legal, "[order]", NULL, NULL, "0.1", "game legal 42 --seat Ada"},
    {"games", "analyse", "NUMBER",
     "look a finished game through: who stood better, what was better",
     "Each turn is judged from what its player saw when he played it, with a fixed amount of "
     "thought, "
     "so it says the same again. A chance is in thousandths.",
     analyse_options, cmd_analyse,
     "{seat, curve: [{n, turn, chance}], turns: [{n, turn, seat, best, chance, guessed, missed, "
     "term?, "
     "played: [order], better: [order]}]}",
     NULL, NULL, "0.1", "analyse 42 --seat Ada"},
    {"games", "game log", "NUMBER", "the public log of a game",
     "Its entries are numbered: what ENTRY means in other commands. What people wrote stands "
     "behind "
     "its name, [words/ENTRY].",
     NULL, cmd_game_log, "[{n, kind, text, words?}]", NULL, NULL, "0.1", "game log 42"},
    {"games", "game export", "NUMBER", "one game as one signed text file",
     "The file is checked by postern verify, without a server.", export_options, cmd_game_export,
     "{record}", NULL, NULL, "0.1", "game export 42 --whole >game-42.record"},
    {"games", "game remark", "NUMBER TEXT", "write a line into a game's log, for all its players",
     NULL, NULL, cmd_game_remark, "{game, n}", NULL, NULL, "0.1",
     "game remark 42 \"Both agree to play on by daylight\""},
    {"games", "game predict", "NUMBER",
     "what would happen if every deadline passed now; change nothing",
     "Shows what everybody would learn, with the orders that are in so far.", NULL,
     cmd_game_predict, "{events}", NULL, NULL, "0.1", "game predict 42"},
    {"games", "dispute list", "[--all]", "what players dispute or report, and waits for a ruling",
     NULL, dispute_options, cmd_dispute_list, "[{number, kind, game, seat, entry, came, ruled}]",
     NULL, NULL, "0.1", "dispute list --all"},
    {"games", "dispute show", "NUMBER", "the case file of a dispute, or the words reported",
     "Save it, write what the rules should say, and run it with postern case.", NULL,
     cmd_dispute_show, "{number, kind, game, text}", NULL, NULL, "0.1",
     "dispute show 7 >dispute.case"},
    {"games", "dispute rule", "NUMBER TEXT", "tell the players a ruling; the clocks go again",
     "Where the ruling takes orders back, postern game undo or game fix comes first.", NULL,
     cmd_dispute_rule, "{number}", NULL, NULL, "0.1",
     "dispute rule 7 \"The thief may pass: DT-MOVE-07\""},
    {"games", "game undo", "NUMBER ENTRY", "go back to the position after an entry",
     "By an entry of its own: nothing leaves the log. What was shown meanwhile stays known.", NULL,
     cmd_game_undo, "{game, n}", NULL, "what came after this entry counts no more", "0.1",
     "game undo 42 117"},
    {"games", "game fix", "NUMBER ENTRY ORDER", "put another order in the place of a mistaken one",
     "Goes back to before the entry and gives the order for its seat; what came after it is taken "
     "back, too. All players are told.",
     NULL, cmd_game_fix, "{game, n}", NULL, "what came after this entry counts no more", "0.1",
     "game fix 42 118 \"thief c4 c5\""},
    {"games", "game pause", "[NUMBER]", "stop a game's clocks",
     "Orders still count; no deadline passes.", clock_options, cmd_game_pause,
     "{game, n} | {games: [game]}", NULL, NULL, "0.1", "game pause 42"},
    {"games", "game resume", "[NUMBER]", "let a game's clocks go again",
     "What was left of each deadline is left again.", clock_options, cmd_game_resume,
     "{game, n} | {games: [game]}", NULL, NULL, "0.1", "game resume 42"},
    {"games", "game extend", "[NUMBER] TIME", "give more time for what is asked now",
     "TIME is as 3d, 12h; less with a minus in front.", extend_options, cmd_game_extend,
     "{game, n} | {games: [game]}", NULL, NULL, "0.1", "game extend 42 7d --seat Ada"},
    {"games", "game time", "NUMBER RULES", "other time rules from the next questions on",
     "As \"turn=5d reply=2d grace=12h\"; what is not named stays.", NULL, cmd_game_time,
     "{game, n}", NULL, NULL, "0.1", "game time 42 \"turn=5d reply=2d\""},
    {"games", "game upgrade", "NUMBER VERSION", "let a game go on under another rules version",
     "Its players are asked first: each answers \"agree upgrade VERSION\". When all have agreed, "
     "run it again.",
     NULL, cmd_game_upgrade, "{game, n, done}", NULL, NULL, "0.1", "game upgrade 42 boxes-2"},
    {"games", "game adjudicate", "NUMBER", "end a game with a result of your own",
     "Its players are told, and all that was sealed is opened.", adjudicate_options,
     cmd_game_adjudicate, "{game, n}", NULL, "the game ends with this result, for good", "0.1",
     "game adjudicate 42 --winner Ada --reason \"agreed at the club\""},
    {"games", "game cancel", "NUMBER", "end a game without a result",
     "Its players are told, and all that was sealed is opened.", cancel_options, cmd_game_cancel,
     "{game, n}", NULL, "the game is void, for good", "0.1",
     "game cancel 42 --reason \"nobody wants to go on\""},
    {"games", "game recover", "NUMBER FILE…", "put a frozen game's lost entries back from letters",
     "FILE is what a player has: a mailbox (mbox, Maildir, a folder of letters) or a record. What "
     "one "
     "player shows counts for all, each entry as it was signed; two histories are refused. Then "
     "the "
     "game goes on, if nothing newer was signed.",
     NULL, cmd_game_recover, "{game, from, to, held, goes_on}", NULL, NULL, "0.1",
     "game recover 42 anna.mbox bob.mbox"},
    {"games", "game lost", "NUMBER", "declare what a frozen game lacks lost, and ask its players",
     "The last resort, after game recover: what nobody has any more is given up, and its numbers "
     "are "
     "never used again. The game goes on from the newest entry here when every player has answered "
     "\"go "
     "on\"; until then it may be cancelled or adjudicated.",
     thaw_options, cmd_game_lost, "{game, from, to}", NULL,
     "entries that players may still have count no more, for good", "0.1", "game lost 42"},
    {"games", "game thaw", "NUMBER", "let a frozen game go on",
     "Refused while the ledger is older than what was signed: put back the newer one first.",
     thaw_options, cmd_game_thaw, "{game}", NULL, NULL, "0.1", "game thaw 42"},
    {"games", "site", "DIR", "write the public site: every game as pages to step through",
     "Needs no web server: open DIR/index.html. Run it again to refresh what has changed.",
     site_options, cmd_site, "{folder, games, files, written, seals, tables}", NULL, NULL, "0.1",
     "site /var/www/games"},
    {"games", "forum list", "", "list topics of games in the forum, and what waits to be posted",
     "A topic is wanted, open, locked or gone. What is for a locked or deleted topic waits.",
     row_options, cmd_forum_list, "[{game, topic, state, waiting, url}]", NULL, NULL, "0.1",
     "forum list --match locked"},
    {"games", "forum retry", "", "try now what waits to be posted into the forum",
     "After a topic was unlocked, a token was renewed or the forum came back.", NULL,
     cmd_forum_retry, "{waiting}", NULL, NULL, "0.1", NULL},
    {"games", "forum reopen", "NUMBER", "open a new topic for a game whose topic is gone",
     "What waited for the old one is posted into the new one.", NULL, cmd_forum_reopen, "{game}",
     NULL, NULL, "0.1", "forum reopen 42"},
    {"tournaments", "tournament new", "GAME --name NAME",
     "open a tournament that players may enter",
     "Players enter by letter (\"enter NUMBER WORDS\", the words being their luck in the draw) or "
     "by "
     "postern tournament enter. Rules of pairing and standings: doc/tournaments.md.",
     tournament_options, cmd_tournament_new, "{tournament}", NULL, NULL, "0.1",
     "tournament new dungeon_twister --name 'Winter cup' --format swiss --rounds 5"},
    {"tournaments", "tournament list", "", "the tournaments", NULL, row_options,
     cmd_tournament_list, "[{tournament, name, kind, format, status, entrants, round, open}]", NULL,
     NULL, "0.1", "tournament list --limit 10"},
    {"tournaments", "tournament show", "NUMBER", "entrants and pairs of a tournament", NULL, NULL,
     cmd_tournament_show,
     "{tournament, name, kind, format, status, round, entrants: [{entrant, name, rating, left}], "
     "pairs: [{board, first, second, done, first_points, second_points, game, second_game}]}",
     NULL, NULL, "0.1", "tournament show 1"},
    {"tournaments", "tournament enter", "NUMBER PLAYER…", "let players in, all or none", NULL,
     enter_options, cmd_tournament_enter, "{tournament, status, round}", NULL, NULL, "0.1",
     "tournament enter 1 Ada --luck 'apples and pears'"},
    {"tournaments", "tournament leave", "NUMBER PLAYER", "take a player out",
     "He is not paired any more; games that he plays go on.", NULL, cmd_tournament_leave,
     "{tournament, status, round}", NULL, NULL, "0.1", "tournament leave 1 Ada"},
    {"tournaments", "tournament replace", "NUMBER WHO_LEFT PLAYER",
     "let a player go on for one who has left",
     "He takes over points, opponents, seats and seed, and is paired from the next round on. The\n"
     "seat of a game that goes on he gets by postern seat replace.",
     NULL, cmd_tournament_replace, "{tournament, status, round}", NULL, NULL, "0.1",
     "tournament replace 1 Ada Bob"},
    {"tournaments", "tournament trust", "NUMBER KEY", "take results of another server",
     "Of a tournament that was made with --elsewhere. KEY is what postern-proof verify\n"
     "prints behind \"server\" for its records; have its administrator tell it to you.",
     NULL, cmd_tournament_trust, "{tournament, status, round}", NULL, NULL, "0.1",
     "tournament trust 1 pecvsfbh43pgxa2hzat2of5wfchhiexly46o5mrdz37sfv635ffa"},
    {"tournaments", "tournament result", "NUMBER BOARD FILE",
     "enter a result by the record of a game on another server",
     "The record is verified first. BOARD is a pair of the round in the order of postern\n"
     "tournament show, as 3, or 3/2 for its second game. The pair's first sits in seat 1, in the\n"
     "second game in seat 2; the game begins after the pairing and counts once.",
     NULL, cmd_tournament_result, "{tournament, status, round}", NULL, NULL, "0.1",
     "tournament result 1 3 game-17.record"},
    {"tournaments", "tournament start", "NUMBER", "draw the seeds and begin with the first round",
     "From here on each round begins when the one before it is done.", NULL, cmd_tournament_start,
     "{tournament, status, round}", NULL, NULL, "0.1", "tournament start 1"},
    {"tournaments", "tournament standings", "NUMBER", "who stands where", NULL, NULL,
     cmd_tournament_standings,
     "[{place, group, entrant, name, in_place_of, points, won, drawn, lost, buchholz, sonneborn, "
     "direct, out}]",
     NULL, NULL, "0.1", "tournament standings 1"},
    {"tournaments", "tournament challenge", "NUMBER CHALLENGER CHALLENGED",
     "let a player on a ladder challenge one above him",
     "As by the letter \"ladder NUMBER NAME\". The game begins; a challenger who wins takes the "
     "other's place.",
     NULL, cmd_tournament_challenge, "{tournament, status, round}", NULL, NULL, "0.1",
     "tournament challenge 1 Ada Bob"},
    {"tournaments", "tournament end", "NUMBER", "end a ladder",
     "Other tournaments end with their last round.", NULL, cmd_tournament_end,
     "{tournament, status, round}", NULL, "a ladder that has ended does not go on", "0.1",
     "tournament end 1"},
    {"tournaments", "tournament cancel", "NUMBER", "end a tournament without a winner",
     "Its games go on by themselves.", NULL, cmd_tournament_cancel, "{tournament, status, round}",
     NULL, "a tournament that was cancelled does not go on", "0.1", "tournament cancel 1"},
    {"tournaments", "tournament lost", "NUMBER",
     "declare what a frozen tournament lacks lost, and let it go on",
     "When an older ledger was put back than was signed, and the newer one is lost. Who entered, "
     "left\n"
     "or gave luck since then does it again, rounds are paired again, and all entrants are told.",
     tournament_lost_options, cmd_tournament_lost, "{tournament, from, to}", NULL,
     "the numbers of lost entries are never used again", "0.2", "tournament lost 1"},
    {"tournaments", "tournament export", "NUMBER",
     "the log of a tournament as a text that postern-proof verifies", NULL, NULL,
     cmd_tournament_export, "{tournament, record}", NULL, NULL, "0.1", "tournament export 1"},
    {"seats and orders", "seat replace", "NUMBER SEAT PLAYER", "let another player take a seat",
     "SEAT is a number, or the name or address of who sits there. The new player is invited, the "
     "others are told.",
     replace_options, cmd_seat_replace, "{game, n}", NULL, NULL, "0.1", "seat replace 42 Cleo Ben"},
    {"seats and orders", "seat swap", "NUMBER SEAT SEAT",
     "let two players change their seats, before the first order", NULL, NULL, cmd_seat_swap,
     "{game, n}", NULL, NULL, "0.1", "seat swap 42 1 2"},
    {"seats and orders", "seat resign", "NUMBER SEAT", "give a seat up, in its player's name",
     "To let somebody else play on: postern seat replace.", NULL, cmd_seat_resign, LINES_JSON, NULL,
     "the seat has lost, for good", "0.1", "seat resign 42 Cleo"},
    {"seats and orders", "seat say", "NUMBER SEAT LINE…",
     "say a player's words for him, as a letter of his",
     "Whatever he may write in a game: claim, give time 3, replacement, lend until Sunday, "
     "extension, "
     "host, extend BEN 2, pause, call off. The log and the players see that the administrator "
     "wrote. "
     "What changes nothing in the game is not kept; why is shown.",
     NULL, cmd_seat_say, "{outcome, reason, game, entries: [text], told}", NULL, NULL, "1.1",
     "seat say 42 Cleo \"lend until Sunday, cautiously\""},
    {"seats and orders", "submit", "NUMBER --seat SEAT [FILE]", "give orders in a player's name",
     "A line each, from FILE or standard input; the log and the players see that the administrator "
     "wrote them.",
     submit_options, cmd_submit, LINES_JSON, NULL, NULL, "0.1", "submit 42 --seat Ada orders.txt"},
    {"seats and orders", "preview", "NUMBER --seat SEAT [FILE]",
     "show what orders would do; change nothing", "As postern submit, with no trace.",
     submit_options, cmd_preview, LINES_JSON, NULL, NULL, "0.1",
     "preview 42 --seat Ada orders.txt"},
    {"letters", "letter list", "", "the newest letters that came in, with their outcome",
     "What NUMBER means in letter why, show, requeue and quarantine.", list_options,
     cmd_letter_list, "[{letter, arrived, outcome, reason, game, seat, player}]", NULL, NULL, "0.1",
     "letter list --player Ada --outcome rejected --since yesterday"},
    {"letters", "letter why", "NUMBER",
     "a letter that came in, what was understood of it, and what was answered",
     "Reads the letter again as it was read, shows the entries that it made in its game, and its "
     "answers as they were sent. NUMBER is of letter list.",
     NULL, cmd_letter_why,
     "{letter, outcome, reason, clause, arrived, source, player, name, game, seat, from?, "
     "subject?, message_id?, lines?: [{line, text, civil}], entries: [text], "
     "answers: [{letter, message_id, state, text}]}",
     NULL, NULL, "0.1", "letter why 1234"},
    {"letters", "letter show", "NUMBER", "the bytes of a letter that came in", NULL, NULL,
     cmd_letter_show, "{letter, raw}", NULL, NULL, "0.1", "letter show 1234"},
    {"letters", "letter simulate", "[FILE]", "show what would become of a letter; change nothing",
     "The letter, with its headers, comes from FILE or standard input.", simulate_options,
     cmd_letter_simulate, "{outcome, reason, game, entries: [text]}", NULL, NULL, "0.1",
     "letter simulate odd.eml --arrived 2026-11-21T22:30:00Z"},
    {"letters", "letter requeue", "NUMBER",
     "deal with a letter once more, as one that was set aside",
     "It counts as having arrived when it first did.", NULL, cmd_letter_requeue,
     "{outcome, reason, game, entries: [text], letter}", NULL, NULL, "0.1", "letter requeue 1234"},
    {"letters", "letter quarantine", "NUMBER", "set a letter aside that waits to be dealt with",
     "Until postern letter requeue. One that brings the program down is set aside by itself.", NULL,
     cmd_letter_quarantine, "{letter}", NULL, NULL, "0.1", "letter quarantine 1234"},
    {"letters", "letter unsent", "", "letters out that were refused or given up, newest first",
     NULL, row_options, cmd_letter_unsent,
     "[{letter, made, kind, game, seat, state, tries, answer}]", NULL, NULL, "0.1",
     "letter unsent --limit 20"},
    {"letters", "letter retry", "NUMBER", "send such a letter once more",
     "To where its player is reached now; NUMBER is of letter unsent. If letters to his address "
     "were stopped, postern bounce clear first.",
     NULL, cmd_letter_retry, "{letter}", NULL, NULL, "0.1", "letter retry 987"},
    {"letters", "letter resend", "NUMBER SEAT",
     "send a seat of a game the board and its question once more", NULL, NULL, cmd_letter_resend,
     "{letter}", NULL, NULL, "0.1", "letter resend 42 Ada"},
    {"letters", "letter forget", "[--older-than TIME]", "delete the bytes of old letters",
     "Of those that came in, by whole months; and the words of letters out, where no game goes on "
     "to "
     "which they belong. What the letters did stays in the logs of their games. posternd does it "
     "daily by the key keep_letters of the configuration. Letters in the mail's folders of what "
     "was "
     "dealt with or set aside go to the second, by this command alone: for a timer.",
     forget_options, cmd_letter_forget, "{letters, words, processed}", NULL,
     "the bytes of these letters cannot be had back", "0.1", "letter forget --older-than 400d"},
    {"letters", "deliver", "", "take a letter from standard input, for a mail server's pipe",
     "Only spools it for posternd. Exit code 75 asks the mail server to try again.",
     deliver_options, cmd_deliver, "", NULL, NULL, "0.1",
     "deliver --sender ada@example.org --recipient games@club.example <letter.eml"},
    {"letters", "send", "PLAYER [LINE…]", "write a letter as a player, in the embedded mail system",
     "Lines are taken from the command line or from standard input.", send_options, cmd_send,
     "{from, to}", NULL, NULL, "0.1", "send Ada \"thief c4 c5\""},
    {"letters", "mailbox", "PLAYER [NUMBER|last]",
     "list or read a mailbox of the embedded mail system", NULL, mailbox_options, cmd_mailbox,
     "[{number, date, from, subject}] | {file, reply_to, date, subject, message_id, text}", NULL,
     NULL, "0.1", "mailbox Ada last"},
    {"figures", "deadlines", "", "who must answer by when, soonest first", NULL, row_options,
     cmd_deadlines, "[{due, game, seat, player, asked, state}]", NULL, NULL, "0.1",
     "deadlines --match Ada --limit 10"},
    {"figures", "statistics", "", "games, decisions, times to answer, busiest hours", NULL,
     statistics_options, cmd_statistics,
     "{games, status: {forming, running, paused, over}, frozen, orders, defaults, entries, "
     "median_s, slow_s, letters, outcomes: {*}, waiting, hours: [number]}",
     NULL, NULL, "0.1", "statistics --since 2026-11-01"},
    {"figures", "ratings", "", "how strong players are, by Glicko-2",
     "Reckoned anew from the results of all finished games, by months. The second number is two "
     "deviations: the true strength lies in this range, nineteen times in twenty. A game in "
     "which the administrator took something back counts in no list, and in that of games with "
     "practice opponents none in which all agreed to do so.",
     ratings_options, cmd_ratings,
     "[{rank, name, rating, deviation, games, won, drawn, last, player}]", NULL, NULL, "0.1",
     "ratings --game dungeon_twister"},
    {"figures", "bounce list", "", "addresses that letters came back from", NULL, row_options,
     cmd_bounce_list, "[{address, score, last, stopped}]", NULL, NULL, "0.1",
     "bounce list --match stopped"},
    {"figures", "bounce clear", "ADDRESS", "send letters to such an address again", NULL, NULL,
     cmd_bounce_clear, "{address}", NULL, NULL, "0.1", "bounce clear ada@example.org"},
    {"tools", "verify", "FILE", "prove an exported game", "Runs postern-proof verify.", NULL,
     cmd_verify, "", NULL, NULL, "0.1", "verify game-42.record"},
    {"tools", "draw", "FILE", "draw a position", NULL, draw_options, cmd_draw, "", NULL, NULL,
     "0.1", "draw position.txt --format png >board.png"},
    {"tools", "case", "FILE…", "run case files against the rules", NULL, NULL, cmd_case,
     "[{file, holds, report}]", NULL, NULL, "0.1", "case dispute.case"},
    {"tools", "rooms check", "FILE", "check a file of Dungeon Twister rooms",
     "FILE takes the place of the shipped pairs 1 to 4, or 5 to 8. A refusal names line, column "
     "and "
     "clause.",
     NULL, cmd_data_check, "{file, game}", NULL, NULL, "0.1", "rooms check my.rooms"},
    {"tools", "scenario check", "FILE", "check a scenario, and show the options it stands for",
     "A scenario is a readable file: game, title, then an option a line, for Dungeon Twister "
     "rooms, forces and special rules. Some are installed beside the rooms, in data/scenarios. "
     "A refusal names file and line. postern game new --scenario plays one.",
     NULL, cmd_scenario_check, "{file, game, title, options}", NULL, NULL, "0.1",
     "scenario check my.scenario"},
    {"tools", "cards check", "FILE", "check a file of Welcome Back to the Dungeon cards",
     "A refusal names line, column and reason.", NULL, cmd_data_check, "{file, game}", NULL, NULL,
     "0.1", "cards check my.cards"},
    {"tools", "rules", "CLAUSE", "print a clause of the rules, as DT-MOVE-07", NULL, NULL,
     cmd_rules, "{clause, text}", NULL, NULL, "0.1", "rules DT-MOVE-07"},
    {"tools", "help", "[TOPIC…]", "print what players are told by letter on a word of a game",
     "TOPIC is a word of a game or several, in any language, or rules, orders, glossary. "
     "Help on a command of this program: postern COMMAND --help.",
     help_options, cmd_help, "{topic, text}", NULL, NULL, "0.1", "help smoke bomb"},
    {"tools", "templates check", "[FOLDER]",
     "compare languages with English, and with what games and letters need",
     "Says what is missing, extra, malformed or never asked for, and how many sentences of each "
     "language are the English ones; FOLDER holds a folder for each language, the server's if not "
     "given. Exit code 1 when it found something.",
     NULL, cmd_templates_check,
     "{problems: [{language, file, problem, what, text, line?}], "
     "as_english: [{language, copies, sentences}], languages, files}",
     NULL, NULL, "0.1", "templates check /etc/postern/templates"},
    {"tools", "commands", "", "every command: grammar, help, shape of its --json",
     "With --man as that part of the manual.", man_options, cmd_commands,
     "[{group, name, grammar, help, options: [{name, value?, help}], json, danger?, since, "
     "example?}]",
     NULL, NULL, "0.1", NULL},
    {"tools", "completion", "SHELL", "print the completion for bash, zsh or fish",
     "As: source <(postern completion bash)", NULL, cmd_completion, "{shell, script}", NULL, NULL,
     "0.1", "completion zsh"},
    {"tools", "complete", "[WORD…]",
     "what may stand at the end of these words; completions call this",
     "Write them behind two dashes: postern complete -- game n. Exit code 1 where nothing may, not "
     "even a file.",
     NULL, cmd_complete, "[word]", NULL,
     NULL, "0.1", "complete -- game n"},
    {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL},
};
