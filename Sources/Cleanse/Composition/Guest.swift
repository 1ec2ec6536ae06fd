/// The language other than Swift that plugins can be written in: C, and all languages that can export its
/// functions.
package typealias Guest = CLanguage
