import CleanseMigration

/// Lives as long as a clerk stands at a counter.
struct ShiftScope: Scope {}

/// Lives as long as one departure is being checked in.
struct VoyageScope: Scope {}

/// Lives as long as one report is written.
struct ReportScope: Scope {}

typealias SingletonBinder = Binder<Singleton>

struct OfficeName: Tag { typealias Element = String }
struct CurrencyCode: Tag { typealias Element = String }
struct OpeningTime: Tag { typealias Element = Int }
struct OpeningFloat: Tag { typealias Element = Money }
struct ClerkName: Tag { typealias Element = String }
struct ManifestSailing: Tag { typealias Element = Sailing }
struct Surcharges: Tag { typealias Element = [Surcharge] }

extension BinderBase {
  /// Binds a tagged constant. Errors point at the line that calls this method.
  func bindSetting<Setting: Tag>(
    _ tag: Setting.Type,
    _ value: Setting.Element,
    file: StaticString = #file,
    line: Int = #line,
    function: StaticString = #function
  ) {
    bind(Setting.Element.self)
      .tagged(with: tag)
      .to(value: value, file: file, line: line, function: function)
  }
}

/// Adds one departure to the timetable.
func addSailing<B: BinderBase>(
  _ sailing: Sailing,
  to binder: B,
  file: StaticString = #file,
  line: Int = #line,
  function: StaticString = #function
) {
  binder
    .bind(Sailing.self)
    .intoCollection()
    .to(value: sailing, file: file, line: line, function: function)
}

/// Asks `provider` once and keeps the answer, whatever kind of provider it is.
func memoizing<P: ProviderProtocol>(_ provider: P) -> P {
  var answer: P.Element?
  return P(getter: {
    let element = answer ?? provider.get()
    answer = element
    return element
  })
}
