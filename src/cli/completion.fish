# Completion of postern for fish; made by `postern completion fish`.
function __postern_complete
    set -l words (commandline -opc) (commandline -ct)
    postern complete -- $words[2..-1] 2>/dev/null
end
complete -c postern -a '(__postern_complete)'
