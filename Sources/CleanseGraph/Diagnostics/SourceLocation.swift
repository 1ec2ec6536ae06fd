/// A line of source code.
public struct SourceLocation: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The file as `Module/File.swift`: the same on every machine.
  public var file: String
  /// The file as the compiler was given it; what an editor can open on the machine that built it.
  public var path: String
  /// Counted from one.
  public var line: Int

  /// A place as `#fileID`, `#filePath` and `#line` tell it.
  public init(file: String, path: String, line: Int) {
    self.file = file
    self.path = path
    self.line = line
  }

  /// The short form, as findings print it.
  public var description: String { "\(file):\(line)" }
}
