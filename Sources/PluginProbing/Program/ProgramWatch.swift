import CProbe
internal import FoundationEssentials
import Glibc
import PluginFiles
package import PluginLoading
internal import PluginMetadata

/// A program that another process watches: its parent, which has its caller's process number.
///
/// Whatever code of plugins does to the program, the parent ends as the program should have ended: with the
/// status that the program set, or by the signal that ended it. It reports what went wrong.
package struct ProgramWatch: Sendable {
  private let page: SharedPage

  /// Which of the two processes goes on.
  package enum Side {
    /// The program itself.
    case program(ProgramWatch)
    /// The process that watched it; the program has ended.
    case watcher(ProgramEnd)
  }

  /// Makes a copy of this process, which becomes the program. The parent returns when that has ended.
  ///
  /// - Precondition: The process has one thread.
  /// - Returns: Which of the two this is; nil where a debugger runs the program, which would lose it.
  package static func start() throws(PluginProbeError) -> Side? {
    guard !ProcessState.isTraced else { return nil }
    do throws(SystemCallError) {
      let page = try SharedPage()
      fflush(nil)
      let process = cprobe_fork_watched()
      guard process >= 0 else { throw SystemCallError("fork") }
      guard process == 0 else {
        var watcher = ProgramWatcher(page: page, process: process)
        let ending = watcher.wait()
        // What finds source lines is to get signals.
        cprobe_unblock_signals()
        return .watcher(ProgramEnd(ending, page))
      }
      try page.takeCrashes()
      return .program(ProgramWatch(page: page))
    } catch {
      throw PluginProbeError(description: "the program can't be watched: \(error)")
    }
  }

  /// Says which plugins are about to be loaded.
  ///
  /// - Parameters:
  ///   - plugins: Those that reports can name.
  ///   - milliseconds: How long they may take to end the program.
  package func begin(_ plugins: [InspectedPlugin], endingWithin milliseconds: Int) {
    cprobe_guard_stack()
    let document = WatchedPlugins(
      plugins: plugins.map {
        .init(
          file: $0.description.file, path: $0.file.resolvedPath,
          identifier: $0.description.manifest.identifier)
      }, milliseconds: milliseconds)
    // Text and a number can always be encoded; without them, reports name no plugin.
    page.setDocument((try? JSONEncoder().encode(document)).map(Array.init) ?? [])
  }

  /// Prepares the calling thread for code of plugins that overflows its stack.
  package func guardStack() {
    cprobe_guard_stack()
  }

  /// Sets the status of the program, whose output is written. What its plugins do from now on, on any thread,
  /// does not change it. The calling thread has to end the process.
  package func end(with status: Int32) {
    page.setStatus(status)
  }
}

/// What the process that watches knows of the plugins.
struct WatchedPlugins: Codable {
  struct Plugin: Codable {
    /// The file as findings name it.
    let file: String
    /// The file as the dynamic linker was given it.
    let path: String
    let identifier: String
  }

  let plugins: [Plugin]
  /// How long they may take to end the program.
  let milliseconds: Int

  init(plugins: [Plugin], milliseconds: Int) {
    self.plugins = plugins
    self.milliseconds = milliseconds
  }

  /// Nil before the program is about to load any.
  init?(_ page: SharedPage) {
    let bytes = page.document
    guard !bytes.isEmpty else { return nil }
    let document = try? JSONDecoder().decode(WatchedPlugins.self, from: Data(bytes))
    // A plugin may have written over it; that there are plugins is still known.
    self = document ?? WatchedPlugins(plugins: [], milliseconds: 5000)
  }
}
