/// A language in which `new` writes plugins.
enum ProjectLanguage: String, CaseIterable, Sendable {
  case swift
  case c
  case cxx = "c++"
  case rust
}
