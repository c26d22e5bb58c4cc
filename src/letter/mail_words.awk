# SPDX-License-Identifier: MIT
# mail.words → lists for C: MAIL_DEVICES is "sent from my ", "sent via ", … and MAIL_LABELS has each with its kind.
function quoted(word) {
    gsub(/[\\"]/, "\\\\&", word)
    sub(/^_/, " ", word)
    sub(/_$/, " ", word)
    return "\"" word "\""
}
/^#/ || /^$/ { next }
/^\[label / { name = "LABELS"; label = substr($2, 1, length($2) - 1) }
/^\[/ && !/^\[label / { name = toupper(substr($0, 2, length($0) - 2)); label = "" }
/^\[/ {
    if (!(name in seen)) { order[++count] = name; seen[name] = 1 }
    next
}
{ list[name] = list[name] (label ? "{" quoted($0) ", " label "}, " : quoted($0) ", ") }
END { for (i = 1; i <= count; i++) print "#define MAIL_" order[i] " " list[order[i]] }
