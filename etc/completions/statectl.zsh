#compdef statectl

__statectl_complete() {
    local -ar non_empty_completions=("${@:#(|:*)}")
    local -ar empty_completions=("${(M)@:#(|:*)}")
    _describe -V '' non_empty_completions -- empty_completions -P $'\'\''
}

__statectl_custom_complete() {
    [[ "${PREFIX}" == [~$]* ]] && { _files; return }
    local -a completions
    completions=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}")"}")
    if [[ "${#completions[@]}" -gt 1 ]]; then
        __statectl_complete "${completions[@]:0:-1}"
    fi
}

__statectl_cursor_index_in_current_word() {
    if [[ -z "${QIPREFIX}${IPREFIX}${PREFIX}" ]]; then
        printf 0
    else
        printf %s "${#${(z)LBUFFER}[-1]}"
    fi
}

_statectl() {
    emulate -RL zsh -G
    setopt extendedglob nullglob numericglobsort
    unsetopt aliases

    local -xr SAP_SHELL=zsh
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(builtin emulate zsh -c 'printf %s "${ZSH_VERSION}"')"
    local -r SAP_SHELL_VERSION

    local context state state_descr line
    local -A opt_args

    local -r command_name="${words[1]}"
    local -ar command_line=("${words[@]}")
    local -ir current_word_index="$((CURRENT - 1))"

    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'setup:Start the daemon with your session, and connect your players to it.'
            'doctor:Check the installation, and show how to repair it.'
            'play:Play files in mpv, each from where it stopped.'
            'status:Show everything at a glance, for you or for a status bar.'
            'list:List the resume points, most recently observed first.'
            'get:Show the resume points of the given items.'
            'history:Show earlier values of an item, newest first.'
            'stats:Show the time played each day and week, the items played most, and the delay of sync.'
            'clear:Remove the resume points of items or of a player, or all of them.'
            'undo:Restore an earlier value of each item, or all points that were cleared together.'
            'alias:Show the other names of an item, add one, or remove one.'
            'player:Control a followed player: pause, play, seek, next, previous, stop.'
            'players:List the players, or forget a player.'
            'queue:Show and change what a player plays next.'
            'alerts:Show alerts, retry them, or dismiss them.'
            'bridge:Follow players that do not report to the daemon themselves.'
            'sync:Set up sync, show its state, and resolve conflicts.'
            'web:Open the page in the browser, and let other devices see it.'
            'config:Show and change the daemon'\''s configuration.'
            'health:Show the daemon'\''s health, and how much data it has stored.'
            'top:Watch players, sync, saves, commits and changes in a full-screen view.'
            'metrics:Print the daemon'\''s metrics in the OpenMetrics text format.'
            'backup:Copy the daemon'\''s store, and print the path of the copy.'
            'restore:List the copies of the daemon'\''s store, or replace the store with a copy.'
            'export:Write every resume point as JSON, one per line.'
            'import:Save the resume points that “statectl export” or mpv wrote.'
            'save:Store the position of an item.'
            'resume:Print where to continue an item, a player'\''s current item, or the item played last.'
            'watch:Print changes as they happen, until interrupted.'
            'wait:Wait until an item has a resume point, or changes.'
            'event:Append, list and follow events.'
            'call:Call any method of the daemon by its name.'
            'help:Show subcommand help information.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        setup|doctor|play|status|list|get|history|stats|clear|undo|alias|player|players|queue|alerts|bridge|sync|web|config|health|top|metrics|backup|restore|export|import|save|resume|watch|wait|event|call|help)
            "_statectl_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_setup() {
    local -i ret=1
    local -ar arg_specs=(
        '--folder[Also sync with your other devices through this folder.]:dir:_files -/'
        '--ttl[Keep positions this long after they were observed (default\: 30d).]:span:'
        '--no-mpv[Do not set up mpv.]'
        '--no-mpris[Do not set up the players on the session bus.]'
        '--undo[Undo the steps of setup, in reverse order.]'
        '--dry-run[Show the changes without making them.]'
        '(-y --yes)'{-y,--yes}'[Do not ask for confirmation.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_doctor() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_play() {
    local -i ret=1
    local -ar arg_specs=(
        '--player[The player'\''s name (default\: $STATECTL_PLAYER, else mpv).]:player:'
        '--device[Only what the given device played.]:device:{__statectl_custom_complete ---completion play -- --device "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--here[Only what this device played.]'
        '--pick[Show the last ten items, and ask which to play.]'
        '--expired[Resume the item that expired last, or restore expired positions.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '*:mpv-arguments:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_status() {
    local -i ret=1
    local -ar ___format=('text' 'json' 'waybar')
    local -ar arg_specs=(
        '--player[The player.]:player:{__statectl_custom_complete ---completion status -- --player "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--device[Only what the given device played.]:device:{__statectl_custom_complete ---completion status -- --device "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--here[Only what this device played.]'
        '--format[The format (default\: text).]:format:{__statectl_complete "${___format[@]}"}'
        '--follow[Update at each change, until interrupted.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_list() {
    local -i ret=1
    local -ar ___status=('playing' 'paused' 'finished' 'failed')
    local -ar ___sort=('time' 'name' 'position' 'progress' 'left' 'duration' 'expiry')
    local -ar arg_specs=(
        '--player[The player.]:player:{__statectl_custom_complete ---completion list -- --player "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--device[Only what the given device played.]:device:{__statectl_custom_complete ---completion list -- --device "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--here[Only what this device played.]'
        '--status[Only points with this status.]:status:{__statectl_complete "${___status[@]}"}'
        '--since[Only points observed since this time, such as -7d.]:when:'
        '--until[Only points observed before this time.]:when:'
        '--search[Only points with all these words in the title or the name.]:text:'
        '--sort[The order (default\: time).]:order:{__statectl_complete "${___sort[@]}"}'
        '--seen[List finished items instead.]'
        '--limit[The maximum number of points (default\: all).]:count:'
        '--format[Print each with a template\: '\''{{ name }}'\''.]:template:'
        '--no-pager[Do not show long output in a pager.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_get() {
    local -i ret=1
    local -ar arg_specs=(
        '*:items:{__statectl_custom_complete ---completion get -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_history() {
    local -i ret=1
    local -ar arg_specs=(
        ':item:{__statectl_custom_complete ---completion history -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--limit[The maximum number of values (default\: 100).]:count:'
        '--plain[Print only the table.]'
        '--no-pager[Do not show long output in a pager.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_stats() {
    local -i ret=1
    local -ar arg_specs=(
        '--since[Count from this time on (default\: -30d).]:when:'
        '--player[The player.]:player:{__statectl_custom_complete ---completion stats -- --player "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--device[Only what the given device played.]:device:{__statectl_custom_complete ---completion stats -- --device "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--here[Only what this device played.]'
        '--limit[The maximum number of items (default\: 10).]:count:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_clear() {
    local -i ret=1
    local -ar arg_specs=(
        '*:items:{__statectl_custom_complete ---completion clear -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--player[The player.]:player:{__statectl_custom_complete ---completion clear -- --player "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--all[Remove every resume point.]'
        '--dry-run[Show the changes without making them.]'
        '(-y --yes)'{-y,--yes}'[Do not ask for confirmation.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_undo() {
    local -i ret=1
    local -ar arg_specs=(
        '*:items:{__statectl_custom_complete ---completion undo -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--to[Restore the value with this revision.]:revision:'
        '--all[Restore all points that were last cleared together.]'
        '--dry-run[Show the changes without making them.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_alias() {
    local -i ret=1
    local -ar arg_specs=(
        ':item:{__statectl_custom_complete ---completion alias -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        ':alias:_files'
        '--remove[Remove the name instead.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_player() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'pause:Pause a player.'
            'play:Resume a paused player.'
            'toggle:Pause a player, or resume it if it is paused.'
            'seek:Seek to a position, or forward or back by a time.'
            'next:Go to the next item.'
            'previous:Go to the previous item.'
            'stop:Stop a player.'
            'list:List the players, their current items and their queues.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        pause|play|toggle|seek|next|previous|stop|list)
            "_statectl_player_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_player_pause() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion player pause -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_player_play() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion player play -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_player_toggle() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion player toggle -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_player_seek() {
    local -i ret=1
    local -ar arg_specs=(
        ':place:'
        ':player:{__statectl_custom_complete ---completion player seek -- positional@1 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_player_next() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion player next -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_player_previous() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion player previous -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_player_stop() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion player stop -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_player_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_players() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the players, their current items and their queues.'
            'forget:Forget a player: its current item and its queue.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|forget)
            "_statectl_players_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_players_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_players_forget() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion players forget -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--rewind[Forget only the rewind learned from players of this kind.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_queue() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'show:Show the queue that follows a player'\''s current item.'
            'set:Replace the queue that follows a player'\''s current item.'
            'add:Add items to the end of a player'\''s queue, or to the front.'
            'remove:Remove items from a player'\''s queue, by their numbers or names.'
            'move:Move an item to another place in a player'\''s queue.'
            'clear:Empty a player'\''s queue.'
            'save:Write a player'\''s queue to a file, as an M3U playlist.'
            'load:Replace a player'\''s queue with the items in a file, or add them to it.'
            'play:Make an item current immediately.'
            'skip:Make the first queued item current.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        show|set|add|remove|move|clear|save|load|play|skip)
            "_statectl_queue_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_queue_show() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion queue show -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_queue_set() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion queue set -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--create[Create the player if it does not exist.]'
        '*:items:{__statectl_custom_complete ---completion queue set -- positional@1 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--empty[Empty the queue.]'
        '--if-revision[Change nothing unless the player still has this revision.]:revision:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_queue_add() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion queue add -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--create[Create the player if it does not exist.]'
        '*:items:{__statectl_custom_complete ---completion queue add -- positional@1 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--next[Add them at the front.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_queue_remove() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion queue remove -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '*:items:{__statectl_custom_complete ---completion queue remove -- positional@1 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_queue_move() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion queue move -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        ':item:{__statectl_custom_complete ---completion queue move -- positional@1 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        ':place:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_queue_clear() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion queue clear -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_queue_save() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion queue save -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        ':file:_files'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_queue_load() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion queue load -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--create[Create the player if it does not exist.]'
        ':file:_files'
        '--append[Add the items to the end of the queue.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_queue_play() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion queue play -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--create[Create the player if it does not exist.]'
        ':item:{__statectl_custom_complete ---completion queue play -- positional@1 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_queue_skip() {
    local -i ret=1
    local -ar arg_specs=(
        ':player:{__statectl_custom_complete ---completion queue skip -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_alerts() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'list:List the open alerts, the oldest first.'
            'dismiss:Dismiss alerts on every surface: one, several or all.'
            'retry:Ask the player to try again from the failed position.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        list|dismiss|retry)
            "_statectl_alerts_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_alerts_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_alerts_dismiss() {
    local -i ret=1
    local -ar arg_specs=(
        '*:ids:{__statectl_custom_complete ---completion alerts dismiss -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--all[Dismiss every alert.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_alerts_retry() {
    local -i ret=1
    local -ar arg_specs=(
        ':id:{__statectl_custom_complete ---completion alerts retry -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_bridge() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'mpris:Follow the media players on the session bus, as they come and go.'
            'mpv:Follow a running mpv until it ends.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        mpris|mpv)
            "_statectl_bridge_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_bridge_mpris() {
    local -i ret=1
    local -ar arg_specs=(
        '*--include[Follow only this player; * at the end matches any text; may be repeated.]:player:'
        '*--exclude[Do not follow this player; may be repeated.]:player:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_bridge_mpv() {
    local -i ret=1
    local -ar arg_specs=(
        '--ipc[The socket of mpv'\''s --input-ipc-server.]:socket:_files'
        '--player[The player'\''s name (default\: $STATECTL_PLAYER, else mpv).]:player:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'status:Show the state of sync, and what is waiting to be sent.'
            'setup:Sync with your other devices through a folder or NATS servers.'
            'move:Sync through another folder or other servers.'
            'leave:Stop syncing; this device keeps its data.'
            'now:Send and fetch all changes now.'
            'monitor:Print the state of sync at each change, until interrupted.'
            'notify:Tell the daemon to fetch changes from the remote store; for use in hooks.'
            'outbox:List the outbox: the changes to send to the remote store, and their states.'
            'retry:Retry failed entries: one, or all.'
            'conflicts:List the items that two devices changed independently, and the losing values.'
            'resolve:Make the losing value of a conflict win, on every device.'
            'dismiss:Remove one conflict or all of them from the list; the current values are kept.'
            'explain:Explain how sync arrived at an item'\''s resume point, newest step first.'
            'log:List the latest rounds of sync, newest first.'
            'devices:List every device that the remote store knows, including this one.'
            'forget:Stop waiting for a device that is no longer used.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        status|setup|move|leave|now|monitor|notify|outbox|retry|conflicts|resolve|dismiss|explain|log|devices|forget)
            "_statectl_sync_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_sync_status() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_setup() {
    local -i ret=1
    local -ar arg_specs=(
        ':directory-or-url:_files -/'
        '--credentials[This device'\''s credentials\: a .creds file, or a file with one line user\:password.]:file:_files'
        '--ca[The file with the certificates of the servers'\'' authorities, in PEM.]:file:_files'
        '--certificate[This device'\''s certificate, in PEM.]:file:_files'
        '--key[The private key of the certificate, in PEM.]:file:_files'
        '(-y --yes)'{-y,--yes}'[Do not ask for confirmation.]'
        '--dry-run[Show the changes without making them.]'
        '--config[Use this configuration file.]:file:_files'
        '--system[Use the system'\''s configuration instead of the user'\''s.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_move() {
    local -i ret=1
    local -ar arg_specs=(
        ':directory-or-url:_files -/'
        '--credentials[This device'\''s credentials\: a .creds file, or a file with one line user\:password.]:file:_files'
        '--ca[The file with the certificates of the servers'\'' authorities, in PEM.]:file:_files'
        '--certificate[This device'\''s certificate, in PEM.]:file:_files'
        '--key[The private key of the certificate, in PEM.]:file:_files'
        '(-y --yes)'{-y,--yes}'[Do not ask for confirmation.]'
        '--dry-run[Show the changes without making them.]'
        '--config[Use this configuration file.]:file:_files'
        '--system[Use the system'\''s configuration instead of the user'\''s.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_leave() {
    local -i ret=1
    local -ar arg_specs=(
        '(-y --yes)'{-y,--yes}'[Do not ask for confirmation.]'
        '--dry-run[Show the changes without making them.]'
        '--config[Use this configuration file.]:file:_files'
        '--system[Use the system'\''s configuration instead of the user'\''s.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_now() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_monitor() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_notify() {
    local -i ret=1
    local -ar arg_specs=(
        '--scope[The topic or item that has changed, for the daemon'\''s log.]:scope:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_outbox() {
    local -i ret=1
    local -ar ___state=('pending' 'inFlight' 'synced' 'failed')
    local -ar arg_specs=(
        '--state[Only the entries in this state.]:state:{__statectl_complete "${___state[@]}"}'
        '--limit[The maximum number of lines (default\: 100; up to 1000).]:count:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_retry() {
    local -i ret=1
    local -ar arg_specs=(
        ':id:{local -a list;list=(${(f)"$(statectl sync outbox --state failed 2>/dev/null | cut -f 1)"});_describe -V "" list}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_conflicts() {
    local -i ret=1
    local -ar arg_specs=(
        '--limit[The maximum number of lines (default\: 100; up to 1000).]:count:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_resolve() {
    local -i ret=1
    local -ar arg_specs=(
        ':id:{local -a list;list=(${(f)"$(statectl sync conflicts 2>/dev/null | cut -f 1)"});_describe -V "" list}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_dismiss() {
    local -i ret=1
    local -ar arg_specs=(
        ':id:{local -a list;list=(${(f)"$(statectl sync conflicts 2>/dev/null | cut -f 1)"});_describe -V "" list}'
        '--all[Dismiss all conflicts.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_explain() {
    local -i ret=1
    local -ar arg_specs=(
        ':item:{__statectl_custom_complete ---completion sync explain -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_log() {
    local -i ret=1
    local -ar arg_specs=(
        '--limit[The maximum number of lines (default\: 100; up to 1000).]:count:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_devices() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_sync_forget() {
    local -i ret=1
    local -ar arg_specs=(
        ':device:{__statectl_custom_complete ---completion sync forget -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_web() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'open:Print the address of the page, and open it in this desktop'\''s browser.'
            'pair:Show a code with which one browser on another device can sign in.'
            'sessions:List the browsers and programs that have signed in.'
            'end:End sessions; their browsers must sign in again.'
            'client:Create or revoke the password of a podcast app or e-reader.'
            'clients:List the podcast apps and e-readers that have a password.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        open|pair|sessions|end|client|clients)
            "_statectl_web_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_web_open() {
    local -i ret=1
    local -ar arg_specs=(
        '--no-open[Do not start a browser.]'
        '--config[The web server'\''s configuration file.]:path:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_web_pair() {
    local -i ret=1
    local -ar arg_specs=(
        '--config[The web server'\''s configuration file.]:path:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_web_sessions() {
    local -i ret=1
    local -ar arg_specs=(
        '--config[The web server'\''s configuration file.]:path:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_web_end() {
    local -i ret=1
    local -ar arg_specs=(
        '*:sessions:'
        '--all[End all sessions, and make all unused codes invalid.]'
        '--config[The web server'\''s configuration file.]:path:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_web_client() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'add:Make a user name and a password for one podcast app or e-reader.'
            'end:Revoke the password of a podcast app or e-reader.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        add|end)
            "_statectl_web_client_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_web_client_add() {
    local -i ret=1
    local -ar arg_specs=(
        ':name:'
        '--config[The web server'\''s configuration file.]:path:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_web_client_end() {
    local -i ret=1
    local -ar arg_specs=(
        ':name:'
        '--config[The web server'\''s configuration file.]:path:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_web_clients() {
    local -i ret=1
    local -ar arg_specs=(
        '--config[The web server'\''s configuration file.]:path:'
        '--json[Print JSON.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_config() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'get:Print the value of a key, or every key with its value and source.'
            'set:Set a key in the configuration file, and apply it.'
            'edit:Open the configuration in $VISUAL or $EDITOR, and install it once it is valid.'
            'check:Check the configuration, and print its errors.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        get|set|edit|check)
            "_statectl_config_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_config_get() {
    local -i ret=1
    local -ar arg_specs=(
        ':key:{local -a list;list=(${(f)"$(statectl config get 2>/dev/null | cut -f 1)"});_describe -V "" list}'
        '--config[Use this configuration file.]:file:_files'
        '--system[Use the system'\''s configuration instead of the user'\''s.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_config_set() {
    local -i ret=1
    local -ar arg_specs=(
        ':key:{local -a list;list=(${(f)"$(statectl config get 2>/dev/null | cut -f 1)"});_describe -V "" list}'
        ':value:{__statectl_custom_complete ---completion config set -- positional@1 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--unset[Remove the key from the file; its default applies.]'
        '--existing[With ttl or players.NAME.ttl\: also extend stored resume points.]'
        '--dry-run[Show the changes without making them.]'
        '--config[Use this configuration file.]:file:_files'
        '--system[Use the system'\''s configuration instead of the user'\''s.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_config_edit() {
    local -i ret=1
    local -ar arg_specs=(
        '--config[Use this configuration file.]:file:_files'
        '--system[Use the system'\''s configuration instead of the user'\''s.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_config_check() {
    local -i ret=1
    local -ar arg_specs=(
        '--config[Use this configuration file.]:file:_files'
        '--system[Use the system'\''s configuration instead of the user'\''s.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_health() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_top() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_metrics() {
    local -i ret=1
    local -ar arg_specs=(
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_backup() {
    local -i ret=1
    local -ar arg_specs=(
        ':name:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_restore() {
    local -i ret=1
    local -ar arg_specs=(
        ':name:{__statectl_custom_complete ---completion restore -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '(-y --yes)'{-y,--yes}'[Do not ask for confirmation.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_export() {
    local -i ret=1
    local -ar arg_specs=(
        ':file:_files'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_import() {
    local -i ret=1
    local -ar ___from=('json' 'mpv')
    local -ar arg_specs=(
        '*:files:_files'
        '--from[The format (default\: json).]:source:{__statectl_complete "${___from[@]}"}'
        '--ttl[The time to live of the points, counted from their observation.]:span:'
        '--anyway[Also save points whose items were cleared or finished later.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_save() {
    local -i ret=1
    local -ar ___status=('playing' 'paused' 'finished' 'failed')
    local -ar ___cause=('tick' 'pause' 'seek' 'load' 'stop' 'switch' 'background')
    local -ar arg_specs=(
        ':item:{__statectl_custom_complete ---completion save -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--position[The position.]:time:'
        '--fraction[How far into a book the position is\: 0.41 or 41%.]:part:'
        '--locator[The position in a book, in the format of the reader program.]:place:'
        '--duration[The length of the item.]:time:'
        '--status[The state of playback (default\: paused).]:status:{__statectl_complete "${___status[@]}"}'
        '--player[The player (default\: $STATECTL_PLAYER, else statectl).]:player:{__statectl_custom_complete ---completion save -- --player "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--title[The title to show for the item.]:title:'
        '--cause[What the player did, such as pause or seek.]:cause:{__statectl_complete "${___cause[@]}"}'
        '--reason[Why the item failed; only with --status failed.]:reason:'
        '--at[The time of observation\: 2026-11-21T08\:40\:00Z, @1700000000 or -5m (default\: now).]:when:'
        '--ttl[The time to live\: 24h, 30d (default\: as configured).]:span:'
        '--tick[Send the position as a tick\: do not wait until it is stored.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_resume() {
    local -i ret=1
    local -ar ___format=('seconds' 'clock')
    local -ar arg_specs=(
        ':item:{__statectl_custom_complete ---completion resume -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--player[The player.]:player:{__statectl_custom_complete ---completion resume -- --player "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--device[Only what the given device played.]:device:{__statectl_custom_complete ---completion resume -- --device "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--here[Only what this device played.]'
        '--format[Print only the position, in this format.]:format:{__statectl_complete "${___format[@]}"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_watch() {
    local -i ret=1
    local -ar ___kind=('current' 'saved' 'observed' 'cleared' 'expired' 'restored' 'aliased' 'player' 'alert' 'event')
    local -ar ___until=('current' 'saved' 'observed' 'cleared' 'expired' 'restored' 'aliased' 'player' 'alert' 'event')
    local -ar arg_specs=(
        '--since[Continue after the change with this token.]:token:'
        '--player[Only this player'\''s changes.]:player:{__statectl_custom_complete ---completion watch -- --player "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--item[Only this item'\''s changes.]:item:'
        '*--kind[Only changes of these kinds, separated by commas.]:kind:{__statectl_complete "${___kind[@]}"}'
        '*--events[Also print this topic'\''s events; may be repeated.]:topic:{__statectl_custom_complete ---completion watch -- --events "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--changes-only[Omit the current state and the stored events.]'
        '*--until[End with status 0 after a change of this kind.]:kind:{__statectl_complete "${___until[@]}"}'
        '--count[End after this many changes; with --until, only changes of those kinds count.]:count:'
        '--timeout[End with status 75 after this time, such as 90s or 1h.]:time:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_wait() {
    local -i ret=1
    local -ar ___kind=('current' 'saved' 'observed' 'cleared' 'expired' 'restored' 'aliased' 'player' 'alert' 'event')
    local -ar arg_specs=(
        ':item:{__statectl_custom_complete ---completion wait -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '*--kind[Wait for a change of this kind (default\: current, saved or restored).]:kind:{__statectl_complete "${___kind[@]}"}'
        '--past[Wait until the item has reached this position.]:position:'
        '--timeout[End with status 75 after this time, such as 90s or 1h.]:time:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_event() {
    local -i ret=1
    local -ar arg_specs=(
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
        '(-): :->command'
        '(-)*:: :->arg'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0
    case "${state}" in
    command)
        local -ar subcommands=(
            'append:Append an event, and print its number once it is on stable storage.'
            'list:List the stored events, in order.'
            'latest:List the current values of keys: the newest event of each topic and key.'
            'clear:Remove the current value of a key, on all devices.'
            'undo:Make an earlier value of a key its current value again, on all devices.'
            'follow:Print each event once, as it happens, until interrupted.'
        )
        _describe -V subcommand subcommands && ret=0
        ;;
    arg)
        case "${words[1]}" in
        append|list|latest|clear|undo|follow)
            "_statectl_event_${words[1]}" && ret=0
            ;;
        esac
        ;;
    esac

    return "${ret}"
}

_statectl_event_append() {
    local -i ret=1
    local -ar arg_specs=(
        ':topic:{__statectl_custom_complete ---completion event append -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        ':json:'
        '--id[A unique id (default\: a generated id).]:id:'
        '--key[Make the event the current value of this key.]:key:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_event_list() {
    local -i ret=1
    local -ar arg_specs=(
        '--topic[Only this topic'\''s events.]:topic:{__statectl_custom_complete ---completion event list -- --topic "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--after[Only events with a higher number than this.]:number:'
        '--key[Only events of this key of the topic.]:key:'
        '--since[Only events since this time, such as -7d.]:when:'
        '--until[Only events before this time.]:when:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_event_latest() {
    local -i ret=1
    local -ar arg_specs=(
        ':topic:{__statectl_custom_complete ---completion event latest -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        ':key:'
        '--prefix[Only keys that begin with this text.]:text:'
        '--conflicts[Only values, even cleared ones, to which another value lost.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_event_clear() {
    local -i ret=1
    local -ar arg_specs=(
        ':topic:{__statectl_custom_complete ---completion event clear -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        ':key:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_event_undo() {
    local -i ret=1
    local -ar arg_specs=(
        ':topic:{__statectl_custom_complete ---completion event undo -- positional@0 "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        ':key:'
        '--to[Restore the value of the event with this id.]:id:'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_event_follow() {
    local -i ret=1
    local -ar arg_specs=(
        '--since[Continue after the event with this token.]:token:'
        '--topic[Only this topic'\''s events.]:topic:{__statectl_custom_complete ---completion event follow -- --topic "${current_word_index}" "$(__statectl_cursor_index_in_current_word)"}'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_call() {
    local -i ret=1
    local -ar arg_specs=(
        ':method:'
        ':parameters:'
        '--more[Print every reply of a stream.]'
        '--socket[The daemon'\''s socket (default\: $STATED_SOCKET, else the user'\''s own).]:path:_files'
        '--json[Print JSON\: one object, or one per line.]'
        '--version[Show the version.]'
        '(-h --help)'{-h,--help}'[Show help information.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

_statectl_help() {
    local -i ret=1
    local -ar arg_specs=(
        '*:subcommands:'
        '--version[Show the version.]'
    )
    _arguments -w -s -S : "${arg_specs[@]}" && ret=0

    return "${ret}"
}

if [[ "${funcstack[1]}" = _statectl ]]; then
    _statectl "${@}"
else
    compdef _statectl statectl
fi
