@testable import CleansePluginFiles
import CleanseSupport
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

  @Test("a global symbol of the process is reported with its library")
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

  @Test("a process that is statically linked with the framework counts its library as loaded")
  func framework() {
    // The program of these tests is such a process.
    #expect(!HostProcess.current.sharesFramework)
    #expect(HostProcess.current.libraryNames.contains("libCleanseRuntime.so"))
  }
}
