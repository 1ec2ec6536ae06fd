@testable import CleanseFindingReports
@testable import CleansePluginCommands
import Testing

@Suite("The name of a project")
struct ProjectNameTests {
  @Test("has a form for each language")
  func forms() throws {
    let name = try ProjectName("hello-world2", for: "new")
    #expect(name.module == "HelloWorld2")
    #expect(name.symbol == "hello_world2")
    #expect(name.identifier == "org.example.hello-world2")
    #expect(try ProjectName("a", for: "new").module == "A")
  }

  @Test(
    "that can't be used is an error with a similar one",
    arguments: [
      ("", "it is empty", nil),
      ("My Plugin", "something other than", "my-plugin"),
      ("HelloWorld", "something other than", "hello-world"),
      ("hello_world", "something other than", "hello-world"),
      ("org.example.hello", "something other than", "org-example-hello"),
      ("grüße", "something other than", "gr-e"),
      ("-a", "does not begin with a letter", "a"),
      ("2fast", "does not begin with a letter", "fast"),
      ("a-", "a hyphen at its end", "a"),
      ("a--b", "two in a row", "a-b"),
      ("class", "a keyword of C or C++", "class-plugin"),
      ("Class", "something other than", "class-plugin"),
      ("fn", "a keyword of Rust", "fn-plugin"),
      ("protocol", "a keyword of Swift", "protocol-plugin"),
      ("cleanse", "Cleanse has libraries of such names", "my-cleanse"),
      ("cleanse-runtime", "Cleanse has libraries of such names", "my-cleanse-runtime"),
      ("test", "a meaning in one of the languages", "test-plugin"),
      ("../escape", "something other than", "escape"),
      ("a/b", "something other than", "a-b"),
      ("日本", "something other than", nil),
      ("\u{1B}[31m", "something other than", "m"),
      (
        String(repeating: "a", count: 65), "longer than 64 bytes", String(repeating: "a", count: 57)
      ),
    ] as [(String, String, String?)])
  func refusal(text: String, fault: String, suggestion: String?) throws {
    let error = try #require(throws: UsageError.self) { try ProjectName(text, for: "new") }
    #expect(error.message.contains(fault), "\(error.message)")
    #expect(!error.message.contains("\u{1B}"))
    let hint = suggestion.map { "did you mean `\($0)`?" } ?? "a name is like `hello-world`"
    #expect(error.hints == [hint])
    // What is suggested can be used.
    if let suggestion {
      #expect(try ProjectName(suggestion, for: "new").text == suggestion)
    }
  }
}
