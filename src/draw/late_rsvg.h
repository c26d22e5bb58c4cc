/* SPDX-License-Identifier: MIT */
/* librsvg, with cairo and fontconfig that it stands on, loaded when the first picture is drawn. The
 * names of their functions stand for pointers, which are set by late_rsvg_load. */
#ifndef POSTERN_DRAW_LATE_RSVG_H
#define POSTERN_DRAW_LATE_RSVG_H

#include <fontconfig/fontconfig.h>
#include <librsvg/rsvg.h>

#include "base/err.h"

#define LATE_RSVG(CALL)                                                                            \
    CALL(FcConfigDestroy)                                                                          \
    CALL(FcConfigSubstitute)                                                                       \
    CALL(FcDefaultSubstitute)                                                                      \
    CALL(FcFontMatch)                                                                              \
    CALL(FcInitLoadConfigAndFonts)                                                                 \
    CALL(FcPatternAddInteger)                                                                      \
    CALL(FcPatternAddString)                                                                       \
    CALL(FcPatternCreate)                                                                          \
    CALL(FcPatternDestroy)                                                                         \
    CALL(FcPatternGetString)                                                                       \
    CALL(cairo_create)                                                                             \
    CALL(cairo_destroy)                                                                            \
    CALL(cairo_image_surface_create_for_data)                                                      \
    CALL(cairo_status)                                                                             \
    CALL(cairo_surface_destroy)                                                                    \
    CALL(cairo_translate)                                                                          \
    CALL(g_object_unref)                                                                           \
    CALL(rsvg_handle_get_intrinsic_size_in_pixels)                                                 \
    CALL(rsvg_handle_new_from_data)                                                                \
    CALL(rsvg_handle_render_document)                                                              \
    CALL(rsvg_handle_render_layer)

struct late_rsvg {
#define CALL(name) __typeof__(name) *name;
    LATE_RSVG(CALL)
#undef CALL
};
extern struct late_rsvg late_rsvg;

/* Load it, once; call it before any of the above.
 * fails  RC_CONFIG: it is not there */
enum rc late_rsvg_load(struct err *err) MUST_CHECK;

#ifndef LATE_RSVG_OWN
#define FcConfigDestroy                          late_rsvg.FcConfigDestroy
#define FcConfigSubstitute                       late_rsvg.FcConfigSubstitute
#define FcDefaultSubstitute                      late_rsvg.FcDefaultSubstitute
#define FcFontMatch                              late_rsvg.FcFontMatch
#define FcInitLoadConfigAndFonts                 late_rsvg.FcInitLoadConfigAndFonts
#define FcPatternAddInteger                      late_rsvg.FcPatternAddInteger
#define FcPatternAddString                       late_rsvg.FcPatternAddString
#define FcPatternCreate                          late_rsvg.FcPatternCreate
#define FcPatternDestroy                         late_rsvg.FcPatternDestroy
#define FcPatternGetString                       late_rsvg.FcPatternGetString
#define cairo_create                             late_rsvg.cairo_create
#define cairo_destroy                            late_rsvg.cairo_destroy
#define cairo_image_surface_create_for_data      late_rsvg.cairo_image_surface_create_for_data
#define cairo_status                             late_rsvg.cairo_status
#define cairo_surface_destroy                    late_rsvg.cairo_surface_destroy
#define cairo_translate                          late_rsvg.cairo_translate
#define g_object_unref                           late_rsvg.g_object_unref
#define rsvg_handle_get_intrinsic_size_in_pixels late_rsvg.rsvg_handle_get_intrinsic_size_in_pixels
#define rsvg_handle_new_from_data                late_rsvg.rsvg_handle_new_from_data
#define rsvg_handle_render_document              late_rsvg.rsvg_handle_render_document
#define rsvg_handle_render_layer                 late_rsvg.rsvg_handle_render_layer
#endif

#endif
