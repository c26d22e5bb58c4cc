EXTRA_DIST += src/draw/may_include
