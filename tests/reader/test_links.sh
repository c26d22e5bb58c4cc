# SPDX-License-Identifier: MIT
# Programs that hold keys have no parser of letters, HTML or JSON from outside in them, and the reader
# has no keys, ledger, network or pictures.
set -eu
cd "$top_builddir/src"
status=0

# symbols that a program must not use: PROGRAM PATTERN WHAT
lacks() {
    if $NM -D --undefined-only "$1" | grep -E " ($2)" >&2; then
        echo "src/$1 uses $3"
        status=1
    fi
}
lacks daemon/posternd 'g_mime_parser_|gumbo_|json_load' 'a parser of outside bytes'
lacks cli/postern 'g_mime_parser_|gumbo_' 'a parser of outside bytes'
lacks reader/postern-reader 'sqlite3_|curl_|crypto_|rsvg_|cairo_' 'what no reader needs'
[ $status = 0 ] && echo "outside bytes are parsed by postern-reader alone"
exit $status
