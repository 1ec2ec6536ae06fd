import CCleanseFFI
import CCleanseForeignCalls
import CleanseC

/// Calls, and functions created at run time, through libffi. No other code uses libffi.
enum LibFFI {
  /// A signature that libffi has prepared.
  @safe struct Interface: @unchecked Sendable {
    // Safety: created by `Types.prepare`, then never modified or released; libffi only reads it.
    fileprivate let cif: UnsafeMutablePointer<ffi_cif>

    /// See ``CallInterface/call(_:arguments:result:)``.
    @unsafe @inline(__always)
    func call(
      _ function: UnsafeRawPointer, arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
      result: UnsafeMutableRawPointer
    ) -> String? {
      let message = unsafe cleanse_foreign_call(
        cif, unsafeBitCast(function, to: (@convention(c) () -> Void).self), result, arguments)
      guard let message = unsafe message else { return nil }
      return unsafe String(cString: message)
    }

    func direct(to function: UnsafeRawPointer) -> DirectCall {
      unsafe DirectCall(of: function, through: cif, by: cleanse_foreign_call)
    }
  }

  /// libffi's descriptions of types and signatures. They are never released, because libffi keeps pointers to
  /// them.
  @safe struct Types {
    // Safety: each is allocated once, with the list of its fields' types, and never released.
    private var structures: [CStructureLayout: UnsafeMutablePointer<ffi_type>] = unsafe [:]

    /// - Throws: ``CallInterfaceError/refused(_:)``.
    mutating func prepare(
      result: CLayout, arguments: [CLayout]
    ) throws(CallInterfaceError) -> Interface {
      let types = UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>.allocate(
        capacity: max(arguments.count, 1))
      for (index, argument) in arguments.enumerated() {
        unsafe (types + index).initialize(to: type(of: argument))
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
      for (index, layout) in arguments.enumerated() {
        let size = unsafe types[index]?.pointee.size
        precondition(size == layout.size, "libffi computes another size for \(layout)")
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
      for (index, field) in structure.fields.enumerated() {
        unsafe (elements + index).initialize(to: type(of: field))
      }
      unsafe (elements + count).initialize(to: nil)
      let described = UnsafeMutablePointer<ffi_type>.allocate(capacity: 1)
      // libffi computes size and alignment when the type is first used.
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

  /// The memory of a function that libffi creates.
  @safe struct Closure: ~Copyable, @unchecked Sendable {
    /// The function; callable after `prepare`.
    let function: UnsafeRawPointer
    // Safety: allocated by `init`, released by `deinit`, and modified only by `prepare`, before the first
    // call.
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

    /// Makes the function call an owner, which has to outlive all calls.
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
