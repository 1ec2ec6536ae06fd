/// A ``SourceLocation`` as the compiler passes it: nothing is allocated before it is read.
@usableFromInline
package struct RecordedLocation: Sendable {
  let file: StaticString
  let path: StaticString
  let line: Int

  @usableFromInline
  init(file: StaticString, path: StaticString, line: Int) {
    self.file = file
    self.path = path
    self.line = line
  }

  var sourceLocation: SourceLocation {
    SourceLocation(file: file.description, path: path.description, line: line)
  }
}
