/* SPDX-License-Identifier: MIT */
/* Logs a fault when it begins, once an hour while it lasts, and when it is over. */
#include "daemon/daemon.h"

static bool is_told(const struct fault *fault, const struct err *err, int64_t now_s)
{
    return fault->stands && fault->err.rc == err->rc && text_equal(fault->err.text, err->text) &&
           now_s < fault->told_s + FAULT_AGAIN_S;
}

static void end_fault(struct fault *fault, const struct log *log, const char *event,
                      const char *name)
{
    if (fault->stands)
        LOG(log, LOG_INFO, event, "name", name, "again", "well");
    *fault = (struct fault){0};
}

bool fault_note(struct fault *fault, const struct log *log, const char *event, const char *name,
                enum rc rc, const struct err *err, int64_t now_s)
{
    bool is_new = !fault->known || fault->stands;

    if (rc == RC_OK)
        end_fault(fault, log, event, name);
    fault->known |= rc != RC_STOPPED;
    if (rc == RC_OK || rc == RC_STOPPED || is_told(fault, err, now_s))
        return rc == RC_OK && is_new;
    log_error(log, LOG_WARNING, event, err);
    fault->stands = true;
    fault->told_s = now_s;
    fault->err = *err;
    return true;
}
