import CleanseGraph

/// The short names of keys in a drawing: without modules, unless two keys would then have the same name.
struct KeyNames {
  /// The names without modules that more than one key has.
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

  /// The same for any name.
  func short(_ name: String) -> String {
    let short = Self.withoutModules(name)
    return ambiguous.contains(short) ? name : short
  }

  /// The element of a collection in the short name of its key: `any Command` for `[any Command]`, and
  /// `Page tagged Pages` for `[Int: Page] tagged Pages`; the whole short name for a key of another form.
  func element(of collection: Key) -> String {
    let name = short(collection)
    for opening in ["[", "Set<"] where name.hasPrefix(opening) {
      return Self.element(in: name.dropFirst(opening.count)) ?? name
    }
    return name
  }

  /// The element in what follows the opening bracket of a collection, with the qualifier after the closing one.
  private static func element(in name: Substring) -> String? {
    var depth = 0
    var start = name.startIndex
    var previous: Character?
    for index in name.indices {
      switch name[index] {
      case "[", "(", "<": depth += 1
      case "]", ")": depth -= 1
      // Not the arrow of a function type.
      case ">" where previous != "-": depth -= 1
      case ":" where depth == 0: start = name.index(after: index)
      default: break
      }
      previous = name[index]
      guard depth < 0 else { continue }
      let element = name[start..<index].drop { $0 == " " }
      return element.isEmpty ? nil : "\(element)\(name[name.index(after: index)...])"
    }
    return nil
  }

  /// The text without the first part of each `Module.Type`; a C name, as in `@station.name`, stays.
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
