@testable import Cleanse
@testable import CleanseC
@testable import CleanseGraph

/// A component whose root holds what a test requests.
enum Requesting<Request>: RootComponent {
  static func configure(binder: Binder<Singleton>) {}

  static func configureRoot(
    binder bind: ReceiptBinder<Requested<Request>>
  ) -> BindingReceipt<Requested<Request>> {
    bind.to(factory: Requested.init)
  }
}

final class Requested<Request> {
  let value: Request

  init(value: Request) {
    self.value = value
  }
}

/// A recording of a test's request and of a plugin's declarations, in C or in Swift.
func recording<Request>(
  requesting request: Request.Type, _ plugins: (String, (Recorder) -> Void)...
) -> Recording {
  Recording(of: Requesting<Request>.self) { recorder in
    for (origin, configure) in plugins { _ = recorder.attempt(from: origin, configure) }
  }
}

func recording<Request>(
  requesting request: Request.Type, _ plugin: (Recorder) -> Void
) -> Recording {
  Recording(of: Requesting<Request>.self) { _ = $0.attempt(from: "org.example.c", plugin) }
}

/// Builds the root with the requested value, after the whole graph passed validation.
func root<Request>(
  _ request: Request.Type, _ plugin: (Recorder) -> Void
) throws -> Requested<Request> {
  let recording = recording(requesting: request, plugin)
  let found = errors(of: recording)
  guard found.isEmpty else { throw ValidationError(diagnostics: found) }
  return try ComponentFactory<Requesting<Request>>(recording).build(())
}

/// The requested value alone.
func built<Request>(_ request: Request.Type, _ plugin: (Recorder) -> Void) throws -> Request {
  try root(request, plugin).value
}

func errors(of recording: Recording) -> [Diagnostic] {
  GraphValidation().diagnostics(of: recording.graph).filter { $0.severity == .error }
}

/// Whether the recording can be linked without validation.
func isLinked<Request>(_ recording: Recording, requesting request: Request.Type) -> Bool {
  (try? ComponentFactory<Requesting<Request>>(recording)) != nil
}

extension Recorder {
  /// The same recorder as a binder, for Swift bindings.
  var swift: Binder<Singleton> { Binder(recorder: self) }

  /// Binds a C function.
  func function(
    _ result: CKey, _ parameters: [CParameter] = [], name: String? = "make",
    isOwned: Bool = false, isThrowing: Bool = false, isShared: Bool = false,
    isContribution: Bool = false, isDecorator: Bool = false, order: Int = 0,
    override: Int? = nil, line: Int = 1,
    _ body: @escaping @Sendable (FakeCall) throws -> Void
  ) {
    let signature = CSignature(
      function: name, result: result, isOwned: isOwned, parameters: parameters,
      throws: isThrowing)
    let binding = ForeignBinding(
      signature, isContribution: isContribution, isDecorator: isDecorator,
      source: .function(FakeFunction(body: body)))
    record(binding, isShared: isShared, order: order, override: override, at: .c(line))
  }

  /// Binds a C value.
  func value<Value: BitwiseCopyable>(
    _ key: CKey, _ value: Value, isContribution: Bool = false, order: Int = 0, line: Int = 1
  ) {
    withUnsafeBytes(of: value) { bytes in
      guard let start = bytes.baseAddress else { return }
      do {
        let value = try ForeignValue(copying: start, of: key.type)
        record(
          ForeignBinding(
            CSignature(result: key), isContribution: isContribution, source: .value(value)),
          order: order, at: .c(line))
      } catch {
        addError("\(error)", at: nil)
      }
    }
  }
}

extension RecordedLocation {
  static func c(_ line: Int) -> Self {
    Self(in: NamedFile("plugin.c", path: "/src/plugin.c"), line: line)
  }
}

extension CKey {
  init(_ type: CType, _ name: String? = nil) {
    self.init(type: type, name: name)
  }
}

extension CParameter {
  static func value(_ type: CType, _ name: String? = nil, isBorrowed: Bool = false) -> Self {
    Self(key: CKey(type, name), isBorrowed: isBorrowed)
  }

  static func optional(_ type: CType, _ name: String? = nil) -> Self {
    Self(key: CKey(type, name), form: .optional)
  }

  static func provider(_ type: CType, _ name: String? = nil, isThrowing: Bool = false) -> Self {
    Self(key: CKey(type, name), form: .provider(throws: isThrowing))
  }

  static func optionalProvider(
    _ type: CType, _ name: String? = nil, isThrowing: Bool = false
  ) -> Self {
    Self(key: CKey(type, name), form: .optionalProvider(throws: isThrowing))
  }
}

extension CType {
  static let point = CType.structure(
    CStructureType(
      name: "point",
      fields: [
        CStructureType.Field(type: .int8, name: "x"),
        CStructureType.Field(type: .double, name: "y"),
      ]))
}

/// `point` in C.
struct FakePoint: BitwiseCopyable, Equatable {
  var x: Int8
  var y: Double
}

/// The tag with the C name `@it`.
enum ItTag<Element>: Tag {
  static var name: String { "it" }
}

/// The tag with the C name `@other`.
enum OtherTag<Element>: Tag {
  static var name: String { "other" }
}
