/* SPDX-License-Identifier: MIT */
/* What players may write beside orders, each command once: its key in commands.words, its name,
 * what stands behind it, who may write it and when, what it is about, how the words behind it are
 * taken, what they must be, and the function in src/commands that carries it out. Each user takes
 * the columns that he needs. */
#pragma once

/* Taken: OWN: as they are. WORDS: his own, courtesy and all. VALUE: the first as a setting.
 * SETTING: his own, behind "my … is", too. DAYS: the same, two days or a value. LINE: a value, or
 * one of the words before a standing line. SPEECH: to whom, and his own words.
 * What it is about and what its words must be: enum command_about and command_behind of
 * commands/command.h. */
/* clang-format off */
#define COMMANDS(X) \
    X("help", "help", "[TOPIC]", ANYBODY, ALWAYS, ANY, OWN, FREE, run_help) \
    X("rule", "rule", "CLAUSE", ANYBODY, ALWAYS, ANY, OWN, FREE, run_rule) \
    X("glossary", "glossary", "", ANYBODY, ALWAYS, ANY, OWN, FREE, run_glossary) \
    X("games", "games", "", ANYBODY, ALWAYS, ANY, OWN, FREE, run_games) \
    X("show", "show", "[N|entry N]", SEAT, ALWAYS, ANY, VALUE, FREE, status_show) \
    X("status", "status", "", SEAT, ALWAYS, ANY, OWN, FREE, status_tell) \
    X("record", "record", "[N]", SEAT, ALWAYS, ANY, OWN, FREE, status_record) \
    X("legal", "legal", "", SEAT, ALWAYS, ANY, OWN, FREE, run_legal) \
    X("hint", "hint", "", SEAT, GOING, ANY, OWN, FREE, lesson_hint) \
    X("analyse", "analyse", "", SEAT, ALWAYS, ANY, OWN, FREE, lesson_analyse) \
    X("luck", "luck", "WORDS", SEAT, GOING, ANY, WORDS, FREE, run_luck) \
    X("seals", "seals", "[help]", ANYBODY, ALWAYS, ANY, VALUE, FREE, seals_letter) \
    X("on-time", "on time", "[pass|draft|resign]", SEAT, GOING, ANY, VALUE, FREE, ontime_set) \
    X("standing", "standing", "[also] LINE|none|keep|usual", SEAT, ALWAYS, ANY, LINE, FREE, standing_letter) \
    X("confirm", "confirm", "", SEAT, GOING, ANY, OWN, FREE, draft_confirm) \
    X("undo", "undo", "[N]", SEAT, GOING, ANY, OWN, FREE, takeback_undo) \
    X("no-undo", "no undo", "", SEAT, GOING, ANY, OWN, FREE, takeback_decline) \
    X("say", "say", "[to NAME:] TEXT", SEAT, ALWAYS, ANY, SPEECH, FREE, press_say) \
    X("block", "block", "NAME", SEAT, ALWAYS, ANY, OWN, FREE, press_block) \
    X("unblock", "unblock", "NAME", SEAT, ALWAYS, ANY, OWN, FREE, press_unblock) \
    X("report", "report", "TEXT", SEAT, ALWAYS, ANY, WORDS, FREE, dispute_report) \
    X("dispute", "dispute", "TEXT", SEAT, GOING, ANY, WORDS, FREE, dispute_letter) \
    X("note", "note", "TEXT", SEAT, ALWAYS, ANY, WORDS, TOLD, notes_write) \
    X("notes", "notes", "[publish|private]", SEAT, ALWAYS, ANY, VALUE, FREE, notes_list) \
    X("agree-upgrade", "agree upgrade", "VERSION", SEAT, GOING, ANY, OWN, FREE, agree_letter) \
    X("name", "name", "[NAME]", ACCOUNT, ALWAYS, ANY, SETTING, NAME, run_name) \
    X("board", "board", "unicode|ascii|none", ACCOUNT, ALWAYS, ANY, VALUE, FREE, run_setting) \
    X("format", "format", "html|text|svg|wide", ACCOUNT, ALWAYS, ANY, VALUE, FREE, run_setting) \
    X("letters", "letters", "all|mine|daily", ACCOUNT, ALWAYS, ANY, VALUE, FREE, run_setting) \
    X("digest", "digest", "daily|each", ACCOUNT, ALWAYS, ANY, VALUE, FREE, run_setting) \
    X("links", "links", "on|off|block", ACCOUNT, ALWAYS, ANY, VALUE, FREE, run_setting) \
    X("profile", "profile", "public|club|hidden", ACCOUNT, ALWAYS, ANY, VALUE, FREE, run_setting) \
    X("strict", "strict", "on|off", ACCOUNT, ALWAYS, ANY, VALUE, FREE, run_setting) \
    X("draft", "draft", "on|off", ACCOUNT, ALWAYS, ANY, VALUE, FREE, run_setting) \
    X("signature", "signature", "on|off", ACCOUNT, ALWAYS, ANY, VALUE, FREE, run_signature) \
    X("language", "language", "CODE", ACCOUNT, ALWAYS, ANY, SETTING, LANGUAGE, run_language) \
    X("notify", "notify", "[webhook ADDRESS|ntfy ADDRESS|matrix ADDRESS|CODE|off]", ACCOUNT, ALWAYS, ANY, VALUE, FREE, notify_letter) \
    X("link", "link", "", ACCOUNT, ALWAYS, ANY, OWN, FREE, forum_run_link) \
    X("vacation", "vacation", "[FROM..TO|off]", ACCOUNT, ALWAYS, ANY, DAYS, FREE, commands_vacation) \
    X("stock", "stock", "[on|off]", ACCOUNT, ALWAYS, ANY, VALUE, FREE, stock_set) \
    X("zone", "zone", "NAME", ACCOUNT, ALWAYS, ANY, SETTING, FREE, commands_zone) \
    X("address", "address", "[add|remove ADDRESS]", ACCOUNT, ALWAYS, ANY, VALUE, ADDRESS, joining_address) \
    X("key", "key", "[add KEY|remove]", ACCOUNT, ALWAYS, ANY, VALUE, FREE, joining_key) \
    X("invite", "invite", "NAME, ADDRESS to GAME [with OPTIONS]", ACCOUNT, ALWAYS, PLAY, OWN, FREE, offers_invite) \
    X("challenge", "challenge", "[@NAME] GAME [with OPTIONS]", ACCOUNT, ALWAYS, PLAY, OWN, FREE, offers_challenge) \
    X("challenges", "challenges", "", ANYBODY, ALWAYS, ANY, OWN, FREE, offers_list) \
    X("accept", "accept", "[N]", ACCOUNT, ALWAYS, OFFER, OWN, NUMBER, offers_accept) \
    X("join", "join", "[N]", ACCOUNT, ALWAYS, JOINING, OWN, FREE, offers_accept) \
    X("decline", "decline", "[N]", ACCOUNT, ALWAYS, OFFER, OWN, NUMBER, offers_decline) \
    X("practice", "practice", "GAME [against WHO] [with OPTIONS]", ACCOUNT, ALWAYS, PLAY, OWN, FREE, offers_practise) \
    X("rematch", "rematch", "[LEVEL]", SEAT, ALWAYS, ANY, OWN, LEVEL, offers_rematch) \
    X("ratings", "ratings", "[practice] [GAME]", ANYBODY, ALWAYS, ANY, VALUE, GAME, club_ratings) \
    X("player", "player", "[NAME]", ANYBODY, ALWAYS, ANY, OWN, NAME, club_player) \
    X("stats", "stats", "", ANYBODY, ALWAYS, ANY, OWN, FREE, club_stats) \
    X("tournaments", "tournaments", "", ANYBODY, ALWAYS, ANY, OWN, FREE, tournaments_letter_list) \
    X("organize", "organize", "GAME FORMAT [NAME]", ACCOUNT, ALWAYS, ANY, OWN, GAME, tournaments_letter_organize) \
    X("enter", "enter", "N [WORDS]", ACCOUNT, ALWAYS, TOURNAMENT, OWN, FREE, tournaments_letter_enter) \
    X("leave", "leave", "N", ACCOUNT, ALWAYS, TOURNAMENT, OWN, FREE, tournaments_letter_leave) \
    X("ladder", "ladder", "N NAME|PLACE", ACCOUNT, ALWAYS, TOURNAMENT, OWN, FREE, tournaments_letter_ladder) \
    X("standings", "standings", "[N]", ANYBODY, ALWAYS, ANY, OWN, FREE, tournaments_letter_standings) \
    X("watch", "watch", "N", ANYBODY, ALWAYS, ANY, OWN, FREE, watching_watch) \
    X("unwatch", "unwatch", "N", ANYBODY, ALWAYS, ANY, OWN, FREE, watching_unwatch) \
    X("pause", "pause", "", SEAT, GOING, ANY, OWN, FREE, commands_pause) \
    X("resume", "resume", "", SEAT, GOING, ANY, OWN, FREE, commands_resume) \
    X("claim", "claim", "", SEAT, GOING, ANY, OWN, FREE, away_claim) \
    X("give-time", "give time", "[DAYS]", SEAT, GOING, ANY, OWN, FREE, away_wait) \
    X("lend", "lend", "[DAY] [LEVEL]", SEAT, GOING, ANY, OWN, FREE, lend_seat) \
    X("call-off", "call off", "", SEAT, GOING, ANY, OWN, FREE, lend_leave) \
    X("extension", "extension", "", SEAT, GOING, ANY, OWN, FREE, stock_extension) \
    X("replacement", "replacement", "[WHO]", SEAT, GOING, ANY, OWN, FREE, run_replacement) \
    X("host", "host", "[WHO]", SEAT, GOING, ANY, OWN, FREE, host_letter) \
    X("extend", "extend", "[WHO] DAYS", SEAT, GOING, ANY, OWN, FREE, host_extend) \
    X("finish-drawn", "finish drawn", "", SEAT, GOING, ANY, OWN, FREE, host_end_drawn) \
    X("finish-void", "finish void", "", SEAT, GOING, ANY, OWN, FREE, host_end_void) \
    X("go-on", "go on", "", SEAT, ALWAYS, ANY, OWN, FREE, commands_go_on) \
    X("unsubscribe", "unsubscribe", "", ANYBODY, ALWAYS, ANY, OWN, FREE, run_unsubscribe)
/* clang-format on */
