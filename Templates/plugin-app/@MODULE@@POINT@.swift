@IMPORTS@
/// What the plugin contributes. Its members do nothing yet.
@KIND@ @MODULE@@POINT@: @POINT@ {
  private let optionText: String

  init(text: TaggedProvider<Options.Text>) {
    optionText = text.get()
  }
@MEMBERS@}
