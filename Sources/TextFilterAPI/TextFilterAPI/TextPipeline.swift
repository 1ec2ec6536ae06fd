/// Runs a text through several transforms, each reading what the one before it wrote.
///
/// It takes the text in blocks that may be cut anywhere and needs memory for one block, and for
/// what the transforms make of it, whatever the size of the text. It knows no files and no
/// streams, so a filter's tests can use it as the `filter` command does.
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
  /// What the last stage to run has written.
  private var target = TextOutput()
  /// What the next one writes to meanwhile; the two are kept for their storage.
  private var spare = TextOutput()

  /// Makes a pipeline.
  ///
  /// - Parameter transforms: The transforms in the order of the text's way through them; none
  ///   leaves it as it is.
  public init(_ transforms: [any TextTransform]) {
    stages = transforms.map(LineStage.init)
  }

  /// Takes the next block of the text and writes what is done of it.
  ///
  /// - Parameters:
  ///   - block: Any number of bytes.
  ///   - output: Added to.
  /// - Throws: What a transform threw; the pipeline is of no use afterwards.
  public mutating func feed(_ block: Span<UInt8>, into output: inout TextOutput) throws {
    guard !stages.isEmpty else { return output.append(block) }
    try stages[0].feed(block, into: &target)
    try pass(from: 1, into: &output)
  }

  /// Ends the text and writes what the transforms held back.
  ///
  /// - Parameter output: Added to.
  /// - Throws: What a transform threw.
  public mutating func finish(into output: inout TextOutput) throws {
    for index in stages.indices {
      try stages[index].finish(into: &target)
      try pass(from: index + 1, into: &output)
    }
  }

  /// Takes what lies in the target through the stages from an index on.
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
