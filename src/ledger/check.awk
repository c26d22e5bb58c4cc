# SPDX-License-Identifier: MIT
# Turn check.sql into rows of C: a problem and its question.
/^--/ { problem = substr($0, 4); next }
/^$/ { next }
{
	gsub(/"/, "\\\"")
	sql = sql (sql == "" ? "" : " ") $0
	if (sub(/;$/, "", sql)) {
		print "{\"" problem ": \", \"" sql "\"},"
		sql = ""
	}
}
