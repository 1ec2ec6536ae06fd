import Cleanse
import CleanseC
import CleansePluginCABI
import CleansePluginFiles
internal import CleansePluginMetadata

/// Compares the signatures of C functions with the types that the debug information of the plugin's file has.
///
/// A signature is a text, which no compiler checks. What the debug information does not say for certain, is no
/// difference: a missing prototype, variable parameters, another language than C and C++, a class in C++.
enum SignatureCheck {
  /// The findings about the functions that a plugin binds; nil if the check could not be made, or not be finished, so that
  /// another time it may find something.
  ///
  /// - Parameter milliseconds: The time that the check may take.
  /// - Precondition: The plugin is loaded into this process.
  static func findings(
    of plugin: PluginInspection, in recording: Recording, within milliseconds: Int
  ) -> [Diagnostic]? {
    let path = plugin.file.resolvedPath
    guard let description = plugin.description, description.isC else { return [] }
    guard let hasTypes = Symbolizer.hasTypes(in: path) else { return nil }
    guard hasTypes else { return [] }
    // A copy of a process with several threads can have locks that no thread releases.
    guard ProcessState.countThreads() == 1 else { return nil }
    let functions = recording.boundFunctions(from: description.manifest.identifier)
    let types = Symbolizer.types(
      in: path, at: functions.map { UInt64($0.address) }, within: milliseconds)
    return types.map { findings(about: functions, $0) }
  }

  private static func findings(
    about functions: [BoundFunction], _ types: [Int: [FunctionType]]
  ) -> [Diagnostic] {
    functions.enumerated().compactMap { index, function in
      finding(about: function, types[index] ?? [])
    }
  }

  /// - Parameter types: Those of all functions at the address, as a linker can merge functions with the same code.
  static func finding(about function: BoundFunction, _ types: [FunctionType]) -> Diagnostic? {
    let differences = types.map { self.differences(between: function, and: $0) }
    guard let first = differences.first, differences.allSatisfy({ !$0.isEmpty }) else { return nil }
    return Diagnostic(
      "plugin/signature-mismatch", .warning,
      "`\(function.signature)` is not the type of the function", at: function.location,
      provenance: function.provenance, notes: first.map { Diagnostic.Note($0) },
      fix: "write the types that the function has, or change the function",
      arguments: [.init("signature", "\(function.signature)")])
  }

  private static func differences(
    between function: BoundFunction, and type: FunctionType
  ) -> [String] {
    guard let result = type.parts.first else { return [] }
    let parameters = type.parts.dropFirst()
    let ofResult = difference("the result", function.result, result)
    guard parameters.count == function.parameters.count else {
      return [ofResult, count(of: function, not: parameters.count)].compactMap(\.self)
    }
    let ofParameters = zip(function.parameters, parameters).enumerated().map { index, pair in
      difference("parameter \(index + 1)", pair.0, pair.1)
    }
    return ([ofResult] + ofParameters).compactMap(\.self)
  }

  private static func difference(
    _ part: String, _ expected: PassedType, _ found: FunctionType.Part
  ) -> String? {
    guard let passed = found.passed, passed != expected else { return nil }
    let name = found.name.isEmpty ? "" : "`\(found.name)`, "
    return "\(part) is \(name)\(passed) in the function, and \(expected) in the signature"
  }

  private static func count(of function: BoundFunction, not count: Int) -> String {
    let error = function.signature.throws ? ", with the one for `throws`" : ""
    return """
      the number of parameters is \(count) in the function, and \(function.parameters.count) in the signature\(error)
      """
  }
}
