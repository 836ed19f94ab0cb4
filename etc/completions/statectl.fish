function __statectl_should_offer_completions_for_flags_or_options -a expected_commands
    set -l non_repeating_flags_or_options $argv[2..]
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __statectl_parse_tokens
    test "$commands" = "$expected_commands"; and return $non_repeating_flags_or_options_absent
end

function __statectl_should_offer_completions_for_positional -a expected_commands positional_index_comparison expected_positional_index
    set -l non_repeating_flags_or_options
    set -l non_repeating_flags_or_options_absent 0
    set -l positional_index 0
    set -l commands
    __statectl_parse_tokens
    test "$commands" = "$expected_commands" -a \( "$positional_index" "$positional_index_comparison" "$expected_positional_index" \)
end

function __statectl_parse_tokens -S
    set -l unparsed_tokens (__statectl_tokens -pc)
    switch $unparsed_tokens[1]
    case 'statectl'
        __statectl_parse_subcommand 0 'version' 'h/help'
        switch $unparsed_tokens[1]
        case 'setup'
            __statectl_parse_subcommand 0 'folder=' 'ttl=' 'no-mpv' 'no-mpris' 'undo' 'dry-run' 'y/yes' 'socket=' 'json' 'version' 'h/help'
        case 'doctor'
            __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
        case 'play'
            __statectl_parse_subcommand -r 1 'player=' 'device=' 'here' 'pick' 'expired' 'socket=' 'version' 'h/help'
        case 'status'
            __statectl_parse_subcommand 0 'player=' 'device=' 'here' 'format=' 'follow' 'socket=' 'json' 'version' 'h/help'
        case 'list'
            __statectl_parse_subcommand 0 'player=' 'device=' 'here' 'status=' 'since=' 'until=' 'search=' 'sort=' 'seen' 'limit=' 'format=' 'no-pager' 'socket=' 'json' 'version' 'h/help'
        case 'get'
            __statectl_parse_subcommand -r 1 'socket=' 'json' 'version' 'h/help'
        case 'history'
            __statectl_parse_subcommand 1 'limit=' 'plain' 'no-pager' 'socket=' 'json' 'version' 'h/help'
        case 'stats'
            __statectl_parse_subcommand 0 'since=' 'player=' 'device=' 'here' 'limit=' 'socket=' 'json' 'version' 'h/help'
        case 'clear'
            __statectl_parse_subcommand -r 1 'player=' 'all' 'dry-run' 'y/yes' 'socket=' 'json' 'version' 'h/help'
        case 'undo'
            __statectl_parse_subcommand -r 1 'to=' 'all' 'dry-run' 'socket=' 'json' 'version' 'h/help'
        case 'alias'
            __statectl_parse_subcommand 2 'remove' 'socket=' 'json' 'version' 'h/help'
        case 'player'
            __statectl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'pause'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'play'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'toggle'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'seek'
                __statectl_parse_subcommand 2 'socket=' 'json' 'version' 'h/help'
            case 'next'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'previous'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'stop'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'list'
                __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
            end
        case 'players'
            __statectl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
            case 'forget'
                __statectl_parse_subcommand 1 'rewind' 'socket=' 'json' 'version' 'h/help'
            end
        case 'queue'
            __statectl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'show'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'set'
                __statectl_parse_subcommand -r 2 'create' 'empty' 'if-revision=' 'socket=' 'json' 'version' 'h/help'
            case 'add'
                __statectl_parse_subcommand -r 2 'create' 'next' 'socket=' 'json' 'version' 'h/help'
            case 'remove'
                __statectl_parse_subcommand -r 2 'socket=' 'json' 'version' 'h/help'
            case 'move'
                __statectl_parse_subcommand 3 'socket=' 'json' 'version' 'h/help'
            case 'clear'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'save'
                __statectl_parse_subcommand 2 'socket=' 'json' 'version' 'h/help'
            case 'load'
                __statectl_parse_subcommand 2 'create' 'append' 'socket=' 'json' 'version' 'h/help'
            case 'play'
                __statectl_parse_subcommand 2 'create' 'socket=' 'json' 'version' 'h/help'
            case 'skip'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            end
        case 'alerts'
            __statectl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'list'
                __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
            case 'dismiss'
                __statectl_parse_subcommand -r 1 'all' 'socket=' 'json' 'version' 'h/help'
            case 'retry'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            end
        case 'bridge'
            __statectl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'mpris'
                __statectl_parse_subcommand 0 'include=+' 'exclude=+' 'socket=' 'version' 'h/help'
            case 'mpv'
                __statectl_parse_subcommand 0 'ipc=' 'player=' 'socket=' 'version' 'h/help'
            end
        case 'sync'
            __statectl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'status'
                __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
            case 'setup'
                __statectl_parse_subcommand 1 'credentials=' 'ca=' 'certificate=' 'key=' 'y/yes' 'dry-run' 'config=' 'system' 'socket=' 'json' 'version' 'h/help'
            case 'move'
                __statectl_parse_subcommand 1 'credentials=' 'ca=' 'certificate=' 'key=' 'y/yes' 'dry-run' 'config=' 'system' 'socket=' 'json' 'version' 'h/help'
            case 'leave'
                __statectl_parse_subcommand 0 'y/yes' 'dry-run' 'config=' 'system' 'socket=' 'json' 'version' 'h/help'
            case 'now'
                __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
            case 'monitor'
                __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
            case 'notify'
                __statectl_parse_subcommand 0 'scope=' 'socket=' 'json' 'version' 'h/help'
            case 'outbox'
                __statectl_parse_subcommand 0 'state=' 'limit=' 'socket=' 'json' 'version' 'h/help'
            case 'retry'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'conflicts'
                __statectl_parse_subcommand 0 'limit=' 'socket=' 'json' 'version' 'h/help'
            case 'resolve'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'dismiss'
                __statectl_parse_subcommand 1 'all' 'socket=' 'json' 'version' 'h/help'
            case 'explain'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            case 'log'
                __statectl_parse_subcommand 0 'limit=' 'socket=' 'json' 'version' 'h/help'
            case 'devices'
                __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
            case 'forget'
                __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
            end
        case 'web'
            __statectl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'open'
                __statectl_parse_subcommand 0 'no-open' 'config=' 'json' 'version' 'h/help'
            case 'pair'
                __statectl_parse_subcommand 0 'config=' 'json' 'version' 'h/help'
            case 'sessions'
                __statectl_parse_subcommand 0 'config=' 'json' 'version' 'h/help'
            case 'end'
                __statectl_parse_subcommand -r 1 'all' 'config=' 'json' 'version' 'h/help'
            case 'client'
                __statectl_parse_subcommand 0 'version' 'h/help'
                switch $unparsed_tokens[1]
                case 'add'
                    __statectl_parse_subcommand 1 'config=' 'json' 'version' 'h/help'
                case 'end'
                    __statectl_parse_subcommand 1 'config=' 'json' 'version' 'h/help'
                end
            case 'clients'
                __statectl_parse_subcommand 0 'config=' 'json' 'version' 'h/help'
            end
        case 'config'
            __statectl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'get'
                __statectl_parse_subcommand 1 'config=' 'system' 'socket=' 'json' 'version' 'h/help'
            case 'set'
                __statectl_parse_subcommand 2 'unset' 'existing' 'dry-run' 'config=' 'system' 'socket=' 'json' 'version' 'h/help'
            case 'edit'
                __statectl_parse_subcommand 0 'config=' 'system' 'socket=' 'json' 'version' 'h/help'
            case 'check'
                __statectl_parse_subcommand 0 'config=' 'system' 'socket=' 'json' 'version' 'h/help'
            end
        case 'health'
            __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
        case 'top'
            __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
        case 'metrics'
            __statectl_parse_subcommand 0 'socket=' 'json' 'version' 'h/help'
        case 'backup'
            __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
        case 'restore'
            __statectl_parse_subcommand 1 'y/yes' 'socket=' 'json' 'version' 'h/help'
        case 'export'
            __statectl_parse_subcommand 1 'socket=' 'json' 'version' 'h/help'
        case 'import'
            __statectl_parse_subcommand -r 1 'from=' 'ttl=' 'anyway' 'socket=' 'json' 'version' 'h/help'
        case 'save'
            __statectl_parse_subcommand 1 'position=' 'fraction=' 'locator=' 'duration=' 'status=' 'player=' 'title=' 'cause=' 'reason=' 'at=' 'ttl=' 'tick' 'socket=' 'json' 'version' 'h/help'
        case 'resume'
            __statectl_parse_subcommand 1 'player=' 'device=' 'here' 'format=' 'socket=' 'json' 'version' 'h/help'
        case 'watch'
            __statectl_parse_subcommand 0 'since=' 'player=' 'item=' 'kind=+' 'events=+' 'changes-only' 'until=+' 'count=' 'timeout=' 'socket=' 'json' 'version' 'h/help'
        case 'wait'
            __statectl_parse_subcommand 1 'kind=+' 'past=' 'timeout=' 'socket=' 'json' 'version' 'h/help'
        case 'event'
            __statectl_parse_subcommand 0 'version' 'h/help'
            switch $unparsed_tokens[1]
            case 'append'
                __statectl_parse_subcommand 2 'id=' 'key=' 'socket=' 'json' 'version' 'h/help'
            case 'list'
                __statectl_parse_subcommand 0 'topic=' 'after=' 'key=' 'since=' 'until=' 'socket=' 'json' 'version' 'h/help'
            case 'latest'
                __statectl_parse_subcommand 2 'prefix=' 'conflicts' 'socket=' 'json' 'version' 'h/help'
            case 'clear'
                __statectl_parse_subcommand 2 'socket=' 'json' 'version' 'h/help'
            case 'undo'
                __statectl_parse_subcommand 2 'to=' 'socket=' 'json' 'version' 'h/help'
            case 'follow'
                __statectl_parse_subcommand 0 'since=' 'topic=' 'socket=' 'json' 'version' 'h/help'
            end
        case 'call'
            __statectl_parse_subcommand 2 'more' 'socket=' 'json' 'version' 'h/help'
        case 'help'
            __statectl_parse_subcommand -r 1 'version'
        end
    end
end

function __statectl_tokens
    if test (string split -m 1 -f 1 -- . "$FISH_VERSION") -gt 3
        commandline --tokens-raw $argv
    else
        commandline -o $argv
    end
end

function __statectl_parse_subcommand -S -a positional_count
    argparse -s r -- $argv
    set -l option_specs $argv[2..]
    set -l is_repeating_positional $_flag_r
    set -el _flag_r
    set -a commands $unparsed_tokens[1]
    set positional_index 0
    while true
        set -e unparsed_tokens[1]
        argparse -sn "$commands" $option_specs -- $unparsed_tokens 2> /dev/null
        set unparsed_tokens $argv
        set positional_index (math $positional_index + 1)
        for non_repeating_flag_or_option in $non_repeating_flags_or_options
            if set -ql "_flag_$(string replace -a - _ -- $non_repeating_flag_or_option)"
                set non_repeating_flags_or_options_absent 1
                break
            end
        end
        test (count $unparsed_tokens) -eq 0 -o \( -z "$is_repeating_positional" -a "$positional_index" -gt "$positional_count" \) && break
    end
end

function __statectl_complete_directories
    set -l token (commandline -t)
    string match -- '*/' $token
    set -l subdirs $token*/
    printf %s\n $subdirs
end

function __statectl_custom_completion
    set -x SAP_SHELL fish
    set -x SAP_SHELL_VERSION $FISH_VERSION
    set -l tokens (__statectl_tokens -p)
    if test -z "$(__statectl_tokens -t)"
        set -l index (count (__statectl_tokens -pc))
        set tokens $tokens[..$index] \'\' $tokens[(math $index + 1)..]
    end
    command $tokens[1] $argv $tokens
end

complete -c 'statectl' -f
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'setup' -d 'Start the daemon with your session, and connect your players to it.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'doctor' -d 'Check the installation, and show how to repair it.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'play' -d 'Play files in mpv, each from where it stopped.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'status' -d 'Show everything at a glance, for you or for a status bar.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'list' -d 'List the resume points, most recently observed first.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'get' -d 'Show the resume points of the given items.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'history' -d 'Show earlier values of an item, newest first.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'stats' -d 'Show the time played each day and week, the items played most, and the delay of sync.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'clear' -d 'Remove the resume points of items or of a player, or all of them.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'undo' -d 'Restore an earlier value of each item, or all points that were cleared together.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'alias' -d 'Show the other names of an item, add one, or remove one.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'player' -d 'Control a followed player: pause, play, seek, next, previous, stop.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'players' -d 'List the players, or forget a player.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'queue' -d 'Show and change what a player plays next.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'alerts' -d 'Show alerts, retry them, or dismiss them.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'bridge' -d 'Follow players that do not report to the daemon themselves.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'sync' -d 'Set up sync, show its state, and resolve conflicts.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'web' -d 'Open the page in the browser, and let other devices see it.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'config' -d 'Show and change the daemon\'s configuration.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'health' -d 'Show the daemon\'s health, and how much data it has stored.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'top' -d 'Watch players, sync, saves, commits and changes in a full-screen view.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'metrics' -d 'Print the daemon\'s metrics in the OpenMetrics text format.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'backup' -d 'Copy the daemon\'s store, and print the path of the copy.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'restore' -d 'List the copies of the daemon\'s store, or replace the store with a copy.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'export' -d 'Write every resume point as JSON, one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'import' -d 'Save the resume points that “statectl export” or mpv wrote.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'save' -d 'Store the position of an item.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'resume' -d 'Print where to continue an item, a player\'s current item, or the item played last.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'watch' -d 'Print changes as they happen, until interrupted.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'wait' -d 'Wait until an item has a resume point, or changes.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'event' -d 'Append, list and follow events.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'call' -d 'Call any method of the daemon by its name.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl" -eq 1' -fa 'help' -d 'Show subcommand help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" folder' -l 'folder' -d 'Also sync with your other devices through this folder.' -rfa '(__statectl_complete_directories)'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" ttl' -l 'ttl' -d 'Keep positions this long after they were observed (default: 30d).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" no-mpv' -l 'no-mpv' -d 'Do not set up mpv.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" no-mpris' -l 'no-mpris' -d 'Do not set up the players on the session bus.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" undo' -l 'undo' -d 'Undo the steps of setup, in reverse order.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" dry-run' -l 'dry-run' -d 'Show the changes without making them.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" y yes' -s 'y' -l 'yes' -d 'Do not ask for confirmation.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl setup" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl doctor" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl doctor" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl doctor" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl doctor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl play" player' -l 'player' -d 'The player\'s name (default: $STATECTL_PLAYER, else mpv).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl play" device' -l 'device' -d 'Only what the given device played.' -rfka '(__statectl_custom_completion ---completion play -- --device (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl play" here' -l 'here' -d 'Only what this device played.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl play" pick' -l 'pick' -d 'Show the last ten items, and ask which to play.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl play" expired' -l 'expired' -d 'Resume the item that expired last, or restore expired positions.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl play" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl play" -ge 1' -F
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl play" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl play" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl status" player' -l 'player' -d 'The player.' -rfka '(__statectl_custom_completion ---completion status -- --player (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl status" device' -l 'device' -d 'Only what the given device played.' -rfka '(__statectl_custom_completion ---completion status -- --device (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl status" here' -l 'here' -d 'Only what this device played.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl status" format' -l 'format' -d 'The format (default: text).' -rfka 'text json waybar'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl status" follow' -l 'follow' -d 'Update at each change, until interrupted.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl status" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl status" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl status" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" player' -l 'player' -d 'The player.' -rfka '(__statectl_custom_completion ---completion list -- --player (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" device' -l 'device' -d 'Only what the given device played.' -rfka '(__statectl_custom_completion ---completion list -- --device (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" here' -l 'here' -d 'Only what this device played.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" status' -l 'status' -d 'Only points with this status.' -rfka 'playing paused finished failed'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" since' -l 'since' -d 'Only points observed since this time, such as -7d.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" until' -l 'until' -d 'Only points observed before this time.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" search' -l 'search' -d 'Only points with all these words in the title or the name.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" sort' -l 'sort' -d 'The order (default: time).' -rfka 'time name position progress left duration expiry'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" seen' -l 'seen' -d 'List finished items instead.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" limit' -l 'limit' -d 'The maximum number of points (default: all).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" format' -l 'format' -d 'Print each with a template: \'{{ name }}\'.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" no-pager' -l 'no-pager' -d 'Do not show long output in a pager.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl get" -ge 1' -fka '(__statectl_custom_completion ---completion get -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl get" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl get" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl get" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl get" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl history" -eq 1' -fka '(__statectl_custom_completion ---completion history -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl history" limit' -l 'limit' -d 'The maximum number of values (default: 100).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl history" plain' -l 'plain' -d 'Print only the table.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl history" no-pager' -l 'no-pager' -d 'Do not show long output in a pager.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl history" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl history" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl history" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl history" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl stats" since' -l 'since' -d 'Count from this time on (default: -30d).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl stats" player' -l 'player' -d 'The player.' -rfka '(__statectl_custom_completion ---completion stats -- --player (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl stats" device' -l 'device' -d 'Only what the given device played.' -rfka '(__statectl_custom_completion ---completion stats -- --device (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl stats" here' -l 'here' -d 'Only what this device played.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl stats" limit' -l 'limit' -d 'The maximum number of items (default: 10).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl stats" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl stats" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl stats" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl stats" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl clear" -ge 1' -fka '(__statectl_custom_completion ---completion clear -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl clear" player' -l 'player' -d 'The player.' -rfka '(__statectl_custom_completion ---completion clear -- --player (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl clear" all' -l 'all' -d 'Remove every resume point.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl clear" dry-run' -l 'dry-run' -d 'Show the changes without making them.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl clear" y yes' -s 'y' -l 'yes' -d 'Do not ask for confirmation.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl clear" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl clear" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl clear" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl clear" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl undo" -ge 1' -fka '(__statectl_custom_completion ---completion undo -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl undo" to' -l 'to' -d 'Restore the value with this revision.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl undo" all' -l 'all' -d 'Restore all points that were last cleared together.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl undo" dry-run' -l 'dry-run' -d 'Show the changes without making them.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl undo" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl undo" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl undo" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl undo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl alias" -eq 1' -fka '(__statectl_custom_completion ---completion alias -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl alias" -eq 2' -F
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alias" remove' -l 'remove' -d 'Remove the name instead.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alias" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alias" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alias" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alias" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player" -eq 1' -fa 'pause' -d 'Pause a player.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player" -eq 1' -fa 'play' -d 'Resume a paused player.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player" -eq 1' -fa 'toggle' -d 'Pause a player, or resume it if it is paused.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player" -eq 1' -fa 'seek' -d 'Seek to a position, or forward or back by a time.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player" -eq 1' -fa 'next' -d 'Go to the next item.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player" -eq 1' -fa 'previous' -d 'Go to the previous item.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player" -eq 1' -fa 'stop' -d 'Stop a player.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player" -eq 1' -fa 'list' -d 'List the players, their current items and their queues.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player pause" -eq 1' -fka '(__statectl_custom_completion ---completion player pause -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player pause" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player pause" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player pause" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player pause" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player play" -eq 1' -fka '(__statectl_custom_completion ---completion player play -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player play" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player play" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player play" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player play" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player toggle" -eq 1' -fka '(__statectl_custom_completion ---completion player toggle -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player toggle" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player toggle" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player toggle" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player toggle" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player seek" -eq 1' -fka '(__statectl_custom_completion ---completion player seek -- positional@1 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player seek" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player seek" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player seek" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player seek" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player next" -eq 1' -fka '(__statectl_custom_completion ---completion player next -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player next" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player next" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player next" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player next" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player previous" -eq 1' -fka '(__statectl_custom_completion ---completion player previous -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player previous" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player previous" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player previous" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player previous" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl player stop" -eq 1' -fka '(__statectl_custom_completion ---completion player stop -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player stop" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player stop" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player stop" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player stop" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player list" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player list" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player list" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl player list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl players" -eq 1' -fa 'list' -d 'List the players, their current items and their queues.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl players" -eq 1' -fa 'forget' -d 'Forget a player: its current item and its queue.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players list" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players list" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players list" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl players forget" -eq 1' -fka '(__statectl_custom_completion ---completion players forget -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players forget" rewind' -l 'rewind' -d 'Forget only the rewind learned from players of this kind.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players forget" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players forget" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players forget" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl players forget" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue" -eq 1' -fa 'show' -d 'Show the queue that follows a player\'s current item.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue" -eq 1' -fa 'set' -d 'Replace the queue that follows a player\'s current item.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue" -eq 1' -fa 'add' -d 'Add items to the end of a player\'s queue, or to the front.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue" -eq 1' -fa 'remove' -d 'Remove items from a player\'s queue, by their numbers or names.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue" -eq 1' -fa 'move' -d 'Move an item to another place in a player\'s queue.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue" -eq 1' -fa 'clear' -d 'Empty a player\'s queue.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue" -eq 1' -fa 'save' -d 'Write a player\'s queue to a file, as an M3U playlist.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue" -eq 1' -fa 'load' -d 'Replace a player\'s queue with the items in a file, or add them to it.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue" -eq 1' -fa 'play' -d 'Make an item current immediately.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue" -eq 1' -fa 'skip' -d 'Make the first queued item current.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue show" -eq 1' -fka '(__statectl_custom_completion ---completion queue show -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue show" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue show" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue show" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue show" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue set" -eq 1' -fka '(__statectl_custom_completion ---completion queue set -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue set" create' -l 'create' -d 'Create the player if it does not exist.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue set" -ge 2' -fka '(__statectl_custom_completion ---completion queue set -- positional@1 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue set" empty' -l 'empty' -d 'Empty the queue.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue set" if-revision' -l 'if-revision' -d 'Change nothing unless the player still has this revision.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue set" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue set" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue set" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue set" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue add" -eq 1' -fka '(__statectl_custom_completion ---completion queue add -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue add" create' -l 'create' -d 'Create the player if it does not exist.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue add" -ge 2' -fka '(__statectl_custom_completion ---completion queue add -- positional@1 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue add" next' -l 'next' -d 'Add them at the front.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue add" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue add" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue add" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue remove" -eq 1' -fka '(__statectl_custom_completion ---completion queue remove -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue remove" -ge 2' -fka '(__statectl_custom_completion ---completion queue remove -- positional@1 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue remove" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue remove" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue remove" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue remove" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue move" -eq 1' -fka '(__statectl_custom_completion ---completion queue move -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue move" -eq 2' -fka '(__statectl_custom_completion ---completion queue move -- positional@1 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue move" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue move" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue move" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue move" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue clear" -eq 1' -fka '(__statectl_custom_completion ---completion queue clear -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue clear" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue clear" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue clear" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue clear" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue save" -eq 1' -fka '(__statectl_custom_completion ---completion queue save -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue save" -eq 2' -F
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue save" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue save" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue save" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue save" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue load" -eq 1' -fka '(__statectl_custom_completion ---completion queue load -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue load" create' -l 'create' -d 'Create the player if it does not exist.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue load" -eq 2' -F
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue load" append' -l 'append' -d 'Add the items to the end of the queue.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue load" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue load" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue load" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue load" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue play" -eq 1' -fka '(__statectl_custom_completion ---completion queue play -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue play" create' -l 'create' -d 'Create the player if it does not exist.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue play" -eq 2' -fka '(__statectl_custom_completion ---completion queue play -- positional@1 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue play" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue play" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue play" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue play" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl queue skip" -eq 1' -fka '(__statectl_custom_completion ---completion queue skip -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue skip" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue skip" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue skip" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl queue skip" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl alerts" -eq 1' -fa 'list' -d 'List the open alerts, the oldest first.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl alerts" -eq 1' -fa 'dismiss' -d 'Dismiss alerts on every surface: one, several or all.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl alerts" -eq 1' -fa 'retry' -d 'Ask the player to try again from the failed position.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts list" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts list" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts list" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl alerts dismiss" -ge 1' -fka '(__statectl_custom_completion ---completion alerts dismiss -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts dismiss" all' -l 'all' -d 'Dismiss every alert.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts dismiss" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts dismiss" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts dismiss" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts dismiss" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl alerts retry" -eq 1' -fka '(__statectl_custom_completion ---completion alerts retry -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts retry" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts retry" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts retry" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl alerts retry" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl bridge" -eq 1' -fa 'mpris' -d 'Follow the media players on the session bus, as they come and go.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl bridge" -eq 1' -fa 'mpv' -d 'Follow a running mpv until it ends.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge mpris"' -l 'include' -d 'Follow only this player; * at the end matches any text; may be repeated.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge mpris"' -l 'exclude' -d 'Do not follow this player; may be repeated.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge mpris" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge mpris" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge mpris" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge mpv" ipc' -l 'ipc' -d 'The socket of mpv\'s --input-ipc-server.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge mpv" player' -l 'player' -d 'The player\'s name (default: $STATECTL_PLAYER, else mpv).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge mpv" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge mpv" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl bridge mpv" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'status' -d 'Show the state of sync, and what is waiting to be sent.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'setup' -d 'Sync with your other devices through a folder or NATS servers.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'move' -d 'Sync through another folder or other servers.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'leave' -d 'Stop syncing; this device keeps its data.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'now' -d 'Send and fetch all changes now.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'monitor' -d 'Print the state of sync at each change, until interrupted.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'notify' -d 'Tell the daemon to fetch changes from the remote store; for use in hooks.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'outbox' -d 'List the outbox: the changes to send to the remote store, and their states.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'retry' -d 'Retry failed entries: one, or all.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'conflicts' -d 'List the items that two devices changed independently, and the losing values.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'resolve' -d 'Make the losing value of a conflict win, on every device.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'dismiss' -d 'Remove one conflict or all of them from the list; the current values are kept.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'explain' -d 'Explain how sync arrived at an item\'s resume point, newest step first.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'log' -d 'List the latest rounds of sync, newest first.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'devices' -d 'List every device that the remote store knows, including this one.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync" -eq 1' -fa 'forget' -d 'Stop waiting for a device that is no longer used.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync status" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync status" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync status" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync status" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync setup" -eq 1' -fa '(__statectl_complete_directories)'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" credentials' -l 'credentials' -d 'This device\'s credentials: a .creds file, or a file with one line user:password.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" ca' -l 'ca' -d 'The file with the certificates of the servers\' authorities, in PEM.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" certificate' -l 'certificate' -d 'This device\'s certificate, in PEM.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" key' -l 'key' -d 'The private key of the certificate, in PEM.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" y yes' -s 'y' -l 'yes' -d 'Do not ask for confirmation.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" dry-run' -l 'dry-run' -d 'Show the changes without making them.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" config' -l 'config' -d 'Use this configuration file.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" system' -l 'system' -d 'Use the system\'s configuration instead of the user\'s.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync setup" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync move" -eq 1' -fa '(__statectl_complete_directories)'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" credentials' -l 'credentials' -d 'This device\'s credentials: a .creds file, or a file with one line user:password.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" ca' -l 'ca' -d 'The file with the certificates of the servers\' authorities, in PEM.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" certificate' -l 'certificate' -d 'This device\'s certificate, in PEM.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" key' -l 'key' -d 'The private key of the certificate, in PEM.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" y yes' -s 'y' -l 'yes' -d 'Do not ask for confirmation.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" dry-run' -l 'dry-run' -d 'Show the changes without making them.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" config' -l 'config' -d 'Use this configuration file.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" system' -l 'system' -d 'Use the system\'s configuration instead of the user\'s.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync move" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync leave" y yes' -s 'y' -l 'yes' -d 'Do not ask for confirmation.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync leave" dry-run' -l 'dry-run' -d 'Show the changes without making them.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync leave" config' -l 'config' -d 'Use this configuration file.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync leave" system' -l 'system' -d 'Use the system\'s configuration instead of the user\'s.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync leave" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync leave" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync leave" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync leave" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync now" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync now" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync now" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync now" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync monitor" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync monitor" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync monitor" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync monitor" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync notify" scope' -l 'scope' -d 'The topic or item that has changed, for the daemon\'s log.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync notify" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync notify" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync notify" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync notify" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync outbox" state' -l 'state' -d 'Only the entries in this state.' -rfka 'pending inFlight synced failed'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync outbox" limit' -l 'limit' -d 'The maximum number of lines (default: 100; up to 1000).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync outbox" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync outbox" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync outbox" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync outbox" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync retry" -eq 1' -fka '(statectl sync outbox --state failed 2>/dev/null | cut -f 1)'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync retry" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync retry" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync retry" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync retry" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync conflicts" limit' -l 'limit' -d 'The maximum number of lines (default: 100; up to 1000).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync conflicts" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync conflicts" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync conflicts" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync conflicts" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync resolve" -eq 1' -fka '(statectl sync conflicts 2>/dev/null | cut -f 1)'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync resolve" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync resolve" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync resolve" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync resolve" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync dismiss" -eq 1' -fka '(statectl sync conflicts 2>/dev/null | cut -f 1)'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync dismiss" all' -l 'all' -d 'Dismiss all conflicts.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync dismiss" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync dismiss" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync dismiss" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync dismiss" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync explain" -eq 1' -fka '(__statectl_custom_completion ---completion sync explain -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync explain" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync explain" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync explain" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync explain" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync log" limit' -l 'limit' -d 'The maximum number of lines (default: 100; up to 1000).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync log" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync log" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync log" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync log" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync devices" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync devices" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync devices" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync devices" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl sync forget" -eq 1' -fka '(__statectl_custom_completion ---completion sync forget -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync forget" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync forget" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync forget" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl sync forget" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl web" -eq 1' -fa 'open' -d 'Print the address of the page, and open it in this desktop\'s browser.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl web" -eq 1' -fa 'pair' -d 'Show a code with which one browser on another device can sign in.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl web" -eq 1' -fa 'sessions' -d 'List the browsers and programs that have signed in.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl web" -eq 1' -fa 'end' -d 'End sessions; their browsers must sign in again.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl web" -eq 1' -fa 'client' -d 'Create or revoke the password of a podcast app or e-reader.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl web" -eq 1' -fa 'clients' -d 'List the podcast apps and e-readers that have a password.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web open" no-open' -l 'no-open' -d 'Do not start a browser.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web open" config' -l 'config' -d 'The web server\'s configuration file.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web open" json' -l 'json' -d 'Print JSON.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web open" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web open" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web pair" config' -l 'config' -d 'The web server\'s configuration file.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web pair" json' -l 'json' -d 'Print JSON.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web pair" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web pair" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web sessions" config' -l 'config' -d 'The web server\'s configuration file.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web sessions" json' -l 'json' -d 'Print JSON.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web sessions" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web sessions" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web end" all' -l 'all' -d 'End all sessions, and make all unused codes invalid.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web end" config' -l 'config' -d 'The web server\'s configuration file.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web end" json' -l 'json' -d 'Print JSON.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web end" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web end" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web client" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web client" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl web client" -eq 1' -fa 'add' -d 'Make a user name and a password for one podcast app or e-reader.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl web client" -eq 1' -fa 'end' -d 'Revoke the password of a podcast app or e-reader.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web client add" config' -l 'config' -d 'The web server\'s configuration file.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web client add" json' -l 'json' -d 'Print JSON.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web client add" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web client add" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web client end" config' -l 'config' -d 'The web server\'s configuration file.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web client end" json' -l 'json' -d 'Print JSON.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web client end" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web client end" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web clients" config' -l 'config' -d 'The web server\'s configuration file.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web clients" json' -l 'json' -d 'Print JSON.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web clients" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl web clients" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl config" -eq 1' -fa 'get' -d 'Print the value of a key, or every key with its value and source.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl config" -eq 1' -fa 'set' -d 'Set a key in the configuration file, and apply it.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl config" -eq 1' -fa 'edit' -d 'Open the configuration in $VISUAL or $EDITOR, and install it once it is valid.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl config" -eq 1' -fa 'check' -d 'Check the configuration, and print its errors.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl config get" -eq 1' -fka '(statectl config get 2>/dev/null | cut -f 1)'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config get" config' -l 'config' -d 'Use this configuration file.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config get" system' -l 'system' -d 'Use the system\'s configuration instead of the user\'s.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config get" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config get" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config get" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config get" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl config set" -eq 1' -fka '(statectl config get 2>/dev/null | cut -f 1)'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl config set" -eq 2' -fka '(__statectl_custom_completion ---completion config set -- positional@1 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config set" unset' -l 'unset' -d 'Remove the key from the file; its default applies.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config set" existing' -l 'existing' -d 'With ttl or players.NAME.ttl: also extend stored resume points.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config set" dry-run' -l 'dry-run' -d 'Show the changes without making them.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config set" config' -l 'config' -d 'Use this configuration file.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config set" system' -l 'system' -d 'Use the system\'s configuration instead of the user\'s.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config set" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config set" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config set" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config set" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config edit" config' -l 'config' -d 'Use this configuration file.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config edit" system' -l 'system' -d 'Use the system\'s configuration instead of the user\'s.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config edit" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config edit" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config edit" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config edit" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config check" config' -l 'config' -d 'Use this configuration file.' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config check" system' -l 'system' -d 'Use the system\'s configuration instead of the user\'s.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config check" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config check" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config check" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl config check" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl health" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl health" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl health" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl health" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl top" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl top" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl top" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl top" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl metrics" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl metrics" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl metrics" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl metrics" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl backup" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl backup" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl backup" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl backup" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl restore" -eq 1' -fka '(__statectl_custom_completion ---completion restore -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl restore" y yes' -s 'y' -l 'yes' -d 'Do not ask for confirmation.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl restore" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl restore" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl restore" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl restore" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl export" -eq 1' -F
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl export" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl export" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl export" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl export" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl import" -ge 1' -F
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl import" from' -l 'from' -d 'The format (default: json).' -rfka 'json mpv'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl import" ttl' -l 'ttl' -d 'The time to live of the points, counted from their observation.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl import" anyway' -l 'anyway' -d 'Also save points whose items were cleared or finished later.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl import" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl import" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl import" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl import" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl save" -eq 1' -fka '(__statectl_custom_completion ---completion save -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" position' -l 'position' -d 'The position.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" fraction' -l 'fraction' -d 'How far into a book the position is: 0.41 or 41%.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" locator' -l 'locator' -d 'The position in a book, in the format of the reader program.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" duration' -l 'duration' -d 'The length of the item.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" status' -l 'status' -d 'The state of playback (default: paused).' -rfka 'playing paused finished failed'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" player' -l 'player' -d 'The player (default: $STATECTL_PLAYER, else statectl).' -rfka '(__statectl_custom_completion ---completion save -- --player (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" title' -l 'title' -d 'The title to show for the item.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" cause' -l 'cause' -d 'What the player did, such as pause or seek.' -rfka 'tick pause seek load stop switch background'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" reason' -l 'reason' -d 'Why the item failed; only with --status failed.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" at' -l 'at' -d 'The time of observation: 2026-11-21T08:40:00Z, @1700000000 or -5m (default: now).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" ttl' -l 'ttl' -d 'The time to live: 24h, 30d (default: as configured).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" tick' -l 'tick' -d 'Send the position as a tick: do not wait until it is stored.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl save" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl resume" -eq 1' -fka '(__statectl_custom_completion ---completion resume -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl resume" player' -l 'player' -d 'The player.' -rfka '(__statectl_custom_completion ---completion resume -- --player (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl resume" device' -l 'device' -d 'Only what the given device played.' -rfka '(__statectl_custom_completion ---completion resume -- --device (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl resume" here' -l 'here' -d 'Only what this device played.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl resume" format' -l 'format' -d 'Print only the position, in this format.' -rfka 'seconds clock'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl resume" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl resume" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl resume" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl resume" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch" since' -l 'since' -d 'Continue after the change with this token.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch" player' -l 'player' -d 'Only this player\'s changes.' -rfka '(__statectl_custom_completion ---completion watch -- --player (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch" item' -l 'item' -d 'Only this item\'s changes.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch"' -l 'kind' -d 'Only changes of these kinds, separated by commas.' -rfka 'current saved observed cleared expired restored aliased player alert event'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch"' -l 'events' -d 'Also print this topic\'s events; may be repeated.' -rfka '(__statectl_custom_completion ---completion watch -- --events (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch" changes-only' -l 'changes-only' -d 'Omit the current state and the stored events.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch"' -l 'until' -d 'End with status 0 after a change of this kind.' -rfka 'current saved observed cleared expired restored aliased player alert event'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch" count' -l 'count' -d 'End after this many changes; with --until, only changes of those kinds count.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch" timeout' -l 'timeout' -d 'End with status 75 after this time, such as 90s or 1h.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl watch" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl wait" -eq 1' -fka '(__statectl_custom_completion ---completion wait -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl wait"' -l 'kind' -d 'Wait for a change of this kind (default: current, saved or restored).' -rfka 'current saved observed cleared expired restored aliased player alert event'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl wait" past' -l 'past' -d 'Wait until the item has reached this position.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl wait" timeout' -l 'timeout' -d 'End with status 75 after this time, such as 90s or 1h.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl wait" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl wait" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl wait" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl wait" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl event" -eq 1' -fa 'append' -d 'Append an event, and print its number once it is on stable storage.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl event" -eq 1' -fa 'list' -d 'List the stored events, in order.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl event" -eq 1' -fa 'latest' -d 'List the current values of keys: the newest event of each topic and key.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl event" -eq 1' -fa 'clear' -d 'Remove the current value of a key, on all devices.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl event" -eq 1' -fa 'undo' -d 'Make an earlier value of a key its current value again, on all devices.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl event" -eq 1' -fa 'follow' -d 'Print each event once, as it happens, until interrupted.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl event append" -eq 1' -fka '(__statectl_custom_completion ---completion event append -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event append" id' -l 'id' -d 'A unique id (default: a generated id).' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event append" key' -l 'key' -d 'Make the event the current value of this key.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event append" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event append" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event append" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event append" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event list" topic' -l 'topic' -d 'Only this topic\'s events.' -rfka '(__statectl_custom_completion ---completion event list -- --topic (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event list" after' -l 'after' -d 'Only events with a higher number than this.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event list" key' -l 'key' -d 'Only events of this key of the topic.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event list" since' -l 'since' -d 'Only events since this time, such as -7d.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event list" until' -l 'until' -d 'Only events before this time.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event list" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event list" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event list" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event list" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl event latest" -eq 1' -fka '(__statectl_custom_completion ---completion event latest -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event latest" prefix' -l 'prefix' -d 'Only keys that begin with this text.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event latest" conflicts' -l 'conflicts' -d 'Only values, even cleared ones, to which another value lost.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event latest" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event latest" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event latest" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event latest" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl event clear" -eq 1' -fka '(__statectl_custom_completion ---completion event clear -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event clear" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event clear" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event clear" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event clear" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_positional "statectl event undo" -eq 1' -fka '(__statectl_custom_completion ---completion event undo -- positional@0 (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event undo" to' -l 'to' -d 'Restore the value of the event with this id.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event undo" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event undo" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event undo" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event undo" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event follow" since' -l 'since' -d 'Continue after the event with this token.' -rfka ''
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event follow" topic' -l 'topic' -d 'Only this topic\'s events.' -rfka '(__statectl_custom_completion ---completion event follow -- --topic (count (__statectl_tokens -pc)) (__statectl_tokens -tC))'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event follow" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event follow" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event follow" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl event follow" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl call" more' -l 'more' -d 'Print every reply of a stream.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl call" socket' -l 'socket' -d 'The daemon\'s socket (default: $STATED_SOCKET, else the user\'s own).' -rF
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl call" json' -l 'json' -d 'Print JSON: one object, or one per line.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl call" version' -l 'version' -d 'Show the version.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl call" h help' -s 'h' -l 'help' -d 'Show help information.'
complete -c 'statectl' -n '__statectl_should_offer_completions_for_flags_or_options "statectl help" version' -l 'version' -d 'Show the version.'
