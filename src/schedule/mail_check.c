/* SPDX-License-Identifier: MIT */
/* Are the mail servers there, and do they let us in? Is the page there that letters link to? For
 * `postern doctor`. */
#include "schedule/schedule.h"

#include <signal.h>
#include <stdio.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "post/post.h"
#include "schedule/mailroom.h"

enum { PATIENCE_S = 15, NAME_BYTES = 96 };

/* A clock that stops network calls: readable once the time is over. */
static void wind_up(int timer)
{
    const struct itimerspec once = {.it_value.tv_sec = PATIENCE_S};

    timerfd_settime(timer, 0, &once, NULL);
}

static void tell(mail_check_fn tell_of, void *user, const char *what,
                 const struct post_status *status, enum rc rc, struct err *own)
{
    char name[NAME_BYTES], seconds[TEXT_INT_BYTES];

    snprintf(name, sizeof name, "%s %s (%s)", what, status->name, status->kind);
    if (rc == RC_STOPPED) {
        err_clear(own);
        rc = ERR(own, RC_NETWORK, "no answer within ", text_of_int(seconds, PATIENCE_S),
                 " seconds; check host, port and firewall");
    }
    tell_of(user, name, rc, own);
    err_clear(own);
}

void mail_check(struct desk *desk, mail_check_fn tell_of, void *user)
{
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    struct post_status status;
    struct mailroom room;
    struct err own = {0};
    enum rc rc = mailroom_open(desk, timer, &room, &own);

    signal(SIGPIPE, SIG_IGN);
    if (rc != RC_OK)
        tell_of(user, "mail", rc, &own);
    for (unsigned i = 0; rc == RC_OK && i < room.source_count; i++) {
        wind_up(timer);
        post_source_status(room.source[i], &status);
        tell(tell_of, user, "inbox", &status, post_source_check(room.source[i], &own), &own);
    }
    if (rc == RC_OK) {
        wind_up(timer);
        post_sink_status(room.sink, &status);
        tell(tell_of, user, "outbox", &status, post_sink_check(room.sink, &own), &own);
        if (room.forum) {
            wind_up(timer);
            post_sink_status(room.forum, &status);
            tell(tell_of, user, "posts", &status, post_sink_check(room.forum, &own), &own);
        }
        mailroom_close(&room);
    }
    if (timer >= 0)
        close(timer);
}

/* ---- the table's page ---- */

static enum rc judge(const char *page, const char *address, const char *robot, struct err *err)
{
    static const char place[] = "<script id=\"site\" type=\"application/json\">";
    const char *words = strstr(page, place), *own;

    FAIL_IF(!words, err, RC_CONFIG, address, " is not the page that `postern site` writes");
    own = strstr(words, robot);
    FAIL_IF(!own || own > strstr(words, "</script>"), err, RC_CONFIG, address,
            " takes the letters of another server than ", robot, "; `postern site` writes it anew");
    return RC_OK;
}

enum rc page_check(const struct config *config, struct err *err)
{
    OWN(buf) address = {0}, page = {0};

    buf_printf(&address, "%s/table.html", config->site_url);
    TRY(buf_rc(&address, err));
    TRY(webpage_fetch(buf_text(&address), &page, err));
    return judge(buf_text(&page), buf_text(&address), config->address, err);
}
