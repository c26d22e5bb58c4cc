# SPDX-License-Identifier: MIT
# Where the version comes from: a tarball's own file, the tag of a checkout, NEWS.
set -eu
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
is() {
    [ "$(bash contrib/version)" = "$1" ] || { echo "$2: $(bash contrib/version), not $1"; exit 1; }
}
commit() {
    git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m "$1"
}

mkdir "$scratch/contrib"
cp "$top_srcdir/contrib/version" "$scratch/contrib/"
cd "$scratch"
printf 'What changed.\n\n0.3.0\n  New.\n\n0.2.1\n  Old.\n' >NEWS
is 0.3.0 "without git"
# Who builds from a tarball may have no git.
if git --version >/dev/null 2>&1; then
    git init -q .
    commit one
    is 0.3.0 "without a tag"
    git tag -m 0.4.0 v0.4.0
    is 0.4.0 "at a tag"
    commit two
    case $(bash contrib/version) in
    0.4.0+1.g*) ;;
    *) echo "behind a tag: $(bash contrib/version)"; exit 1 ;;
    esac
fi
echo 0.3.9 >.tarball-version
is 0.3.9 "in a tarball"
# what is configured here is one of the three
cd "$top_srcdir"
sed -n 's/^#define PACKAGE_VERSION "\(.*\)"/\1/p' "$top_builddir/config.h" | grep -qE '^[0-9]+\.[0-9.]+' ||
    { echo "configure has no version"; exit 1; }
echo "the version is the tag's, the tarball's or that of NEWS"
