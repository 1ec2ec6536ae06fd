import CleanseGraph

/// Names of keys that are short enough to be drawn.
struct KeyNames {
  /// What would stand for more than one key, if the modules were left out.
  private let ambiguous: Set<String>

  init(_ graph: BindingGraph) {
    var meanings: [String: Key] = [:]
    var ambiguous: Set<String> = []
    func add(_ key: Key) {
      let name = Self.withoutModules(key.description)
      if meanings.updateValue(key, forKey: name).map({ $0 != key }) ?? false {
        ambiguous.insert(name)
      }
    }
    for binding in graph.bindings {
      add(binding.key)
      for request in binding.requests { add(request.key) }
    }
    for component in graph.components { add(component.root) }
    self.ambiguous = ambiguous
  }

  /// The key without the modules of its types, unless another key would have the same name.
  func short(_ key: Key) -> String { short(key.description) }

  /// The same of any name.
  func short(_ name: String) -> String {
    let short = Self.withoutModules(name)
    return ambiguous.contains(short) ? name : short
  }

  /// The text without the first part of each `Module.Type`; a name of C, as in `@station.name`, stays.
  static func withoutModules(_ name: String) -> String {
    var result = ""
    var path = ""
    for character in name {
      if character.isLetter || character.isNumber || "_.@".contains(character) {
        path.append(character)
      } else {
        result += withoutModule(path)
        result.append(character)
        path = ""
      }
    }
    return result + withoutModule(path)
  }

  private static func withoutModule(_ path: String) -> String {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }), !path.contains("@") else {
      return path
    }
    return parts.dropFirst().joined(separator: ".")
  }
}
