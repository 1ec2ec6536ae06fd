/// What figures were measured with.
enum Machine {
  /// One sentence with the commit, the day and the machine.
  static func description() throws -> String {
    let commit = try line("git describe --always --abbrev=12 --dirty=' with changes'")
    let day = try line("date -u +%F")
    let processor = try line("sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sort -u | head -n 1")
    let count = try line("nproc")
    let memory = try line("awk '/^MemTotal/ { print int($2 / 1024 / 1024 + 0.5) }' /proc/meminfo")
    let system = try line("uname -sr")
    let compiler = try line("swift --version 2>&1 | grep -o 'swift-[^)]*' | head -n 1")
    return "Commit \(commit) on \(day): \(count) × \(processor.isEmpty ? "unknown" : processor), "
      + "\(memory) GiB, \(system), \(compiler)."
  }

  private static func line(_ command: String) throws -> String {
    let output = try Process.output(of: command)
    return String(output.prefix { !$0.isNewline })
  }
}
