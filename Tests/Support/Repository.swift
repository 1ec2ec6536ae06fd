/// The repository that contains the tests.
public enum Repository {
  /// The path of its folder, without a trailing slash.
  public static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(3).joined(separator: "/")

  /// The path of one of its files.
  public static func path(of name: String) -> String { "\(root)/\(name)" }

  /// The contents of one of its files.
  public static func text(of name: String) throws -> String {
    guard let bytes = readFile(path(of: name)) else {
      throw FailedCall("read \(path(of: name))")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
