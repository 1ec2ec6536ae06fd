import TextFilterAPI

/// A filter that replaces mail addresses, card numbers and internet addresses by placeholders.
struct RedactFilter: TextFilter {
  let name = "redact"
  let summary = "replaces mail addresses, card numbers, IPv4 and IPv6 addresses"

  func makeTransform(argument: String?) throws(TextFilterArgumentError) -> any TextTransform {
    guard argument == nil else {
      throw TextFilterArgumentError("takes no argument")
    }
    return RedactTransform()
  }
}
