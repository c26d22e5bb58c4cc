# Files of contrib/ that are shipped.
EXTRA_DIST += contrib/check contrib/lib.sh contrib/quickstart
EXTRA_DIST += contrib/postern.conf.example

# Completions, where each shell looks for those of programs; `postern completion SHELL` prints them.
bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = contrib/completion/postern
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = contrib/completion/_postern
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = contrib/completion/postern.fish
