# SPDX-License-Identifier: MIT
# Put what a command prints between the lines "from here" and "to here" of a manual page.
/^\.\\" to here/ { skip = 0 }
!skip { print }
/^\.\\" from here/ {
    while ((command | getline line) > 0)
        print line
    close(command)
    skip = 1
}
