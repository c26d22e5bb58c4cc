/* SPDX-License-Identifier: MIT */
/* postern-reader: started by posternd and postern, never by people. */
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "reader/handover.h"
#include "reader/jail.h"
#include "reader/reader_p.h"

static bool has_socket(void)
{
    struct stat status;

    return fstat(STDIN_FILENO, &status) == 0 && S_ISSOCK(status.st_mode);
}

static bool say_hello(const struct reader_jail *jail, const struct err *err)
{
    OWN(buf) hello = {0};
    size_t begin = handover_begin(&hello);

    handover_put_number(&hello, letter_form_number());
    handover_put_byte(&hello, jail->filter);
    handover_put_number(&hello, jail->landlock);
    handover_put_string(&hello, err->text, strlen(err->text));
    handover_end(&hello, begin);
    return serve_send(STDIN_FILENO, &hello);
}

int main(void)
{
    struct reader_jail jail;
    struct err err = {0};
    enum rc rc;

    if (!has_socket()) {
        fputs("postern-reader reads letters for posternd and postern, which start it themselves\n",
              stderr);
        return 2;
    }
    warm_up();
    rc = jail_enter(&jail, &err);
    if (!say_hello(&jail, &err) || rc != RC_OK)
        _exit(1);
    _exit(serve_loop(STDIN_FILENO, serve_request));
}
