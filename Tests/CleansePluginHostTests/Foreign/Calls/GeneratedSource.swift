@testable import CleansePluginCABI
import CleanseTestSupport

/// C source text for some signatures: functions that report their arguments, and calls of such functions
/// as a compiler emits them.
///
/// `fN` stores a digest of its arguments in `digest`, and returns a value that follows from it. `callN`
/// takes the arguments from a structure, calls a function with them, and stores its result.
struct GeneratedSource {
  private let structures: [CStructureLayout: Int]
  private(set) var text = Self.beginning

  init(_ signatures: [RandomCall], structures: [CStructureLayout]) {
    self.structures = Dictionary(
      uniqueKeysWithValues: zip(structures, structures.indices))
    for structure in structures { append(structure) }
    for (number, signature) in signatures.enumerated() { append(signature, number) }
  }

  private func name(_ layout: CLayout) -> String {
    switch layout {
    case .structure(let structure): "s\(structures[structure] ?? -1)"
    default: "\(layout)"
    }
  }

  private mutating func append(_ structure: CStructureLayout) {
    let type = name(.structure(structure))
    let fields = zip(structure.fields.map(name), structure.fields.indices)
    text += """
      typedef struct { \(fields.map { "t_\($0) m\($1); " }.joined()) } t_\(type);
      _Static_assert(sizeof(t_\(type)) == \(structure.size), "size");
      _Static_assert(_Alignof(t_\(type)) == \(structure.alignment), "alignment");
      SINGLE uint64_t digest_\(type)(uint64_t h, const t_\(type) *v) {
        \(fields.map { "h = digest_\($0)(h, &v->m\($1)); " }.joined())
        return h;
      }
      SINGLE void fill_\(type)(t_\(type) *v, uint64_t *state) {
        \(fields.map { "fill_\($0)(&v->m\($1), state); " }.joined())
      }

      """
  }

  private mutating func append(_ signature: RandomCall, _ number: Int) {
    let result = name(signature.result)
    let isVoid = signature.result == .void
    let arguments = zip(signature.arguments.map(name), signature.arguments.indices)
    let none = signature.arguments.isEmpty
    let parameters = arguments.map { "t_\($0) a\($1)" }.joined(separator: ", ")
    text += """
      struct frame\(number) { \(none ? "char none;" : arguments.map { "t_\($0) a\($1); " }.joined()) };
      t_\(result) f\(number)(\(none ? "void" : parameters)) {
        uint64_t h = UINT64_C(\(FowlerNollVo().value));
        \(arguments.map { "h = digest_\($0)(h, &a\($1)); " }.joined())
        digest = h;
        \(isVoid ? "" : "t_\(result) r; fill_\(result)(&r, &h); return r;")
      }
      void call\(number)(void (*f)(void), const struct frame\(number) *v, void *result) {
        \(isVoid ? "" : "*(t_\(result) *)result = ")
        ((t_\(result) (*)(\(none ? "void" : parameters)))f)
        (\(signature.arguments.indices.map { "v->a\($0)" }.joined(separator: ", ")));
      }

      """
  }

  /// The scalars. The fill is SplitMix64, as in ``SeededGenerator``.
  private static let beginning = """
    #include <stdbool.h>
    #include <stdint.h>
    #include <string.h>

    uint64_t digest;

    // Inlined into so many callers, they would take long to compile.
    #define SINGLE static __attribute__((noinline))

    SINGLE uint64_t fold(uint64_t h, const void *bytes, size_t size) {
      for (size_t i = 0; i < size; i++) h = (h ^ ((const uint8_t *)bytes)[i]) * UINT64_C(0x100000001B3);
      return h;
    }

    SINGLE uint64_t word(uint64_t *state) {
      uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
      z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
      z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
      return z ^ (z >> 31);
    }

    typedef void t_void;
    #define SCALAR(name, type, mask)                                                            \\
      typedef type t_##name;                                                                    \\
      SINGLE uint64_t digest_##name(uint64_t h, const type *v) { return fold(h, v, sizeof *v); } \\
      SINGLE void fill_##name(type *v, uint64_t *state) {                                \\
        uint64_t bits = word(state) & (mask);                                                   \\
        memcpy(v, &bits, sizeof *v);                                                            \\
      }
    SCALAR(bool, bool, 1)
    SCALAR(int8, int8_t, UINT64_MAX)
    SCALAR(int16, int16_t, UINT64_MAX)
    SCALAR(int32, int32_t, UINT64_MAX)
    SCALAR(int64, int64_t, UINT64_MAX)
    SCALAR(uint8, uint8_t, UINT64_MAX)
    SCALAR(uint16, uint16_t, UINT64_MAX)
    SCALAR(uint32, uint32_t, UINT64_MAX)
    SCALAR(uint64, uint64_t, UINT64_MAX)
    SCALAR(float, float, UINT64_MAX)
    SCALAR(double, double, UINT64_MAX)
    SCALAR(pointer, void *, UINT64_MAX)

    """
}
