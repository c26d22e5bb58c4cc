/* SPDX-License-Identifier: MIT */
/* SVG to pixels: librsvg draws the document whole. */
#include "draw/picture.h"

#include <pthread.h>

#define WHITE 0xFFFFFFFFu

enum rc picture_bad(struct err *err)
{
    return ERR(err, RC_BAD_INPUT, "this SVG cannot be drawn; it must come from a drawing of ours");
}

/* cairo 1.16 keeps the faces of a font in a list that all threads change without a lock: one thread
 * uses what another has not filled in yet, or frees. */
static pthread_mutex_t drawing = PTHREAD_MUTEX_INITIALIZER;

void picture_lock(void)
{
    pthread_mutex_lock(&drawing);
}

void picture_unlock(void)
{
    pthread_mutex_unlock(&drawing);
}

enum rc picture_open(const char *svg, size_t length, RsvgHandle **handle, struct err *err)
{
    *handle = rsvg_handle_new_from_data((const guint8 *)svg, length, NULL);
    return *handle ? RC_OK : picture_bad(err);
}

/* As many whole rows as what is drawn fills; white, should it lack ground of its own. */
static enum rc open_bitmap(struct bitmap *bitmap, unsigned width, double height, struct err *err)
{
    size_t count;

    if (!(height >= 1 && height <= (double)PICTURE_HEIGHT_MAX) ||
        height * width > (double)PICTURE_PIXELS_MAX)
        return picture_bad(err);
    *bitmap = (struct bitmap){.stride = width, .width = width, .height = (unsigned)height};
    count = bitmap->stride * bitmap->height;
    bitmap->pixels = malloc(count * sizeof *bitmap->pixels);
    FAIL_IF(!bitmap->pixels, err, RC_NO_MEMORY, "out of memory");
    for (size_t i = 0; i < count; i++)
        bitmap->pixels[i] = WHITE;
    return RC_OK;
}

/* The height is that of the drawing, not of whole pixels: one scale for all pictures. */
static enum rc render(RsvgHandle *handle, const struct bitmap *bitmap, double height,
                      struct err *err)
{
    RsvgRectangle all = {0, 0, bitmap->width, height};
    cairo_surface_t *surface = cairo_image_surface_create_for_data(
        (unsigned char *)bitmap->pixels, CAIRO_FORMAT_RGB24, (int)bitmap->width,
        (int)bitmap->height, (int)(bitmap->stride * sizeof *bitmap->pixels));
    cairo_t *cairo = cairo_create(surface);
    bool done;

    picture_lock();
    done = rsvg_handle_render_document(handle, cairo, &all, NULL) &&
           cairo_status(cairo) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(cairo);
    picture_unlock();
    cairo_surface_destroy(surface);
    return done ? RC_OK : picture_bad(err);
}

enum rc draw_png(const char *svg, size_t length, unsigned width, struct buf *out, struct err *err)
{
    struct bitmap bitmap = {0};
    RsvgHandle *handle = NULL;
    double w = 0, h = 0;
    enum rc rc;

    if (width < DRAW_PNG_WIDTH_MIN || width > DRAW_PNG_WIDTH_MAX)
        return ERR(err, RC_BAD_INPUT, "a picture is 160 to 2160 pixels wide");
    rc = picture_open(svg, length, &handle, err);
    if (rc == RC_OK &&
        (!rsvg_handle_get_intrinsic_size_in_pixels(handle, &w, &h) || !(w > 0) || !(h > 0)))
        rc = picture_bad(err);
    THEN(rc, open_bitmap(&bitmap, width, h / w * width, err));
    THEN(rc, render(handle, &bitmap, h / w * width, err));
    THEN(rc, picture_write(&bitmap, shades_for(svg, length), out, err));
    free(bitmap.pixels);
    if (handle)
        g_object_unref(handle);
    return rc;
}
