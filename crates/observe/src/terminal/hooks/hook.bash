# Apprentice: reports which commands run in this shell while a demonstration is watched. It stores nothing on disk and never forks,
# and it does nothing while nobody watches.
if [[ $- == *i* && ${BASH_VERSINFO[0]} -ge 5 && -z ${__apprentice_run-} ]] && \shopt -q promptvars; then
  __apprentice_run=@RUN@
  __apprentice_nonce=@NONCE@
  __apprentice_told='' __apprentice_watching='' __apprentice_token='' __apprentice_scratch=''
  # Set by PS0 when a line is about to run; `sent` is set when its start was reported.
  __apprentice_go='' __apprentice_start='' __apprentice_sent='' __apprentice_empty=''
  __apprentice_number='' __apprentice_last='' __apprentice_first='' __apprentice_text=''
  __apprentice_place=$PWD

  __apprentice_watched() {
    [[ -p $__apprentice_run/terminal.pipe ]] || \return 1
    \builtin mapfile -t __apprentice_flag 2>/dev/null <"$__apprentice_run/terminal.watch" || \return 1
    __apprentice_watching=${__apprentice_flag[0]-} __apprentice_scratch=${__apprentice_flag[2]-}
    __apprentice_token=${__apprentice_nonce:-$__apprentice_watching}
    [[ -n $__apprentice_token && -n $__apprentice_scratch ]]
  }

  # The pipe is opened for reading too, so it never waits for a reader. Records are shorter than PIPE_BUF, so they never mix.
  __apprentice_send() {
    # `builtin local` splits words, unlike `local`, which may be an alias.
    \builtin local "rest=${2//[$'\x02\x03']/ }" more=1
    while [[ $more == 1 ]]; do
      (( ${#rest} > 800 )) || more=0
      \builtin printf '\x02%s\x1f%s\x1fbash\x1f%s\x1f%s\x1f%s\x03' "$1" "$__apprentice_token" "$$" "$more" "${rest:0:800}" || \return 0
      rest=${rest:800}
    done 2>/dev/null 1<>"$__apprentice_run/terminal.pipe"
  }

  # Reads the line as typed from the history. Fails for a line that the history does not keep, such as one with a leading space.
  # Only a file can receive the output of a builtin without a fork. It is in memory, private to this user, and emptied at once.
  __apprentice_read_line() {
    \builtin local entry='' number='' HISTTIMEFORMAT='' "file=$__apprentice_scratch/line.$$"
    \builtin history 1 2>/dev/null >|"$file" || \return 1
    { IFS= \builtin read -r -d '' entry || \:; } 2>/dev/null <"$file"
    \builtin : 2>/dev/null >|"$file"
    number=${entry#"${entry%%[0-9]*}"} number=${number%%[!0-9]*}
    entry=${entry#*"$number"} entry=${entry:2} entry=${entry%$'\n'}
    [[ -n $number && -n $entry && $entry != ' '* ]] || \return 1
    if (( number <= ${__apprentice_number:-0} )); then
      # Not a new entry: the same line again (ignoredups), a line that replaced an older copy (erasedups), or one that is not kept.
      if [[ $entry == "$__apprentice_last" ]]; then
        [[ -n $1 && $1 == "$__apprentice_first" ]] || \return 1
      else
        [[ ${HISTCONTROL-} == *erasedups* && -n $__apprentice_last ]] || \return 1
      fi
    fi
    __apprentice_last=$entry __apprentice_first=$1 __apprentice_text=${entry:0:8000}
  }

  # `local -` restores the options. Without it, the traces and traps of the user would see these commands.
  __apprentice_begin() {
    __apprentice_go=''
    if [[ -e $__apprentice_run/terminal.watch ]]; then
      { \builtin local -; \builtin set +xTEeuC; } 2>/dev/null
      __apprentice_tell_start
    fi
    \builtin : "$1"
  }

  __apprentice_tell_start() {
    if [[ $BASHPID == "$$" ]] && __apprentice_watched; then
      __apprentice_sent=off
      if __apprentice_read_line "$BASH_COMMAND"; then
        __apprentice_send S "$__apprentice_start"$'\x1f'"${PWD//$'\x1f'/ }"$'\x1f'"$__apprentice_text"
        __apprentice_sent=on
      fi
    fi
  }

  __apprentice_prompt() {
    \builtin local status="$?"
    if [[ -e $__apprentice_run/terminal.watch ]]; then
      { \builtin local -; \builtin set +xTEeuC; } 2>/dev/null
      __apprentice_tell_end "$status"
    fi
    __apprentice_go='' __apprentice_sent='' __apprentice_place=$PWD __apprentice_number=$((HISTCMD - 1))
    [[ ${PS0-} == *__apprentice_go* ]] || __apprentice_arm
    \return "$status"
  }

  __apprentice_tell_end() {
    \builtin local now="$EPOCHREALTIME" status="$1"
    if [[ $__apprentice_sent == on ]]; then
      __apprentice_send F "$now"$'\x1f'"$status"$'\x1f'"$PWD"
    elif __apprentice_watched; then
      if [[ -n $__apprentice_go && -z $__apprentice_sent ]] && __apprentice_read_line ''; then
        # The start was not reported, because something else replaced the DEBUG trap.
        __apprentice_send S "$__apprentice_start"$'\x1f'"${__apprentice_place//$'\x1f'/ }"$'\x1f'"$__apprentice_text"
        __apprentice_send F "$now"$'\x1f'"$status"$'\x1f'"$PWD"
      fi
      if [[ $__apprentice_told != "$__apprentice_watching" ]]; then
        __apprentice_told=$__apprentice_watching
        __apprentice_send R "$now"$'\x1f'"$PWD"
      fi
    fi
  }

  # PS0 is expanded after a line was read and before it runs; arithmetic in it costs no fork.
  __apprentice_arm() {
    PS0='${__apprentice_empty:$((__apprentice_go=1,__apprentice_start=${EPOCHREALTIME/[.,]/},0)):0}'"${PS0-}"
  }

  if (( BASH_VERSINFO[0] > 5 || BASH_VERSINFO[1] >= 1 )); then
    PROMPT_COMMAND=(__apprentice_prompt "${PROMPT_COMMAND[@]}")
  else
    PROMPT_COMMAND=$'__apprentice_prompt\n'"${PROMPT_COMMAND-}"
  fi
  __apprentice_arm
  # An existing DEBUG trap still runs, sees $_ and decides what the trap returns. Its own output is not read as part of it.
  \builtin eval "__apprentice_trap=($({ \builtin trap -p DEBUG >&3; } 3>&1 1>/dev/null))"
  \builtin trap -- '[[ -z ${__apprentice_go-} ]] || __apprentice_begin "$_"'"${__apprentice_trap[2]:+
${__apprentice_trap[2]}}" DEBUG
  \builtin unset __apprentice_trap
fi
