import CleanseGraph
import CleansePluginFiles
import CleanseSupport

extension CrashReport {
  /// The function that crashed, as the end of a sentence; preferably a function of one of these libraries.
  func location(in files: [String]) -> String {
    guard let frame = frame(in: files), !frame.library.isEmpty else { return "" }
    return " in \(frame.function) of \(frame.libraryName)"
  }

  /// The calls from the crash up to the one by which the host entered the plugin. A call that is repeated
  /// in a row is reported once.
  func notes(in files: [String]) -> [Diagnostic.Note] {
    calls(in: files).map { frame, count in
      // The offset is relative to the nearest function that the library exports.
      let offset = frame.entry?.function == nil ? " + \(frame.offset)" : ""
      return Diagnostic.Note(
        "in \(frame.function)\(offset) of \(frame.libraryName)"
          + (count > 1 ? ", \(count) times or more" : ""), at: frame.entry?.location)
    }
  }

  /// The calls that ``notes(in:)`` reports, each with its number of repetitions in a row.
  func calls(in files: [String]) -> [(frame: Frame, count: Int)] {
    let files = Set(files.map { FilePath($0) })
    let end = frames.lastIndex { $0.isIn(files) }
    let calls = frames.prefix(end.map { $0 + 1 } ?? frames.count)
    var runs: [(frame: Frame, count: Int)] = []
    for frame in calls where !frame.library.isEmpty {
      if runs.last?.frame == frame {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((frame, 1))
      }
    }
    return Array(runs.prefix(8))
  }
}

extension CrashReport.Frame {
  /// The demangled name of the function.
  fileprivate var function: String {
    let symbol = entry?.function ?? symbol
    return symbol.isEmpty ? "an unnamed function" : DemangledName.of(symbol)
  }

  /// The library's file name, without its directory.
  fileprivate var libraryName: String {
    lastComponent(of: library)
  }
}
