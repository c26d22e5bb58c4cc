/* The table of commands: help, manual and behaviour in one place. */
#include "cli/commands.h"

enum { MANY = CLI_WORDS_MAX };

static const struct cli_option init_options[] = {
    {"address", "ADDRESS", "the robot's address; games@postern.example if not given"},
    {"name", "NAME", "the robot's name in its letters"},
    {"data", "DIR", "folder with data/ and templates/, where they are not installed"},
    {NULL, NULL, NULL}};
static const struct cli_option player_options[] = {
    {"language", "CODE", "language of the player's letters"}, {NULL, NULL, NULL}};
static const struct cli_option new_options[] = {
    {"seat", "PLAYER",
     "who sits there: name, address or number; once for each\n"
     "seat, in order"},
    {"option", "NAME=VALUE", "an option of the game; may be given often"},
    {"time", "RULES", "\"setup=7d turn=3d reply=36h\"; the server's own if not given"},
    {"rules", "VERSION", "rules version; the newest if not given"},
    {NULL, NULL, NULL}};
static const struct cli_option seat_options[] = {
    {"seat", "SEAT", "in this seat's eyes: number, name or address"},
    {"ascii", NULL, "draw in plain ASCII"},
    {NULL, NULL, NULL}};
static const struct cli_option legal_options[] = {
    {"seat", "SEAT", "whose orders: number, name or address"}, {NULL, NULL, NULL}};
static const struct cli_option export_options[] = {
    {"seat", "SEAT", "with what this seat may know; otherwise what all may know"},
    {"whole", NULL, "with everything, after the game's end"},
    {NULL, NULL, NULL}};
static const struct cli_option site_options[] = {
    {"language", "CODE", "language of the pages; the server's own if not given"},
    {NULL, NULL, NULL}};
static const struct cli_option submit_options[] = {
    {"seat", "SEAT", "whose orders: number, name or address"},
    {"all", NULL, "all of the lines or none"},
    {"strict", NULL, "canonical notation only"},
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

const struct cli_command cli_commands[] = {
    {"init", "DIR", "make a new server in a folder", NULL, init_options, 1, 1, cmd_init, NULL},
    {"config", "", "explain the configuration file", NULL, NULL, 0, 0, cmd_config, NULL},
    {"player add", "NAME ADDRESS", "add a player", NULL, player_options, 2, 2, cmd_player_add,
     NULL},
    {"player list", "", "list the players", NULL, NULL, 0, 0, cmd_player_list, NULL},
    {"game new", "GAME --seat PLAYER --seat PLAYER", "make a game and invite its players", NULL,
     new_options, 1, 1, cmd_game_new, cmd_game_new_explain},
    {"game list", "", "list the games", NULL, NULL, 0, 0, cmd_game_list, NULL},
    {"game show", "NUMBER", "board, players and open questions of a game",
     "Shows what all may know, or with --seat what that seat may know.", seat_options, 1, 1,
     cmd_game_show, NULL},
    {"game legal", "NUMBER --seat SEAT", "list a seat's legal orders", NULL, legal_options, 1, 1,
     cmd_game_legal, NULL},
    {"game log", "NUMBER", "the public log of a game", NULL, NULL, 1, 1, cmd_game_log, NULL},
    {"game export", "NUMBER", "one game as one signed text file",
     "The file is checked by postern verify, without a server.", export_options, 1, 1,
     cmd_game_export, NULL},
    {"site", "DIR", "write the public site: every game as pages to step through",
     "Needs no web server: open DIR/index.html. Run it again to refresh what has changed.",
     site_options, 1, 1, cmd_site, NULL},
    {"submit", "NUMBER --seat SEAT [FILE]", "give orders for a seat",
     "Orders are lines of FILE or of standard input. Exit code 1 when one was not carried out.",
     submit_options, 1, 2, cmd_submit, NULL},
    {"preview", "NUMBER --seat SEAT [FILE]", "show what orders would do; change nothing", NULL,
     submit_options, 1, 2, cmd_preview, NULL},
    {"letter list", "", "the newest letters that came in, with their outcome", NULL, NULL, 0, 0,
     cmd_letter_list, NULL},
    {"letter show", "NUMBER", "the bytes of a letter", NULL, NULL, 1, 1, cmd_letter_show, NULL},
    {"deliver", "", "take a letter from standard input, for a mail server's pipe",
     "Only spools it for posternd. Exit code 75 asks the mail server to try again.",
     deliver_options, 0, 0, cmd_deliver, NULL},
    {"send", "PLAYER [LINE…]", "write a letter as a player, in the embedded mail system",
     "Lines are taken from the command line or from standard input.", send_options, 1, MANY,
     cmd_send, NULL},
    {"mailbox", "PLAYER [NUMBER|last]", "list or read a mailbox of the embedded mail system", NULL,
     mailbox_options, 1, 2, cmd_mailbox, NULL},
    {"rebuild", "", "make again all that can be derived from the log", NULL, NULL, 0, 0,
     cmd_rebuild, NULL},
    {"doctor", "", "look at everything and say what is wrong", NULL, NULL, 0, 0, cmd_doctor, NULL},
    {"verify", "FILE", "prove an exported game", "Runs postern-proof verify.", NULL, 1, 1,
     cmd_verify, NULL},
    {"draw", "FILE", "draw a position", NULL, draw_options, 1, 1, cmd_draw, NULL},
    {"case", "FILE…", "run case files against the rules", NULL, NULL, 1, MANY, cmd_case, NULL},
    {"rules", "CLAUSE", "print a clause of the rules, as DT-MOVE-07", NULL, NULL, 1, 1, cmd_rules,
     NULL},
    {NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL},
};
