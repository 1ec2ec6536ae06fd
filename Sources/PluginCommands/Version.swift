import CleansePlugin

/// The version of the program, which equals that of the framework that it is built with.
enum Version {
  static let text = CleanseVersion.current

  /// The only architecture that the program is tested on.
  private static let tested = "x86_64"

  /// The architecture that the program is built for.
  static let architecture: String = {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "another processor"
    #endif
  }()

  /// The output of `host --version` for a program built for an architecture.
  static func report(for architecture: String) -> String {
    let line = "host \(text)\n"
    guard architecture != tested else { return line }
    return line + "untested on \(architecture): the tests run only on \(tested)\n"
  }
}
