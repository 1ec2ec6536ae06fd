import CleanseGraph

/// Two plugins that need different files under one name. The dynamic linker loads one library of a name for the whole
/// process, so one of the plugins would run with the library of the other, or in its place.
package struct LibraryConflict: Equatable {
  /// How a plugin conflicts with one that comes before it.
  enum Kind: Equatable {
    /// Both need a library of the name.
    case needed
    /// The plugin needs a library of the name, and the other plugin itself has that soname.
    case hidden
    /// The plugin has the name as its soname, and the other one needs a library of that name.
    case hiding
    /// The plugin, or a library that it needs, has the path of the other plugin as its soname.
    case replacing
  }

  let kind: Kind
  /// The soname, or the name under which the library is needed.
  let name: String
  /// The path of the plugin's file of that name.
  let file: String
  /// The path of the other plugin's.
  let otherFile: String
  /// The identifier of the other plugin.
  let user: String
}

extension LibraryConflict {
  /// The message, as a predicate whose subject is the plugin's path.
  var predicate: String {
    switch kind {
    case .needed: "needs another file of \(name) than \(user)"
    case .hidden: "needs \(name), but \(user) has this name itself"
    case .hiding: "has the soname \(name), but \(user) needs another file of this name"
    case .replacing: "would be loaded in place of \(user), whose path is a soname here"
    }
  }

  var notes: [Diagnostic.Note] {
    if kind == .replacing { return [Diagnostic.Note("\(file) has the soname \(name)")] }
    let own = kind == .hiding ? "it is" : "it needs"
    let other = kind == .hidden ? "is" : "needs"
    return [
      Diagnostic.Note("\(own) \(file)"), Diagnostic.Note("\(user) \(other) \(otherFile)"),
      Diagnostic.Note(
        "a process has one library of a name, which is that of the plugin loaded first"),
    ]
  }

  /// The suggested fix.
  var fix: String {
    switch kind {
    case .needed:
      """
      install one file that fits both plugins where both find it, such as a contract; or give one of the plugins its own: \
      link it statically, or build the library with another soname
      """
    case .hidden: "link \(user) with another soname, or without `-soname`"
    case .hiding: "link the plugin with another soname, or without `-soname`"
    case .replacing: "link that file with another soname, or without `-soname`"
    }
  }
}
