import CleanseSupport

/// The author of a new project.
enum ProjectAuthor {
  /// The name that git uses, else that of the user account.
  ///
  /// It becomes a part of JSON and of C string literals, so characters with a meaning there are left out.
  static func name(_ environment: [String: String]) -> String {
    let candidates = [{ ofGit(environment) }, ofAccount]
    let names = candidates.lazy.map { plain($0()) }
    return names.first { !$0.isEmpty } ?? "Unknown author"
  }

  private static func ofGit(_ environment: [String: String]) -> String {
    guard let git = ProgramSearch(path: environment["PATH"]).program("git"),
      let outcome = try? ChildProgram(
        path: git, arguments: ["config", "--get", "user.name"], limit: .seconds(5)
      ).run(input: ""), outcome.isSuccess
    else { return "" }
    return String(decoding: outcome.output, as: UTF8.self)
  }

  private static func ofAccount() -> String {
    guard let account = unsafe getpwuid(getuid()) else { return "" }
    // The full name is the first of several fields.
    let full = unsafe String(cString: account.pointee.pw_gecos).prefix { $0 != "," }
    return full.isEmpty ? unsafe String(cString: account.pointee.pw_name) : String(full)
  }

  private static func plain(_ name: String) -> String {
    let words = name.filter { character in
      character.isLetter || character.isNumber || " -.'".contains(character)
    }.split(separator: " ")
    return String(words.joined(separator: " ").prefix(100))
  }
}
