/* SPDX-License-Identifier: MIT */
/* Loads what libraries would load later, before the process is shut in. */
#include "reader/reader_p.h"

#include <glib.h>
#include <iconv.h>

#include "letter/charset.h"
#include "reader/handover.h"

/* Those of the WHATWG Encoding Standard and of RFC 2045's heirs that letters are written in. What
 * is not here is read as an unknown charset is. */
static const char *const charsets[] = {
    "ISO-8859-2",   "ISO-8859-3",    "ISO-8859-4",   "ISO-8859-5",
    "ISO-8859-6",   "ISO-8859-7",    "ISO-8859-8",   "ISO-8859-9",
    "ISO-8859-9E",  "ISO-8859-10",   "ISO-8859-11",  "ISO-8859-13",
    "ISO-8859-14",  "ISO-8859-15",   "ISO-8859-16",  "ISO-8859-1",
    "US-ASCII",     "UTF-7",         "UTF-8",        "UTF-16",
    "UTF-16LE",     "UTF-16BE",      "UTF-32",       "UCS-2",
    "UCS-4",        "WINDOWS-1250",  "WINDOWS-1251", "WINDOWS-1252",
    "WINDOWS-1253", "WINDOWS-1254",  "WINDOWS-1255", "WINDOWS-1256",
    "WINDOWS-1257", "WINDOWS-1258",  "WINDOWS-874",  "WINDOWS-31J",
    "KOI8-R",       "KOI8-U",        "KOI8-T",       "IBM437",
    "IBM850",       "IBM852",        "IBM855",       "IBM858",
    "IBM866",       "MACINTOSH",     "MAC-CYRILLIC", "MAC-CENTRALEUROPE",
    "TIS-620",      "TCVN5712-1",    "GB2312",       "GBK",
    "GB18030",      "HZ-GB-2312",    "ISO-2022-CN",  "BIG5",
    "BIG5-HKSCS",   "EUC-TW",        "SHIFT_JIS",    "EUC-JP",
    "ISO-2022-JP",  "ISO-2022-JP-2", "EUC-KR",       "UHC",
    "ISO-2022-KR",  "JOHAB",         "ARMSCII-8",    "GEORGIAN-PS",
    "VISCII",       "EUC-JP-MS"};

/* Kept open: closing one lets its table go. */
static void load_charsets(void)
{
    for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++)
        (void)iconv_open("UTF-8", charsets[i]);
}

static const char letter[] =
    "Return-Path: <a@example.org>\nReceived: from a by b; Mon, 23 Nov 2026 10:00:00 +0000\n"
    "Authentication-Results: mx.example.org; dkim=pass header.d=example.org; spf=pass\n"
    "From: =?iso-8859-2?Q?=A3?= <a@example.org>\nTo: \"B\" <b@example.org>, c@example.org\n"
    "Subject: =?utf-8?B?w6k=?= =?x-none?Q?=41?=\nDate: Mon, 23 Nov 2026 10:00:00 +0000\n"
    "Message-ID: <1@example.org>\nMIME-Version: 1.0\n"
    "Content-Type: multipart/report; boundary=\"b\"; report-type=delivery-status\n\n"
    "--b\nContent-Type: multipart/alternative; boundary=\"c\"\n\n"
    "--c\nContent-Type: text/plain; charset=koi8-r; format=flowed\n"
    "Content-Transfer-Encoding: base64\n\n4PAg\n"
    "--c\nContent-Type: text/html; charset=utf-16le\nContent-Transfer-Encoding: quoted-printable\n"
    "\n<p>=E9</p>\n--c--\n"
    "--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; a\n\n"
    "Final-Recipient: rfc822; b@example.org\nAction: failed\nStatus: 5.1.1\n\n"
    "--b\nContent-Type: message/rfc822\n\nFrom: a@example.org\nMessage-ID: <2@example.org>\n\nx\n"
    "--b\nContent-Type: text/html; charset=x-none\n\n<p>a &amp; b<blockquote>c</blockquote>\n"
    "--b\nContent-Type: application/octet-stream; name=\"=?utf-8?B?w6k=?=\"\n\nx\n--b--\n";
static const char html_letter[] =
    "From: a@example.org\nMIME-Version: 1.0\nContent-Type: text/html; charset=gb18030\n\n"
    "<div>\xD6\xD0<br><table><tr><td>1</table><pre>x</pre></div>\n";
static const char unnamed_letter[] =
    "From: a@example.org\n\n\xF7\xCF\xD2 \xC9\xC4\xA3\xD4 \xCE\xC1 d5\n";
static const char html[] = "<p>@gm <b>status</b></p><pre><code>x</code></pre>";
static const char json[] = "{\"a\": [1, 2.5, true, null, \"\\u00e9\"]}";

static void serve_one(struct buf *request, const char *bytes)
{
    OWN(buf) answer = {0};

    buf_put(request, bytes);
    serve_request(request->at, request->length, &answer);
    buf_fini(request);
}

static void serve_letter(const char *bytes)
{
    struct buf request = {0};

    handover_put_byte(&request, HANDOVER_LETTER);
    for (unsigned i = 0; i < 5; i++) /* limits */
        handover_put_number(&request, 4096);
    serve_one(&request, bytes);
}

static void serve_post(void)
{
    struct buf request = {0};

    handover_put_byte(&request, HANDOVER_POST);
    handover_put_byte(&request, 1);
    handover_put_byte(&request, 1);
    handover_put_string(&request, "gm", 2);
    serve_one(&request, html);
}

static void serve_json(void)
{
    struct buf request = {0};

    handover_put_byte(&request, HANDOVER_JSON);
    serve_one(&request, json);
}

/* GLib would tell a terminal or a journal what it does not like. */
static GLogWriterOutput say_nothing(GLogLevelFlags level, const GLogField *fields, gsize count,
                                    gpointer user)
{
    (void)level;
    (void)fields;
    (void)count;
    (void)user;
    return G_LOG_WRITER_HANDLED;
}

static void say_nothing_old(const char *domain, GLogLevelFlags level, const char *message,
                            gpointer user)
{
    (void)domain;
    (void)level;
    (void)message;
    (void)user;
}

void warm_up(void)
{
    g_log_set_default_handler(say_nothing_old, NULL);
    g_log_set_writer_func(say_nothing, NULL, NULL);
    load_charsets();
    serve_letter(letter);
    serve_letter(html_letter);
    serve_letter(unnamed_letter);
    serve_post();
    serve_json();
}
