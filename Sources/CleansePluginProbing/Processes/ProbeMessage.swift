import CleanseSupport

/// The messages between the host and the fork server: the sizes of a document and a payload, then the
/// two themselves.
enum ProbeMessage {
  /// The largest accepted size of a document and of a payload.
  static let sizeLimit = 256 << 20

  static func bytes(of document: some Encodable, payload: [UInt8] = []) throws -> [UInt8] {
    let head = try JSONWriter.bytes(of: document)
    return ProbeFrame.littleEndian(UInt64(head.count))
      + ProbeFrame.littleEndian(UInt64(payload.count)) + head + payload
  }

  /// Removes the first message from the received bytes and decodes it.
  ///
  /// - Parameter documentLimit: The largest accepted size of the document.
  /// - Returns: The message; nil until it has been received completely.
  /// - Throws: If the bytes are not a message.
  static func next<Document: Decodable>(
    _ document: Document.Type, from received: inout [UInt8],
    documentLimit: Int = ProbeMessage.sizeLimit
  ) throws -> (Document, payload: [UInt8])? {
    guard received.count >= 16 else { return nil }
    let sizes = [received[0..<8], received[8..<16]].map { bytes in
      bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    guard sizes[0] <= documentLimit, sizes[1] <= sizeLimit else { throw Malformed() }
    let head = 16 + Int(sizes[0])
    let end = head + Int(sizes[1])
    guard received.count >= end else { return nil }
    let decoded = try JSONParser.value(document, from: Array(received[16..<head]))
    let payload = Array(received[head..<end])
    received.removeFirst(end)
    return (decoded, payload)
  }

  struct Malformed: Error {}
}

/// The answer to a request; the outcome's payload is the payload of the message.
struct ProbeReply: Codable, Sendable {
  let id: Int
  let outcome: ProbeOutcome
}
