/* SPDX-License-Identifier: MIT */
/* What an SMTP server's refusal is about: an address that is dead, this one letter, a wait, or our
 * own account. By table, from the command that it answers, its code and its words.
 * Source: RFC 5321 4.2; RFC 3463; RFC 4954 6; RFC 7372. */
#pragma once

/* The last command that was sent; each is answered before the next. */
enum smtp_stage {
    SMTP_CONNECT, /* greeting, EHLO, STARTTLS, AUTH */
    SMTP_MAIL,
    SMTP_RCPT,
    SMTP_DATA, /* before the letter was asked for */
    SMTP_END,  /* behind the letter's last dot */
    SMTP_STAGE_COUNT
};

enum smtp_about {
    SMTP_CONNECTION, /* it goes away, or wants another login: nothing was tried */
    SMTP_ACCOUNT,    /* we may not send now: all letters wait, no address is to blame */
    SMTP_WAIT,       /* this letter to this address may pass later */
    SMTP_LETTER,     /* this letter never passes; the address is well */
    SMTP_ADDRESS     /* nobody gets letters there */
};

/* in     code: 400 to 599; words: behind the code */
enum smtp_about smtp_judge(enum smtp_stage stage, long code, const char *words);
