// This folder watches the process that runs plugins. `ProgramWatch` forks it, and shares a `SharedPage` with it, on which
// it notes what it loads and calls; `ProgramWatcher` waits for its end, a `ProgramEnd`, from which `ProgramFailure` makes
// findings.

import CCleanseProbe
internal import FoundationEssentials
import Glibc
package import CleansePluginFiles
internal import CleansePluginMetadata
package import CleanseProcesses

/// A program that is watched by another process: its parent, which keeps the process ID of the original process.
///
/// Whatever plugin code does to the program, the parent ends as the program should have ended: with the status
/// that the program set, or by the signal that ended it. It reports what went wrong.
package struct ProgramWatch: Sendable {
  private let page: SharedPage
  /// The end of a connection over which this process can be confined: see ``RunSandbox``. It is to be closed before plugins are
  /// loaded. Nil if another part of the program has it.
  package let connection: Int32?

  /// Which of the two processes returns.
  package enum Side {
    /// The program itself.
    case program(ProgramWatch)
    /// The process that watched the program, which has ended.
    case watcher(ProgramEnd)
  }

  /// Forks this process. The child becomes the program; the parent returns when the program has ended.
  ///
  /// - Precondition: The process has one thread.
  /// - Returns: Which of the two this is; nil if a debugger runs the program, as it would lose track of it.
  package static func start() throws(PluginProbeError) -> Side? {
    guard !ProcessState.isTraced else { return nil }
    do throws(SystemCallError) {
      let page = try SharedPage()
      let ends = try DescriptorPair.connection()
      fflush(nil)
      let process = cprobe_fork_watched(ends.first.number)
      guard process >= 0 else { throw SystemCallError("fork") }
      guard process == 0 else {
        // It is closed already, and its number can be in use again.
        _ = ends.second.release()
        var watcher = ProgramWatcher(
          page: page, process: process, confined: ConfinedProcess(ends.first))
        let ending = watcher.wait()
        // The user must be able to end this process while it reads debug information.
        cprobe_unblock_signals()
        return .watcher(ProgramEnd(ending, page))
      }
      return .program(try ProgramWatch(joining: page, connection: ends.second.release()))
    } catch {
      throw PluginProbeError(description: "the program can't be watched: \(error)")
    }
  }

  /// Joins the program that another process watches through the page: this process.
  package init(joining page: SharedPage, connection: Int32? = nil) throws(SystemCallError) {
    try page.takeCrashes()
    self.page = page
    self.connection = connection
  }

  /// Announces the plugins that are about to be loaded, or the time limit of the command that they are about to run.
  ///
  /// - Parameters:
  ///   - plugins: The plugins that reports can name.
  ///   - milliseconds: The time that the plugins may take to end the program.
  ///   - timeout: The time that the program may take until it has its status, from now on; nil for any. The first limit applies.
  package func begin(
    _ plugins: [PluginInspection], endingWithin milliseconds: Int, timeout: Duration? = nil
  ) {
    cprobe_guard_stack()
    let document = WatchedPlugins(
      plugins: plugins.compactMap { plugin in
        plugin.usable.map {
          .init(
            file: $0.file, path: plugin.file.resolvedPath, identifier: $0.manifest.identifier,
            stamp: plugin.fileStamp)
        }
      }, milliseconds: milliseconds,
      timeout: timeout.map { Int(clamping: $0.nanoseconds / 1_000_000) })
    // Text and a number can always be encoded; without the document, reports name no plugin.
    page.setDocument((try? JSONEncoder().encode(document)).map(Array.init) ?? [])
    // The time starts now.
    cprobe_page_wake_watcher()
  }

  /// Prepares the calling thread for plugin code that overflows its stack.
  package func guardStack() {
    cprobe_guard_stack()
  }

  /// Sets the status of the program, whose output has been written. Nothing that its plugins do from now on, on
  /// any thread, changes the status. The calling thread has to end the process.
  package func end(with status: Int32) {
    page.setStatus(status)
  }
}

/// What the watcher knows of the plugins.
struct WatchedPlugins: Codable {
  struct Plugin: Codable {
    /// The path that findings show.
    let file: String
    /// The path that was passed to the dynamic linker.
    let path: String
    let identifier: String
    /// The stamp of the file that was loaded.
    var stamp: FileStamp?
    /// How the file has changed since; nil as long as the two have not been compared.
    var change: Change?

    /// How a loaded file has changed.
    enum Change: String, Codable {
      /// Another file has its path. The program still runs the code of the old one.
      case replaced
      /// Its contents have changed, and so has the code that the program runs.
      case overwritten
      case removed
    }

    /// The same plugin, whose file is compared with the loaded one.
    var compared: Plugin {
      guard let stamp else { return self }
      var plugin = self
      let now = FileStamp(path: path)
      plugin.change =
        switch now {
        case nil: .removed
        case let now? where (now.device, now.inode) != (stamp.device, stamp.inode): .replaced
        case let now? where (now.size, now.modified) != (stamp.size, stamp.modified): .overwritten
        default: nil
        }
      return plugin
    }
  }

  let plugins: [Plugin]
  /// The time that the plugins may take to end the program.
  let milliseconds: Int
  /// The time that the program may take until it has its status, in milliseconds; nil for any.
  let timeout: Int?

  init(plugins: [Plugin], milliseconds: Int, timeout: Int? = nil) {
    self.plugins = plugins
    self.milliseconds = milliseconds
    self.timeout = timeout
  }

  /// The same with times of at most a day, of which any number of nanoseconds can be computed.
  var limited: WatchedPlugins {
    func limited(_ milliseconds: Int) -> Int { min(max(milliseconds, 0), 86_400_000) }
    return WatchedPlugins(
      plugins: plugins, milliseconds: limited(milliseconds), timeout: timeout.map(limited))
  }

  /// Reads the document of the page; nil before the program announces its plugins.
  init?(_ page: SharedPage) {
    let bytes = page.document
    guard !bytes.isEmpty else { return nil }
    let document = try? JSONDecoder().decode(WatchedPlugins.self, from: Data(bytes))
    // A plugin may have overwritten the document; that there are plugins is still known.
    self = document?.limited ?? WatchedPlugins(plugins: [], milliseconds: 5000)
  }
}
