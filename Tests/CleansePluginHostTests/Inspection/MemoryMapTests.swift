@testable import CleansePluginFiles
import Glibc
import Testing

@Suite("The files that are mapped into a process")
struct MemoryMapTests {
  @Test("are the same for questions about addresses and in the text")
  func sources() throws {
    let descriptor = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let map = try #require(MemoryMap(of: descriptor))
    let text = try #require(MemoryMapText(reading: descriptor))
    let objects = LoadedObject.all()
    #expect(objects.count > 3)
    for object in objects {
      let start = try #require(object.addresses.first?.lowerBound)
      #expect(map.identity(at: start) == text.identity(at: start), "\(object.path)")
    }
    #expect(map.identity(of: objects[0]) != nil)
    #expect(map.identity(at: 0) == nil && text.identity(at: 0) == nil)
    #expect(MemoryMap(of: -1) == nil)
  }
}
