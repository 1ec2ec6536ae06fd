import CleansePluginHost
import CleanseSupport
import CleanseFindingReports

/// Checks of the program's own files, and of what authors of plugins need.
struct InstallationChecks {
  let environment: [String: String]
  let executable: String?
  /// The name of the program.
  let name: String

  var all: [DoctorCheck] { [program, shell].compactMap(\.self) + developmentFiles }

  private var program: DoctorCheck {
    guard let executable else {
      return .warning(
        .installation, "the path of this program can't be determined", fix: "mount /proc")
    }
    return .ok(.installation, "\(name) \(Version.text) is \(executable)")
  }

  /// What the shell starts by the name of the program; nil if that is this program, or none.
  private var shell: DoctorCheck? {
    // An application has commands of its own name.
    guard !name.contains(" "), let executable,
      let found = ProgramSearch(path: environment["PATH"]).program(name),
      let resolved = SystemPath.resolved(found), resolved != executable
    else { return nil }
    return .warning(
      .installation, "the shell starts another program as `\(name)`: \(found)",
      fix: "put the directory of \(executable) first in PATH")
  }

  private var developmentFiles: [DoctorCheck] {
    let install = "install the package libcleanse-dev, or run scripts/install"
    let sdk: PluginSDK
    do {
      sdk = try PluginSDK.of(executable)
    } catch {
      return [
        .warning(.installation, "plugins can't be compiled here: \(error.message)", fix: install)
      ]
    }
    var checks: [DoctorCheck] = []
    if let warning = sdk.warning {
      checks.append(
        .warning(.installation, warning, fix: "install the same version of both"))
    }
    if sdk.swift == nil {
      checks.append(
        .warning(
          .installation,
          "plugins in Swift can't be compiled here: there is no "
            + "\(sdk.missing.first ?? "libCleanseRuntime.so")", fix: install))
    }
    for contract in sdk.contracts where contract.directory == nil {
      let error = contract.withoutModule
      checks.append(
        .warning(.installation, error.message, fix: error.hints.joined(separator: "; ")))
    }
    for part in PluginSDK.Part.allCases {
      do {
        _ = try sdk.found(part)
      } catch {
        checks.append(
          .warning(.installation, "\(error.message): \(error.hints.joined())", fix: install))
      }
    }
    return checks.isEmpty
      ? [.ok(.installation, "plugins are compiled with the files in \(sdk.headers)")]
        + configuration(of: sdk) : checks
  }

  /// Whether pkg-config finds the installation; empty if it needs no variable for that. Packages of SwiftPM find it without, and
  /// `host build` sets it.
  private func configuration(of sdk: PluginSDK) -> [DoctorCheck] {
    guard let directory = sdk.packageConfiguration else { return [] }
    let searched = Array(environment["PKG_CONFIG_PATH", default: ""].utf8)
      .split(separator: UInt8(ascii: ":"))
    guard !searched.contains(where: { FilePath(bytes: Array($0)) == FilePath(directory) }) else {
      return [.ok(.installation, "pkg-config searches \(directory)")]
    }
    guard !sdk.packageNeedsConfiguration else {
      return [
        .warning(
          .installation, "SwiftPM does not find this installation, as its path has blanks",
          fix: "set PKG_CONFIG_PATH=\(PluginSDK.quoted(directory)), or use `host build`")
      ]
    }
    return [
      .ok(
        .installation,
        "pkg-config finds these files with PKG_CONFIG_PATH=\(directory), which compilers without SwiftPM need"
      )
    ]
  }
}
