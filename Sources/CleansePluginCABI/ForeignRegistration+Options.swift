import CleanseC
public import CleanseGraph
import CleansePlugin
import CleanseSupport
import CleansePluginMetadata

extension Diagnostic.Code {
  /// A C plugin requests an option that its manifest does not declare, or with a type that can't hold its values.
  public static let pluginOptionRequest: Self = "plugin/option-request"
  /// The address of an option can't be used.
  public static let pluginUnusableAddress: Self = "plugin/unusable-address"
}

extension ForeignRegistration {
  /// Binds the options that a function requests, and replaces the requests by their keys.
  func bindOptions(
    of signature: inout CSignature, at location: RecordedLocation
  ) throws(Refusal) {
    try checkIsNoOption(signature.result, at: location)
    let parameters = signature.parameters
    guard parameters.indices.contains(where: { parameters[$0].key.isOption }) else { return }
    var bound: [CParameter] = []
    for parameter in parameters {
      guard let name = parameter.key.optionName else {
        bound.append(parameter)
        continue
      }
      let setting = try setting(name, requestedAs: parameter.key.type, in: signature, at: location)
      do {
        bound.append(
          CParameter(
            name: parameter.name,
            key: try binder.bind(setting, as: parameter.key.type, at: location),
            form: parameter.form, isBorrowed: parameter.isBorrowed))
      } catch let error as ListeningSocketError {
        throw Refusal(error, location)
      } catch {
        throw misuse("the option `\(name)` can't be passed to C: \(error)", at: location)
      }
    }
    signature = CSignature(
      function: signature.function, result: signature.result, isOwned: signature.isOwned,
      parameters: bound, throws: signature.throws)
  }

  /// Checks that a plugin does not bind an option itself.
  func checkIsNoOption(_ key: CKey, at location: RecordedLocation) throws(Refusal) {
    guard key.isOption else { return }
    throw misuse(
      "`\(key)` can't be bound: names that begin with `\(CKey.optionPrefix)` are those of the plugin's options",
      at: location)
  }

  private func setting(
    _ name: String, requestedAs type: CType, in signature: CSignature, at location: RecordedLocation
  ) throws(Refusal) -> OptionSetting {
    guard let setting = binder.options[name] else {
      let names = binder.options.keys.sorted()
      let hint =
        if let nearest = NearestNames.first(name, among: names, within: .half) {
          "write `@\(CKey.optionPrefix)\(nearest)`, or declare"
        } else {
          "declare"
        }
      throw Refusal(
        code: .pluginOptionRequest,
        message:
          "`\(signature)` requests the option `\(name)`, which the manifest does not declare",
        location: location.sourceLocation, fix: "\(hint) the option with CLEANSE_OPTIONS")
    }
    let option = setting.option
    guard option.type.fits(type) else {
      throw Refusal(
        code: .pluginOptionRequest,
        message: "`\(signature)` requests the option `\(name)` as `\(type)`, but it is "
          + "\(option.type.expectation)",
        location: location.sourceLocation, fix: "request it as `\(option.type.inC)`")
    }
    return setting
  }
}

extension ForeignRegistration.Refusal {
  /// - Parameter declaration: The function that requests the socket; nil if none does.
  fileprivate init(_ error: ListeningSocketError, _ declaration: RecordedLocation?) {
    self.init(
      code: .pluginUnusableAddress, message: error.message,
      location: error.setting.map(\.location) ?? declaration?.sourceLocation,
      note: error.setting?.source,
      fix: "set the option to another address, or see that the system allows this one")
  }
}

extension PluginBinder {
  /// Records why a registration is rejected.
  func add(_ refusal: ForeignRegistration.Refusal) {
    addError(
      refusal.message, code: refusal.code, at: refusal.location,
      notes: refusal.note.map { [Diagnostic.Note($0)] } ?? [], fix: refusal.fix)
  }

  /// Binds the value of an option as a C type, unless that is done already.
  ///
  /// - Parameter location: The function that requests it; nil if none does.
  /// - Returns: The key of the binding. No other plugin can write its name.
  func bind(
    _ setting: OptionSetting, as type: CType, at location: RecordedLocation?
  ) throws -> CKey {
    let origin = recorder.provenance.origin ?? ""
    let key = CKey(
      type: type, name: "\(origin)/\(CKey.optionPrefix)\(setting.option.name)")
    guard boundOptions.insert(key).inserted, let value = try value(of: setting, as: type) else {
      return key
    }
    recorder.record(
      ForeignBinding(CSignature(result: key), source: .value(try ForeignValue(value, as: type))),
      at: location)
    return key
  }

  /// The value of an option as the Swift type that a C type is converted to: for a socket, its descriptor.
  private func value(of setting: OptionSetting, as type: CType) throws -> (any Sendable)? {
    guard case (.socket, .string(let address)) = (setting.option.type, setting.value) else {
      return setting.value.inC(as: type)
    }
    // A graph that is only validated needs no socket.
    return SocketProvider.isProvided ? try SocketProvider.descriptor(for: address) : Int32(-1)
  }

  /// Binds the options that no function has requested, so that they are in the graph.
  package func bindUnusedOptions() {
    // Not a path: a qualifier with the name of an option.
    let used = Set(boundOptions.compactMap { $0.name?.split(separator: "/").last })
    for (name, setting) in options.sorted(by: { $0.key < $1.key })
    where !used.contains("\(CKey.optionPrefix)\(name)") {
      do {
        _ = try bind(setting, as: setting.option.type.inC, at: nil)
      } catch let error as ListeningSocketError {
        add(ForeignRegistration.Refusal(error, nil))
      } catch {
        addError("the option `\(name)` can't be passed to C: \(error)", code: .pluginOptionRequest)
      }
    }
  }
}

extension CKey {
  /// The start of the names of options.
  static let optionPrefix = "option."

  /// Whether it is the key of an option.
  var isOption: Bool {
    // Most names differ in their first letter.
    guard let name, name.utf8.first == UInt8(ascii: "o") else { return false }
    return name.hasPrefix(Self.optionPrefix)
  }

  /// The name of the requested option; nil for any other key.
  var optionName: String? {
    isOption ? name.map { String($0.dropFirst(Self.optionPrefix.count)) } : nil
  }
}
