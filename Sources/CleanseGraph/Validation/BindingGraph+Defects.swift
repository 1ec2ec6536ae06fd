import CleanseSupport

/// A request that can't be linked, with the binding that makes it.
struct DefectiveRequest {
  let binding: Binding
  let index: RequestIndex
  let answer: Resolution.Answer

  var key: Key { binding[index].key }
  var form: RequestForm { binding[index].form }

  /// The requester as the note of a finding.
  func note(in graph: BindingGraph) -> Diagnostic.Note {
    graph.note(
      "\(binding.asRequester) depends on it\(form.phrase)", on: binding)
  }
}

extension BindingGraph {
  /// The requests with a defect, in the order of the bindings that make them, without those of replaced bindings.
  func requests(with defect: Resolution.Defect) -> [DefectiveRequest] {
    var found: [DefectiveRequest] = []
    for index in bindingIndices where !resolution.isReplaced[index.number] {
      for (number, answer) in zip(self[index].requestIndices, resolution.answers(of: index))
      where answer.defect == defect {
        found.append(DefectiveRequest(binding: self[index], index: number, answer: answer))
      }
    }
    return found
  }

  /// The bindings with a defect of their own, whatever requests them.
  func bindings(with defect: Resolution.Defect) -> [Binding] {
    resolution.defects.filter { $0.value == defect }.keys.sorted().map { self[$0] }
  }
}
