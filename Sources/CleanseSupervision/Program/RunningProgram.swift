import CleansePluginFiles
import CleanseSupport

/// The program that this process runs, and the library of the framework, as they were when it started.
struct RunningProgram {
  /// The file of the program; nil if it is not known.
  let program: RunningFile?
  /// The library of the framework; nil if it is a part of the program.
  let runtime: RunningFile?
  /// When this value was created, in seconds since 1970.
  let started = Timestamp.now()

  /// Opens the files of this process.
  init() {
    program = RunningFile(at: "/proc/self/exe", installedAt: ProgramPath.installed)
    runtime = LoadedObject.framework.flatMap { RunningFile(at: $0) }
  }
}
