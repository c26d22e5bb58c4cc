/* SPDX-License-Identifier: MIT */
/* libcurl, loaded when the first server is asked. The names of its functions stand for pointers,
 * which are set by late_curl_load. */
#ifndef POSTERN_LATE_CURL_H
#define POSTERN_LATE_CURL_H

#define CURL_DISABLE_TYPECHECK /* its macros have the functions' names */
#include <curl/curl.h>

#include "base/err.h"

#define LATE_CURL(CALL)                                                                            \
    CALL(curl_easy_cleanup)                                                                        \
    CALL(curl_easy_escape)                                                                         \
    CALL(curl_easy_getinfo)                                                                        \
    CALL(curl_easy_init)                                                                           \
    CALL(curl_easy_perform)                                                                        \
    CALL(curl_easy_recv)                                                                           \
    CALL(curl_easy_reset)                                                                          \
    CALL(curl_easy_send)                                                                           \
    CALL(curl_easy_setopt)                                                                         \
    CALL(curl_easy_strerror)                                                                       \
    CALL(curl_free)                                                                                \
    CALL(curl_global_init)                                                                         \
    CALL(curl_mime_addpart)                                                                        \
    CALL(curl_mime_data)                                                                           \
    CALL(curl_mime_filename)                                                                       \
    CALL(curl_mime_free)                                                                           \
    CALL(curl_mime_init)                                                                           \
    CALL(curl_mime_name)                                                                           \
    CALL(curl_mime_type)                                                                           \
    CALL(curl_multi_add_handle)                                                                    \
    CALL(curl_multi_cleanup)                                                                       \
    CALL(curl_multi_info_read)                                                                     \
    CALL(curl_multi_init)                                                                          \
    CALL(curl_multi_perform)                                                                       \
    CALL(curl_multi_poll)                                                                          \
    CALL(curl_multi_remove_handle)                                                                 \
    CALL(curl_multi_setopt)                                                                        \
    CALL(curl_slist_append)                                                                        \
    CALL(curl_slist_free_all)

struct late_curl {
#define CALL(name) __typeof__(name) *name;
    LATE_CURL(CALL)
#undef CALL
};
extern struct late_curl late_curl;

/* Load libcurl, once; call it before any of the above.
 * fails  RC_CONFIG: it is not there; RC_NO_MEMORY: it does not start */
enum rc late_curl_load(struct err *err) MUST_CHECK;

#ifndef LATE_CURL_OWN
#undef curl_easy_getinfo /* macros that count arguments */
#undef curl_easy_setopt
#undef curl_multi_setopt
#define curl_easy_cleanup        late_curl.curl_easy_cleanup
#define curl_easy_escape         late_curl.curl_easy_escape
#define curl_easy_getinfo        late_curl.curl_easy_getinfo
#define curl_easy_init           late_curl.curl_easy_init
#define curl_easy_perform        late_curl.curl_easy_perform
#define curl_easy_recv           late_curl.curl_easy_recv
#define curl_easy_reset          late_curl.curl_easy_reset
#define curl_easy_send           late_curl.curl_easy_send
#define curl_easy_setopt         late_curl.curl_easy_setopt
#define curl_easy_strerror       late_curl.curl_easy_strerror
#define curl_free                late_curl.curl_free
#define curl_global_init         late_curl.curl_global_init
#define curl_mime_addpart        late_curl.curl_mime_addpart
#define curl_mime_data           late_curl.curl_mime_data
#define curl_mime_filename       late_curl.curl_mime_filename
#define curl_mime_free           late_curl.curl_mime_free
#define curl_mime_init           late_curl.curl_mime_init
#define curl_mime_name           late_curl.curl_mime_name
#define curl_mime_type           late_curl.curl_mime_type
#define curl_multi_add_handle    late_curl.curl_multi_add_handle
#define curl_multi_cleanup       late_curl.curl_multi_cleanup
#define curl_multi_info_read     late_curl.curl_multi_info_read
#define curl_multi_init          late_curl.curl_multi_init
#define curl_multi_perform       late_curl.curl_multi_perform
#define curl_multi_poll          late_curl.curl_multi_poll
#define curl_multi_remove_handle late_curl.curl_multi_remove_handle
#define curl_multi_setopt        late_curl.curl_multi_setopt
#define curl_slist_append        late_curl.curl_slist_append
#define curl_slist_free_all      late_curl.curl_slist_free_all
#endif

#endif
