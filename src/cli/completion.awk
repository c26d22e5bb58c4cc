# SPDX-License-Identifier: MIT
# Scripts of completion for C: each as {"SHELL", "TEXT"}, SHELL the ending of its file's name.
FNR == 1 {
	shell = FILENAME
	sub(/.*\./, "", shell)
	print (NR > 1 ? "},\n" : "") "{\"" shell "\","
}
{
	gsub(/\\/, "\\\\&")
	gsub(/"/, "\\\"")
	print "\"" $0 "\\n\""
}
END { print "}," }
