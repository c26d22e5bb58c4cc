/* SPDX-License-Identifier: MIT */
/* Write a picture anew with 16 colours, as small as a letter's board.
 *
 * usage: reduce IN.png OUT.png */
#include <png.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/picture.h"

static void die(const char *what)
{
    fprintf(stderr, "reduce: %s\n", what);
    exit(1);
}

static void read_picture(const char *path, struct bitmap *bitmap)
{
    png_image image = {.version = PNG_IMAGE_VERSION};

    if (!png_image_begin_read_from_file(&image, path))
        die(image.message);
    image.format = PNG_FORMAT_BGRA; /* words as cairo has them */
    *bitmap =
        (struct bitmap){malloc(PNG_IMAGE_SIZE(image)), image.width, image.width, image.height};
    if (!bitmap->pixels || !png_image_finish_read(&image, NULL, bitmap->pixels, 0, NULL))
        die(image.message);
}

int main(int argc, char **argv)
{
    struct bitmap bitmap;
    OWN(buf) out = {0};
    struct err err = {0};
    FILE *file;

    if (argc != 3)
        die("usage: reduce IN.png OUT.png");
    read_picture(argv[1], &bitmap);
    if (picture_write(&bitmap, &out, &err) != RC_OK)
        die(err.text);
    file = fopen(argv[2], "wb");
    if (!file || fwrite(out.at, 1, out.length, file) != out.length || fclose(file) != 0)
        die(argv[2]);
    free(bitmap.pixels);
    return 0;
}
