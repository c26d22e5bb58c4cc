/* SPDX-License-Identifier: MIT */
/* What a service manager is told: that all is ready, that it is being read anew, that it ends, and
 * that it is alive. Without one (no NOTIFY_SOCKET) nothing is sent.
 * Source: sd_notify(3), systemd.service(5) "WatchdogSec". */
#pragma once

/* Send a state, "READY=1"; several stand in lines. What fails is nobody's loss but the manager's.
 */
void notify_send(const char *state);
/* Before a reload: RELOADING=1 with the monotonic time, as the manager wants it. */
void notify_reloading(void);

/* How often the manager must hear "WATCHDOG=1", in milliseconds: a third of the time after which
 * it thinks us dead; -1 = it does not watch. */
int notify_watch_ms(void);
