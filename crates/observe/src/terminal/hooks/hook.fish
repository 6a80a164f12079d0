# Apprentice: reports which commands run in this shell while a demonstration is watched. It stores nothing on disk and never forks,
# and it does nothing while nobody watches.
if status is-interactive; and not set -q __apprentice_run
    set -g __apprentice_run @RUN@
    set -g __apprentice_nonce @NONCE@
    set -g __apprentice_told ''
    set -g __apprentice_sent ''

    function __apprentice_watched
        set -g __apprentice_watching ''
        set -g __apprentice_pipe ''
        test -e $__apprentice_run/terminal.watch; or return 1
        read --line __apprentice_watching __apprentice_pipe <$__apprentice_run/terminal.watch
        # The end of the pipe of the watcher. This path disappears with the watcher, so nothing can wait for a reader.
        test -n "$__apprentice_pipe"; and test -p "$__apprentice_pipe"; or return 1
        set -g __apprentice_token $__apprentice_nonce
        test -n "$__apprentice_token"; or set -g __apprentice_token $__apprentice_watching
        test -n "$__apprentice_token"
    end

    function __apprentice_send
        set -l rest (string join \x1f -- (string replace -ra '[\x02\x03]' ' ' -- $argv[2..]) | string collect)
        set -l more 1
        while test $more = 1
            test (string length -- "$rest") -gt 800; or set more 0
            printf '\x02%s\x1f%s\x1ffish\x1f%s\x1f%s\x1f%s\x03' $argv[1] $__apprentice_token $fish_pid $more (string sub -l 800 -- "$rest" | string collect) >>$__apprentice_pipe
            set rest (string sub -s 801 -- "$rest" | string collect)
        end
    end

    function __apprentice_preexec --on-event fish_preexec
        set -g __apprentice_sent ''
        # A line with a leading space and a private session are not reported, as they are not kept in the history.
        test -n "$fish_private_mode"; and return
        string match -q ' *' -- "$argv[1]"; and return
        __apprentice_watched; or return
        __apprentice_send S '' $PWD (string sub -l 8000 -- "$argv[1]" | string collect)
        set -g __apprentice_sent on
    end

    function __apprentice_postexec --on-event fish_postexec
        set -l apprentice_status $status
        set -l duration $CMD_DURATION
        test -n "$__apprentice_sent"; or return
        set -g __apprentice_sent ''
        __apprentice_watched; or return
        __apprentice_send F '' $apprentice_status $PWD $duration
    end

    function __apprentice_prompt --on-event fish_prompt
        __apprentice_watched; or return
        test "$__apprentice_told" = "$__apprentice_watching"; and return
        set -g __apprentice_told $__apprentice_watching
        __apprentice_send R '' $PWD
    end
end
