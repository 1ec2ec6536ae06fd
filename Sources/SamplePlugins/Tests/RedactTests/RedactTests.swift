import Testing
import TextFilterAPI
import TextTesting

@testable import Redact

@Suite("Redacting")
struct RedactTests {
  @Test(
    "replaces mail addresses",
    arguments: [
      ("write to jo@example.org.", "write to [mail]."),
      ("<first.last+tag@mail.example.co.uk>", "<[mail]>"),
      ("mailto:a_b%c-d@example.org?x", "mailto:[mail]?x"),
      ("…jo@xn--mnchen-3ya.de", "…[mail]"), ("a@b.xn--p1ai", "[mail]"),
      ("...jo@example.org", "...[mail]"), ("x..jo@example.org", "x..[mail]"),
      ("jo@example.org, al@example.org", "[mail], [mail]"),
      ("jo@example.com-", "[mail]-"), ("git@example.com:repository", "[mail]:repository"),
      ("4111111111111111@example.org", "[mail]"), ("x.10.0.0.1@example.org", "[mail]"),
    ])
  func mail(text: String, expected: String) throws {
    #expect(try redacted(text) == expected)
  }

  @Test(
    "replaces card numbers with a valid check digit",
    arguments: [
      ("4111111111111111", "[card]"), ("4111 1111 1111 1111", "[card]"),
      ("5500-0000-0000-0004", "[card]"), ("3782 822463 10005", "[card]"),
      ("card 4222222222222, expires 12/27", "card [card], expires 12/27"),
      ("6304000000000000000", "[card]"),
      ("6304 0000 0000 0000 000", "[card]"),
      ("12 4111 1111 1111 1111", "12 [card]"), ("4111 1111 1111 1111.", "[card]."),
      ("卡4111111111111111号", "卡[card]号"), ("12-4111111111111111", "12-[card]"),
      ("4111-1111-1111-1111-1", "[card]-1"), ("4111 1111 1111 1111.5", "[card].5"),
      ("2024-01-02-4111-1111-1111-1111", "2024-01-02-[card]"), ("1.4111111111111111", "1.[card]"),
      ("1234-4111111111111111-1234", "1234-[card]-1234"), ("0.4111 1111 1111 1111", "0.[card]"),
    ])
  func card(text: String, expected: String) throws {
    #expect(try redacted(text) == expected)
  }

  @Test(
    "replaces adjacent matches",
    arguments: [
      ("10.0.0.1-4111111111111111", "[ipv4]-[card]"),
      ("4111111111111111-10.0.0.1", "[card]-[ipv4]"),
      ("10.0.0.1.4111111111111111", "[ipv4].[card]"),
      ("4111111111111111.10.0.0.1", "[card].[ipv4]"),
      ("10.0.0.1::1", "[ipv4][ipv6]"), ("4111111111111111::1", "[card][ipv6]"),
      ("fe80::1:4111111111111111", "[ipv6]:[card]"), ("fe80::1.4111111111111111", "[ipv6].[card]"),
      ("fe80::4111-1111-1111-1111", "[ipv6][card]"),
      ("a@b.co-10.0.0.1", "[mail]-[ipv4]"), ("a@b.co-4111111111111111", "[mail]-[card]"),
      ("4111111111111111-jo@example.org", "[mail]"),
      ("::4111-4111111111111111-1111@example.org", "::[mail]"),
      ("4111 1111 1111 1111@example.org", "[card][mail]"),
      // 1004 4111 1111 1111 also passes the check, and ends inside the other number.
      ("1004 4111 1111 1111 1111", "[card]"),
    ])
  func neighbours(text: String, expected: String) throws {
    let once = try redacted(text)
    #expect(once == expected)
    #expect(try redacted(once) == once)
  }

  @Test(
    "leaves no part of a mail address after an IPv6 address",
    arguments: [
      ("fe80::1:2@x.com", "[ipv6]:[mail]"), ("fe80::1:2.x@x.com", "[ipv6]:[mail]"),
      ("::ffff:10.0.0.1@x.com", "::ffff:[mail]"), ("1:2:3:4:5:6:7:8:9@x.com", "[ipv6]:[mail]"),
      ("fe80::1@x", "[ipv6]@x"),
    ])
  func mailBehindIPv6(text: String, expected: String) throws {
    let once = try redacted(text)
    #expect(once == expected)
    #expect(try redacted(once) == once)
  }

  @Test("accepts only card numbers of 13 to 19 digits", arguments: 10...22)
  func cardLengths(length: Int) throws {
    let payload = [4] + (1..<length - 1).map { $0 % 10 }
    let check = try #require((0...9).first { hasLuhnSum(payload + [$0]) })
    let digits = (payload + [check]).map(String.init).joined()
    #expect(try redacted(digits) == ((13...19).contains(length) ? "[card]" : digits))
    let wrong = (payload + [(check + 1) % 10]).map(String.init).joined()
    #expect(try redacted(wrong) == wrong)
  }

  @Test(
    "replaces IPv4 addresses",
    arguments: [
      ("192.0.2.1", "[ipv4]"), ("255.255.255.255:80", "[ipv4]:80"), ("10.0.0.0/8", "[ipv4]/8"),
      ("from 10.0.0.1.", "from [ipv4]."), ("(127.0.0.1)", "([ipv4])"), ("ip:10.0.0.1", "ip:[ipv4]"),
      ("...10.0.0.1", "...[ipv4]"), ("http://192.0.2.7/x", "http://[ipv4]/x"),
    ])
  func ipv4(text: String, expected: String) throws {
    #expect(try redacted(text) == expected)
  }

  @Test(
    "replaces IPv6 addresses in all forms",
    arguments: [
      ("2001:db8:0:0:8:800:200c:417a", "[ipv6]"), ("2001:DB8::8:800:200C:417A", "[ipv6]"),
      ("ff01::101", "[ipv6]"), ("::1", "[ipv6]"), ("fe80::1%eth0", "[ipv6]%eth0"),
      ("::ffff:192.0.2.128", "[ipv6]"), ("64:ff9b::192.0.2.33", "[ipv6]"),
      ("0:0:0:0:0:ffff:129.144.52.38", "[ipv6]"), ("[2001:db8::1]:443", "[[ipv6]]:443"),
      ("2001:db8::/32", "[ipv6]/32"), ("fe80::1: no route", "[ipv6]: no route"),
      ("source:fe80::1", "source:[ipv6]"), ("fe80::a:b", "[ipv6]"), ("at ::1.", "at [ipv6]."),
      ("1:2:3:4:5:6:7::", "[ipv6]"), ("::2:3:4:5:6:7:8", "[ipv6]"),
      ("::ffff:192.0.2.1:80", "[ipv6]:80"),
    ])
  func ipv6(text: String, expected: String) throws {
    #expect(try redacted(text) == expected)
  }

  // Failed in RedactPropertyTests with CLEANSE_TEST_SEED=4001999166: only the IPv4 address was replaced, so
  // a second pass found an IPv6 address in the rest.
  @Test("replaces an IPv6 address whose last digits could begin a card number")
  func ipv6BeforeCard() throws {
    #expect(try redacted("1111::ffff:10.0.0.112-3782 822463 10005") == "[ipv6]-[card]")
  }

  @Test(
    "keeps text that only resembles a candidate",
    arguments: [
      "", "plain text", "version 1.2.3", "v1.2.3.4", "1.2.3.4.5", "256.1.1.1", "1.2.3", "1.02.3.4",
      "12:34:56", "2024-01-15T12:34:56.789", "std::string", "std::vector<int>::iterator", "a::b",
      "::", "f(::)", "a ::  b", "dead::beef", "00:1a:2b:3c:4d:5e", "1:2:3:4:5:6:7:8:9", "1::2::3",
      ":::1", "12345::1", "::1.2", "fe80::xyz", "Face::Bad", "a@b", "@example.org", "jo@",
      "jo@localhost",
      "@Test func", "jo.@example.org", "a@b.c", "a@-b.org", "a@1.2.3", "pkg@1.2.3",
      "4111111111111112", "4111  1111 1111 1111", "x4111111111111111", "4111111111111111x",
      "0.4111111111111111", "0000000000000000", "12345678-1234-4234-8234-123456789012",
      "00000000-1000-4000-8234-123456789016", "{00000000-1000-4000-8234-123456789016}",
      "2024-01-15 2024-01-16", "\u{0}\u{7F}é", "1 2 3 4 5 6 7 8 9 10 11 12 13 14",
    ])
  func untouched(text: String) throws {
    #expect(try redacted(text) == text)
  }

  @Test("keeps invalid UTF-8 and line endings unchanged")
  func bytes() throws {
    let text: [UInt8] = [0xFF, 0x40, 0xFE, 0x0D, 0x0A, 0xC3, 0x0D, 0x0A, 0x3A]
    #expect(try TextPipeline.run(RedactTransform(), on: text) == text)
  }

  @Test("a mail address has at most 64 bytes before the at sign, and 255 after it")
  func limits() throws {
    let local = String(repeating: "a", count: 64)
    #expect(try redacted(local + "@example.org") == "[mail]")
    #expect(try redacted("a" + local + "@example.org") == "a" + local + "@example.org")
    let label = String(repeating: "b", count: 63)
    #expect(try redacted("a@\(label).org") == "[mail]")
    #expect(try redacted("a@b\(label).org") == "a@b\(label).org")
  }

  @Test("accepts no argument")
  func argument() {
    #expect(throws: TextFilterArgumentError("takes no argument")) {
      try RedactFilter().makeTransform(argument: "mail")
    }
  }

  private func redacted(_ text: String) throws -> String {
    try TextPipeline.run(RedactFilter().makeTransform(argument: nil), on: text)
  }

  /// A plain implementation of Luhn's sum, for comparison.
  private func hasLuhnSum(_ digits: [Int]) -> Bool {
    digits.reversed().enumerated().map { index, digit in
      index % 2 == 0 ? digit : digit * 2 > 9 ? digit * 2 - 9 : digit * 2
    }.reduce(0, +) % 10 == 0
  }
}
