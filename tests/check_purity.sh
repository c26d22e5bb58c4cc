# SPDX-License-Identifier: MIT
# The rules core is pure: games and rules, whole, joined with what they need of base, leave no
# symbol undefined but a short list of memory and string functions and the compiler's helpers.
# An allow list: a list of forbidden ones would let the next one through.
set -eu
allowed=' strspn strcspn memchr memcmp memcpy memmove memset strcmp strlen strncmp strchr strrchr strstr strnlen
 __stack_chk_fail __memcpy_chk __memset_chk __memmove_chk __popcountdi2 __ctzdi2 _GLOBAL_OFFSET_TABLE_ '
joined=$(mktemp)
trap 'rm -f "$joined"' EXIT
cd "$top_builddir"
$LD -r -o "$joined" --whole-archive $(find src/games examples -name "*.a" 2>/dev/null | sort) src/rules/librules.a \
    --no-whole-archive src/base/libbase.a
status=0
for symbol in $($NM -u "$joined" | awk '{print $NF}'); do
    case $allowed in
    *" $symbol "* | *" $symbol
"*) ;;
    *)
        echo "the rules core uses $symbol"
        status=1
        ;;
    esac
done
# The practice opponent, too, but for what finds memory for it: the browser plays with it.
mkdir "$joined.d"
trap 'rm -rf "$joined" "$joined.d"' EXIT
(cd "$joined.d" && $AR x "$OLDPWD/src/bot/libbot.a" && rm -f memory.o match.o)
$LD -r -o "$joined" "$joined.d"/*.o --whole-archive $(find src/games examples -name "*.a" 2>/dev/null | sort) \
    src/rules/librules.a --no-whole-archive src/base/libbase.a
for symbol in $($NM -u "$joined" | awk '{print $NF}'); do
    case $allowed in
    *" $symbol "* | *" $symbol
"*) ;;
    *)
        echo "the practice opponent uses $symbol"
        status=1
        ;;
    esac
done
# And tournaments: who verifies one reckons what the server reckoned.
$LD -r -o "$joined" --whole-archive src/tournament/pairing/libpairing.a --no-whole-archive src/base/libbase.a
for symbol in $($NM -u "$joined" | awk '{print $NF}'); do
    case $allowed in
    *" $symbol "* | *" $symbol
"*) ;;
    *)
        echo "the pairing of tournaments uses $symbol"
        status=1
        ;;
    esac
done
[ $status = 0 ] && echo "the rules core, the practice opponent and the pairing of tournaments are pure"
exit $status
