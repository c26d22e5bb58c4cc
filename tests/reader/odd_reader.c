/* SPDX-License-Identifier: MIT */
/* A reader that hostile letters took over, as its parent sees it: a letter whose subject begins
 * with "odd-" makes it do what that says. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reader/handover.h"
#include "reader/reader_p.h"

static const char *find(const void *request, size_t length, const char *word)
{
    return memmem(request, length, word, strlen(word));
}

/* What it answered well, changed in one place. */
static void lie(const char *how, struct buf *answer, size_t begin)
{
    size_t length = answer->length - begin;

    if (strncmp(how, "odd-cut", 7) == 0)
        answer->length = begin + length / 2;
    else if (strncmp(how, "odd-long", 8) == 0)
        buf_put(answer, "more");
    else if (strncmp(how, "odd-outcome", 11) == 0)
        answer->at[begin] = 77;
    else if (strncmp(how, "odd-flaw", 8) == 0)
        answer->at[begin + 1] = 77;
    else if (strncmp(how, "odd-count", 9) == 0)
        memset(answer->at + begin + 1, 0xFF, length - 1);
    else if (strncmp(how, "odd-empty", 9) == 0)
        answer->length = begin;
}

static void answer_oddly(const void *request, size_t length, struct buf *answer)
{
    const char *how = find(request, length, "odd-");
    size_t begin = answer->length;

    if (how && strncmp(how, "odd-crash", 9) == 0) {
        signal(SIGSEGV, SIG_DFL); /* a sanitizer would tell all about it first */
        raise(SIGSEGV);
    }
    if (how && strncmp(how, "odd-exit", 8) == 0)
        _exit(0);
    while (how && strncmp(how, "odd-hang", 8) == 0)
        pause();
    if (how && strncmp(how, "odd-flood", 9) == 0)
        for (;;)
            if (write(STDIN_FILENO, "\0\0\0\0\0\0\0\0", 8) < 0)
                _exit(1);
    serve_request(request, length, answer);
    if (how)
        lie(how, answer, begin);
}

int main(void)
{
    OWN(buf) hello = {0};
    size_t begin = handover_begin(&hello);

    handover_put_number(&hello, letter_form_number());
    handover_put_byte(&hello, 0);
    handover_put_number(&hello, 0);
    handover_put_string(&hello, "", 0);
    handover_end(&hello, begin);
    if (!serve_send(STDIN_FILENO, &hello))
        return 1;
    return serve_loop(STDIN_FILENO, answer_oddly);
}
