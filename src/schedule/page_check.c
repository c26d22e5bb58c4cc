/* SPDX-License-Identifier: MIT */
/* Looks whether the table's page is where letters say it is. */
#include "schedule/page_check.h"

#include "post/webpage.h"

static enum rc judge(const char *page, const char *address, const char *robot, struct err *err)
{
    static const char place[] = "<script id=\"site\" type=\"application/json\">";
    const char *words = strstr(page, place), *own;

    FAIL_IF(!words, err, RC_CONFIG, address, " is not the page that `postern site` writes");
    own = strstr(words, robot);
    if (!own || own > strstr(words, "</script>"))
        return ERR(err, RC_CONFIG, address, " takes the letters of another server than ", robot,
                   "; `postern site` writes it anew");
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
