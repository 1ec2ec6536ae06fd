import Cleanse
import Glibc

/// Does what `scripts/bench counts` counts, and prints the name and the number of operations of each count.
///
///     count-framework instructions | bytes
@main
enum CountFramework {
  static func main() throws {
    switch CommandLine.arguments.dropFirst().first {
    case "instructions": try Instructions.count()
    case "bytes": try Bytes.count()
    default: exit(2)
    }
  }
}
