import CleanseTestSupport
import Foundation
import Testing

/// Changes files below a running `host validate --watch`.
@Suite("host validate --watch", .blocking)
struct WatchTests {
  private let directory: TemporaryDirectory
  private let environment: [String: String]

  init() throws {
    directory = try TemporaryDirectory()
    try directory.makeDirectory("plugins")
    environment = [
      "HOST": Build.host.path(percentEncoded: false),
      "PLUGINS": Build.plugins.path(percentEncoded: false),
      "XDG_CACHE_HOME": try directory.makeDirectory("cache"),
    ]
  }

  /// Runs a script during a watch, of which it reads the results with `next`.
  ///
  /// - Returns: The results that it has read.
  private func results(
    _ script: String, options: String = "--format json"
  ) throws -> [[String: Any]] {
    let output = try Shell.run(
      """
      exec 3< <(exec "$HOST" validate --watch \(options) 2>errors)
      watch=$!
      trap 'kill "$watch" 2>/dev/null || true' EXIT
      next() { read -r -t 60 line <&3; printf '%s\\n' "$line"; }
      # On a busy machine, a file that is copied there can be seen before it is complete.
      place() { cp "$PLUGINS/$1" . && mv "$1" plugins/; }
      next
      \(script)
      """, in: directory, environment: environment)
    return try output.split(separator: "\n").map { line in
      let json = try JSONSerialization.jsonObject(with: Data(line.utf8))
      return try #require(json as? [String: Any])
    }
  }

  private func codes(_ result: [String: Any], _ member: String) -> [String] {
    (result[member] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test("reports what is new, fixed and gone, and the files that have changed")
  func findings() throws {
    let results = try results(
      """
      place libPipeline.so
      next
      place libTextFilterAPI.so
      next
      rm plugins/libTextFilterAPI.so
      next
      rm plugins/libPipeline.so
      next
      """)
    try #require(results.count == 5)
    #expect(results.allSatisfy { $0["schema"] as? String == "cleanse-watch/1" })
    let missing = "plugin/needed-library-missing"
    let none = "plugin/none-found"
    #expect(results.map { codes($0, "new") } == [[none], [missing], [], [missing], [none]])
    #expect(results.map { codes($0, "fixed") } == [[], [none], [missing], [], []])
    #expect(results.map { codes($0, "gone") } == [[], [], [], [], [missing]])
    #expect(
      results.map { $0["changed"] as? [String] } == [
        [], ["./plugins/libPipeline.so"], ["./plugins/libTextFilterAPI.so"],
        ["./plugins/libTextFilterAPI.so"], ["./plugins/libPipeline.so"],
      ])
    let reports = results.map { $0["result"] as? [String: Any] }
    #expect(reports.map { $0?["errors"] as? Int } == [0, 1, 0, 1, 0])
    #expect(reports.allSatisfy { $0?["schema"] as? String == "cleanse-validate/1" })
  }

  @Test("goes on after settings and directories that can't be used")
  func failures() throws {
    let results = try results(
      """
      echo '{"strict": tru' >host.json
      next
      echo '{"strict": true}' >host.json
      next
      mv plugins away
      next
      mv away plugins
      next
      """)
    try #require(results.count == 5)
    let errors = results.map { ($0["error"] as? [String])?.first }
    #expect(errors[1]?.hasPrefix("host.json:1 is not JSON") == true)
    #expect(errors[3]?.contains("there is no directory ./plugins") == true)
    #expect([0, 2, 4].allSatisfy { errors[$0] == nil })
    #expect((results[2]["result"] as? [String: Any])?["strict"] as? Bool == true)
  }

  @Test("validates a few times during thousands of changes, and once after the last")
  func flood() throws {
    let results = try results(
      """
      for round in $(seq 200); do
        for index in $(seq 20); do echo "$round" >"plugins/$index.txt"; done
      done
      place libChecksum.so
      until [[ $line == *libChecksum.so* ]]; do next; done
      """)
    #expect(results.count < 100)
    #expect((results.last?["result"] as? [String: Any])?["errors"] as? Int == 0)
  }

  @Test("as text has no colour in a pipe, and ends when its reader does")
  func text() throws {
    let output = try Shell.run(
      """
      set +o pipefail
      (sleep 2; cp "$PLUGINS/libPipeline.so" plugins/; sleep 2; touch plugins/x; sleep 2; touch plugins/y) &
      timeout 60 "$HOST" validate --watch 2>errors | head -n 4
      wait
      """, in: directory, environment: environment)
    let lines = output.split(separator: "\n")
    // Of the first result, after a warning with its fix.
    try #require(lines.count == 4)
    #expect(lines[2] == "0 plugins, 0 bindings: 0 errors, 1 warning")
    #expect(lines.last?.contains(/^\d\d:\d\d:\d\d \.\/plugins\/libPipeline\.so added$/) == true)
  }

  @Test("writes one format, to standard output")
  func usage() throws {
    for options in [["--output", "x"], ["--update-baseline", "--baseline", "x"]] {
      let run = try host(arguments: ["validate", "--watch"] + options, in: directory)
      #expect(run.status == 2)
      #expect(run.errors.hasPrefix("host: options --watch and --"))
    }
    let sarif = try host("validate", "--watch", "--format", "sarif", in: directory)
    #expect(sarif.status == 2)
    #expect(sarif.errors.hasPrefix("host: --watch writes one format, text or json\n"))
  }
}
