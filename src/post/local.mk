EXTRA_DIST += src/post/may_include
