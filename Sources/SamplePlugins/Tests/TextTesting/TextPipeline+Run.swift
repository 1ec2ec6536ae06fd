public import TextFilterAPI

extension TextPipeline {
  /// Passes a whole text through transforms.
  ///
  /// - Parameters:
  ///   - transform: One or more transforms.
  ///   - text: The text.
  ///   - blockSize: Returns the size of each block.
  /// - Returns: The output.
  /// - Throws: The error of a transform.
  public static func run(
    _ transforms: any TextTransform..., on text: [UInt8], blockSize: () -> Int = { .max }
  ) throws -> [UInt8] {
    var pipeline = TextPipeline(transforms)
    var output = TextOutput()
    var start = 0
    while start < text.count {
      let end = start + min(max(1, blockSize()), text.count - start)
      try pipeline.feed(Array(text[start..<end]).span, into: &output)
      start = end
    }
    try pipeline.finish(into: &output)
    return output.bytes
  }

  /// Passes a text through a transform as one block.
  public static func run(_ transform: any TextTransform, on text: String) throws -> String {
    String(decoding: try run(transform, on: Array(text.utf8)), as: UTF8.self)
  }
}
