@testable import CleanseC
@testable import CleansePluginCABI
import CleanseTestSupport
import Glibc
import Testing

@Suite("Calls of C functions")
struct CallInterfaceTests {
  @Test("an interface is prepared once per signature")
  func once() throws {
    let point = CLayout.structure(try CStructureLayout([.double, .double]))
    let first = try CallInterface.of(result: point, arguments: [.int8, point])
    #expect(try CallInterface.of(result: point, arguments: [.int8, point]) === first)
    #expect(try CallInterface.of(result: point, arguments: [.uint8, point]) !== first)
    let frame = try COffsets(of: [.int8, point])
    #expect(frame.offsets == [0, 8])
    #expect(frame.size == 24)
  }

  @Test("the interface of a function is that of its layouts, also when it is found by its scalars")
  func functions() throws {
    var random = RandomSignatures(generator: SeededGenerator.announced("interfaces of functions"))
    for _ in 0..<2000 {
      let signature = random.signature()
      var arguments = try signature.parameters.map { try CLayout(of: $0) }
      if signature.throws { arguments.append(.pointer) }
      let interface = try CallInterface.of(
        result: CLayout(signature.result.type), arguments: arguments)
      // The second time, it is known.
      for _ in 0..<2 { #expect(try CallInterface.of(signature) === interface, "\(signature)") }
    }
  }

  @Test("threads that request the same signatures concurrently get the same interfaces")
  func threads() async throws {
    let interfaces = try await withThrowingTaskGroup(of: [ObjectIdentifier].self) { group in
      for _ in 0..<4 {
        group.addTask {
          try (1...200).map { count in
            let layout = CLayout.structure(
              try CStructureLayout(Array(repeating: .int16, count: count) + [.float, .bool, .int8]))
            return ObjectIdentifier(try CallInterface.of(result: layout, arguments: [layout]))
          }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(interfaces.count == 1)
  }

  @Test("a type that can't be an argument is rejected")
  func refused() throws {
    #expect(throws: CallInterfaceError.voidValue) {
      try CallInterface.of(result: .int32, arguments: [.int8, .void])
    }
    let large = CLayout.structure(try CStructureLayout(Array(repeating: .int64, count: 5_000)))
    #expect(throws: CallInterfaceError.tooLarge) {
      try CallInterface.of(result: .void, arguments: [large, large])
    }
  }

  @Test(
    "a narrow result is at the start of its storage",
    arguments: [
      (CLayout.int8, "int8_t", "-2", 0xFE), (.uint8, "uint8_t", "254", 0xFE),
      (.int16, "int16_t", "-2", 0xFFFE), (.uint16, "uint16_t", "65534", 0xFFFE),
      (.int32, "int32_t", "-2", 0xFFFF_FFFE), (.uint32, "uint32_t", "4294967294", 0xFFFF_FFFE),
      (.bool, "bool", "true", 1), (.bool, "bool", "false", 0),
      (.bool, "int", "0x102", 1), (.bool, "int", "0x100", 0),
    ] as [(CLayout, String, String, UInt64)])
  func narrow(layout: CLayout, type: String, value: String, expected: UInt64) throws {
    let library = try CompiledLibrary(
      "#include <stdbool.h>\n#include <stdint.h>\n\(type) narrow(void) { return \(value); }\n")
    let result = try Self.call(library, "narrow", result: layout)
    let mask = UInt64.max >> (64 - 8 * UInt64(layout.size))
    #expect(result.message == nil)
    #expect(result.word & mask == expected)
  }

  // libffi 3.4.4 overwrites the first number with a part of the structure.
  @Test(
    "a structure in the last register for integers leaves the other arguments alone",
    arguments: [
      ("int a, c; float b;", [.int32, .int32, .float]), ("long a; float b;", [.int64, .float]),
      ("long a; double b;", [.int64, .double]), ("int a; double b;", [.int32, .double]),
    ] as [(String, [CLayout])])
  func lastRegister(declaration: String, fields: [CLayout]) throws {
    let library = try CompiledLibrary(
      """
      typedef struct { \(declaration) } last;
      int differs(float x, long a, long b, long c, long d, long e, last s, float y) {
        return (x != 1.5) + 2 * (a + b + c + d + e != 5) + 4 * (s.a != 9) + 8 * (s.b != 2.5)
          + 16 * (y != 3.5);
      }
      """)
    let last = try CStructureLayout(fields)
    let layouts = [
      CLayout.float, .int64, .int64, .int64, .int64, .int64, .structure(last), .float,
    ]
    let interface = try CallInterface.of(result: .int32, arguments: layouts)
    let frame = try COffsets(of: layouts)
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: frame.size + interface.resultSize, alignment: CallInterface.alignment)
    defer { memory.deallocate() }
    var arguments = frame.offsets.map { Optional(memory + interface.resultSize + $0) }
    arguments[0]?.storeBytes(of: 1.5, as: Float.self)
    for index in 1...5 { arguments[index]?.storeBytes(of: 1, as: Int64.self) }
    for (offset, field) in zip(last.offsets, fields) {
      switch field {
      case .float: arguments[6]?.storeBytes(of: 2.5, toByteOffset: offset, as: Float.self)
      case .double: arguments[6]?.storeBytes(of: 2.5, toByteOffset: offset, as: Double.self)
      case .int32: arguments[6]?.storeBytes(of: 9, toByteOffset: offset, as: Int32.self)
      default: arguments[6]?.storeBytes(of: 9, toByteOffset: offset, as: Int64.self)
      }
    }
    arguments[7]?.storeBytes(of: 3.5, as: Float.self)
    let thrown = interface.call(
      UnsafeRawPointer(try library.address(of: "differs")), arguments: &arguments, result: memory)
    #expect(thrown == nil)
    #expect(memory.load(as: Int32.self) == 0)
  }

  @Test("an exception ends at the call, and its message is kept")
  func exceptions() throws {
    let library = try CompiledLibrary(Self.throwing, by: .cxx)
    func message(_ number: Int32) throws -> String? {
      try Self.call(library, "fail", result: .double, argument: number).message
    }
    #expect(try message(0) == nil)
    #expect(try message(1) == "no such thing")
    #expect(try message(2) == "an exception of type int")
    #expect(try message(3) == "an exception without a message")
    // Cut between two characters: each of them has two bytes, and the last byte of the buffer is the null.
    #expect(try message(4) == "-" + String(repeating: "é", count: 511))
    #expect(try message(5) == String(repeating: "é", count: 511))
  }

  @Test("an exception does not leave an entry point")
  func entryPoint() throws {
    let library = try CompiledLibrary(Self.throwing, by: .cxx)
    let entry = UnsafeRawPointer(try library.address(of: "configure"))
    var host: Int32 = 7
    var binder: Int32 = 0
    #expect(try ForeignException.configuring(entry, host: &host, binder: &binder) == 8)
    #expect(binder == 7)
    host = 1
    let error = #expect(throws: ForeignException.self) {
      try ForeignException.configuring(entry, host: &host, binder: &binder)
    }
    #expect(error?.message == "no such thing")
  }

  @Test("a thread may end within a call")
  func endOfThread() throws {
    let library = try CompiledLibrary(
      "#include <pthread.h>\nvoid leave(void) { pthread_exit(&pthread_exit); }\n")
    let leave = try library.address(of: "leave")
    var thread = pthread_t()
    try #require(
      pthread_create(
        &thread, nil,
        { function in
          var storage: Int = 0
          guard let function, let interface = try? CallInterface.of(result: .void, arguments: [])
          else { return nil }
          withUnsafeMutableBytes(of: &storage) { bytes in
            if let result = bytes.baseAddress {
              _ = interface.call(UnsafeRawPointer(function), arguments: nil, result: result)
            }
          }
          return nil
        }, leave) == 0)
    var status: UnsafeMutableRawPointer?
    #expect(pthread_join(thread, &status) == 0)
    #expect(status != nil)
  }

  /// Calls a function without arguments or with one number, and returns the first word of the result.
  private static func call(
    _ library: CompiledLibrary, _ name: String, result: CLayout, argument: Int32? = nil
  ) throws -> (message: String?, word: UInt64) {
    let interface = try CallInterface.of(
      result: result, arguments: argument == nil ? [] : [.int32])
    let storage = UnsafeMutableRawPointer.allocate(
      byteCount: interface.resultSize, alignment: CallInterface.alignment)
    defer { storage.deallocate() }
    storage.storeBytes(of: 0xAAAA_AAAA_AAAA_AAAA, as: UInt64.self)
    var number = argument ?? 0
    let message = try withUnsafeMutableBytes(of: &number) { number in
      var arguments = [number.baseAddress]
      return interface.call(
        UnsafeRawPointer(try library.address(of: name)), arguments: &arguments, result: storage)
    }
    return (message, storage.load(as: UInt64.self))
  }

  private static let throwing = """
    #include <cstdint>
    #include <stdexcept>
    #include <string>

    struct silent : std::exception {
      const char *what() const noexcept override { return nullptr; }
    };

    static std::string accents() {
      std::string text;
      for (int count = 0; count < 1000; count++) text += "\\u00e9";
      return text;
    }

    extern "C" double fail(int32_t how) {
      if (how == 1) throw std::runtime_error("no such thing");
      if (how == 2) throw 5;
      if (how == 3) throw silent();
      if (how == 4) throw std::runtime_error("-" + accents());
      if (how == 5) throw std::runtime_error(accents());
      return how;
    }

    extern "C" int32_t configure(const void *host, void *binder) {
      int32_t number = *static_cast<const int32_t *>(host);
      fail(number);
      *static_cast<int32_t *>(binder) = number;
      return number + 1;
    }

    """
}
