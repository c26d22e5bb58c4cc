/* SPDX-License-Identifier: MIT */
/* One Maildir: its three folders, names of files, and writing a file that survives a crash. */
#pragma once

#include "base/base.h"

enum mdir_folder { FOLDER_TMP, FOLDER_NEW, FOLDER_CUR, FOLDER_COUNT };

/* Zero-initialise with fds −1 (BOX_CLOSED). */
struct box {
    int fds[FOLDER_COUNT]; /* directories; −1 = closed */
};
#define BOX_CLOSED ((struct box){{-1, -1, -1}})

/* Open path/{tmp,new,cur}; with `make` whatever is missing is made, mode 0700.
 * fails  RC_NOT_FOUND (no such Maildir), RC_PERMISSION, RC_IO */
enum rc mdir_open(struct box *box, const char *path, bool make, struct err *err);
void mdir_close(struct box *box);
const char *mdir_folder_name(enum mdir_folder folder);

/* Unique name by the Maildir convention: time, process, counter, host. */
enum { FOLDER_NAME_BYTES = 128 };
void mdir_unique_name(char name[FOLDER_NAME_BYTES]);
/* Length of a file's name without its info part (":2,S"). */
size_t mdir_base_length(const char *name);

/* Write the whole of bytes[length] to fd. False sets errno. */
bool mdir_write(int fd, const char *bytes, size_t length);

/* Find the file of a base name: in new, then in cur whatever its flags.
 * out    folder, name[256]; false when there is none */
enum { BOX_FILE_BYTES = 256 };
bool mdir_find(const struct box *box, const char *base, enum mdir_folder *folder,
               char name[BOX_FILE_BYTES]);

/* The rc that fits an errno of a file operation. */
enum rc mdir_rc(int error);
