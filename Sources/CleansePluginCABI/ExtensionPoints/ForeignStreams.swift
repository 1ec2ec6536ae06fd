import CCleansePlugin
import CleansePlugin

/// The streams of a command in their C representation. The pointer that is passed to C is that of the first
/// member.
struct ForeignStreams {
  private var table: cleanse_streams
  private let streams: CommandStreams
  /// The first error of a stream, or of an invalid call.
  private(set) var failure: (any Error)?

  init(_ streams: CommandStreams) {
    self.streams = streams
    unsafe table = cleanse_streams(
      size: MemoryLayout<cleanse_streams>.size,
      read: { streams, buffer, limit in
        unsafe ForeignStreams.at(streams)?.pointee.read(into: buffer, limit: limit) ?? -1
      },
      write: { streams, bytes, count in
        unsafe ForeignStreams.at(streams)?.pointee.write(bytes, count: count, to: \.output)
          ?? Int32(CLEANSE_FAILED)
      },
      write_error: { streams, bytes, count in
        unsafe ForeignStreams.at(streams)?.pointee.write(bytes, count: count, to: \.error)
          ?? Int32(CLEANSE_FAILED)
      })
  }

  // Safety: C passes the pointer that it was given, which is that of the whole structure.
  private static func at(
    _ pointer: UnsafeMutablePointer<cleanse_streams>?
  ) -> UnsafeMutablePointer<ForeignStreams>? {
    unsafe pointer.map {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: ForeignStreams.self)
    }
  }

  private mutating func read(into destination: UnsafeMutableRawPointer?, limit: Int) -> Int64 {
    guard failure == nil else { return -1 }
    guard limit != 0 else { return 0 }
    guard let destination = unsafe destination else {
      failure = CBridgeError("it reads into a null pointer")
      return -1
    }
    do {
      // A `size_t` above `Int.max` is negative here.
      let bytes = unsafe UnsafeMutableBufferPointer(
        start: destination.assumingMemoryBound(to: UInt8.self), count: limit < 0 ? .max : limit)
      var block = unsafe OutputSpan(buffer: bytes, initializedCount: 0)
      try streams.input.read(into: &block)
      return Int64(unsafe block.finalize(for: bytes))
    } catch {
      failure = error
      return -1
    }
  }

  private mutating func write(
    _ bytes: UnsafeRawPointer?, count: Int, to sink: KeyPath<CommandStreams, any ByteSink>
  ) -> Int32 {
    guard failure == nil else { return Int32(CLEANSE_FAILED) }
    guard count != 0 else { return Int32(CLEANSE_OK) }
    do {
      guard let bytes = unsafe bytes else { throw CBridgeError("it writes from a null pointer") }
      guard count > 0 else {
        throw CBridgeError("it writes \(UInt(bitPattern: count)) bytes, more than memory can hold")
      }
      let written = unsafe UnsafeBufferPointer(
        start: bytes.assumingMemoryBound(to: UInt8.self), count: count)
      // Safety: the caller keeps the bytes valid until the call returns.
      unsafe try streams[keyPath: sink].write(written.span)
      return Int32(CLEANSE_OK)
    } catch {
      failure = error
      return Int32(CLEANSE_FAILED)
    }
  }
}
