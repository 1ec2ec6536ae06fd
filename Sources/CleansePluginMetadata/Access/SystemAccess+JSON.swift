package import CleanseSupport

/// The members of JSON objects, in manifests and in policy files: `read`, `write`, `ports` and `resolve`.
extension SystemAccess {
  private enum CodingKeys: String, CodingKey, CaseIterable {
    case read, write, ports, resolve
  }

  private enum PortKeys: String, CodingKey, CaseIterable {
    case connect, bind
  }

  /// The names of the members, for objects that have others as well.
  package static let keys = CodingKeys.allCases.map(\.rawValue)

  /// The largest number of paths, and of ports, of one member: for each path of a confinement, a file is open at once.
  package static let limit = 64

  /// Reads the members of an object whose names the caller has checked.
  package init(members fields: JSONFields) throws(ManifestError) {
    readable = try Self.paths(Self.limited(fields.optionalStrings("read"), "read"), "read")
    writable = try Self.paths(Self.limited(fields.optionalStrings("write"), "write"), "write")
    (connectPorts, bindPorts) = try fields.optionalObject("ports", make: Self.ports) ?? ([], [])
    resolvesNames = try fields.optionalBoolean("resolve") ?? false
  }

  /// Reads an object that has no other members.
  package init(_ fields: JSONFields) throws(ManifestError) {
    try fields.rejectUnknown(known: Self.keys)
    try self.init(members: fields)
  }

  /// Checks paths, which people review: none has components that lead elsewhere.
  static func paths(_ texts: [String], _ field: String) throws(ManifestError) -> Set<FilePath> {
    var paths: Set<FilePath> = []
    for (index, text) in texts.enumerated() {
      let path = try inField("\(field)[\(index)]", path(text))
      try insert(path, into: &paths, "\(field)[\(index)]", text.quoted)
    }
    return paths
  }

  private static func path(_ text: String) throws(ManifestError) -> FilePath {
    try LineRules.checkPath(text)
    let path = FilePath(text)
    guard path.isAbsolute else {
      throw ManifestError(message: "must be an absolute path, not \(text.quoted)")
    }
    guard !path.components.contains(where: { $0 == "." || $0 == ".." }) else {
      throw ManifestError(message: "must not have `.` or `..`: \(text.quoted)")
    }
    return FilePath.root.appending(contentsOf: path.components)
  }

  private static func ports(
    _ fields: JSONFields
  ) throws(ManifestError) -> (connect: Set<UInt16>, bind: Set<UInt16>) {
    try fields.rejectUnknown(known: PortKeys.allCases.map(\.rawValue))
    return (try ports(fields, "connect", from: 1), try ports(fields, "bind", from: 0))
  }

  private static func ports(
    _ fields: JSONFields, _ field: String, from least: Int
  ) throws(ManifestError) -> Set<UInt16> {
    let range = least...Int(UInt16.max)
    let numbers = try limited(fields.optionalIntegers(field, in: range), field)
    var ports: Set<UInt16> = []
    for (index, number) in numbers.enumerated() {
      try insert(UInt16(number), into: &ports, "\(field)[\(index)]", "\(number)")
    }
    return ports
  }

  static func limited<Element>(
    _ elements: [Element]?, _ field: String
  ) throws(ManifestError) -> [Element] {
    let elements = elements ?? []
    guard elements.count <= limit else {
      throw ManifestError(
        field: field, message: "has \(elements.count) elements, more than \(limit)")
    }
    return elements
  }

  private static func insert<Element: Hashable>(
    _ element: Element, into elements: inout Set<Element>, _ field: String, _ text: String
  ) throws(ManifestError) {
    guard elements.insert(element).inserted else {
      throw ManifestError(field: field, message: "\(text) appears twice")
    }
  }
}

/// The same members, in documents that contain a manifest and in messages between processes. The access of several plugins
/// can have more elements than that of one.
extension SystemAccess: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    readable = try Self.paths(
      container.decodeIfPresent([String].self, forKey: .read) ?? [], "read")
    writable = try Self.paths(
      container.decodeIfPresent([String].self, forKey: .write) ?? [], "write")
    resolvesNames = try container.decodeIfPresent(Bool.self, forKey: .resolve) ?? false
    guard container.contains(.ports) else { return }
    let ports = try container.nestedContainer(keyedBy: PortKeys.self, forKey: .ports)
    connectPorts = try ports.decodeIfPresent(Set<UInt16>.self, forKey: .connect) ?? []
    bindPorts = try ports.decodeIfPresent(Set<UInt16>.self, forKey: .bind) ?? []
  }

  /// Writes only what is allowed.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !readable.isEmpty { try container.encode(readable.sorted(), forKey: .read) }
    if !writable.isEmpty { try container.encode(writable.sorted(), forKey: .write) }
    if !connectPorts.isEmpty || !bindPorts.isEmpty {
      var ports = container.nestedContainer(keyedBy: PortKeys.self, forKey: .ports)
      if !connectPorts.isEmpty { try ports.encode(connectPorts.sorted(), forKey: .connect) }
      if !bindPorts.isEmpty { try ports.encode(bindPorts.sorted(), forKey: .bind) }
    }
    if resolvesNames { try container.encode(true, forKey: .resolve) }
  }
}
