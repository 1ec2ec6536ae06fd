import CCleansePlugin
import CleansePlugin
import Glibc

/// The streams of a command, as C has them: its pointer leads to the first member.
struct ForeignStreams {
  private var table: cleanse_streams
  private let streams: CommandStreams
  private var buffer: [UInt8] = []
  /// The first error of a stream.
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
    guard failure == nil, let place = unsafe place, limit > 0 else { return -1 }
    do {
      try streams.input.read(into: &buffer, limit: limit)
      unsafe buffer.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return }
        unsafe place.copyMemory(from: start, byteCount: min(bytes.count, limit))
      }
      return Int64(min(buffer.count, limit))
    } catch {
      failure = error
      return -1
    }
  }

  private mutating func write(
    _ bytes: UnsafeRawPointer?, count: Int, to sink: KeyPath<CommandStreams, any ByteSink>
  ) -> Int32 {
    guard failure == nil, count >= 0 else { return Int32(CLEANSE_FAILED) }
    guard count > 0 else { return Int32(CLEANSE_OK) }
    guard let bytes = unsafe bytes else { return Int32(CLEANSE_FAILED) }
    do {
      let copy = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
      try streams[keyPath: sink].write(copy.span)
      return Int32(CLEANSE_OK)
    } catch {
      failure = error
      return Int32(CLEANSE_FAILED)
    }
  }
}
