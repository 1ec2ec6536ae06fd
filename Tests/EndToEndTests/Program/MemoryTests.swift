import CleanseTestSupport
import Foundation
import Testing

@Suite("The memory of host run", .blocking)
struct MemoryTests {
  @Test("does not grow with the text that is filtered")
  func constant() throws {
    let small = try Self.peak(filtering: 100_000)
    let large = try Self.peak(filtering: 8_000_000)
    #expect(large < small + 4096, "\(small) KiB for 0.1 MB, \(large) KiB for 8 MB")
  }

  @Test("is below 64 MiB for a text of 200 MB", .enabled(if: Build.isThorough))
  func bounded() throws {
    let peak = try Self.peak(filtering: 200_000_000)
    #expect(peak < 64 * 1024, "\(peak) KiB")
  }

  /// The peak memory, in KiB, of `filter` for a text of so many bytes.
  ///
  /// Read from the host itself, before its input ends: `wait4` reports for a child a maximum that includes
  /// the parent's memory.
  private static func peak(filtering bytes: Int) throws -> Int {
    let directory = try TemporaryDirectory()
    let script = """
      mkfifo input
      "$@" < input > /dev/null &
      host=$!
      {
        yes 'The quick brown fox jumps over ann@example.org, 192.0.2.1 and the lazy dog, all day.' \
          | head -c \(bytes)
        grep VmHWM "/proc/$host/status" >&3
      } 3>&1 > input
      wait $host
      """
    let outcome = try ChildProcess(
      program: "/bin/sh",
      arguments: [
        "-c", script, "sh", Build.host.path, "run", Build.plugins.path, "--", "filter", "--use",
        "redact,wrap:72",
      ],
      environment: ChildProcess.searchPaths, directory: directory.path, deadline: .seconds(600)
    ).run()
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let output = String(decoding: outcome.output, as: UTF8.self)
    let figure = try #require(output.firstMatch(of: /VmHWM:\s+(\d+) kB/))
    return try #require(Int(figure.output.1))
  }
}
