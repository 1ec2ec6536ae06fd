public import CleanseGraphAnalysis
import CleanseSupport

/// Records where the time of a start goes, for an application: what is loaded, recorded, validated, linked and built
/// between its creation and ``finish()``.
///
/// ```swift
/// let trace = try StartTrace(writingTo: "start.json")
/// let factory = try ComponentFactory.of(EditorComponent.self, plugins: plugins)
/// let editor = factory.build()
/// try trace.finish()
/// ```
/// The file has the trace event format, which Perfetto, `chrome://tracing` and `host blame` read. Calls of factories are
/// recorded if the graph was linked while the trace existed, and if they take a millisecond or longer. A process has one
/// trace at a time: another one replaces it. It can be used from any thread.
public final class StartTrace: Sendable {
  private let trace: Trace

  /// Creates the file, and begins to record.
  ///
  /// - Parameters:
  ///   - path: The path of the file. An existing file is emptied.
  ///   - name: The name of the application in the trace.
  /// - Throws: A `DocumentError` if the file can't be written.
  public init(writingTo path: String, of name: String = "application") throws(DocumentError) {
    do throws(FileTargetError) {
      trace = Trace(
        of: name, writingTo: try TraceFile(path, ofProcess: name, replacing: true))
    } catch {
      throw DocumentError(error)
    }
    Trace.install(trace)
  }

  /// Marks the end of the start. What happens until ``finish()`` is recorded, too.
  public func endStart() { trace.endStart() }

  /// Ends the recording, and completes the file.
  ///
  /// - Throws: A `DocumentError` if not all events could be written. The file has those before, and can be read.
  public func finish() throws(DocumentError) {
    if Trace.current === trace { Trace.install(nil) }
    do throws(FileTargetError) { try trace.finish() } catch { throw DocumentError(error) }
  }
}

extension DocumentError {
  fileprivate init(_ error: FileTargetError) {
    self.init(path: error.path, message: error.description, fix: error.fix)
  }
}
