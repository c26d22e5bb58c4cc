/* SPDX-License-Identifier: MIT */
/* The handlers behind the rows of cli_commands. */
#pragma once

#include "cli/cli.h"

cli_command_fn cmd_init, cmd_setup, cmd_status, cmd_doctor, cmd_rebuild, cmd_config;

cli_command_fn cmd_check, cmd_backup, cmd_restore, cmd_promote, cmd_migrate, cmd_letter_forget;

cli_command_fn cmd_key_list, cmd_key_rotate, cmd_key_apply, cmd_key_retire, cmd_game_recover,
    cmd_game_lost, cmd_game_thaw;

cli_command_fn cmd_player_import, cmd_player_add, cmd_player_vacation, cmd_player_show,
    cmd_player_set, cmd_player_address, cmd_player_ban, cmd_player_merge, cmd_player_forget,
    cmd_player_list;

cli_command_fn cmd_offer_list, cmd_offer_start, cmd_offer_withdraw, cmd_game_new;
void cmd_game_new_explain(struct buf *out);
cli_command_fn cmd_game_list, cmd_game_show, cmd_analyse, cmd_game_legal, cmd_game_log,
    cmd_game_export;

cli_command_fn cmd_game_undo, cmd_game_fix, cmd_game_cancel, cmd_game_adjudicate, cmd_game_remark,
    cmd_game_predict;

cli_command_fn cmd_clock_confirm, cmd_game_pause, cmd_game_resume, cmd_game_extend, cmd_game_time;

cli_command_fn cmd_upgrade, cmd_game_upgrade;

cli_command_fn cmd_bot_add, cmd_bot_run;

cli_command_fn cmd_data_check, cmd_scenario_check;

cli_command_fn cmd_forum_list, cmd_forum_retry, cmd_forum_reopen;

cli_command_fn cmd_site;

cli_command_fn cmd_seat_replace, cmd_seat_swap, cmd_seat_resign, cmd_seat_say;

cli_command_fn cmd_submit, cmd_preview;

cli_command_fn cmd_letter_unsent, cmd_letter_retry, cmd_letter_list, cmd_letter_requeue,
    cmd_letter_quarantine, cmd_letter_simulate, cmd_letter_resend, cmd_letter_show, cmd_letter_why,
    cmd_deliver, cmd_send, cmd_mailbox;

cli_command_fn cmd_commands, cmd_completion, cmd_complete;

cli_command_fn cmd_deadlines, cmd_bounce_list, cmd_bounce_clear, cmd_statistics, cmd_tournament_new,
    cmd_tournament_list, cmd_tournament_show, cmd_tournament_enter, cmd_tournament_leave,
    cmd_tournament_replace, cmd_tournament_trust, cmd_tournament_result, cmd_tournament_start,
    cmd_tournament_standings, cmd_tournament_challenge, cmd_tournament_end, cmd_tournament_cancel,
    cmd_tournament_lost, cmd_tournament_export, cmd_ratings;

cli_command_fn cmd_verify, cmd_draw, cmd_case, cmd_rules, cmd_help, cmd_templates_check;

cli_command_fn cmd_dispute_list, cmd_dispute_show, cmd_dispute_rule;
