import CCleanseProbe
import CleanseSupport

/// The environment variables of this process. No other thread may change the environment while they are read.
package enum ProcessVariables {
  /// The variables, in the order of the environment, each as `NAME=value` with a null byte at its end.
  static var entries: [[UInt8]] {
    var entries: [[UInt8]] = []
    // Safety: the array ends with a null pointer, and no other thread changes it.
    guard var next = unsafe cprobe_environment() else { return entries }
    while let entry = unsafe next.pointee {
      unsafe entries.append(
        UnsafeBufferPointer(start: entry, count: strlen(entry) + 1).map { UInt8(bitPattern: $0) })
      unsafe next += 1
    }
    return entries
  }

  /// The values of the variables with some names.
  package static func values(where isIncluded: (String) -> Bool) -> [String: String] {
    values(in: entries, where: isIncluded)
  }

  /// The values in entries of an environment; of two with one name, the last one.
  static func values(
    in entries: [[UInt8]], where isIncluded: (String) -> Bool
  ) -> [String: String] {
    var values: [String: String] = [:]
    for entry in entries {
      guard let end = entry.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(decoding: entry[..<end], as: UTF8.self)
      guard isIncluded(name) else { continue }
      values[name] = String(decoding: entry[(end + 1)...].dropLast(), as: UTF8.self)
    }
    return values
  }
}
