import CCleansePlugin
import CleansePlugin
import Glibc

/// The streams of a command, as C has them: its pointer leads to the first member.
struct ForeignStreams {
  private var table: cleanse_streams
  private let streams: CommandStreams
  private var buffer: [UInt8] = []
  /// How many bytes are read at once: as many as C asks for would need as much memory here.
  private static let readLimit = 1 << 20
  /// The first error of a stream, or the first call that makes no sense.
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

  // Safety: C hands over the pointer that it was given, which is that of the whole.
  private static func at(
    _ pointer: UnsafeMutablePointer<cleanse_streams>?
  ) -> UnsafeMutablePointer<ForeignStreams>? {
    unsafe pointer.map {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: ForeignStreams.self)
    }
  }

  private mutating func read(into place: UnsafeMutableRawPointer?, limit: Int) -> Int64 {
    guard failure == nil else { return -1 }
    guard limit != 0 else { return 0 }
    guard let place = unsafe place else {
      failure = CBridgeError("it reads to a null pointer")
      return -1
    }
    do {
      // Beyond the largest number of Swift it is negative here.
      let limit = limit < 0 ? Self.readLimit : min(limit, Self.readLimit)
      try streams.input.read(into: &buffer, limit: limit)
      let count = min(buffer.count, limit)
      unsafe buffer.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe place.copyMemory(from: start, byteCount: count)
      }
      return Int64(count)
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
        throw CBridgeError("it writes \(UInt(bitPattern: count)) bytes, which nothing has")
      }
      let written = unsafe UnsafeBufferPointer(
        start: bytes.assumingMemoryBound(to: UInt8.self), count: count)
      // Safety: C has the bytes there until the call returns.
      unsafe try streams[keyPath: sink].write(written.span)
      return Int32(CLEANSE_OK)
    } catch {
      failure = error
      return Int32(CLEANSE_FAILED)
    }
  }
}
