/// A ``SourceLocation`` as it was recorded.
@usableFromInline
package struct RecordedLocation: Sendable {
  private enum Place {
    /// As the compiler passes it: nothing is allocated before it is read.
    case compiled(file: StaticString, path: StaticString, line: Int)
    /// As somebody told it at run time.
    case told(SourceLocation)
  }

  private let place: Place

  @usableFromInline
  init(file: StaticString, path: StaticString, line: Int) {
    place = .compiled(file: file, path: path, line: line)
  }

  package init(_ location: SourceLocation) {
    place = .told(location)
  }

  var sourceLocation: SourceLocation {
    switch place {
    case .compiled(let file, let path, let line):
      SourceLocation(file: file.description, path: path.description, line: line)
    case .told(let location): location
    }
  }
}
