#!/bin/bash
# SPDX-License-Identifier: MIT
# A NodeBB forum of our own for tests, on loopback, wholly under one directory.
#
#   nodebb.sh start DIR        prints NAME=value lines, also kept in DIR/env: DIR, URL, REDIS (port)
#   nodebb.sh stop DIR         ends it; DIR stays
#   nodebb.sh fetch DIR        only puts an installed copy into DIR/package
#   nodebb.sh up|down DIR      the forum alone, not its data
#   nodebb.sh set DIR KEY VALUE...   change limits of the running forum ("postDelay 0")
#
# Accounts admin, alice, bob, gm; passwords password-NAME (admin's is adminpass1), access tokens
# token-NAME. Category 2 is "General Discussion".
# Needs the packages redis-server nodejs npm, and once the npm registry: 1.4.0 is the one release there.
# With NODEBB_PACKAGE=FOLDER an installed copy is used instead.
set -eu
. "$(dirname "$0")/../await.sh"

release=nodebb@1.4.0
write_api=nodebb-plugin-write-api@5.1.3

die() {
    echo "nodebb.sh: $*" >&2
    exit 1
}

is_open() {
    (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

pick_port() {
    local port
    for _ in $(seq 50); do
        port=$((20000 + RANDOM % 12000))
        is_open "$port" || {
            echo "$port"
            return
        }
    done
    die "no free port found"
}

redis() {
    redis-cli -p "$REDIS" "$@"
}

fetch_package() {
    if [ -n "${NODEBB_PACKAGE:-}" ]; then
        cp -a "$NODEBB_PACKAGE" "$dir/package"
        rm -f "$dir/package/config.json"
        return
    fi
    (
        cd "$dir"
        npm pack --silent "$release"
        tar xf nodebb-1.4.0.tgz
        cd package
        npm install --omit=dev --legacy-peer-deps --no-save --no-package-lock --ignore-scripts "$write_api"
    ) >"$dir/npm.log" 2>&1 || die "npm cannot install $release, see $dir/npm.log"
}

answers_or_gone() { curl -sf -m 10 -o /dev/null "$URL/api/config" || ! kill -0 "$1" 2>/dev/null; }

# Plugins that fetch things at their start would end the program where there is no network.
set_up() {
    cd "$dir/package"
    mkdir -p public/uploads/{sounds,files,category,profile,system}
    node app --setup="{\"url\":\"$URL\",\"secret\":\"test\",\"database\":\"redis\",\
\"redis:host\":\"127.0.0.1\",\"redis:port\":\"$REDIS\",\"redis:password\":\"\",\"redis:database\":\"0\",\
\"admin:username\":\"admin\",\"admin:password\":\"adminpass1\",\"admin:password:confirm\":\"adminpass1\",\
\"admin:email\":\"admin@pbem.test\"}" </dev/null >"$dir/setup.log" 2>&1 ||
        die "NodeBB's setup failed, see $dir/setup.log"
    sed -i "s#\"port\": 4567#\"port\": ${URL##*:}, \"bind_address\": \"127.0.0.1\"#" config.json
    redis zrem plugins:active nodebb-plugin-emoji-one nodebb-plugin-emoji-extended \
        nodebb-plugin-spam-be-gone >/dev/null
    redis zadd plugins:active 50 nodebb-plugin-write-api >/dev/null
    redis hmset config initialPostDelay 0 newbiePostDelay 0 newbiePostDelayThreshold 0 postDelay 0 \
        minimumPostLength 1 minimumTitleLength 1 >/dev/null
    give_token admin 1
}

give_token() {
    redis hset writeToken:uid "token-$1" "$2" >/dev/null
    redis sadd "uid:$2:tokens" "token-$1" >/dev/null
}

add_user() {
    curl -sf -o /dev/null -H 'Authorization: Bearer token-admin' -H 'Content-Type: application/json' \
        -d "{\"username\":\"$1\",\"password\":\"password-$1\",\"email\":\"$1@pbem.test\"}" \
        "$URL/api/v1/users" || die "cannot add user $1"
    give_token "$1" "$2"
}

up() {
    cd "$dir/package"
    setsid node app </dev/null >>"$dir/run.log" 2>&1 &
    echo $! >"$dir/nodebb.pid"
    AWAIT_S=120 await "NodeBB answers" answers_or_gone $! && kill -0 $! 2>/dev/null && return
    kill -0 $! 2>/dev/null || return 1
    die "NodeBB does not answer, see $dir/run.log"
}

# Somebody may have taken the port since it was picked.
up_anywhere() {
    for _ in 1 2 3; do
        up && return
        grep -q EADDRINUSE "$dir/run.log" || break
        old=$URL
        URL=http://127.0.0.1:$(pick_port)
        sed -i "s#$old#$URL#g; s#\"port\": ${old##*:}#\"port\": ${URL##*:}#" config.json
        : >"$dir/run.log"
    done
    is_ours || die "NodeBB has ended, see $dir/run.log"
}

is_ours() {
    kill -0 "$(cat "$dir/nodebb.pid")" 2>/dev/null
}

redis_is_ours() { redis config get dir 2>/dev/null | grep -qxF "$(cd "$dir" && pwd -P)"; }
redis_or_gone() { redis_is_ours || ! kill -0 "$1" 2>/dev/null; }

start_redis() {
    for _ in 1 2 3; do
        REDIS=$(pick_port)
        setsid redis-server --bind 127.0.0.1 --port "$REDIS" --dir "$dir" --save '' --appendonly no \
            </dev/null >"$dir/redis.log" 2>&1 &
        echo $! >"$dir/redis.pid"
        await "Redis answers" redis_or_gone $! && redis_is_ours && return # or somebody else has the port
    done
    die "Redis does not start, see $dir/redis.log"
}

down() {
    [ -s "$dir/nodebb.pid" ] || return 0
    kill -KILL -- "-$(cat "$dir/nodebb.pid")" 2>/dev/null || true
    rm -f "$dir/nodebb.pid"
}

start() {
    for program in redis-server redis-cli node npm curl setsid; do
        command -v $program >/dev/null || die "no $program: install redis-server nodejs npm curl util-linux"
    done
    mkdir -p "$dir"
    start_redis
    fetch_package
    URL=http://127.0.0.1:$(pick_port)
    set_up
    up_anywhere
    printf '%s\n' "DIR=$dir" "URL=$URL" "REDIS=$REDIS" | tee "$dir/env"
    add_user alice 2
    add_user bob 3
    add_user gm 4
}

verb=${1:?start, stop, fetch, up, down or set}
dir=$(mkdir -p "${2:?a directory}" && cd "$2" && pwd)
shift 2
if [ "$verb" = start ]; then
    start
    exit 0
fi
if [ "$verb" = fetch ]; then
    fetch_package
    exit 0
fi
[ -s "$dir/env" ] || die "nothing was started in $dir"
. "$dir/env" || exit 1
case $verb in
stop)
    down
    [ ! -s "$dir/redis.pid" ] || kill "$(cat "$dir/redis.pid")" 2>/dev/null || true
    rm -f "$dir/redis.pid"
    ;;
up) up || die "NodeBB has ended, see $dir/run.log" ;;
down) down ;;
set) redis hmset config "$@" >/dev/null && down && up ;;
*) die "no verb $verb" ;;
esac
