import CleanseFindingReports

/// A shell for which there is a script that completes command lines of the tool.
///
/// A script only passes the words of the line to `completions --complete` of the tool, which knows what can come next, and
/// hands the answer to the shell.
enum CompletionShell: String, OperandWord {
  case bash, zsh, fish

  /// The script.
  ///
  /// - Parameter tool: The words that start the tool, such as `host`, or `editor plugins`.
  func script(for tool: String) -> String {
    let words = tool.split(separator: " ")
    let function = "_" + tool.map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()
    let program = words.first.map(String.init) ?? tool
    // The words after the program's name in the user's line include those that start the tool.
    let command = (["$program"] + words.dropFirst().map(String.init)).joined(separator: " ")
    return template.replacing("@FUNCTION@", with: function).replacing("@PROGRAM@", with: program)
      .replacing("@TOOL@", with: tool).replacing("@COMMAND@", with: command)
  }

  private var template: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  // Bash splits words at `=` and `:`, and replaces only the last part. It inserts candidates as they are, except for
  // names of files, which it quotes itself.
  private static let bashScript = #"""
    # Completes command lines of @TOOL@ in bash: source <(@TOOL@ completions bash)
    @FUNCTION@() {
      local program=$1 word words=() current prefix candidate summary files=
      for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        word=${word#[\"\']}
        word=${word//\\/}
        if ((${#words[@]})) && [[ $word == [=:] || ${words[${#words[@]}-1]} == -*[=:] ]]; then
          words[${#words[@]}-1]+=$word
        else
          words+=("$word")
        fi
      done
      current=${words[${#words[@]}-1]}
      prefix=${current%"${current##*[=:]}"}
      COMPREPLY=()
      while IFS=$'\t' read -r candidate summary; do
        case $candidate in
          :files | :directories)
            files=1
            compopt -o filenames
            [ "$candidate" = :files ] && word=-f || word=-d
            while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen "$word" -- "${current#"$prefix"}")
            ;;
          :nospace) compopt -o nospace ;;
          *)
            candidate=${candidate#"$prefix"}
            [ -n "$files" ] || printf -v candidate %q "$candidate"
            COMPREPLY+=("$candidate")
            ;;
        esac
      done < <(@COMMAND@ completions --complete -- "${words[@]}" 2>/dev/null)
    }
    complete -F @FUNCTION@ @PROGRAM@

    """#

  private static let zshScript = #"""
    #compdef @PROGRAM@
    # Completes command lines of @TOOL@ in zsh: source <(@TOOL@ completions zsh)
    @FUNCTION@() {
      local program=${words[1]} line value found=1
      local -a values displays ending
      for line in "${(@f)$(@COMMAND@ completions --complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
        case $line in
          :files) _files && found=0 ;;
          :directories) _files -/ && found=0 ;;
          :nospace) ending=(-S '') ;;
          ?*)
            value=${line%%$'\t'*}
            values+=("$value")
            [[ $line == *$'\t'* ]] && displays+=("$value  -- ${line#*$'\t'}") || displays+=("$value")
            ;;
        esac
      done
      ((${#values})) && compadd $ending -l -d displays -a values && found=0
      return found
    }
    if [[ ${zsh_eval_context[-1]} == loadautofunc ]]; then
      @FUNCTION@ "$@"
    else
      compdef @FUNCTION@ @PROGRAM@
    fi

    """#

  private static let fishScript = #"""
    # Completes command lines of @TOOL@ in fish: @TOOL@ completions fish | source
    function @FUNCTION@
      set --local words (commandline --tokenize --cut-at-cursor --current-process)
      set --local current (commandline --current-token --cut-at-cursor)
      set --local program $words[1]
      for line in (@COMMAND@ completions --complete -- $words[2..] "$current" 2>/dev/null)
        switch $line
          case ':files'
            __fish_complete_path "$current"
          case ':directories'
            __fish_complete_directories "$current"
          case ':*'
          case '*'
            echo $line
        end
      end
    end
    complete --command @PROGRAM@ --no-files --arguments '(@FUNCTION@)'

    """#
}
