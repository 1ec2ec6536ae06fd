import CCleanseSupervision
import CleanseSupport

/// Where the program is installed, whatever is there now.
enum ProgramPath {
  /// The absolute path by which this program was executed, which can be that of a symbolic link; nil if it is not known. The
  /// working directory counts that the process has when this is used first.
  static let installed: FilePath? = unsafe csupervision_program_path().flatMap { path in
    let path = unsafe FilePath(String(cString: path))
    return path.isAbsolute ? path : (try? SystemPath.workingDirectory()).map { path.from($0) }
  }
}
