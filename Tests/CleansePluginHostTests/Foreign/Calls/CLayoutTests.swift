@testable import CleansePluginCABI
import Testing

@Suite("C layouts")
struct CLayoutTests {
  @Test("fields have aligned offsets, and the size is a multiple of the alignment")
  func alignedFields() throws {
    let inner = try CStructureLayout([.int8, .int16, .bool])
    #expect(inner.offsets == [0, 2, 4])
    #expect((inner.size, inner.alignment) == (6, 2))
    let outer = try CStructureLayout([.bool, .structure(inner), .double, .float])
    #expect(outer.offsets == [0, 2, 8, 16])
    #expect((outer.size, outer.alignment) == (24, 8))
  }

  @Test("a structure needs fields, none of them void")
  func refused() {
    #expect(throws: CallInterfaceError.emptyStructure) { try CStructureLayout([]) }
    #expect(throws: CallInterfaceError.voidValue) { try CStructureLayout([.int8, .void]) }
  }

  @Test("nested structures are rejected before they get too large to walk")
  func tooLarge() throws {
    var layout = CLayout.double
    var depth = 0
    let error = #expect(throws: CallInterfaceError.self) {
      while depth < 16 {
        layout = .structure(try CStructureLayout(Array(repeating: layout, count: 64)))
        depth += 1
      }
    }
    #expect(error == .tooLarge)
    #expect(depth == 2)
    #expect(layout.size == 8 * 64 * 64)
  }
}
