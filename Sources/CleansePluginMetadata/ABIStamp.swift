package import CleanseSupport

/// The platform and the versions that a plugin was built for. A host compares the stamp, field by field, with its
/// own before it loads the plugin.
public struct ABIStamp: Hashable, Sendable, Codable {
  /// `CLEANSE_ABI_VERSION` of the header that the plugin was compiled with.
  public let abi: Int
  /// The processor, as GNU names it: `x86_64` or `aarch64`.
  public let architecture: String
  /// `swift` or `c`.
  public let language: String
  /// The framework's version; nil for a plugin that doesn't use the framework.
  public let framework: String?
  /// The recorded version of the framework's ABI, such as `1.3`; nil for a build whose interface is not recorded, and
  /// for a plugin that doesn't use the framework.
  public let frameworkABI: String?
  /// The digest of the framework's interface, 16 hexadecimal digits; nil for a plugin that doesn't use the framework.
  public let interface: String?
  /// The Swift compiler, as in `Swift version 6.3.1 (swift-6.3.1-RELEASE)`; nil as above.
  public let compiler: String?
  /// The commit or tag of the framework's sources, as `git describe` prints it; nil if it is not known. It helps
  /// people to find the sources, and is not compared.
  public let revision: String?

  /// Creates a stamp; fields that do not apply to the language are nil.
  public init(
    abi: Int, architecture: String, language: String, framework: String? = nil,
    frameworkABI: String? = nil, interface: String? = nil, compiler: String? = nil,
    revision: String? = nil
  ) {
    self.abi = abi
    self.architecture = architecture
    self.language = language
    self.framework = framework
    self.frameworkABI = frameworkABI
    self.interface = interface
    self.compiler = compiler
    self.revision = revision
  }
}

extension ABIStamp: CustomStringConvertible {
  /// All fields, for keys of caches; different stamps have different texts.
  public var description: String {
    let fields = [framework, frameworkABI, interface, compiler, revision]
    return ([String(abi), architecture, language] + fields.map { $0 ?? "" }).lengthPrefixed
  }
}

extension ABIStamp {
  /// The keys of the JSON.
  enum CodingKeys: String, CodingKey {
    case abi, architecture, language, framework, frameworkABI, interface, compiler, revision
  }

  /// The languages whose stamps a host can compare.
  private static let languages = ["swift", "c"]

  /// Reads the stamp of a note. Unknown members are ignored: a newer tool may add some.
  ///
  /// An unknown language is an error, and so is a Swift stamp without one of its fields, because the plugin
  /// would be loaded without a comparison.
  package init(_ fields: JSONFields) throws(ManifestError) {
    let language = try fields.line("language")
    guard Self.languages.contains(language) else {
      let known = Self.languages.map(\.quoted).joined(separator: " or ")
      throw ManifestError(field: "language", message: "must be \(known), not \(language.quoted)")
    }
    let isSwift = language == "swift"
    self.init(
      abi: try fields.integer("abi", in: 1...Int(Int32.max)),
      architecture: try fields.line("architecture"),
      language: language,
      framework: isSwift ? try fields.line("framework") : try fields.optionalLine("framework"),
      frameworkABI: try fields.optionalLine("frameworkABI"),
      interface: isSwift ? try fields.line("interface") : try fields.optionalLine("interface"),
      compiler: isSwift ? try fields.line("compiler") : try fields.optionalLine("compiler"),
      revision: try fields.optionalLine("revision"))
  }
}
