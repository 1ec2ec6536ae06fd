import CleanseSupport
import ElfImages
@testable import CleansePluginFiles
import CleanseTestSupport
import Glibc
import Testing

@Suite("parallelMap")
struct ParallelMapTests {
  // On a busy machine, files got older than three seconds between the two, which is a difference.
  @Test("many files inspected concurrently have the same results as one after the other")
  func inspections() throws {
    let scratch = try TemporaryDirectory()
    var library = ElfImage()
    library.needed = ["libc.so.6"]
    try scratch.write(library.bytes, to: "libneeded.so")
    for index in 0..<200 {
      var image = try samplePlugin(sampleNote(identifier: "org.example.p\(index)"))
      image.needed += index % 3 == 0 ? ["libmissing.so"] : ["libneeded.so"]
      image.runPath = "$ORIGIN"
      try scratch.write(index % 7 == 0 ? [1, 2] : image.bytes, to: "p\(index).so")
    }
    let files = try PluginDirectory.files(in: [scratch.path])
    let now = FileStamp.now()
    let serial = files.map { PluginInspector(host: hostStamp).inspect($0, at: now) }
    let parallel = files.parallelMap { PluginInspector(host: hostStamp).inspect($0, at: now) }
    #expect(parallel == serial)
    #expect(Set(serial.flatMap(\.codes)) == ["plugin/not-elf", "plugin/needed-library-missing"])
  }

  // A worker of `host serve` with many plugins was ended by the standard library's lock, now and then.
  @Test("the calling thread takes no part, as its locks may be of no use after a fork")
  func caller() {
    let caller = UInt(pthread_self())
    let threads = Array(0..<500).parallelMap { _ in UInt(pthread_self()) }
    #expect(!threads.contains(caller))
  }
}
