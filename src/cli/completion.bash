# Completion of postern for bash; made by `postern completion bash`.
_postern() {
    local IFS=$'\n' cur=${COMP_WORDS[COMP_CWORD]}
    COMPREPLY=($(set -o pipefail
        postern complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1)) ||
        return 0
    [ ${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$cur"))
}
complete -F _postern postern
