import CleanseGraph

/// What a contributor may record: it is kept in memory, sent between processes and shown.
///
/// A class, so that comparing a count with its limit copies none of the errors.
package final class RecordingLimits: Sendable {
  /// A limit, and the error of a contributor that exceeds it.
  package struct Limit: Sendable {
    let most: Int
    let error: Diagnostic

    package init(_ most: Int, else error: Diagnostic) {
      (self.most, self.error) = (most, error)
    }
  }

  /// The number of bindings, of their requests, and of other declarations.
  let declarations: Limit
  /// The bytes of the texts of declarations in a guest language.
  let texts: Limit
  /// The number of errors that are kept; of the others, the number is reported.
  let errors: Int

  package init(declarations: Limit, texts: Limit, errors: Int) {
    (self.declarations, self.texts, self.errors) = (declarations, texts, errors)
  }
}

/// What the current contributor has recorded, in the component and in its subcomponents. All their recorders share it.
final class RecordingAllowance {
  /// Nil for the application, and for a contributor without limits.
  private var limits: RecordingLimits?
  private var declarations = 0
  private var texts = 0
  private var errors = 0
  /// Whether a limit of the declarations is exceeded, so that no more of them are recorded.
  private(set) var isExceeded = false

  var isLimited: Bool { limits != nil }
  var hasErrors: Bool { errors > 0 || isExceeded }
  /// Whether the contributor can't be used, and further errors are not kept.
  var isExhausted: Bool { isExceeded || limits.map { errors >= $0.errors } ?? false }
  /// The number of errors that were not kept.
  var droppedErrors: Int { max(0, errors - (limits?.errors ?? errors)) }

  /// Begins with another contributor; with nil, continues with the application.
  func restart(within limits: RecordingLimits?) {
    self.limits = limits
    (declarations, texts, errors, isExceeded) = (0, 0, 0, false)
  }

  /// Counts declarations.
  ///
  /// - Parameter exceed: Called with the error if they are the first beyond the limit.
  func take(declarations count: Int, _ exceed: (Diagnostic) -> Void) {
    declarations += count
    guard let limits, declarations > limits.declarations.most, !isExceeded else { return }
    isExceeded = true
    exceed(limits.declarations.error)
  }

  /// Counts the bytes of a text, likewise.
  func take(text count: Int, _ exceed: (Diagnostic) -> Void) {
    texts += count
    guard let limits, texts > limits.texts.most, !isExceeded else { return }
    isExceeded = true
    exceed(limits.texts.error)
  }

  /// Counts an error.
  ///
  /// - Returns: Whether it is kept. After a limit of the declarations was exceeded, which is reported, no further one is.
  func takeError() -> Bool {
    guard let limits else { return true }
    guard !isExceeded else { return false }
    errors += 1
    return errors <= limits.errors
  }
}
