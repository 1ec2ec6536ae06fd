import CleanseSupport
import CleanseTestSupport
import Testing

/// A run of `confinement-attempts`, which confines a process of its own.
struct AttemptRun {
  /// An attempt that the confined process made, with 0 or an error number.
  struct Attempt: Hashable {
    let name: String
    let expected: Int32
    let result: Int32
  }

  let attempts: [Attempt]
  /// What the unconfined process recorded.
  let refusals: [String]
  private let directory: TemporaryDirectory

  init(_ mode: String, landlock version: Int) throws {
    directory = try TemporaryDirectory([
      "readable/data": "data", "forbidden/secret": "secret",
    ])
    let writable = try directory.makeDirectory("writable")
    let outcome = try ChildProcess(
      program: Self.program,
      arguments: [
        mode, "\(version)", writable, directory.path(of: "readable"),
        directory.path(of: "forbidden"),
      ]
    ).run()
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    try #require(outcome.status == 0, "\(lines.joined(separator: "\n"))")
    attempts = try lines.filter { $0.hasPrefix("attempt ") }.map(Self.attempt)
    refusals = lines.filter { $0.hasPrefix("refused ") }.map { String($0.dropFirst(8)) }
  }

  /// The program is built into the directory of the tests' own.
  private static var program: String {
    FilePath(SystemPath.target(ofLink: "/proc/self/exe")).removingLastComponent
      .appending("confinement-attempts").text
  }

  private static func attempt(_ line: Substring) throws -> Attempt {
    let words = line.split(separator: " ")
    try #require(words.count == 4)
    return Attempt(
      name: String(words[1]), expected: try #require(Int32(words[2])),
      result: try #require(Int32(words[3])))
  }

  /// The path of a file of the directory.
  func path(of name: String) -> String { directory.path(of: name) }

  var unexpected: [Attempt] { attempts.filter { $0.result != $0.expected } }
}
