# SPDX-License-Identifier: MIT
# Time is passed in: the real clock is read in the few places named here, and nowhere else in src/.
set -eu
cd "$top_srcdir/src"
status=0

# file -> what it reads the clock for
allowed='
server/world.c      the desk is given this clock
post/maildir_folder.c  names of files that no two deliveries share
proof/judge.c      a record of tomorrow is named as such
'
for file in $(grep -rlE \
    '\btime\((NULL|0|&)|CLOCK_REALTIME|CLOCK_TAI|gettimeofday|timespec_get|g_get_real_time|g_date_time_new_now|datetime\(.now|CURRENT_TIMESTAMP|strftime\(.%s., *.now' \
    --include='*.[ch]' . | sed 's|^\./||'); do
    case $allowed in
    *"
$file "*) ;;
    *)
        echo "src/$file reads the real clock: have the time passed in (desk_now)"
        status=1
        ;;
    esac
done
[ $status = 0 ] && echo "the real clock is read in its named places only"
exit $status
