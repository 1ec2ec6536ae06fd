/// A ``SourceLocation`` as it was recorded.
@frozen package struct RecordedLocation: Sendable {
  @frozen package enum Representation: Sendable {
    /// The literals that the compiler passes: no memory is allocated before the location is read.
    case compiled(file: StaticString, line: Int)
    /// A location that the caller names at run time.
    // Indirect, as the fields of a location may grow.
    indirect case named(SourceLocation)
  }

  package let representation: Representation

  package init(file: StaticString, line: Int) {
    representation = .compiled(file: file, line: line)
  }

  package init(_ location: SourceLocation) {
    representation = .named(location)
  }

  package var sourceLocation: SourceLocation {
    switch representation {
    case .compiled(let file, let line):
      SourceLocation(file: file.description, line: line)
    case .named(let location): location
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
