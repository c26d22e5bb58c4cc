/* SPDX-License-Identifier: MIT */
/* The handlers behind the rows of cli_commands. */
#ifndef POSTERN_CLI_COMMANDS_H
#define POSTERN_CLI_COMMANDS_H

#include "cli/cli.h"

enum rc cmd_init(struct cli *cli, struct err *err);
enum rc cmd_setup(struct cli *cli, struct err *err);
enum rc cmd_status(struct cli *cli, struct err *err);
enum rc cmd_doctor(struct cli *cli, struct err *err);
enum rc cmd_rebuild(struct cli *cli, struct err *err);
enum rc cmd_config(struct cli *cli, struct err *err);

enum rc cmd_check(struct cli *cli, struct err *err);
enum rc cmd_backup(struct cli *cli, struct err *err);
enum rc cmd_restore(struct cli *cli, struct err *err);
enum rc cmd_promote(struct cli *cli, struct err *err);
enum rc cmd_migrate(struct cli *cli, struct err *err);
enum rc cmd_letter_forget(struct cli *cli, struct err *err);

enum rc cmd_key_list(struct cli *cli, struct err *err);
enum rc cmd_key_rotate(struct cli *cli, struct err *err);
enum rc cmd_key_apply(struct cli *cli, struct err *err);
enum rc cmd_key_retire(struct cli *cli, struct err *err);
enum rc cmd_game_recover(struct cli *cli, struct err *err);
enum rc cmd_game_lost(struct cli *cli, struct err *err);
enum rc cmd_game_thaw(struct cli *cli, struct err *err);

enum rc cmd_player_import(struct cli *cli, struct err *err);
enum rc cmd_player_add(struct cli *cli, struct err *err);
enum rc cmd_player_vacation(struct cli *cli, struct err *err);
enum rc cmd_player_show(struct cli *cli, struct err *err);
enum rc cmd_player_set(struct cli *cli, struct err *err);
enum rc cmd_player_address(struct cli *cli, struct err *err);
enum rc cmd_player_ban(struct cli *cli, struct err *err);
enum rc cmd_player_merge(struct cli *cli, struct err *err);
enum rc cmd_player_forget(struct cli *cli, struct err *err);
enum rc cmd_player_list(struct cli *cli, struct err *err);

enum rc cmd_offer_list(struct cli *cli, struct err *err);
enum rc cmd_offer_start(struct cli *cli, struct err *err);
enum rc cmd_offer_withdraw(struct cli *cli, struct err *err);
enum rc cmd_game_new(struct cli *cli, struct err *err);
void cmd_game_new_explain(struct buf *out);
enum rc cmd_game_list(struct cli *cli, struct err *err);
enum rc cmd_game_show(struct cli *cli, struct err *err);
enum rc cmd_analyse(struct cli *cli, struct err *err);
enum rc cmd_game_legal(struct cli *cli, struct err *err);
enum rc cmd_game_log(struct cli *cli, struct err *err);
enum rc cmd_game_export(struct cli *cli, struct err *err);

enum rc cmd_game_undo(struct cli *cli, struct err *err);
enum rc cmd_game_fix(struct cli *cli, struct err *err);
enum rc cmd_game_cancel(struct cli *cli, struct err *err);
enum rc cmd_game_adjudicate(struct cli *cli, struct err *err);
enum rc cmd_game_remark(struct cli *cli, struct err *err);
enum rc cmd_game_predict(struct cli *cli, struct err *err);

enum rc cmd_clock_confirm(struct cli *cli, struct err *err);
enum rc cmd_game_pause(struct cli *cli, struct err *err);
enum rc cmd_game_resume(struct cli *cli, struct err *err);
enum rc cmd_game_extend(struct cli *cli, struct err *err);
enum rc cmd_game_time(struct cli *cli, struct err *err);

enum rc cmd_upgrade(struct cli *cli, struct err *err);
enum rc cmd_game_upgrade(struct cli *cli, struct err *err);

enum rc cmd_bot_add(struct cli *cli, struct err *err);
enum rc cmd_bot_run(struct cli *cli, struct err *err);

enum rc cmd_data_check(struct cli *cli, struct err *err);
enum rc cmd_scenario_check(struct cli *cli, struct err *err);

enum rc cmd_forum_list(struct cli *cli, struct err *err);
enum rc cmd_forum_retry(struct cli *cli, struct err *err);
enum rc cmd_forum_reopen(struct cli *cli, struct err *err);

enum rc cmd_site(struct cli *cli, struct err *err);

enum rc cmd_seat_replace(struct cli *cli, struct err *err);
enum rc cmd_seat_swap(struct cli *cli, struct err *err);
enum rc cmd_seat_resign(struct cli *cli, struct err *err);
enum rc cmd_seat_say(struct cli *cli, struct err *err);

enum rc cmd_submit(struct cli *cli, struct err *err);
enum rc cmd_preview(struct cli *cli, struct err *err);

enum rc cmd_letter_unsent(struct cli *cli, struct err *err);
enum rc cmd_letter_retry(struct cli *cli, struct err *err);
enum rc cmd_letter_list(struct cli *cli, struct err *err);
enum rc cmd_letter_requeue(struct cli *cli, struct err *err);
enum rc cmd_letter_quarantine(struct cli *cli, struct err *err);
enum rc cmd_letter_simulate(struct cli *cli, struct err *err);
enum rc cmd_letter_resend(struct cli *cli, struct err *err);
enum rc cmd_letter_show(struct cli *cli, struct err *err);
enum rc cmd_letter_why(struct cli *cli, struct err *err);
enum rc cmd_deliver(struct cli *cli, struct err *err);
enum rc cmd_send(struct cli *cli, struct err *err);
enum rc cmd_mailbox(struct cli *cli, struct err *err);

enum rc cmd_commands(struct cli *cli, struct err *err);
enum rc cmd_completion(struct cli *cli, struct err *err);
enum rc cmd_complete(struct cli *cli, struct err *err);

enum rc cmd_deadlines(struct cli *cli, struct err *err);
enum rc cmd_bounce_list(struct cli *cli, struct err *err);
enum rc cmd_bounce_clear(struct cli *cli, struct err *err);
enum rc cmd_statistics(struct cli *cli, struct err *err);
enum rc cmd_tournament_new(struct cli *cli, struct err *err);
enum rc cmd_tournament_list(struct cli *cli, struct err *err);
enum rc cmd_tournament_show(struct cli *cli, struct err *err);
enum rc cmd_tournament_enter(struct cli *cli, struct err *err);
enum rc cmd_tournament_leave(struct cli *cli, struct err *err);
enum rc cmd_tournament_replace(struct cli *cli, struct err *err);
enum rc cmd_tournament_trust(struct cli *cli, struct err *err);
enum rc cmd_tournament_result(struct cli *cli, struct err *err);
enum rc cmd_tournament_start(struct cli *cli, struct err *err);
enum rc cmd_tournament_standings(struct cli *cli, struct err *err);
enum rc cmd_tournament_challenge(struct cli *cli, struct err *err);
enum rc cmd_tournament_end(struct cli *cli, struct err *err);
enum rc cmd_tournament_cancel(struct cli *cli, struct err *err);
enum rc cmd_tournament_lost(struct cli *cli, struct err *err);
enum rc cmd_tournament_export(struct cli *cli, struct err *err);
enum rc cmd_ratings(struct cli *cli, struct err *err);

enum rc cmd_verify(struct cli *cli, struct err *err);
enum rc cmd_draw(struct cli *cli, struct err *err);
enum rc cmd_case(struct cli *cli, struct err *err);
enum rc cmd_rules(struct cli *cli, struct err *err);
enum rc cmd_help(struct cli *cli, struct err *err);
enum rc cmd_templates_check(struct cli *cli, struct err *err);

enum rc cmd_dispute_list(struct cli *cli, struct err *err);
enum rc cmd_dispute_show(struct cli *cli, struct err *err);
enum rc cmd_dispute_rule(struct cli *cli, struct err *err);

#endif
