# Apprentice: reports which commands run in this shell while a demonstration is watched. It stores nothing on disk and never forks,
# and it does nothing while nobody watches.
if [[ -o interactive && -z ${__apprentice_run-} ]] && zmodload zsh/datetime zsh/system 2>/dev/null; then
  typeset -g __apprentice_run=@RUN@
  typeset -g __apprentice_nonce=@NONCE@
  typeset -g __apprentice_told= __apprentice_watching= __apprentice_token= __apprentice_sent=

  __apprentice_watched() {
    __apprentice_watching=
    [[ -e $__apprentice_run/terminal.watch && -p $__apprentice_run/terminal.pipe ]] || return 1
    { IFS= builtin read -r __apprentice_watching || true } 2>/dev/null <$__apprentice_run/terminal.watch
    __apprentice_token=${__apprentice_nonce:-$__apprentice_watching}
    [[ -n $__apprentice_token ]]
  }

  # The pipe is opened for reading too and without waiting, so it never blocks the shell. Records are shorter than PIPE_BUF.
  __apprentice_send() {
    local rest=${2//[$'\x02\x03']/ } more=1 fd
    sysopen -rw -o nonblock,cloexec -u fd -- $__apprentice_run/terminal.pipe 2>/dev/null || return 0
    while [[ $more == 1 ]]; do
      (( ${#rest} > 800 )) || more=0
      syswrite -o $fd -- $'\x02'"$1"$'\x1f'"$__apprentice_token"$'\x1f'zsh$'\x1f'"$$"$'\x1f'"$more"$'\x1f'"${rest[1,800]}"$'\x03' 2>/dev/null || break
      rest=${rest[801,-1]}
    done
    exec {fd}>&-
  }

  __apprentice_preexec() {
    emulate -L zsh
    local now=$EPOCHREALTIME
    __apprentice_sent=
    # A line with a leading space is not reported, as it is not kept in the history.
    [[ -n $1 && $1 != ' '* ]] || return 0
    __apprentice_watched || return 0
    __apprentice_send S "$now"$'\x1f'"${PWD//$'\x1f'/ }"$'\x1f'"${1[1,8000]}"
    __apprentice_sent=on
  }

  __apprentice_precmd() {
    local apprentice_status=$?
    emulate -L zsh
    local now=$EPOCHREALTIME
    if __apprentice_watched; then
      [[ -n $__apprentice_sent ]] && __apprentice_send F "$now"$'\x1f'"$apprentice_status"$'\x1f'"$PWD"
      if [[ $__apprentice_told != $__apprentice_watching ]]; then
        __apprentice_told=$__apprentice_watching
        __apprentice_send R "$now"$'\x1f'"$PWD"
      fi
    fi
    __apprentice_sent=
    return 0
  }

  autoload -Uz add-zsh-hook
  add-zsh-hook preexec __apprentice_preexec
  add-zsh-hook precmd __apprentice_precmd
fi
