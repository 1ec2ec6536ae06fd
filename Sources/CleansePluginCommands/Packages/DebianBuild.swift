import CleanseFindingReports
import CleanseGraphAnalysis
import CleansePluginHost
import CleanseSupport

/// Debian packages of what a build has made: one of each plugin, and one of each library of a contract, as plugins of several
/// packages can use it. The tools of Debian make them, by commands that a user can type as well.
struct DebianBuild {
  /// The directory of a build in which packages are made. It has nothing else.
  static func workDirectory(of output: String) -> String {
    FilePath(output).appending("debian").text
  }

  /// The programs of Debian that make packages, with the packages that they are in.
  private static let programs = [
    ("dpkg-deb", "dpkg"), ("dpkg-gencontrol", "dpkg-dev"), ("dpkg-shlibdeps", "dpkg-dev"),
    ("gzip", "gzip"),
  ]

  private let packages: [DebianPackage]
  private let work: FilePath
  private let date: SourceDate
  /// The files of the project with a licence. That of a contract is not known.
  private let licences: [(name: String, bytes: [UInt8])]
  /// The directories in which the libraries of the packages find others.
  private let libraryDirectories: [String]

  /// - Throws: A ``CommandFailure`` if a program is missing.
  static func findPrograms(_ environment: [String: String]) throws(CommandFailure) {
    for (program, package) in programs
    where ProgramSearch(path: environment["PATH"]).program(program) == nil {
      throw CommandFailure(
        "can't find the program \(program), which makes Debian packages",
        hints: ["install the Debian package \(package): apt-get install \(package)"])
    }
  }

  /// - Parameters:
  ///   - inspections: The plugins and the libraries of contracts, all of which can be used.
  ///   - project: The directory of the sources.
  ///   - work: The directory in which the packages are made.
  ///   - date: The time of the packages.
  /// - Throws: A ``CommandFailure`` for what a Debian package can't have, or a file that can't be read.
  init(
    _ inspections: [PluginInspection], of project: String, in work: String, at date: SourceDate,
    environment: [String: String]
  ) throws(CommandFailure) {
    self.date = date
    self.work = FilePath(SystemPath.resolved(work) ?? work)
    packages = try Self.packages(of: inspections, environment)
    licences = try Self.licences(in: project)
    let framework = LoadedObject.framework.map { FilePath($0).removingLastComponent.text }
    let files = inspections.map { FilePath($0.file.resolvedPath).removingLastComponent.text }
    libraryDirectories = ([framework].compactMap(\.self) + files).distinct()
  }

  /// The packages of plugins, then those of contracts.
  private static func packages(
    of inspections: [PluginInspection], _ environment: [String: String]
  ) throws(CommandFailure) -> [DebianPackage] {
    var packages: [DebianPackage] = []
    let plugins = inspections.compactMap(\.description)
    let maintainer = try DebianMaintainer(
      environment, authors: plugins.flatMap(\.manifest.authors))
    var needs: [String] = []
    for inspection in inspections {
      guard let plugin = inspection.description else { continue }
      needs += try DebianRuntime.needs(of: plugin.stamp)
      packages.append(try DebianPackage(plugin, inspection, for: maintainer))
    }
    let architecture = try DebianRuntime.architecture(of: .host)
    for inspection in inspections where inspection.description == nil {
      packages.append(
        try DebianPackage(
          inspection.providedContracts, of: inspection.file.path, needing: needs.distinct(),
          on: architecture, for: maintainer))
    }
    return packages
  }

  private static func licences(
    in project: String
  ) throws(CommandFailure) -> [(name: String, bytes: [UInt8])] {
    let prefixes = ["LICENSE", "LICENCE", "COPYING"]
    let names = try translating(Directory.entries(in: FilePath(project))) { (error: SystemError) in
      CommandFailure("can't read \(project): \(error)")
    }
    var files: [(name: String, bytes: [UInt8])] = []
    for name in names.sorted() {
      guard let text = name.validText, prefixes.contains(where: text.hasPrefix) else { continue }
      let path = FilePath(project).appending(name).text
      let bytes = try translating(DocumentFile.read(path, limit: 1 << 20)) {
        (error: DocumentError) in CommandFailure(error.message)
      }
      files.append((text, bytes))
    }
    return files
  }

  /// Writes the files of the packages for the commands.
  ///
  /// - Throws: A ``CommandFailure`` if a file can't be read or written.
  func write() throws(CommandFailure) {
    for package in packages {
      try write(package, with: package.isPlugin ? licences : [])
    }
  }

  private func write(
    _ package: DebianPackage, with licences: [(name: String, bytes: [UInt8])]
  ) throws(CommandFailure) {
    let tree = try DebianTree(at: work.appending(package.name))
    try tree.write(
      try BuiltLibrary(package.library, for: work.text).bytes, to: Self.path(of: package))
    let documents = "tree/usr/share/doc/\(package.name)"
    var texts = [
      "debian/control": package.control, "debian/changelog": package.changelog(at: date),
    ]
    texts["tree/usr/share/lintian/overrides/\(package.name)"] = package.lintianOverrides
    texts["\(documents)/changelog"] = texts["debian/changelog"]
    texts["\(documents)/copyright"] = package.copyright(licences: licences.map(\.name))
    for (path, text) in texts { try tree.write(Array(text.utf8), to: path) }
    for licence in licences { try tree.write(licence.bytes, to: "\(documents)/\(licence.name)") }
    try tree.make("tree/DEBIAN")
  }

  /// The commands that make the packages of these files, as words.
  ///
  /// - Parameter directory: The directory of the packages, which is created if needed.
  func commands(writingTo directory: String) -> [[String]] {
    [["mkdir", "-p", directory]] + packages.flatMap { commands(making: $0, in: directory) }
  }

  private func commands(making package: DebianPackage, in directory: String) -> [[String]] {
    let work = work.appending(package.name)
    // The time is that of all files which are newer.
    let time = "\(SourceDate.variable)=\(date.seconds)"
    let here = ["env", "--chdir=\(work)", time]
    return [
      here + ["gzip", "--best", "--no-name", "tree/usr/share/doc/\(package.name)/changelog"],
      here + ["dpkg-shlibdeps", "--ignore-missing-info"] + libraryDirectories.map { "-l\($0)" }
        + ["-e\(Self.path(of: package))"],
      here + ["dpkg-gencontrol", "-Ptree"],
      ["env", time, "dpkg-deb", "--root-owner-group", "--build"]
        + [work.appending("tree").text, directory],
    ]
  }

  /// The path of the library in the directory of a package.
  private static func path(of package: DebianPackage) -> String {
    let name = FilePath(package.library).name
    return FilePath("tree/\(DebianPackage.directory)").appending(name).text
  }
}
