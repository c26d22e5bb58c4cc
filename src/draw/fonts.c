/* SPDX-License-Identifier: MIT */
/* Are the fonts there? Asked of fontconfig, from which librsvg takes them. */
#include <fontconfig/fontconfig.h>

#include "draw/draw.h"

static const char font_family[] = "DejaVu Sans";

/* Fontconfig always offers something; only its name says whether it is what was asked for. */
static bool font_is_there(FcConfig *config, const char *family, int weight)
{
    FcPattern *wanted = FcPatternCreate(), *match;
    FcChar8 *name = NULL;
    FcResult result;
    bool found = false;

    if (!wanted)
        return false;
    FcPatternAddString(wanted, FC_FAMILY, (const FcChar8 *)family);
    FcPatternAddInteger(wanted, FC_WEIGHT, weight);
    FcConfigSubstitute(config, wanted, FcMatchPattern);
    FcDefaultSubstitute(wanted);
    match = FcFontMatch(config, wanted, &result);
    if (match && FcPatternGetString(match, FC_FAMILY, 0, &name) == FcResultMatch)
        found = strcmp((const char *)name, family) == 0;
    if (match)
        FcPatternDestroy(match);
    FcPatternDestroy(wanted);
    return found;
}

enum rc draw_fonts_check(struct err *err)
{
    FcConfig *config = FcInitLoadConfigAndFonts();
    bool found = config && font_is_there(config, font_family, FC_WEIGHT_REGULAR) &&
                 font_is_there(config, font_family, FC_WEIGHT_BOLD);

    if (config)
        FcConfigDestroy(config);
    return found ? RC_OK
                 : ERR(err, RC_CONFIG, "the font ", font_family,
                       " is missing: pictures would have no text. Install the package "
                       "fonts-dejavu-core; text boards go on without it");
}
