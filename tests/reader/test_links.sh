# SPDX-License-Identifier: MIT
# Programs that hold keys have no parser of letters, HTML or JSON from outside in them, and the reader
# has no keys, ledger, network or pictures. JSON is read by the reader, and by who asks the replica's
# engine: a program of this host's own keeper, by a socket of its own, at most 4 KB.
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
lacks daemon/posternd 'g_mime_parser_|gumbo_' 'a parser of outside bytes'
lacks cli/postern 'g_mime_parser_|gumbo_' 'a parser of outside bytes'
lacks reader/postern-reader 'sqlite3_|curl_|crypto_|rsvg_|cairo_' 'what no reader needs'
if find . -name '*.o' | xargs $NM -A | grep ' U json_load' |
    grep -v -e '^\./reader/' -e '^\./replica/libreplica_a-engine\.o:' >&2; then
    echo "the above reads JSON, which postern-reader alone may"
    status=1
fi
[ $status = 0 ] && echo "outside bytes are parsed by postern-reader alone"
exit $status
