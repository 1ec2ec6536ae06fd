import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

/// The names by which the user knows the tool and its policy file.
///
/// Findings, messages, help and documents are written as those of the program `host`: they name its commands in backquotes,
/// as in "see `host validate`", and its policy file `host.json`. The tool of an application replaces these names where it
/// writes text for its user, and nowhere else. So what is cached, compared or read by an application does not depend on them.
struct ToolNames: Sendable {
  /// The words that start the tool in a shell, such as `editor plugins`. The commands follow them.
  let name: String
  /// The name of the policy file.
  let policyFile: String

  /// The tool as messages and reports name it.
  var program: Program { Program(name: name, version: Version.text, help: "host help") }

  /// The words that start the tool again in this directory: with the path by which the user has started it, if there is one.
  var commandLine: String {
    guard let path = ProcessArguments.all.first, path.utf8.contains(UInt8(ascii: "/")),
      let word = name.split(separator: " ").first, FilePath(path).name == FilePath(String(word))
    else { return name }
    return PluginSDK.quoted(path) + name.dropFirst(word.count)
  }

  /// A text, in which backquotes enclose commands and files.
  func text(_ text: String) -> String {
    guard name != "host" || policyFile != "host.json" else { return text }
    let quotations = [
      ("host ", name + " "), ("lldb -- host ", "lldb -- \(name) "),
      ("host.json`", policyFile + "`"),
    ]
    // The search is for bytes: one for characters would be the dearest part of a list of plugins.
    var result = ""
    var rest = text[...]
    while let quote = rest.utf8.firstIndex(of: UInt8(ascii: "`")) {
      let quoted = rest.utf8.index(after: quote)
      result += String(rest[..<quoted])
      rest = rest[quoted...]
      guard let (old, new) = quotations.first(where: { rest.utf8.starts(with: $0.0.utf8) }) else {
        continue
      }
      result += new
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: old.utf8.count)...]
    }
    return result + String(rest)
  }

  /// A part of the help, which also names the policy file without backquotes.
  func help(_ text: String) -> String {
    self.text(text).replacing("host.json", with: policyFile)
  }

  /// A command line.
  func command(_ line: String) -> String {
    guard name != "host" else { return line }
    return line.replacing(#/(^|[ (])host /#) { "\($0.output.1)\(name) " }
      .replacing("host.json", with: policyFile)
  }
}

extension PluginTool {
  /// The names of the tool: that by which the process was started, if it is an alternative one.
  var names: ToolNames {
    let called = ProcessArguments.all.first.map { FilePath($0).name.text } ?? name
    return ToolNames(
      name: alternativeNames.contains(called) ? called : name, policyFile: policyFile)
  }
}
