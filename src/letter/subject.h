/* SPDX-License-Identifier: MIT */
/* A subject without the marks that mail programs put before it in answers, "Re:" and its kin in
 * many languages, so that there is never more than one. Source: RFC 5322 3.6.5. */
#pragma once

/* The subject behind all marks of answers: "Re: AW: Re[2]: Sv: hello" gives "hello". Borrowed from
 * the argument. Marks of forwarding stay: they are the writer's own word. */
const char *subject_bare(const char *subject);
