EXTRA_DIST += src/desk/may_include
