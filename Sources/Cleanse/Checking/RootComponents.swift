import CleanseGraph
internal import CleanseSupport

/// The root components of the program, for a test or a tool that checks all of them.
///
/// They are found in the metadata that the compiler writes for each type, so none has to be registered. A graph is
/// recorded and validated, and no factory is called.
///
/// ```swift
/// @Test func graphs() {
///   #expect(RootComponents.validateAll(in: "App") == [])
/// }
/// ```
public enum RootComponents {
  /// All types that conform to ``RootComponent`` in the program and its shared libraries, also private ones and those
  /// that nothing uses, ordered by name. Generic types are not included.
  public static var all: [any RootComponent.Type] {
    descriptors.filter { !$0.isGeneric }.compactMap { $0.type as? any RootComponent.Type }
  }

  /// The names of the generic types that conform to ``RootComponent``, ordered by name. They can't be checked, because
  /// any of their arguments can change the graph.
  public static var generic: [String] {
    descriptors.filter(\.isGeneric).map { $0.path.joined(separator: ".") }
  }

  /// Records and validates the root components of a module.
  ///
  /// - Parameters:
  ///   - module: The name of the module.
  ///   - severities: The severities that replace those of the validators, by code.
  ///   - serviceLoader: Validators that run in addition to the built-in ones.
  /// - Returns: The findings about all components, including warnings and notes. If the module has no root component
  ///   that is not generic, that is an error, too.
  public static func validateAll(
    in module: String, severities: [Diagnostic.Code: Diagnostic.Severity] = [:],
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader()
  ) -> [Diagnostic] {
    let components = all.filter { self.module(of: $0) == module }
    guard !components.isEmpty else {
      return [missing(in: module, others: all.map(self.module(of:)), generic: generic)]
    }
    return components.flatMap {
      validate($0, severities: severities, serviceLoader: serviceLoader)
    }
  }

  /// Records and validates one root component, like ``ComponentFactory/of(_:validate:severities:serviceLoader:overriding:)``
  /// without making a factory.
  ///
  /// - Parameters:
  ///   - component: The root component's type.
  ///   - severities: The severities that replace those of the validators, by code.
  ///   - serviceLoader: Validators that run in addition to the built-in ones.
  /// - Returns: The findings, including warnings and notes.
  public static func validate(
    _ component: any RootComponent.Type, severities: [Diagnostic.Code: Diagnostic.Severity] = [:],
    serviceLoader: CleanseServiceLoader = CleanseServiceLoader()
  ) -> [Diagnostic] {
    GraphValidation(plugins: serviceLoader.validators, severities: severities)
      .diagnostics(of: BindingGraph(of: component))
  }

  /// Returns the name of the module that declares the component.
  public static func module(of component: any RootComponent.Type) -> String {
    String(_typeName(component, qualified: true).prefix { $0 != "." })
  }

  /// The finding about a module without a root component that can be checked.
  ///
  /// - Parameters:
  ///   - others: The modules of the root components that are not generic.
  ///   - generic: The names of the generic root components.
  static func missing(in module: String, others: [String], generic: [String]) -> Diagnostic {
    let argument = Diagnostic.Argument("module", module)
    let ofModule = generic.filter { $0.prefix { $0 != "." } == module }
    if let first = ofModule.first {
      return Diagnostic(
        .noRootComponent, .error, "module \(module) has only generic root components",
        notes: ofModule.map { Diagnostic.Note("\($0) is generic") },
        fix: "check each with its arguments: RootComponents.validate(\(first)<…>.self)",
        arguments: [argument])
    }
    let near = NearestNames.of(module, among: Set(others).sorted()).first
    return Diagnostic(
      .noRootComponent, .error, "module \(module) has no root component",
      notes: near.map { [Diagnostic.Note("near: \($0) has root components")] } ?? [],
      fix: "name a module of this program that has one",
      arguments: [argument])
  }

  private static var descriptors: [ContextDescriptor] {
    guard
      case .protocols(let protocols) = TypeMetadata((any RootComponent).self as any Any.Type).parts,
      let descriptor = unsafe protocols.first
    else { return [] }
    return ConformanceRecords.types(conformingTo: descriptor)
      .map { (path: $0.path, descriptor: $0) }
      .sorted { $0.path.lexicographicallyPrecedes($1.path) }
      .map(\.descriptor)
  }
}
