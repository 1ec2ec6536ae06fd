public import TextFilterAPI

extension TextPipeline {
  /// Takes a whole text through transforms.
  ///
  /// - Parameters:
  ///   - transform: The transform, or several.
  ///   - text: The text.
  ///   - blockSize: Asked for the size of each block.
  /// - Returns: What comes out.
  /// - Throws: What a transform throws.
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

  /// Takes a text through a transform as one block.
  public static func run(_ transform: any TextTransform, on text: String) throws -> String {
    String(decoding: try run(transform, on: Array(text.utf8)), as: UTF8.self)
  }
}
