/// When a binding asks for what it needs, which decides who meets the effects of that.
@usableFromInline
enum AskingTime: Sendable {
  /// While its value is made, so whoever asked for the value meets them.
  case now
  /// When somebody calls the value, who copes with so much.
  case later(Effect?)
}
