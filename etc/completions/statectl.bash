#!/bin/bash

__statectl_cursor_index_in_current_word() {
    local remaining="${COMP_LINE}"

    local word
    for word in "${COMP_WORDS[@]::COMP_CWORD}"; do
        remaining="${remaining##*([[:space:]])"${word}"*([[:space:]])}"
    done

    local -ir index="$((COMP_POINT - ${#COMP_LINE} + ${#remaining}))"
    if [[ "${index}" -le 0 ]]; then
        printf 0
    else
        printf %s "${index}"
    fi
}

# positional arguments:
#
# - 1: the current (sub)command's count of positional arguments
#
# required variables:
#
# - repeating_flags: the repeating flags that the current (sub)command can accept
# - non_repeating_flags: the non-repeating flags that the current (sub)command can accept
# - repeating_options: the repeating options that the current (sub)command can accept
# - non_repeating_options: the non-repeating options that the current (sub)command can accept
# - positional_number: value ignored
# - unparsed_words: unparsed words from the current command line
#
# modified variables:
#
# - non_repeating_flags: remove flags for this (sub)command that are already on the command line
# - non_repeating_options: remove options for this (sub)command that are already on the command line
# - positional_number: set to the current positional number
# - unparsed_words: remove all flags, options, and option values for this (sub)command
__statectl_offer_flags_options() {
    local -ir positional_count="${1}"
    positional_number=0

    local was_flag_option_terminator_seen=false
    local is_parsing_option_value=false

    local -ar unparsed_word_indices=("${!unparsed_words[@]}")
    local -i word_index
    for word_index in "${unparsed_word_indices[@]}"; do
        if "${is_parsing_option_value}"; then
            # This word is an option value:
            # Reset marker for next word iff not currently the last word
            [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]] && is_parsing_option_value=false
            unset "unparsed_words[${word_index}]"
            # Do not process this word as a flag or an option
            continue
        fi

        local word="${unparsed_words["${word_index}"]}"
        if ! "${was_flag_option_terminator_seen}"; then
            case "${word}" in
            --)
                unset "unparsed_words[${word_index}]"
                # by itself -- is a flag/option terminator, but if it is the last word, it is the start of a completion
                if [[ "${word_index}" -ne "${unparsed_word_indices[${#unparsed_word_indices[@]} - 1]}" ]]; then
                    was_flag_option_terminator_seen=true
                fi
                continue
                ;;
            -*)
                # ${word} is a flag or an option
                # If ${word} is an option, mark that the next word to be parsed is an option value
                local option
                for option in "${repeating_options[@]}" "${non_repeating_options[@]}"; do
                    [[ "${word}" = "${option}" ]] && is_parsing_option_value=true && break
                done

                # Remove ${word} from ${non_repeating_flags} or ${non_repeating_options} so it isn't offered again
                local not_found=true
                local -i index
                for index in "${!non_repeating_flags[@]}"; do
                    if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                        unset "non_repeating_flags[${index}]"
                        non_repeating_flags=("${non_repeating_flags[@]}")
                        not_found=false
                        break
                    fi
                done
                if "${not_found}"; then
                    for index in "${!non_repeating_flags[@]}"; do
                        if [[ "${non_repeating_flags[${index}]}" = "${word}" ]]; then
                            unset "non_repeating_flags[${index}]"
                            non_repeating_flags=("${non_repeating_flags[@]}")
                            break
                        fi
                    done
                fi
                unset "unparsed_words[${word_index}]"
                continue
                ;;
            esac
        fi

        # ${word} is neither a flag, nor an option, nor an option value
        if [[ "${positional_number}" -lt "${positional_count}" || "${positional_count}" -lt 0 ]]; then
            # ${word} is a positional
            ((positional_number++))
            unset "unparsed_words[${word_index}]"
        else
            if [[ -z "${word}" ]]; then
                # Could be completing a flag, option, or subcommand
                positional_number=-1
            else
                # ${word} is a subcommand or invalid, so stop processing this (sub)command
                positional_number=-2
            fi
            break
        fi
    done

    unparsed_words=("${unparsed_words[@]}")

    if\
        ! "${was_flag_option_terminator_seen}"\
        && ! "${is_parsing_option_value}"\
        && [[ ("${cur}" = -* && "${positional_number}" -ge 0) || "${positional_number}" -eq -1 ]]
    then
        COMPREPLY+=($(compgen -W "${repeating_flags[*]} ${non_repeating_flags[*]} ${repeating_options[*]} ${non_repeating_options[*]}" -- "${cur}"))
    fi
}

__statectl_add_completions() {
    [[ "${cur}" == "~"* ]] && set -- -f
    local completion
    while IFS='' read -r completion; do
        COMPREPLY+=("${completion}")
    done < <(IFS=$'\n' compgen "${@}" -- "${cur}")
}

__statectl_custom_complete() {
    if [[ -n "${cur}" || -z ${COMP_WORDS[${COMP_CWORD}]} || "${COMP_LINE:${COMP_POINT}:1}" != ' ' ]]; then
        local -ar words=("${COMP_WORDS[@]}")
    else
        local -ar words=("${COMP_WORDS[@]::${COMP_CWORD}}" '' "${COMP_WORDS[@]:${COMP_CWORD}}")
    fi

    "${COMP_WORDS[0]}" "${@}" "${words[@]}"
}

_statectl() {
    local state
    state="$(shopt -p;shopt -po)"
    trap "${state//$'\n'/;}" RETURN
    shopt -s extglob
    set +o history +o posix

    local -xr SAP_SHELL=bash
    local -x SAP_SHELL_VERSION
    SAP_SHELL_VERSION="$(IFS='.';printf %s "${BASH_VERSINFO[*]}")"
    local -r SAP_SHELL_VERSION

    local -r cur="${2}"
    local -r prev="${3}"

    local -i positional_number
    local -a unparsed_words=("${COMP_WORDS[@]:1:${COMP_CWORD}}")

    local -a repeating_flags=()
    local -a non_repeating_flags=(--version -h --help)
    local -a repeating_options=()
    local -a non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    setup|doctor|play|status|list|get|history|stats|clear|undo|alias|player|players|queue|alerts|bridge|sync|web|config|health|top|metrics|backup|restore|export|import|save|resume|watch|wait|event|call|help)
        # Offer subcommand argument completions
        "_statectl_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'setup doctor play status list get history stats clear undo alias player players queue alerts bridge sync web config health top metrics backup restore export import save resume watch wait event call help' -- "${cur}"))
        ;;
    esac
}

_statectl_setup() {
    repeating_flags=()
    non_repeating_flags=(--no-mpv --no-mpris --undo --dry-run -y --yes --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--folder --ttl --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--folder')
        __statectl_add_completions -d
        return
        ;;
    '--ttl')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_doctor() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_play() {
    repeating_flags=()
    non_repeating_flags=(--here --pick --expired --version -h --help)
    repeating_options=()
    non_repeating_options=(--player --device --socket)
    __statectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--player')
        return
        ;;
    '--device')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion play -- --device "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_status() {
    repeating_flags=()
    non_repeating_flags=(--here --follow --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--player --device --format --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--player')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion status -- --player "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--device')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion status -- --device "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--format')
        __statectl_add_completions -W 'text'$'\n''json'$'\n''waybar'
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_list() {
    repeating_flags=()
    non_repeating_flags=(--here --seen --no-pager --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--player --device --status --since --until --search --sort --limit --format --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--player')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion list -- --player "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--device')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion list -- --device "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--status')
        __statectl_add_completions -W 'playing'$'\n''paused'$'\n''finished'$'\n''failed'
        return
        ;;
    '--since')
        return
        ;;
    '--until')
        return
        ;;
    '--search')
        return
        ;;
    '--sort')
        __statectl_add_completions -W 'time'$'\n''name'$'\n''position'$'\n''progress'$'\n''left'$'\n''duration'$'\n''expiry'
        return
        ;;
    '--limit')
        return
        ;;
    '--format')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_get() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion get -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_history() {
    repeating_flags=()
    non_repeating_flags=(--plain --no-pager --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--limit --socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--limit')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion history -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_stats() {
    repeating_flags=()
    non_repeating_flags=(--here --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--since --player --device --limit --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--since')
        return
        ;;
    '--player')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion stats -- --player "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--device')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion stats -- --device "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--limit')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_clear() {
    repeating_flags=()
    non_repeating_flags=(--all --dry-run -y --yes --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--player --socket)
    __statectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--player')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion clear -- --player "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion clear -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_undo() {
    repeating_flags=()
    non_repeating_flags=(--all --dry-run --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--to --socket)
    __statectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--to')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion undo -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_alias() {
    repeating_flags=()
    non_repeating_flags=(--remove --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion alias -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_player() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    pause|play|toggle|seek|next|previous|stop|list)
        # Offer subcommand argument completions
        "_statectl_player_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'pause play toggle seek next previous stop list' -- "${cur}"))
        ;;
    esac
}

_statectl_player_pause() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion player pause -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_player_play() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion player play -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_player_toggle() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion player toggle -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_player_seek() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    2)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion player seek -- positional@1 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_player_next() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion player next -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_player_previous() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion player previous -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_player_stop() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion player stop -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_player_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_players() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|forget)
        # Offer subcommand argument completions
        "_statectl_players_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list forget' -- "${cur}"))
        ;;
    esac
}

_statectl_players_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_players_forget() {
    repeating_flags=()
    non_repeating_flags=(--rewind --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion players forget -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_queue() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    show|set|add|remove|move|clear|save|load|play|skip)
        # Offer subcommand argument completions
        "_statectl_queue_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'show set add remove move clear save load play skip' -- "${cur}"))
        ;;
    esac
}

_statectl_queue_show() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue show -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_queue_set() {
    repeating_flags=()
    non_repeating_flags=(--create --empty --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--if-revision --socket)
    __statectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--if-revision')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue set -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue set -- positional@1 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_queue_add() {
    repeating_flags=()
    non_repeating_flags=(--create --next --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue add -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue add -- positional@1 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_queue_remove() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue remove -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    *)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue remove -- positional@1 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_queue_move() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 3

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue move -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue move -- positional@1 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_queue_clear() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue clear -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_queue_save() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue save -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_queue_load() {
    repeating_flags=()
    non_repeating_flags=(--create --append --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue load -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_queue_play() {
    repeating_flags=()
    non_repeating_flags=(--create --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue play -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    2)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue play -- positional@1 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_queue_skip() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion queue skip -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_alerts() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    list|dismiss|retry)
        # Offer subcommand argument completions
        "_statectl_alerts_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'list dismiss retry' -- "${cur}"))
        ;;
    esac
}

_statectl_alerts_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_alerts_dismiss() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion alerts dismiss -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_alerts_retry() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion alerts retry -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_bridge() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    mpris|mpv)
        # Offer subcommand argument completions
        "_statectl_bridge_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'mpris mpv' -- "${cur}"))
        ;;
    esac
}

_statectl_bridge_mpris() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=(--include --exclude)
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--include')
        return
        ;;
    '--exclude')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_bridge_mpv() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=(--ipc --player --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--ipc')
        __statectl_add_completions -f
        return
        ;;
    '--player')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_sync() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    status|setup|move|leave|now|monitor|notify|outbox|retry|conflicts|resolve|dismiss|explain|log|devices|forget)
        # Offer subcommand argument completions
        "_statectl_sync_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'status setup move leave now monitor notify outbox retry conflicts resolve dismiss explain log devices forget' -- "${cur}"))
        ;;
    esac
}

_statectl_sync_status() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_sync_setup() {
    repeating_flags=()
    non_repeating_flags=(-y --yes --dry-run --system --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--credentials --ca --certificate --key --config --socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--credentials')
        __statectl_add_completions -f
        return
        ;;
    '--ca')
        __statectl_add_completions -f
        return
        ;;
    '--certificate')
        __statectl_add_completions -f
        return
        ;;
    '--key')
        __statectl_add_completions -f
        return
        ;;
    '--config')
        __statectl_add_completions -f
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -d
        return
        ;;
    esac
}

_statectl_sync_move() {
    repeating_flags=()
    non_repeating_flags=(-y --yes --dry-run --system --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--credentials --ca --certificate --key --config --socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--credentials')
        __statectl_add_completions -f
        return
        ;;
    '--ca')
        __statectl_add_completions -f
        return
        ;;
    '--certificate')
        __statectl_add_completions -f
        return
        ;;
    '--key')
        __statectl_add_completions -f
        return
        ;;
    '--config')
        __statectl_add_completions -f
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -d
        return
        ;;
    esac
}

_statectl_sync_leave() {
    repeating_flags=()
    non_repeating_flags=(-y --yes --dry-run --system --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--config')
        __statectl_add_completions -f
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_sync_now() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_sync_monitor() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_sync_notify() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--scope --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--scope')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_sync_outbox() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--state --limit --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--state')
        __statectl_add_completions -W 'pending'$'\n''inFlight'$'\n''synced'$'\n''failed'
        return
        ;;
    '--limit')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_sync_retry() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(eval 'statectl sync outbox --state failed 2>/dev/null | cut -f 1')"
        return
        ;;
    esac
}

_statectl_sync_conflicts() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--limit --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--limit')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_sync_resolve() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(eval 'statectl sync conflicts 2>/dev/null | cut -f 1')"
        return
        ;;
    esac
}

_statectl_sync_dismiss() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(eval 'statectl sync conflicts 2>/dev/null | cut -f 1')"
        return
        ;;
    esac
}

_statectl_sync_explain() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion sync explain -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_sync_log() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--limit --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--limit')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_sync_devices() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_sync_forget() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion sync forget -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_web() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    open|pair|sessions|end|client|clients)
        # Offer subcommand argument completions
        "_statectl_web_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'open pair sessions end client clients' -- "${cur}"))
        ;;
    esac
}

_statectl_web_open() {
    repeating_flags=()
    non_repeating_flags=(--no-open --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--config')
        return
        ;;
    esac
}

_statectl_web_pair() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--config')
        return
        ;;
    esac
}

_statectl_web_sessions() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--config')
        return
        ;;
    esac
}

_statectl_web_end() {
    repeating_flags=()
    non_repeating_flags=(--all --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config)
    __statectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--config')
        return
        ;;
    esac
}

_statectl_web_client() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    add|end)
        # Offer subcommand argument completions
        "_statectl_web_client_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'add end' -- "${cur}"))
        ;;
    esac
}

_statectl_web_client_add() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--config')
        return
        ;;
    esac
}

_statectl_web_client_end() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--config')
        return
        ;;
    esac
}

_statectl_web_clients() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--config')
        return
        ;;
    esac
}

_statectl_config() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    get|set|edit|check)
        # Offer subcommand argument completions
        "_statectl_config_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'get set edit check' -- "${cur}"))
        ;;
    esac
}

_statectl_config_get() {
    repeating_flags=()
    non_repeating_flags=(--system --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config --socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--config')
        __statectl_add_completions -f
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(eval 'statectl config get 2>/dev/null | cut -f 1')"
        return
        ;;
    esac
}

_statectl_config_set() {
    repeating_flags=()
    non_repeating_flags=(--unset --existing --dry-run --system --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config --socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--config')
        __statectl_add_completions -f
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(eval 'statectl config get 2>/dev/null | cut -f 1')"
        return
        ;;
    2)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion config set -- positional@1 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_config_edit() {
    repeating_flags=()
    non_repeating_flags=(--system --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--config')
        __statectl_add_completions -f
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_config_check() {
    repeating_flags=()
    non_repeating_flags=(--system --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--config --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--config')
        __statectl_add_completions -f
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_health() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_top() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_metrics() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_backup() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_restore() {
    repeating_flags=()
    non_repeating_flags=(-y --yes --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion restore -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_export() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_import() {
    repeating_flags=()
    non_repeating_flags=(--anyway --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--from --ttl --socket)
    __statectl_offer_flags_options -1

    # Offer option value completions
    case "${prev}" in
    '--from')
        __statectl_add_completions -W 'json'$'\n''mpv'
        return
        ;;
    '--ttl')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    *)
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_save() {
    repeating_flags=()
    non_repeating_flags=(--tick --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--position --fraction --locator --duration --status --player --title --cause --reason --at --ttl --socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--position')
        return
        ;;
    '--fraction')
        return
        ;;
    '--locator')
        return
        ;;
    '--duration')
        return
        ;;
    '--status')
        __statectl_add_completions -W 'playing'$'\n''paused'$'\n''finished'$'\n''failed'
        return
        ;;
    '--player')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion save -- --player "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--title')
        return
        ;;
    '--cause')
        __statectl_add_completions -W 'tick'$'\n''pause'$'\n''seek'$'\n''load'$'\n''stop'$'\n''switch'$'\n''background'
        return
        ;;
    '--reason')
        return
        ;;
    '--at')
        return
        ;;
    '--ttl')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion save -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_resume() {
    repeating_flags=()
    non_repeating_flags=(--here --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--player --device --format --socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--player')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion resume -- --player "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--device')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion resume -- --device "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--format')
        __statectl_add_completions -W 'seconds'$'\n''clock'
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion resume -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_watch() {
    repeating_flags=()
    non_repeating_flags=(--changes-only --json --version -h --help)
    repeating_options=(--kind --events --until)
    non_repeating_options=(--since --player --item --count --timeout --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--since')
        return
        ;;
    '--player')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion watch -- --player "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--item')
        return
        ;;
    '--kind')
        __statectl_add_completions -W 'current'$'\n''saved'$'\n''observed'$'\n''cleared'$'\n''expired'$'\n''restored'$'\n''aliased'$'\n''player'$'\n''alert'$'\n''event'
        return
        ;;
    '--events')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion watch -- --events "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--until')
        __statectl_add_completions -W 'current'$'\n''saved'$'\n''observed'$'\n''cleared'$'\n''expired'$'\n''restored'$'\n''aliased'$'\n''player'$'\n''alert'$'\n''event'
        return
        ;;
    '--count')
        return
        ;;
    '--timeout')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_wait() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=(--kind)
    non_repeating_options=(--past --timeout --socket)
    __statectl_offer_flags_options 1

    # Offer option value completions
    case "${prev}" in
    '--kind')
        __statectl_add_completions -W 'current'$'\n''saved'$'\n''observed'$'\n''cleared'$'\n''expired'$'\n''restored'$'\n''aliased'$'\n''player'$'\n''alert'$'\n''event'
        return
        ;;
    '--past')
        return
        ;;
    '--timeout')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion wait -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_event() {
    repeating_flags=()
    non_repeating_flags=(--version -h --help)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options 0

    # Offer subcommand / subcommand argument completions
    local -r subcommand="${unparsed_words[0]}"
    unset 'unparsed_words[0]'
    unparsed_words=("${unparsed_words[@]}")
    case "${subcommand}" in
    append|list|latest|clear|undo|follow)
        # Offer subcommand argument completions
        "_statectl_event_${subcommand}"
        ;;
    *)
        # Offer subcommand completions
        COMPREPLY+=($(compgen -W 'append list latest clear undo follow' -- "${cur}"))
        ;;
    esac
}

_statectl_event_append() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--id --key --socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--id')
        return
        ;;
    '--key')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion event append -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_event_list() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--topic --after --key --since --until --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--topic')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion event list -- --topic "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--after')
        return
        ;;
    '--key')
        return
        ;;
    '--since')
        return
        ;;
    '--until')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_event_latest() {
    repeating_flags=()
    non_repeating_flags=(--conflicts --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--prefix --socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--prefix')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion event latest -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_event_clear() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion event clear -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_event_undo() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--to --socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--to')
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac

    # Offer positional completions
    case "${positional_number}" in
    1)
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion event undo -- positional@0 "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    esac
}

_statectl_event_follow() {
    repeating_flags=()
    non_repeating_flags=(--json --version -h --help)
    repeating_options=()
    non_repeating_options=(--since --topic --socket)
    __statectl_offer_flags_options 0

    # Offer option value completions
    case "${prev}" in
    '--since')
        return
        ;;
    '--topic')
        __statectl_add_completions -W "$(__statectl_custom_complete ---completion event follow -- --topic "${COMP_CWORD}" "$(__statectl_cursor_index_in_current_word)")"
        return
        ;;
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_call() {
    repeating_flags=()
    non_repeating_flags=(--more --json --version -h --help)
    repeating_options=()
    non_repeating_options=(--socket)
    __statectl_offer_flags_options 2

    # Offer option value completions
    case "${prev}" in
    '--socket')
        __statectl_add_completions -f
        return
        ;;
    esac
}

_statectl_help() {
    repeating_flags=()
    non_repeating_flags=(--version)
    repeating_options=()
    non_repeating_options=()
    __statectl_offer_flags_options -1
}

_statectl_joined() {
    local rest="${COMP_LINE}" head=''
    local -a words=()
    local -i index current=0 is_joined=0
    for index in "${!COMP_WORDS[@]}"; do
        local piece="${COMP_WORDS[index]}"
        if [[ "${index}" -gt 1 && "${rest}" != [[:space:]]* ]] \
            && [[ "${piece}" == :* || "${COMP_WORDS[index - 1]}" == *: ]]; then
            words[${#words[@]} - 1]+="${piece}"
            [[ "${index}" -eq "${COMP_CWORD}" ]] && is_joined=1
        else
            words+=("${piece}")
        fi
        [[ "${index}" -eq "${COMP_CWORD}" ]] && current="$((${#words[@]} - 1))"
        rest="${rest#*"${piece}"}"
    done
    local -a COMP_WORDS=("${words[@]}")
    local -i COMP_CWORD="${current}"
    local word="${2}"
    if [[ "${is_joined}" -eq 1 ]]; then
        word="${words[current]}"
        head="${word%"${word##*:}"}"
    fi
    _statectl "${1}" "${word}" "${words[current - 1]}"
    COMPREPLY=("${COMPREPLY[@]#"${head}"}")
}

complete -o filenames -F _statectl_joined statectl
