public import CleanseGraph
import CCleansePlugin
import CleansePlugin
import CleanseSupport

extension Diagnostic.Code {
  /// A C plugin declares a function, a key or a structure with a text that can't be parsed.
  public static let pluginMalformedSignature: Self = "plugin/malformed-declaration"
  /// A C plugin calls a function of the host's table with invalid arguments.
  public static let pluginMisusedTable: Self = "plugin/invalid-call"
}

/// The registration of a C plugin's declarations in the recording of its component.
package struct ForeignRegistration {
  /// The reason why a declaration is rejected.
  struct Refusal: Error {
    var code: Diagnostic.Code
    var message: String
    var location: SourceLocation?
    /// The line that can't be parsed, with a caret below, or the origin of a setting.
    var note: String?
    var fix: String
  }

  package static let misuseFix =
    "correct the call in the plugin; cleanse_plugin.h documents the host's functions"

  let binder: PluginBinder

  /// Records a factory or a value.
  func bind(_ pointer: UnsafePointer<cleanse_binding>?) throws(Refusal) {
    guard let pointer = unsafe pointer else { throw misuse("it called bind without a binding") }
    let binding: cleanse_binding
    do {
      unsafe binding = try ForeignTable.read(
        cleanse_binding.self, at: UnsafeRawPointer(pointer), "cleanse_binding")
    } catch {
      throw misuse("it called bind with an invalid binding: \(error)")
    }
    let location = unsafe location(binding.file, binding.line)
    let text = try unsafe text(binding.signature, at: location)
    let isService = unsafe binding.service != nil
    let flags = try unsafe BindingFlags(
      binding.flags, order: binding.order, isService: isService, location, binder)
    switch unsafe (binding.function, binding.value) {
    case (let function?, nil):
      var signature = try read(text, at: location) { parser throws(CSignatureError) in
        try parser.signature(text)
      }
      try bindOptions(of: &signature, at: location)
      try checkRequests(of: signature, at: location)
      if flags.isDecorator { try checkDecorator(signature, at: location) }
      let address = unsafe unsafeBitCast(function, to: UnsafeRawPointer.self)
      let service: ForeignService? =
        if let table = unsafe binding.service {
          try unsafe self.service(table, signature, at: location)
        } else {
          nil
        }
      let called: CFunction
      do {
        called = try unsafe CFunction(address, signature)
      } catch {
        throw misuse("`\(signature)` can't be called: \(error)", at: location)
      }
      record(
        ForeignBinding(
          signature, isContribution: flags.isContribution, isDecorator: flags.isDecorator,
          source: .function(called), service: service), flags, at: location)
    case (nil, let value?):
      let key = try read(text, at: location) { parser throws(CSignatureError) in
        try parser.value(text)
      }
      try checkIsNoOption(key, at: location)
      if isService { throw misuse("the value `\(key)` can't be a service", at: location) }
      if flags.isDecorator {
        throw misuse("the value `\(key)` can't be a decorator: bind a function", at: location)
      }
      let valueSize = unsafe Int(binding.value_size)
      guard valueSize == 0 || valueSize == key.type.size else {
        throw misuse(
          "`\(key)` is bound to a value of \(valueSize) bytes, but `\(key.type)` has "
            + "\(key.type.size)", at: location)
      }
      do {
        record(
          ForeignBinding(
            CSignature(result: key), isContribution: flags.isContribution,
            source: .value(try unsafe ForeignValue(copying: value, of: key.type))), flags,
          at: location)
      } catch {
        throw misuse("`\(key)` can't be bound: \(error)", at: location)
      }
    case (nil, nil):
      throw misuse(
        "`\(String(decoding: text, as: UTF8.self))` is bound to a null pointer", at: location)
    case (_?, _?):
      throw misuse(
        "`\(String(decoding: text, as: UTF8.self))` is bound to a function and to a value",
        at: location)
    }
  }

  /// Checks that a decorator requests what it wraps. Without that request, it would be an override.
  private func checkDecorator(
    _ signature: CSignature, at location: RecordedLocation
  ) throws(Refusal) {
    guard !signature.requestsResult else { return }
    throw Refusal(
      code: .decoratorWithoutRequest,
      message: "the decorator of `\(signature.result)` does not request it",
      location: location.sourceLocation,
      fix: "declare a parameter with this type and name, or replace it: pass CLEANSE_OVERRIDE")
  }

  private func record(
    _ binding: ForeignBinding, _ flags: BindingFlags, at location: RecordedLocation
  ) {
    binder.recorder.record(
      binding, isShared: flags.isShared, order: flags.order, override: flags.override,
      at: location)
  }

  /// Declares a key that may have no binding.
  func declare(_ text: [UInt8], at location: RecordedLocation) throws(Refusal) {
    let declaration = try read(text, at: location) { parser throws(CSignatureError) in
      try parser.declaration(text)
    }
    try checkIsNoOption(declaration.key, at: location)
    binder.recorder.declare(
      declaration.key, isCollection: !declaration.isOptional, at: location)
  }

  /// Declares a structure, for the following declarations of the plugin.
  func declareStructure(_ text: [UInt8], at location: RecordedLocation) throws(Refusal) {
    let structure = try read(text, at: location) { parser throws(CSignatureError) in
      try parser.structure(text)
    }
    binder.structures[structure.name] = structure
  }

  /// Records the destructor of the targets of `name *`.
  func declareHandle(
    _ text: [UInt8], _ destroy: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?,
    at location: RecordedLocation
  ) throws(Refusal) {
    let name = try read(text, at: location) { parser throws(CSignatureError) in
      try parser.handle(text)
    }
    guard let destroy = unsafe destroy else {
      throw misuse("the handle `\(name) *` is declared without a destructor", at: location)
    }
    unsafe binder.recorder.declare(handle: name, at: location) { unsafe destroy($0) }
  }

  private func read<Result>(
    _ text: [UInt8], at location: RecordedLocation,
    _ parse: (CSignatureParser) throws(CSignatureError) -> Result
  ) throws(Refusal) -> Result {
    do throws(CSignatureError) {
      return try parse(CSignatureParser(structures: binder.structures))
    } catch {
      throw Refusal(
        code: .pluginMalformedSignature, message: error.message, location: location.sourceLocation,
        note: text.isEmpty ? nil : error.excerpt,
        fix:
          "correct the declaration in the plugin; Documentation/PluginABI.md describes the syntax")
    }
  }

  func misuse(_ message: String, at location: RecordedLocation? = nil) -> Refusal {
    Refusal(
      code: .pluginMisusedTable, message: message, location: location?.sourceLocation,
      fix: Self.misuseFix)
  }

  /// Reads a required text.
  ///
  /// - Parameter location: That of the declaration, whose file was read last.
  func text(
    _ text: UnsafePointer<CChar>?, at location: RecordedLocation
  ) throws(Refusal) -> [UInt8] {
    guard let text = unsafe text else {
      throw misuse("it called a function of the host with a null pointer for a text", at: location)
    }
    unsafe CText.read(text, limit: CSignatureLimits.text, into: &binder.text)
    let bytes = binder.text
    binder.recorder.take(text: bytes.count + (binder.sourceFile?.length ?? 0))
    return bytes
  }

  /// Returns the location of a declaration in C.
  func location(_ file: UnsafePointer<CChar>?, _ line: UInt32) -> RecordedLocation {
    if let file = unsafe file, let known = binder.sourceFile, unsafe known.isNamed(file) {
      return known.location(Int(line))
    }
    let read = unsafe file.map { unsafe CSourceFile($0) } ?? .unknown
    binder.sourceFile = read
    return read.location(Int(line))
  }
}
