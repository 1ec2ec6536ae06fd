/// The source of classes with many dependencies each, with manual calls and with bindings.
struct WideSource {
  let widths: [Int]

  var text: String {
    let parts = 1...(widths.max() ?? 1)
    return """
      import Cleanse

      \(parts.map { """
        final class Part\($0) {
          init() {}
        }
        """ }.joined(separator: "\n\n"))

      \(widths.map(wideClass).joined(separator: "\n\n"))

      enum WideByHand {
      \(parts.map { "  static func part\($0)() -> Part\($0) { Part\($0)() }" }
          .joined(separator: "\n"))
      \(widths.map { width in
        let arguments = (1...width).map { "part\($0)()" }.joined(separator: ", ")
        return "  static func wide\(width)() -> Wide\(width) { Wide\(width)(\(arguments)) }"
      }.joined(separator: "\n"))
      }

      struct WideRoot {
      \(widths.map { "  let wide\($0): Provider<Wide\($0)>" }.joined(separator: "\n"))
      }

      enum WideComponent: RootComponent {
        static func configure(binder: Binder<Unscoped>) {
      \(parts.map { "    binder.bind(Part\($0).self).to(factory: Part\($0).init)" }
          .joined(separator: "\n"))
      \(widths.map { "    binder.bind(Wide\($0).self).to(factory: Wide\($0).init)" }
          .joined(separator: "\n"))
        }

        static func configureRoot(binder bind: ReceiptBinder<WideRoot>) -> BindingReceipt<WideRoot> {
          bind.to(factory: WideRoot.init)
        }
      }

      """
  }

  private func wideClass(_ width: Int) -> String {
    let parts = 1...width
    let parameters = parts.map { "_ part\($0): Part\($0)" }.joined(separator: ", ")
    return """
      final class Wide\(width) {
      \(parts.map { "  let part\($0): Part\($0)" }.joined(separator: "\n"))
        init(\(parameters)) {
      \(parts.map { "    self.part\($0) = part\($0)" }.joined(separator: "\n"))
        }
      }
      """
  }
}
