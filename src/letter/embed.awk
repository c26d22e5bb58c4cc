# SPDX-License-Identifier: MIT
# Turn text files, given in order, into one C string, a line for each of theirs.
BEGIN { print "/* SPDX-License-Identifier: MIT */" }
{
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    print "\"" $0 "\\n\""
}
