import CleansePlugin
import CCleansePlugin
import Testing

@Suite("Errors reported through cleanse_error")
struct CFailureTests {
  private static func failing(
    _ messages: String?...
  ) -> (UnsafeMutablePointer<cleanse_error>) -> Void {
    { error in
      for message in messages {
        if let message {
          error.pointee.fail?(error, message)
        } else {
          error.pointee.fail?(error, nil)
        }
      }
    }
  }

  @Test("a function that has not failed has no error, and otherwise the first message counts")
  func messages() {
    #expect(CFailure.reported(by: Self.failing()) == nil)
    #expect(CFailure.reported(by: Self.failing("first", "second")) == CFailure(message: "first"))
    #expect(CFailure.reported(by: Self.failing("")) == CFailure(message: ""))
    #expect(CFailure.reported(by: Self.failing(nil, "second")) == CFailure(message: nil))
  }

  @Test("a caller that passes the pointer on can see that the function failed")
  func failed() {
    var states: [Int32] = []
    let failure = CFailure.reported { error in
      states.append(error.pointee.failed)
      Self.failing("no")(error)
      states.append(error.pointee.failed)
    }
    #expect(states == [0, 1])
    #expect(failure?.message == "no")
  }

  @Test("a message is kept up to 64 KiB")
  func length() throws {
    let long = String(repeating: "-", count: 70_000)
    let message = try #require(CFailure.reported(by: Self.failing(long))?.message)
    #expect(message == String(repeating: "-", count: 65_536) + "…")
  }
}
