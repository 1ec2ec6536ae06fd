/// Why a graph document can't be used.
public struct GraphDocumentError: Error, Hashable, Sendable {
  /// The file or directory, as it was named.
  public let path: String
  /// What is wrong, in one line without a full stop.
  public let message: String
  /// What to do about it.
  public let remedy: String?
  /// Whether there is no such file, which is a mistake of whoever named it.
  public let isMissing: Bool

  init(path: String, message: String, remedy: String? = nil, isMissing: Bool = false) {
    self.path = path
    self.message = message
    self.remedy = remedy
    self.isMissing = isMissing
  }

  init(path: String, _ defect: GraphDocumentDefect) {
    self.init(path: path, message: "\(path) \(defect.predicate)", remedy: defect.remedy)
  }
}

extension GraphDocumentError: CustomStringConvertible {
  public var description: String { message }
}
