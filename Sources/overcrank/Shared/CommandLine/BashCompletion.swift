/// What bash completes, where ArgumentParser's script does not reach.
enum BashCompletion {
    /// Adds to a script of ArgumentParser that values may have colons in them: `spectral:fast`. Bash takes a colon for a word
    /// of its own, and what is offered for what follows it. And behind `help` the names of commands are offered, as they are without it.
    ///
    /// - Parameter script: of any shell.
    /// - Returns: the script; that of another shell as it was.
    static func withColons(_ script: String) -> String {
        guard script.hasSuffix(registration("_overcrank")) else { return script }
        return script.dropLast(registration("_overcrank").count) + joined + registration("_overcrank_joined")
    }

    private static func registration(_ function: String) -> String {
        "complete -o filenames -F \(function) overcrank"
    }

    /// Words are joined where no space is between them; `head` is what the word at the cursor has before what bash takes for it.
    private static let joined = #"""
        _overcrank_joined() {
            local line="${COMP_LINE}" head='' word
            local -a words=()
            local -i index current=0
            for index in "${!COMP_WORDS[@]}"; do
                word="${COMP_WORDS[index]}"
                if ((index > 0)) && [[ "${line}" != [[:space:]]* && ( "${word}" = :* || "${words[-1]}" = *: ) ]]; then
                    ((index == COMP_CWORD)) && head="${words[-1]}"
                    words[-1]+="${word}"
                else
                    words+=("${word}")
                fi
                ((index == COMP_CWORD)) && current=$((${#words[@]} - 1))
                line="${line#*"${word}"}"
            done
            [[ -n "${head}" && "${COMP_WORDS[COMP_CWORD]}" = :* ]] && head+="${COMP_WORDS[COMP_CWORD]}"
            local -a COMP_WORDS=("${words[@]}")
            local -i COMP_CWORD="${current}"
            if [[ "${words[1]}" = help ]] && ((current > 1)); then
                words=("${words[0]}" "${words[@]:2}")
                current+=-1
                # Behind a command that has no others there is nothing to name.
                if ((current > 1)); then
                    word="$(IFS=_; printf %s "${words[*]:1:current-1}")"
                    [[ -z "$(compgen -A function "_overcrank_${word}_")" ]] && return
                fi
                COMP_WORDS=("${words[@]}")
                COMP_CWORD=current
            fi
            _overcrank "${1}" "${head}${2}" "${words[current - 1]}"
            COMPREPLY=("${COMPREPLY[@]#"${head}"}")
        }


        """#
}
