/* SPDX-License-Identifier: MIT */
/* What players may write beside orders, each command once: its key in commands.words, its name,
 * what stands behind it, who may write it and when, how the words behind it are taken, and the
 * function in src/commands that carries it out. Each user takes the columns that he needs. */
#ifndef POSTERN_TELL_COMMAND_TABLE_H
#define POSTERN_TELL_COMMAND_TABLE_H

/* Taken: OWN: as they are. WORDS: his own, courtesy and all. VALUE: the first as a setting.
 * SETTING: his own, behind "my … is", too. DAYS: the same, two days or a value. LINE: a value, or
 * one of the words before a standing line. SPEECH: to whom, and his own words. */
/* clang-format off */
#define COMMANDS(X) \
    X("help", "help", "[TOPIC]", ANYBODY, ALWAYS, OWN, run_help) \
    X("rule", "rule", "CLAUSE", ANYBODY, ALWAYS, OWN, run_rule) \
    X("glossary", "glossary", "", ANYBODY, ALWAYS, OWN, run_glossary) \
    X("games", "games", "", ANYBODY, ALWAYS, OWN, run_games) \
    X("show", "show", "[N|entry N]", SEAT, ALWAYS, VALUE, status_show) \
    X("status", "status", "", SEAT, ALWAYS, OWN, status_tell) \
    X("record", "record", "[N]", SEAT, ALWAYS, OWN, status_record) \
    X("legal", "legal", "", SEAT, ALWAYS, OWN, run_legal) \
    X("hint", "hint", "", SEAT, GOING, OWN, lesson_hint) \
    X("analyse", "analyse", "", SEAT, ALWAYS, OWN, lesson_analyse) \
    X("luck", "luck", "WORDS", SEAT, GOING, WORDS, run_luck) \
    X("seals", "seals", "help", ANYBODY, ALWAYS, VALUE, seals_letter) \
    X("on-time", "on time", "[pass|draft|resign]", SEAT, GOING, VALUE, ontime_set) \
    X("standing", "standing", "[also] LINE|none|keep|usual", SEAT, ALWAYS, LINE, standing_letter) \
    X("confirm", "confirm", "", SEAT, GOING, OWN, draft_confirm) \
    X("undo", "undo", "[N]", SEAT, GOING, OWN, takeback_undo) \
    X("no-undo", "no undo", "", SEAT, GOING, OWN, takeback_decline) \
    X("say", "say", "[to NAME:] TEXT", SEAT, ALWAYS, SPEECH, press_say) \
    X("block", "block", "NAME", SEAT, ALWAYS, OWN, press_block) \
    X("unblock", "unblock", "NAME", SEAT, ALWAYS, OWN, press_unblock) \
    X("report", "report", "TEXT", SEAT, ALWAYS, WORDS, dispute_report) \
    X("dispute", "dispute", "TEXT", SEAT, GOING, WORDS, dispute_letter) \
    X("note", "note", "TEXT", SEAT, ALWAYS, WORDS, notes_write) \
    X("notes", "notes", "[publish|private]", SEAT, ALWAYS, VALUE, notes_list) \
    X("agree-upgrade", "agree upgrade", "VERSION", SEAT, GOING, OWN, agree_letter) \
    X("name", "name", "[NAME]", ACCOUNT, ALWAYS, SETTING, run_name) \
    X("board", "board", "unicode|ascii|none", ACCOUNT, ALWAYS, VALUE, run_setting) \
    X("format", "format", "html|text|svg|wide", ACCOUNT, ALWAYS, VALUE, run_setting) \
    X("letters", "letters", "all|mine|daily", ACCOUNT, ALWAYS, VALUE, run_setting) \
    X("digest", "digest", "daily|each", ACCOUNT, ALWAYS, VALUE, run_setting) \
    X("links", "links", "on|off|block", ACCOUNT, ALWAYS, VALUE, run_setting) \
    X("profile", "profile", "public|club|hidden", ACCOUNT, ALWAYS, VALUE, run_setting) \
    X("strict", "strict", "on|off", ACCOUNT, ALWAYS, VALUE, run_setting) \
    X("draft", "draft", "on|off", ACCOUNT, ALWAYS, VALUE, run_setting) \
    X("signature", "signature", "on|off", ACCOUNT, ALWAYS, VALUE, run_signature) \
    X("language", "language", "CODE", ACCOUNT, ALWAYS, SETTING, run_language) \
    X("notify", "notify", "[webhook ADDRESS|ntfy ADDRESS|matrix ADDRESS|CODE|off]", ACCOUNT, ALWAYS, VALUE, notify_letter) \
    X("link", "link", "", ACCOUNT, ALWAYS, OWN, forum_run_link) \
    X("vacation", "vacation", "FROM..TO|off", ACCOUNT, ALWAYS, DAYS, commands_vacation) \
    X("stock", "stock", "on|off", ACCOUNT, ALWAYS, VALUE, stock_set) \
    X("zone", "zone", "NAME", ACCOUNT, ALWAYS, SETTING, commands_zone) \
    X("address", "address", "[add|remove ADDRESS]", ACCOUNT, ALWAYS, VALUE, joining_address) \
    X("key", "key", "[add KEY|remove]", ACCOUNT, ALWAYS, VALUE, joining_key) \
    X("invite", "invite", "NAME, ADDRESS to GAME [with OPTIONS]", ACCOUNT, ALWAYS, OWN, offers_invite) \
    X("challenge", "challenge", "[@NAME] GAME [with OPTIONS]", ACCOUNT, ALWAYS, OWN, offers_challenge) \
    X("challenges", "challenges", "", ANYBODY, ALWAYS, OWN, offers_list) \
    X("accept", "accept", "[N]", ACCOUNT, ALWAYS, OWN, offers_accept) \
    X("join", "join", "[N]", ACCOUNT, ALWAYS, OWN, offers_accept) \
    X("decline", "decline", "[N]", ACCOUNT, ALWAYS, OWN, offers_decline) \
    X("practice", "practice", "GAME [against WHO] [with OPTIONS]", ACCOUNT, ALWAYS, OWN, offers_practise) \
    X("rematch", "rematch", "", SEAT, ALWAYS, OWN, offers_rematch) \
    X("ratings", "ratings", "[practice] [GAME]", ANYBODY, ALWAYS, VALUE, club_ratings) \
    X("player", "player", "[NAME]", ANYBODY, ALWAYS, OWN, club_player) \
    X("stats", "stats", "", ANYBODY, ALWAYS, OWN, club_stats) \
    X("tournaments", "tournaments", "", ANYBODY, ALWAYS, OWN, tournaments_letter_list) \
    X("organize", "organize", "GAME FORMAT [NAME]", ACCOUNT, ALWAYS, OWN, tournaments_letter_organize) \
    X("enter", "enter", "N [WORDS]", ACCOUNT, ALWAYS, OWN, tournaments_letter_enter) \
    X("leave", "leave", "N", ACCOUNT, ALWAYS, OWN, tournaments_letter_leave) \
    X("ladder", "ladder", "N NAME|PLACE", ACCOUNT, ALWAYS, OWN, tournaments_letter_ladder) \
    X("standings", "standings", "N", ANYBODY, ALWAYS, OWN, tournaments_letter_standings) \
    X("watch", "watch", "N", ANYBODY, ALWAYS, OWN, watching_watch) \
    X("unwatch", "unwatch", "N", ANYBODY, ALWAYS, OWN, watching_unwatch) \
    X("pause", "pause", "", SEAT, GOING, OWN, commands_pause) \
    X("resume", "resume", "", SEAT, GOING, OWN, commands_resume) \
    X("claim", "claim", "", SEAT, GOING, OWN, away_claim) \
    X("give-time", "give time", "[DAYS]", SEAT, GOING, OWN, away_wait) \
    X("lend", "lend", "[DAY] [LEVEL]", SEAT, GOING, OWN, lend_seat) \
    X("call-off", "call off", "", SEAT, GOING, OWN, lend_leave) \
    X("extension", "extension", "", SEAT, GOING, OWN, stock_extension) \
    X("replacement", "replacement", "[WHO]", SEAT, GOING, OWN, run_replacement) \
    X("host", "host", "[WHO]", SEAT, GOING, OWN, host_letter) \
    X("extend", "extend", "[WHO] DAYS", SEAT, GOING, OWN, host_extend) \
    X("finish-drawn", "finish drawn", "", SEAT, GOING, OWN, host_end_drawn) \
    X("finish-void", "finish void", "", SEAT, GOING, OWN, host_end_void) \
    X("go-on", "go on", "", SEAT, ALWAYS, OWN, commands_go_on) \
    X("unsubscribe", "unsubscribe", "", ANYBODY, ALWAYS, OWN, run_unsubscribe)
/* clang-format on */

#endif
