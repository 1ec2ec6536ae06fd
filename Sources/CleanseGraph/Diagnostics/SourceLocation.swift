/// A line of source code.
public struct SourceLocation: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The file as `Module/File.swift`, which is the same on every machine.
  public package(set) var file: String
  /// The path that was passed to the compiler, which an editor can open on the build machine.
  public package(set) var path: String
  /// The line, counted from one.
  public package(set) var line: Int

  /// Creates a location from the values of `#fileID`, `#filePath` and `#line`.
  public init(file: String, path: String, line: Int) {
    self.file = file
    self.path = path
    self.line = line
  }

  /// The short form that findings print: `file:line`.
  public var description: String { "\(file):\(line)" }
}
