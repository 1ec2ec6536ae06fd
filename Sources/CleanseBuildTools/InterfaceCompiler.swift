internal import CleanseSupport

/// Writes the interfaces of modules with the compiler, which skips the bodies of functions: it takes a second or less
/// for each module.
package struct InterfaceCompiler: Sendable {
  /// The path of `swiftc`.
  let compiler: String
  /// The options of all modules.
  let options: [String]
  /// A directory for the results.
  let directory: String

  package init(compiler: String, options: [String], directory: String) {
    (self.compiler, self.options, self.directory) = (compiler, options, directory)
  }

  /// Compiles the modules, each of which can import those before it.
  ///
  /// - Returns: The interfaces of those that are built with library evolution.
  /// - Throws: A ``ToolError`` with the compiler's errors.
  package func interfaces(
    of modules: [ModuleSources]
  ) throws(ToolError) -> [ModuleInterface] {
    try TextFile.makeDirectory(directory)
    var interfaces: [ModuleInterface] = []
    for module in modules {
      let interface = "\(directory)/\(module.name).swiftinterface"
      var arguments = options
      arguments += [
        "-emit-module", "-wmo", "-parse-as-library", "-suppress-warnings", "-module-name",
        module.name,
        "-o", "\(directory)/\(module.name).swiftmodule", "-I", directory,
        "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies",
      ]
      arguments += module.includes.flatMap { ["-I", $0] }
      if module.isEvolving {
        arguments += [
          "-enable-library-evolution", "-no-verify-emitted-module-interface",
          "-emit-module-interface-path", interface,
        ]
      }
      try Tool.run(
        compiler, arguments + module.files(), for: "write the interface of \(module.name)")
      guard module.isEvolving else { continue }
      let text = String(decoding: try TextFile.read(interface), as: UTF8.self)
      interfaces.append(ModuleInterface(module: module.name, text: text))
    }
    return interfaces
  }
}
