# SPDX-License-Identifier: MIT
# The keys of the configuration for C: rows of struct config_row (config.c). What stands where says config.table.
function end_row() {
	if (row != "")
		print row ", " quoted(help) "},"
	row = help = ""
}
/^#/ || /^$/ { next }
/^\[/ { end_row(); section = substr($0, 2, length($0) - 2); next }
/^\t/ { help = help (help == "" ? "" : "\\n") substr($0, 2); next }
{
	end_row()
	at = index($0, " =")
	value = at ? quoted(substr($0, at + 3)) : "NULL"
	if (value ~ /^"POSTERN_DATADIR/)
		value = "POSTERN_DATADIR \"" substr(value, 17)
	count = split(at ? substr($0, 1, at - 1) : $0, word, " ")
	split(word[1], name, ":")
	row = "{" quoted(section) ", " quoted(name[1]) ", KIND_" toupper(word[2]) ", AT(" (2 in name ? name[2] : name[1]) "), " value \
		", " (count == 4 ? word[3] ", " word[4] : "0, 0") ", " (count == 3 ? word[3] : "NULL")
	split("", name)
}
END { end_row() }
