import CleanseTestSupport
import Foundation
import Testing

extension TemporaryDirectory {
  /// Copies the program and all libraries that it needs into the directory, and lets all users read what the directory
  /// contains.
  ///
  /// The checkout and the toolchain may be in a directory that only its owner can enter, as the home of root is.
  ///
  /// - Returns: The path of the copy.
  func programForAllUsers() throws -> String {
    let folder = "program"
    try makeDirectory(folder)
    let runtime = Build.installation.appending(path: "lib/cleanse/runtime/")
    let libraries = try FileManager.default.contentsOfDirectory(atPath: runtime.path)
      .filter { $0.hasPrefix("libswift") && $0.hasSuffix(".so") }
    try copy(libraries, to: folder, from: runtime)
    try copy(["host", "libCleanseRuntime.so"], to: folder, from: Build.hostProducts)
    let opening = try ChildProcess(program: "/bin/chmod", arguments: ["-R", "go+rX", path]).run()
    try #require(opening.status == 0, "\(String(decoding: opening.errors, as: UTF8.self))")
    return path(of: "\(folder)/host")
  }
}
