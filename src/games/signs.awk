# SPDX-License-Identifier: MIT
# The signs of a game for C: of each group of its drawing CLASS(ID, TERM, "letters", fill, line, cut, etch).
function value(name,    at, rest) {
	at = index($0, name "=\"")
	if (!at)
		return ""
	rest = substr($0, at + length(name) + 2)
	rest = substr(rest, 1, index(rest, "\"") - 1)
	gsub(/&amp;/, "\\&", rest)
	return rest
}
function layer(name) {
	return name in path ? "\"" path[name] "\"" : "NULL"
}
/<g / {
	split("", path)
	term = value("data-term")
	head = value("class") "(" value(" id") ", " (term ? term : value(" id")) ", \"" value("data-letters") "\""
}
/<path / { path[value("class")] = value(" d") }
/<\/g>/ { printf "%s, %s, %s, %s, %s),\n", head, layer("fill"), layer("line"), layer("cut"), layer("etch") }
