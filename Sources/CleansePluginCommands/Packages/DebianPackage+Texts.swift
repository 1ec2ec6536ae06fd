import CleanseSupport

/// The files that describe a package to the tools of Debian and to its users.
extension DebianPackage {
  /// `debian/control`, from which `dpkg-gencontrol` makes that of the package.
  var control: String {
    let source = [
      ("Source", name), ("Section", "misc"), ("Priority", "optional"),
      ("Maintainer", Self.literal("\(maintainer)")), ("Standards-Version", "4.6.2"),
    ]
    let package = [
      ("Package", name), ("Architecture", architecture),
      ("Depends", (["${shlibs:Depends}"] + depends).joined(separator: ", ")),
      ("Recommends", recommends.joined(separator: ", ")),
      ("Breaks", breaks.joined(separator: ", ")), ("Provides", provides.joined(separator: ", ")),
      ("Description", description),
    ]
    return [source, package].map(Self.paragraph).joined(separator: "\n")
  }

  /// `debian/changelog`, of which the package has the version and the time.
  func changelog(at date: SourceDate) -> String {
    """
    \(name) (\(version)) unstable; urgency=medium

      * Version \(version).

     -- \(maintainer)  \(date.mailDate)

    """
  }

  /// The file `copyright`.
  ///
  /// - Parameter licences: The names of the files with a licence next to it.
  func copyright(licences: [String]) -> String {
    let licence =
      licences.isEmpty
      ? "that of its sources"
      : "in this directory: \(licences.joined(separator: ", "))"
    return """
      \(details).

      The copyright is that of the authors of its sources. The licence is \(licence).

      """
  }

  /// The deviations from Debian's rules that are intended, for lintian.
  var lintianOverrides: String {
    """
    # The host checks the signatures of functions with the debug information, and names those of crashes.
    \(name): unstripped-binary-or-object

    """
  }

  /// The purpose within the length that Debian recommends, and the rest.
  private var description: String {
    let short = summary.utf8.count < 80 ? summary : "plugin for hosts of Cleanse"
    let long = short == summary ? details : "\(details): \(summary)"
    return Self.literal(short) + "\n"
      + Self.lines(of: Self.literal(long)).map { " \($0)" }.joined(separator: "\n")
  }

  private static func paragraph(_ fields: [(name: String, value: String)]) -> String {
    fields.filter { !$0.value.isEmpty }.map { "\($0.name): \($0.value)\n" }.joined()
  }

  /// A text in which `dpkg-gencontrol` replaces no variable. (deb-substvars(5).)
  private static func literal(_ text: String) -> String { text.replacing("$", with: "${}") }

  /// The words of a text in lines of less than 80 bytes, as far as words allow. A line that begins with a dot would have another
  /// meaning. (Debian Policy, 5.6.13.)
  private static func lines(of text: String) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.utf8.count + word.utf8.count < 78 || word.hasPrefix(".") {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
