/// A ``SourceLocation`` as it was recorded.
@frozen package struct RecordedLocation: Sendable {
  @frozen package enum Representation: Sendable {
    /// The literals that the compiler passes: no memory is allocated before the location is read.
    case compiled(file: StaticString, line: Int)
    /// A line of a file that the caller names at run time.
    case inFile(NamedFile, line: Int)
  }

  /// A source file that is named at run time. Its locations share it.
  package final class NamedFile: Sendable {
    /// As in ``SourceLocation``.
    package let file, path: String

    package init(_ file: String, path: String) {
      (self.file, self.path) = (file, path)
    }
  }

  package let representation: Representation

  package init(file: StaticString, line: Int) {
    representation = .compiled(file: file, line: line)
  }

  package init(_ location: SourceLocation) {
    self.init(in: NamedFile(location.file, path: location.path), line: location.line)
  }

  package init(in file: NamedFile, line: Int) {
    representation = .inFile(file, line: line)
  }

  package var sourceLocation: SourceLocation {
    switch representation {
    case .compiled(let file, let line):
      SourceLocation(file: file.description, line: line)
    case .inFile(let named, let line):
      SourceLocation(file: named.file, path: named.path, line: line)
    }
  }
}

extension RecordedLocation: Hashable, Codable {
  package static func == (left: RecordedLocation, right: RecordedLocation) -> Bool {
    left.sourceLocation == right.sourceLocation
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(sourceLocation)
  }

  package init(from decoder: any Decoder) throws {
    self.init(try SourceLocation(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    try sourceLocation.encode(to: encoder)
  }
}
