# SPDX-License-Identifier: MIT
# The table of commands for C: rows of struct cli_command (cli.h). What stands where says commands.table.
function given(key, otherwise) {
	return key in field ? quoted(field[key]) : otherwise
}
function end_field(    at, word) {
	if (text ~ /^--/) {
		at = index(text, ": ")
		split(substr(text, 3, at - 3), word, " ")
		options = options "{" quoted(word[1]) ", " (2 in word ? quoted(word[2]) : "NULL") ", " quoted(substr(text, at + 2)) "}, "
	} else if (text ~ /^@/)
		options = options shared[substr(text, 2)]
	else if (text != "") {
		at = index(text, " ")
		field[substr(text, 1, at - 1)] = substr(text, at + 1)
	}
	text = ""
}
function end_row(    handler) {
	end_field()
	if (rows != "")
		shared[rows] = options
	if (name != "") {
		handler = name
		gsub(/ /, "_", handler)
		printf "{%s, %s, %s, %s, %s,\n", quoted(group), quoted(name), quoted(grammar), given("help"), given("more", "NULL")
		printf "%s, %s, %s, %s,\n", options == "" ? "NULL" : "(const struct cli_option[]){" options "{NULL, NULL, NULL}}",
			"run" in field ? field["run"] : "cmd_" handler, given("json", "\"\""), "explain" in field ? field["explain"] : "NULL"
		printf "%s, %s, %s, %s},\n", given("danger", "NULL"), given("since", "\"0.1\""), given("example", "NULL"), given("said", "NULL")
	}
	split("", field)
	rows = name = grammar = options = ""
}
/^#/ || /^$/ { next }
/^@/ { end_row(); rows = substr($0, 2); next }
/^= / { end_row(); group = substr($0, 3); next }
/^[a-z]/ {
	end_row()
	for (i = 1; i <= NF; i++)
		if (grammar == "" && $i ~ /^[a-z]+$/)
			name = name (name == "" ? "" : " ") $i
		else
			grammar = grammar (grammar == "" ? "" : " ") $i
	next
}
/^\t\t/ { text = text " " substr($0, 3); next }
/^\t/ { end_field(); text = substr($0, 2) }
END { end_row() }
