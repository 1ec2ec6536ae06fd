extension [String] {
  /// The arguments of `host` with the sandbox turned off, if the command has one: for tests of what plugins do that the
  /// sandbox prevents.
  var unconfined: [String] {
    guard let command = first, ["probe", "run", "show", "validate", "without"].contains(command)
    else { return self }
    return [command, "--sandbox", "off"] + dropFirst()
  }
}
