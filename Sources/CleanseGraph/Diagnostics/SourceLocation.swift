/// A line of source code.
public struct SourceLocation: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The file as `Module/File.swift`, which is the same on every machine.
  public package(set) var file: String
  /// The path of the file: for Swift, below the repository or the package in which it was compiled; for other languages, as
  /// it was passed to the compiler. The same as ``file`` if it is not known.
  public package(set) var path: String
  /// The line, counted from one.
  public package(set) var line: Int

  /// Creates a location.
  ///
  /// - Parameters:
  ///   - file: The value of `#fileID`.
  ///   - path: The path of the file; nil if it is not known.
  ///   - line: The value of `#line`.
  public init(file: String, path: String? = nil, line: Int) {
    self.file = file
    self.path = path ?? file
    self.line = line
  }

  /// The short form that findings print: `file:line`.
  public var description: String { "\(file):\(line)" }
}
