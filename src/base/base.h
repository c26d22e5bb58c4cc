/* SPDX-License-Identifier: MIT */
/* What nearly every file needs: types, memory and strings of C, error codes, what ends with its
 * block, texts and buffers. Headers bring it, so that who includes one of ours names none of these;
 * what is rarer (stdio, errno, limits) is named where it is used. */
#pragma once

#include "base/buf.h"
#include "base/c.h"
#include "base/err.h"
#include "base/own.h"
#include "base/text.h"
