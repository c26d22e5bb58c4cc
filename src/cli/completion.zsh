#compdef postern
# Completion of postern for zsh; made by `postern completion zsh`.
_postern() {
    local -a found
    found=(${(f)"$(set -o pipefail; postern complete -- "${(@)words[2,CURRENT]}" 2>/dev/null |
        sed 's/:/\\:/g; s/\t/:/')"}) || return 1
    if (( ${#found} )); then
        _describe postern found
    else
        _files
    fi
}
if [ "$funcstack[1]" = _postern ]; then
    _postern "$@"
else
    compdef _postern postern
fi
