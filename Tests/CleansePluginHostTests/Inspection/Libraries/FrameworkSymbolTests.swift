import ElfImages
@testable import CleansePluginFiles
import CleanseSupport
import CleanseTestSupport
import Testing

@Suite("Symbols that the framework has to define")
struct FrameworkSymbolTests {
  let scratch: TemporaryDirectory
  var process = HostProcess()

  init() throws {
    scratch = try TemporaryDirectory()
    process.libraryNames = ["libCleanseRuntime.so", "libc.so.6"]
    process.programNames = process.libraryNames
    process.sharesFramework = true
    process.defines = { $0 == "$s7Cleanse6BinderVMn" }
  }

  private func plugin(_ imports: [String], weak: [String] = []) throws -> PluginInspection {
    var image = try samplePlugin()
    let undefined = (imports + ["swift_retain"]).map {
      ElfImage.Symbol(name: $0, kind: 0, section: 0)
    }
    let optional = weak.map { ElfImage.Symbol(name: $0, kind: 0, binding: 2, section: 0) }
    image.symbols = undefined + optional + image.symbols
    image.runPath = "$ORIGIN"
    image.needed += ["liba.so"]
    return try inspect(image.bytes, in: scratch, for: process)
  }

  @Test("symbols of the framework may be used, and undefined ones are reported")
  func imports() throws {
    try scratch.write(ElfImage().bytes, to: "liba.so")
    #expect(try plugin(["$s7Cleanse6BinderVMn"]).codes == [])
    let one = try plugin(["$s7Cleanse6BinderVMn", "$s7Cleanse7RemovedVMn"])
    #expect(one.codes == ["plugin/undefined-framework-symbol"])
    expectGolden(scratch.anonymous(one.report), "undefined-framework-symbol")
    let many = try plugin((10..<30).map { "$s13CleansePlugin2\($0)VMn" } + ["cleanse_gone"])
    expectGolden(scratch.anonymous(many.report), "undefined-framework-symbol-many")
  }

  @Test("symbols of another library, and weak symbols, are not reported")
  func others() throws {
    try scratch.write(ElfImage().bytes, to: "liba.so")
    let names = ["$s5Words6BinderVMn", "malloc", "$s8Cleanser3FooVMn", "$sSS7CleanseE3fooyyF"]
    #expect(try plugin(names, weak: ["$s7Cleanse7RemovedVMn"]).codes == [])
  }

  @Test("an extension of a framework's type may be in a library that the plugin brings")
  func extensions() throws {
    let name = "$s7Cleanse6BinderV5WordsE3fooyyF"
    var library = ElfImage()
    library.symbols = [ElfImage.Symbol(name: name)]
    try scratch.write(library.bytes, to: "liba.so")
    #expect(try plugin([name]).codes == [])
    library.symbols = []
    try scratch.write(library.bytes, to: "liba.so")
    #expect(try plugin([name]).codes == ["plugin/undefined-framework-symbol"])
  }

  @Test("with a library missing, or without a framework to compare with, nothing is reported")
  mutating func unknown() throws {
    #expect(try plugin(["$s7Cleanse7RemovedVMn"]).codes == ["plugin/needed-library-missing"])
    try scratch.write(ElfImage().bytes, to: "liba.so")
    process.sharesFramework = false
    #expect(try plugin(["$s7Cleanse7RemovedVMn"]).codes == [])
  }
}
