# SPDX-License-Identifier: MIT
# A text as a string of C, for the tables that are made of data.
function quoted(text,    part, count, i, out) {
	count = split(text, part, "\"")
	out = part[1]
	for (i = 2; i <= count; i++)
		out = out "\\\"" part[i]
	return "\"" out "\""
}
