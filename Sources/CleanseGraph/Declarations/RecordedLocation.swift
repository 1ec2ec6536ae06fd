/// A ``SourceLocation`` as it was recorded.
@usableFromInline
@frozen package struct RecordedLocation: Sendable {
  @usableFromInline
  @frozen package enum Place: Sendable {
    /// As the compiler passes it: no memory is allocated before it is read.
    case compiled(file: StaticString, path: StaticString, line: Int)
    /// As the caller names it at run time.
    // Behind a reference, as what a location has may grow.
    indirect case named(SourceLocation)
  }

  @usableFromInline
  package let place: Place

  @usableFromInline
  package init(file: StaticString, path: StaticString, line: Int) {
    place = .compiled(file: file, path: path, line: line)
  }

  package init(_ location: SourceLocation) {
    place = .named(location)
  }

  package var sourceLocation: SourceLocation {
    switch place {
    case .compiled(let file, let path, let line):
      SourceLocation(file: file.description, path: path.description, line: line)
    case .named(let location): location
    }
  }
}

extension RecordedLocation: Hashable, Codable {
  @usableFromInline
  package static func == (left: RecordedLocation, right: RecordedLocation) -> Bool {
    left.sourceLocation == right.sourceLocation
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    hasher.combine(sourceLocation)
  }

  @usableFromInline
  package init(from decoder: any Decoder) throws {
    self.init(try SourceLocation(from: decoder))
  }

  @usableFromInline
  package func encode(to encoder: any Encoder) throws {
    try sourceLocation.encode(to: encoder)
  }
}
