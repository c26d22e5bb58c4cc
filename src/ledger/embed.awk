# SPDX-License-Identifier: MIT
# Turn schema/NNN-*.sql files, given in order, into a C table of migrations, to which a test may add.
BEGIN {
    print "/* SPDX-License-Identifier: MIT */"
    print "/* Made from schema/ by src/ledger/embed.awk. */"
    print "#include \"ledger/ledger_p.h\"\n"
    print "const struct ledger_migration ledger_migrations[] = {"
}
FNR == 1 {
    if (NR > 1)
        print "    },"
    name = FILENAME
    sub(/.*\//, "", name)
    printf "    {%d, \"%s\",\n", substr(name, 1, 3) + 0, name
}
{
    gsub(/\\/, "\\\\")
    gsub(/"/, "\\\"")
    print "     \"" $0 "\\n\""
}
END {
    print "    },"
    print "#ifdef LATER_MIGRATIONS"
    print "    LATER_MIGRATIONS,"
    print "#endif"
    print "    {0, NULL, NULL},\n};"
}
