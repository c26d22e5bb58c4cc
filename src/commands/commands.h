/* SPDX-License-Identifier: MIT */
/* What a player may write besides orders: one table {name, arguments, who, when, handler}, which is
 * also the help letter and doc/commands.md; each has a sentence "desk.command.NAME" in every
 * language. Source: design, section 7; doc/commands.md. */
#pragma once

#include "commands/incoming.h"

/* All commands, name NULL at the end. */
extern const struct command commands[];

/* Run a command where it may be run now, or say why not. */
enum rc commands_run(struct incoming *incoming, const struct command *command,
                     const char *arguments, struct err *err);

/* Tell a player whose name is a word of an order what it is at the end of a letter. */
void commands_tell_order_name(struct incoming *incoming);

/* Where nothing is near to a line of a game: what help has on the first thing that it names, as
 * "can the Wizard fly over walls" does. */
void commands_tell_topic(struct incoming *incoming, const char *line);

/* The command that a line begins with, and where its arguments start; NULL if it is none. */
const struct command *commands_find(const char *line, const char **arguments);

/* ---- what stands behind commands in the table, in files of their names ---- */

/* "agree upgrade VERSION": a seat consents to what the administrator proposes. */
enum rc agree_letter(struct incoming *incoming, const char *arguments, struct err *err);

/* "dispute": the clocks stop and the administrator gets a case file; his ruling lets them go again.
 * "report": words of another player are laid before him, nothing stops. Both are told in the log.
 * Source: design, section 7; doc/cases.md. */
enum rc dispute_letter(struct incoming *incoming, const char *arguments, struct err *err);
enum rc dispute_report(struct incoming *incoming, const char *arguments, struct err *err);

/* "hint", in a game in which nobody else plays, and "analyse", when a game is over. Both are
 * rationed: they take processor time. Source: doc/opponent.md, "Lessons". */

/* In a day, to one player: some five seconds of a core for hints, half a minute for analyses. */
enum { LESSON_HINTS = 20, LESSON_ANALYSES = 5 };

enum rc lesson_hint(struct incoming *incoming, const char *arguments, struct err *err);
enum rc lesson_analyse(struct incoming *incoming, const char *arguments, struct err *err);

/* A player's private notes on a game: sealed as own/<seat>/<k> beside his standing answers, which
 * nobody can tell from them; opened at the game's end if he wished so. Source: design, 5.3. */

/* "note TEXT", or the lines below it. */
enum rc notes_write(struct incoming *incoming, const char *arguments, struct err *err);
/* "notes": list them; "notes publish": open them when the game ends; "notes private": do not. */
enum rc notes_list(struct incoming *incoming, const char *arguments, struct err *err);

/* "notify [webhook URL|ntfy URL|matrix ROOM|CODE|off]". Source: doc/notices.md. */
enum rc notify_letter(struct incoming *incoming, const char *arguments, struct err *err);

/* "seals" lists the seals of the letter's game, "seals help" sends the page. */
enum rc seals_letter(struct incoming *incoming, const char *arguments, struct err *err);

/* Taking back: by oneself while nobody has learned anything since, by consent of all players after
 * that. Both are compensating entries of the log. Source: design, 5.5; doc/record.md. */

/* "undo": the newest own order; "undo 41": back to the position after entry 41, which is consent
 * where another seat asked for that. */
enum rc takeback_undo(struct incoming *incoming, const char *arguments, struct err *err);
/* "no undo": refuse, or take back, what was asked. */
enum rc takeback_decline(struct incoming *incoming, const char *arguments, struct err *err);

/* "watch N", "unwatch N", and the letter that a mail program sends to unsubscribe.
 * Source: mail-conventions O5. */
enum rc watching_watch(struct incoming *incoming, const char *arguments, struct err *err);
enum rc watching_unwatch(struct incoming *incoming, const char *arguments, struct err *err);
/* A letter to a watcher's token ends his watching, whatever it says and whoever sends it: the
 * token went to him alone. */
enum rc watching_tap(struct incoming *incoming, struct err *err);
