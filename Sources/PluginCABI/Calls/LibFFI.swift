import CFFI
import CForeignCalls

/// Calls and functions made at run time, through libffi; the only place that knows it.
enum LibFFI {
  /// What libffi has prepared for a signature.
  @safe struct Interface: @unchecked Sendable {
    // Safety: made by `Types.prepare`, never released and never changed afterwards; libffi only reads it.
    fileprivate let cif: UnsafeMutablePointer<ffi_cif>

    /// See ``CallInterface/call(_:arguments:result:)``.
    @unsafe @inline(__always)
    func call(
      _ function: UnsafeRawPointer, arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      result: UnsafeMutableRawPointer
    ) -> String? {
      unsafe ForeignException.message { message, size in
        unsafe cleanse_foreign_call(
          cif, unsafeBitCast(function, to: (@convention(c) () -> Void).self), result, arguments,
          message, size)
      }
    }
  }

  /// libffi's descriptions of types and signatures, which all live for ever, as it keeps pointers to them.
  @safe struct Types {
    // Safety: each is allocated once, with the fields' types behind it, and never released.
    private var structures: [CStructureLayout: UnsafeMutablePointer<ffi_type>] = unsafe [:]

    /// - Throws: ``CallInterfaceError/refused(_:)``.
    mutating func prepare(
      result: CLayout, arguments: [CLayout]
    ) throws(CallInterfaceError) -> Interface {
      let types = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(
        capacity: max(arguments.count, 1))
      for (place, argument) in arguments.enumerated() {
        unsafe (types + place).initialize(to: type(of: argument))
      }
      let returned = unsafe type(of: result)
      let cif = UnsafeMutablePointer<ffi_cif>.allocate(capacity: 1)
      unsafe cif.initialize(to: ffi_cif())
      let status = unsafe ffi_prep_cif(
        cif, FFI_DEFAULT_ABI, UInt32(arguments.count), returned, types)
      guard status == FFI_OK else {
        unsafe types.deallocate()
        unsafe cif.deallocate()
        throw .refused(status.rawValue)
      }
      for (place, layout) in arguments.enumerated() {
        let size = unsafe types[place]?.pointee.size
        precondition(size == layout.size, "libffi gives \(layout) another size")
      }
      return unsafe Interface(cif: cif)
    }

    private mutating func type(of layout: CLayout) -> UnsafeMutablePointer<ffi_type>? {
      guard case .structure(let structure) = layout else {
        return unsafe cffi_scalar(UInt16(Self.code(of: layout)))
      }
      if let known = unsafe structures[structure] { return unsafe known }
      let count = structure.fields.count
      let elements = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(
        capacity: count + 1)
      for (place, field) in structure.fields.enumerated() {
        unsafe (elements + place).initialize(to: type(of: field))
      }
      unsafe (elements + count).initialize(to: nil)
      let described = UnsafeMutablePointer<ffi_type>.allocate(capacity: 1)
      // libffi finds size and alignment by itself when it meets the type for the first time.
      unsafe described.initialize(
        to: ffi_type(size: 0, alignment: 0, type: UInt16(FFI_TYPE_STRUCT), elements: elements))
      unsafe structures[structure] = described
      return unsafe described
    }

    private static func code(of layout: CLayout) -> Int32 {
      switch layout {
      case .void: FFI_TYPE_VOID
      case .bool, .uint8: FFI_TYPE_UINT8
      case .int8: FFI_TYPE_SINT8
      case .uint16: FFI_TYPE_UINT16
      case .int16: FFI_TYPE_SINT16
      case .uint32: FFI_TYPE_UINT32
      case .int32: FFI_TYPE_SINT32
      case .uint64: FFI_TYPE_UINT64
      case .int64: FFI_TYPE_SINT64
      case .float: FFI_TYPE_FLOAT
      case .double: FFI_TYPE_DOUBLE
      case .pointer: FFI_TYPE_POINTER
      case .structure: FFI_TYPE_STRUCT
      }
    }
  }

  /// Memory in which libffi makes a function.
  @safe struct Closure: ~Copyable, @unchecked Sendable {
    /// The function, once it is prepared.
    let function: UnsafeRawPointer
    // Safety: allocated by `init`, released at the end, and changed by `prepare` alone, which comes
    // before the first call.
    private let memory: UnsafeMutablePointer<ffi_closure>

    init() throws(CallInterfaceError) {
      var function: UnsafeMutableRawPointer?
      guard
        let memory = unsafe ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &function),
        let function = unsafe function
      else { throw .noClosure }
      unsafe self.memory = memory.assumingMemoryBound(to: ffi_closure.self)
      unsafe self.function = UnsafeRawPointer(function)
    }

    deinit { unsafe ffi_closure_free(memory) }

    /// Makes it call an owner, which has to be there for as long as it can be called.
    func prepare(_ interface: Interface, owner: CClosure) throws(CallInterfaceError) {
      let status = unsafe ffi_prep_closure_loc(
        memory, interface.cif,
        { _, result, arguments, owner in
          guard let result = unsafe result, let owner = unsafe owner else { return }
          unsafe Unmanaged<CClosure>.fromOpaque(owner)
            ._withUnsafeGuaranteedRef { unsafe $0.called(result, arguments) }
        }, Unmanaged.passUnretained(owner).toOpaque(), UnsafeMutableRawPointer(mutating: function))
      guard status == FFI_OK else { throw .refused(status.rawValue) }
    }
  }
}
