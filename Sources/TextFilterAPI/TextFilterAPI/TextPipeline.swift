/// Runs a text through several transforms, each of which reads the output of the previous one.
///
/// It accepts the text in blocks with arbitrary boundaries. It needs memory for one block and the
/// output of the transforms for it, whatever the size of the text. It does not depend on files or
/// streams, so the tests of a filter can use it as the `filter` command does.
///
/// ```swift
/// var pipeline = TextPipeline([try WrapFilter().makeTransform(argument: "72")])
/// while let block = … {
///   try pipeline.feed(block.span, into: &output)
///   …  // write output.bytes and empty it
/// }
/// try pipeline.finish(into: &output)
/// ```
public struct TextPipeline {
  private var stages: [LineStage]
  /// The output of the stage that ran last.
  private var target = TextOutput()
  /// The output of the next stage. Both are kept to reuse their storage.
  private var spare = TextOutput()

  /// Creates a pipeline.
  ///
  /// - Parameter transforms: The transforms in order. Without any, the text is unchanged.
  public init(_ transforms: [any TextTransform]) {
    stages = transforms.map(LineStage.init)
  }

  /// Processes the next block of the text and writes the output that is complete.
  ///
  /// - Parameters:
  ///   - block: Any number of bytes.
  ///   - output: The output to append to.
  /// - Throws: The error of a transform. The pipeline must not be used afterwards.
  public mutating func feed(_ block: Span<UInt8>, into output: inout TextOutput) throws {
    guard !stages.isEmpty else { return output.append(block) }
    try stages[0].feed(block, into: &target)
    try pass(from: 1, into: &output)
  }

  /// Ends the text and writes the output that the transforms held back.
  ///
  /// - Parameter output: The output to append to.
  /// - Throws: The error of a transform.
  public mutating func finish(into output: inout TextOutput) throws {
    for index in stages.indices {
      try stages[index].finish(into: &target)
      try pass(from: index + 1, into: &output)
    }
  }

  /// Passes the contents of `target` through the stages from an index on.
  private mutating func pass(from index: Int, into output: inout TextOutput) throws {
    for index in stages.indices.dropFirst(index) {
      var source = exchange(&target, with: exchange(&spare, with: TextOutput()))
      try stages[index].feed(source.bytes.span, into: &target)
      source.removeAll()
      spare = source
    }
    output.append(target.bytes.span)
    target.removeAll()
  }
}
