/* SPDX-License-Identifier: MIT */
/* GMime, with GObject and GIO that it stands on, loaded when the first letter is composed. The
 * names of its functions stand for pointers, which are set by late_gmime_load. What reads letters
 * (mime_in.c), in a process of its own, is linked with it. */
#ifndef POSTERN_LETTER_LATE_GMIME_H
#define POSTERN_LETTER_LATE_GMIME_H

#include <gmime/gmime.h>

#include "base/err.h"

#define LATE_GMIME(CALL)                                                                           \
    CALL(g_mime_content_type_parse)                                                                \
    CALL(g_mime_data_wrapper_new_with_stream)                                                      \
    CALL(g_mime_header_list_get_header)                                                            \
    CALL(g_mime_header_set_raw_value)                                                              \
    CALL(g_mime_init)                                                                              \
    CALL(g_mime_message_add_mailbox)                                                               \
    CALL(g_mime_message_new)                                                                       \
    CALL(g_mime_message_set_date)                                                                  \
    CALL(g_mime_message_set_message_id)                                                            \
    CALL(g_mime_message_set_mime_part)                                                             \
    CALL(g_mime_message_set_subject)                                                               \
    CALL(g_mime_multipart_add)                                                                     \
    CALL(g_mime_multipart_new_with_subtype)                                                        \
    CALL(g_mime_multipart_set_boundary)                                                            \
    CALL(g_mime_object_append_header)                                                              \
    CALL(g_mime_object_get_header_list)                                                            \
    CALL(g_mime_object_get_type)                                                                   \
    CALL(g_mime_object_set_content_type)                                                           \
    CALL(g_mime_object_set_content_type_parameter)                                                 \
    CALL(g_mime_object_set_disposition)                                                            \
    CALL(g_mime_object_set_header)                                                                 \
    CALL(g_mime_object_write_to_stream)                                                            \
    CALL(g_mime_part_get_type)                                                                     \
    CALL(g_mime_part_new)                                                                          \
    CALL(g_mime_part_set_content)                                                                  \
    CALL(g_mime_part_set_content_encoding)                                                         \
    CALL(g_mime_part_set_content_id)                                                               \
    CALL(g_mime_part_set_filename)                                                                 \
    CALL(g_mime_stream_mem_get_byte_array)                                                         \
    CALL(g_mime_stream_mem_get_type)                                                               \
    CALL(g_mime_stream_mem_new)                                                                    \
    CALL(g_mime_stream_mem_new_with_buffer)                                                        \
    CALL(g_mime_text_part_new_with_subtype)                                                        \
    CALL(g_mime_text_part_set_charset)                                                             \
    CALL(g_mime_text_part_set_text)                                                                \
    CALL(g_mime_utils_header_encode_phrase)                                                        \
    CALL(g_object_unref)                                                                           \
    CALL(g_type_check_instance_cast)

struct late_gmime {
#define CALL(name) __typeof__(name) *name;
    LATE_GMIME(CALL)
#undef CALL
};
extern struct late_gmime late_gmime;

/* Load and start GMime, once; call it before any of the above.
 * fails  RC_CONFIG: it is not there */
enum rc late_gmime_load(struct err *err) MUST_CHECK;

#ifndef LATE_GMIME_OWN
#undef g_object_unref /* a macro that keeps the type of its argument */
#define g_mime_content_type_parse                late_gmime.g_mime_content_type_parse
#define g_mime_data_wrapper_new_with_stream      late_gmime.g_mime_data_wrapper_new_with_stream
#define g_mime_header_list_get_header            late_gmime.g_mime_header_list_get_header
#define g_mime_header_set_raw_value              late_gmime.g_mime_header_set_raw_value
#define g_mime_init                              late_gmime.g_mime_init
#define g_mime_message_add_mailbox               late_gmime.g_mime_message_add_mailbox
#define g_mime_message_new                       late_gmime.g_mime_message_new
#define g_mime_message_set_date                  late_gmime.g_mime_message_set_date
#define g_mime_message_set_message_id            late_gmime.g_mime_message_set_message_id
#define g_mime_message_set_mime_part             late_gmime.g_mime_message_set_mime_part
#define g_mime_message_set_subject               late_gmime.g_mime_message_set_subject
#define g_mime_multipart_add                     late_gmime.g_mime_multipart_add
#define g_mime_multipart_new_with_subtype        late_gmime.g_mime_multipart_new_with_subtype
#define g_mime_multipart_set_boundary            late_gmime.g_mime_multipart_set_boundary
#define g_mime_object_append_header              late_gmime.g_mime_object_append_header
#define g_mime_object_get_header_list            late_gmime.g_mime_object_get_header_list
#define g_mime_object_get_type                   late_gmime.g_mime_object_get_type
#define g_mime_object_set_content_type           late_gmime.g_mime_object_set_content_type
#define g_mime_object_set_content_type_parameter late_gmime.g_mime_object_set_content_type_parameter
#define g_mime_object_set_disposition            late_gmime.g_mime_object_set_disposition
#define g_mime_object_set_header                 late_gmime.g_mime_object_set_header
#define g_mime_object_write_to_stream            late_gmime.g_mime_object_write_to_stream
#define g_mime_part_get_type                     late_gmime.g_mime_part_get_type
#define g_mime_part_new                          late_gmime.g_mime_part_new
#define g_mime_part_set_content                  late_gmime.g_mime_part_set_content
#define g_mime_part_set_content_encoding         late_gmime.g_mime_part_set_content_encoding
#define g_mime_part_set_content_id               late_gmime.g_mime_part_set_content_id
#define g_mime_part_set_filename                 late_gmime.g_mime_part_set_filename
#define g_mime_stream_mem_get_byte_array         late_gmime.g_mime_stream_mem_get_byte_array
#define g_mime_stream_mem_get_type               late_gmime.g_mime_stream_mem_get_type
#define g_mime_stream_mem_new                    late_gmime.g_mime_stream_mem_new
#define g_mime_stream_mem_new_with_buffer        late_gmime.g_mime_stream_mem_new_with_buffer
#define g_mime_text_part_new_with_subtype        late_gmime.g_mime_text_part_new_with_subtype
#define g_mime_text_part_set_charset             late_gmime.g_mime_text_part_set_charset
#define g_mime_text_part_set_text                late_gmime.g_mime_text_part_set_text
#define g_mime_utils_header_encode_phrase        late_gmime.g_mime_utils_header_encode_phrase
#define g_object_unref                           late_gmime.g_object_unref
#define g_type_check_instance_cast               late_gmime.g_type_check_instance_cast
#endif
#endif
