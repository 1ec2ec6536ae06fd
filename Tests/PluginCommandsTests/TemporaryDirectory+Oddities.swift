import CleanseTestSupport

extension TemporaryDirectory {
  /// One file of each kind that is not a plugin.
  static func ofOddities() throws -> TemporaryDirectory {
    try TemporaryDirectory([
      "empty.so": "", "text.so": "hello\n", "readme.txt": "not looked at",
      "script.so": "/* GNU ld script */\nGROUP ( libm.so.6 )\n",
    ])
  }

  /// A link to itself, which not even root can open.
  func addLoop(_ name: String) throws -> String {
    try link(name, to: name)
  }
}
