import CleanseSupport
import CleanseFindingReports
import CleansePluginHost

/// Finds out what can replace the last word of a command line, from the declarations of the commands and from the notes
/// of plugins. It loads no plugin.
///
/// A shell runs the script of its ``CompletionShell``, which passes the words to `host completions --complete`; the
/// ``Completions`` are its answer. The keys are those that ``KnownKeys`` has stored for the directories.
struct Completer {
  private let context: CommandContext
  /// The words before the last one, after those that start the tool.
  private let words: [String]
  /// The word to complete.
  private let current: String

  /// - Parameter words: The words after the program's name; nil if they don't start the tool.
  init?(_ words: [String], in context: CommandContext) {
    let prefix = context.names.name.split(separator: " ").dropFirst().map(String.init)
    guard let current = words.last, words.dropLast().starts(with: prefix) else { return nil }
    self.context = context
    self.current = current
    self.words = Array(words.dropLast().dropFirst(prefix.count))
  }

  var completions: Completions {
    guard let first = words.first else {
      return (current.hasPrefix("-") ? names(of: PluginTool.options) : commands)
        .beginning(with: current)
    }
    guard let command = context.tool.commands.first(where: { $0.name == first }) else {
      return Completions()
    }
    let line = Line(words.dropFirst(), command.options)
    if let option = line.waiting {
      return values(of: option, current, line).beginning(with: current)
    }
    if current.hasPrefix("-"), !line.isTrailing {
      guard let sign = current.firstIndex(of: "="),
        let option = command.options.options.first(where: { "--\($0.name)" == current[..<sign] })
      else { return names(of: command.options).beginning(with: current) }
      let value = String(current[current.index(after: sign)...])
      return values(of: option, value, line).beginning(with: value)
        .following(String(current[...sign]))
    }
    return operands(of: command, line).beginning(with: current)
  }

  /// The words of a command before the one to complete.
  private struct Line {
    /// The option whose value comes next.
    private(set) var waiting: Option?
    private(set) var operands: [String] = []
    /// The words after `--`; nil if there was none.
    private(set) var trailing: [String]?
    private(set) var options: Set<String> = []

    var isTrailing: Bool { trailing != nil }

    init(_ words: some Sequence<String>, _ table: OptionTable) {
      for word in words {
        if trailing != nil {
          trailing?.append(word)
        } else if waiting != nil {
          waiting = nil
        } else if word == "--" {
          trailing = []
        } else if word.hasPrefix("--") {
          let name = word.dropFirst(2).prefix { $0 != "=" }
          let option = table.options.first { $0.name == name }
          if let option { options.insert(option.name) }
          waiting = word.contains("=") || option?.requiresValue != true ? nil : option
        } else {
          operands.append(word)
        }
      }
    }
  }

  // MARK: - From the declarations

  private var commands: Completions {
    Completions(
      candidates: context.tool.commands.map {
        .init(word: $0.name, summary: context.names.help($0.help(in: context.tool).summary))
      })
  }

  private func names(of table: OptionTable) -> Completions {
    Completions(
      candidates: table.options.map {
        .init(word: "--\($0.name)", summary: context.names.help($0.summary))
      })
  }

  private func words(_ words: some Sequence<String>) -> Completions {
    Completions(candidates: words.map { .init(word: $0) })
  }

  /// The values of an option, by the name of its value in the help.
  ///
  /// - Parameter value: What there is of the value.
  private func values(of option: Option, _ value: String, _ line: Line) -> Completions {
    guard option.values.isEmpty else { return words(option.values) }
    switch option.placeholder {
    case "FILE", "KEYFILE", "PATH": return .files
    case "DIR": return .directories
    case "PLUGIN": return identifiers(line)
    case "KEY": return keys(value, line)
    case "CODE=LEVEL": return levels(value)
    case "OPTION=VALUE": return options(line)
    default: return Completions()
    }
  }

  /// The operands of a command, by its usage line.
  private func operands(of command: any Subcommand.Type, _ line: Line) -> Completions {
    let operands = command.help(in: context.tool).operands
    if let trailing = line.trailing, operands.contains("-- COMMAND") {
      return trailing.isEmpty ? contributedCommands(line) : .files
    }
    // `[DIR]... | --graph FILE...`
    let alternatives = operands.split(separator: " | ")
    let usage =
      alternatives.first { $0.hasPrefix("--graph") == line.options.contains("graph") }
      ?? alternatives.first ?? ""
    var completions = Completions()
    for token in usage.split(separator: " ") {
      switch token.trimming("[].") {
      case "DIR": completions = completions + .directories
      case "FILE", "A", "B": completions = completions + .files
      case "KEY": completions = completions + keys(current, line)
      case "PLUGIN": completions = completions + identifiers(line) + .files
      case "COMMAND|options":
        completions = completions + commands + words([HelpCommand.optionsTopic])
      case let name where name.first?.isLowercase == true:
        completions = completions + words(name.split(separator: "|").map(String.init))
      default: break
      }
    }
    return completions
  }

  /// `CODE=`, and after it the levels.
  private func levels(_ value: String) -> Completions {
    guard let sign = value.firstIndex(of: "=") else {
      var codes = words(Diagnostic.Code.known.map { "\($0.rawValue)=" }.sorted())
      codes.directives = [.nospace]
      return codes
    }
    return words(FindingLevel.allCases.map(\.rawValue)).following(String(value[...sign]))
  }

  // MARK: - From plugins

  /// The directories of the line, or those of the settings.
  private func path(_ line: Line) -> PluginPath? {
    let named = line.operands.filter(QueryOperands.isDirectory)
    var context = context
    if named.isEmpty {
      guard let policy = try? Policy(ParsedArguments(), for: CompletionsCommand.name, in: context)
      else { return nil }
      context.policy = policy
    }
    return PluginPath(operands: named, policy: context.policy)
  }

  /// The manifests of the plugins, from their notes.
  private func manifests(_ line: Line) -> [PluginManifest] {
    guard let path = path(line) else { return [] }
    return (try? PluginHost(directories: path.directories).manifests()) ?? []
  }

  private func identifiers(_ line: Line) -> Completions {
    Completions(
      candidates: manifests(line).map { .init(word: $0.identifier, summary: $0.summary) })
  }

  private func contributedCommands(_ line: Line) -> Completions {
    Completions(
      candidates: manifests(line).flatMap { $0.contributions["Command"] ?? [] }
        .map { .init(word: $0.name, summary: $0.summary) })
  }

  /// `PLUGIN.OPTION=`.
  private func options(_ line: Line) -> Completions {
    Completions(
      candidates: manifests(line).flatMap { plugin in
        plugin.options.map { .init(word: "\(plugin.identifier).\($0.name)=", summary: $0.summary) }
      }, directives: [.nospace])
  }

  /// The keys of the last graph of the directories. If no full name begins with the text, the names without modules.
  private func keys(_ text: String, _ line: Line) -> Completions {
    guard let path = path(line) else { return Completions() }
    let names = KnownKeys.of(path, in: context)
    guard !names.contains(where: { $0.hasPrefix(text) }) else { return words(names) }
    let short = names.map { $0.replacing(/[A-Za-z_][A-Za-z0-9_]*\./, with: "") }
    return words(Set(short).sorted())
  }
}

extension Option {
  /// Whether the word after the option is its value.
  fileprivate var requiresValue: Bool {
    !isValueOptional && (placeholder != nil || !values.isEmpty)
  }
}

extension Substring {
  /// The text without these characters at both ends.
  fileprivate func trimming(_ characters: String) -> String {
    var text = self
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}
