@testable import PluginFiles
import Glibc
import Testing

@Suite("HostProcess")
struct HostProcessTests {
  @Test("the libraries of this process are known by the names under which it needs them")
  func names() {
    #expect(HostProcess.current.libraryNames.contains("libc.so.6"))
    #expect(HostProcess.current.libraryNames.contains("libswiftCore.so"))
    #expect(!HostProcess.current.libraryNames.contains("libnothing.so"))
  }

  @Test("a symbol that the process has for all is told, with the library that it is from")
  func symbols() {
    let process = HostProcess.current
    #expect(process.defines("malloc"))
    #expect(!process.defines("no_such_symbol_anywhere"))
    #expect(process.definer("$sSSMn")?.hasSuffix("libswiftCore.so") == true)
    #expect(process.definer("no_such_symbol_anywhere") == nil)
  }

  @Test("an address of this code belongs to one loaded object")
  func here() {
    #expect(LoadedObject.all().filter { $0.contains(LoadedObject.here) }.count == 1)
  }

  @Test("a process that was linked with the framework statically takes its library for loaded")
  func framework() {
    // As the program of these tests is.
    #expect(!HostProcess.current.sharesFramework)
    #expect(HostProcess.current.libraryNames.contains("libCleanseRuntime.so"))
  }
}
