import TextFilterAPI

/// A filter that writes the number of each line before it, as `cat -n` does.
struct NumberFilter: TextFilter {
  let name = "number"
  let summary = "numbers the lines, as cat -n does"

  func makeTransform(argument: String?) throws(TextFilterArgumentError) -> any TextTransform {
    guard argument == nil else {
      throw TextFilterArgumentError("takes no argument")
    }
    return NumberTransform()
  }
}
