import CleansePlugin

/// The version of the program, which is the one of the framework that it is built with.
enum Version {
  static let text = CleanseVersion.current

  /// The only processor that the program is tested on.
  private static let tested = "x86_64"

  /// The processor that the program is built for.
  static let architecture: String = {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      "another processor"
    #endif
  }()

  /// What `host --version` prints for a program that is built for a processor.
  static func report(for architecture: String) -> String {
    let line = "host \(text)\n"
    guard architecture != tested else { return line }
    return line + "untested on \(architecture): its tests run on \(tested) alone\n"
  }
}
