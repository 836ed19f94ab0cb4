// SPDX-License-Identifier: Apache-2.0

/// Changes to the completion scripts that the argument parser generates.
enum CompletionScript {
    /// Returns the script as it is printed; any other text stays as it is.
    static func adapted(_ text: String) -> String {
        if text.hasPrefix("#!/bin/bash\n") {
            text.replacing(bashBeginning, with: bashBeginning + bashHome)
                .replacing("-F _statectl statectl", with: "-F _statectl_joined statectl")
                .replacing("\ncomplete -o filenames", with: bashWords + "\ncomplete -o filenames")
        } else if text.hasPrefix("#compdef ") {
            // With history expansion off, zsh would not escape an exclamation mark in a name.
            text.replacing("unsetopt aliases banghist", with: "unsetopt aliases")
                .replacing(zshBeginning, with: zshBeginning + zshHome)
        } else {
            text
        }
    }

    private static let bashBeginning = "__statectl_add_completions() {\n"
    private static let zshBeginning = "__statectl_custom_complete() {\n"

    // Only the shell knows the directory that `~` or a variable stands for.
    private static let bashHome = "    [[ \"${cur}\" == \"~\"* ]] && set -- -f\n"
    private static let zshHome = "    [[ \"${PREFIX}\" == [~$]* ]] && { _files; return }\n"

    /// Joins the words that bash has split at colons, such as those of a URL, and removes the part
    /// before the last colon from the completions.
    private static let bashWords = #"""

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

        """#
}
