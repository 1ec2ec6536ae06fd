use crate::error::{contained, text};
use crate::{raw, Table};
use std::ffi::{CStr, CString};
use std::mem::{self, MaybeUninit};
use std::os::raw::{c_char, c_void};
use std::ptr;

/// A validator of the combined graph. A plugin contributes it with [`validator`].
pub trait Validator: Send + Sync + 'static {
    /// The name, for messages.
    fn name(&self) -> &str;

    /// Checks the graph, and reports what it finds.
    fn validate(&self, graph: &Graph<'_>);
}

/// The severity of a finding. An error rejects the whole graph.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Severity {
    Note = 0,
    Warning = 1,
    Error = 2,
}

/// The kind of a binding.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    Single,
    Contribution,
    Declaration,
    Optional,
    Seed,
    Subcomponent,
    Decorator,
    /// A kind that this version of the crate does not know, of a newer host.
    Other(u32),
}

/// A binding of the graph. A text that is not known is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphBinding<'a> {
    /// The type, as it is written in Swift.
    pub type_name: Option<&'a str>,
    /// The tag, or the name after the `@` in C.
    pub tag: Option<&'a str>,
    /// The identifier of the plugin that declared it; `None` for the application.
    pub origin: Option<&'a str>,
    /// The scope in which the instance is shared.
    pub scope: Option<&'a str>,
    /// The source file.
    pub file: Option<&'a str>,
    /// The line in it; 0 if it is not known.
    pub line: u32,
    /// The kind.
    pub kind: Kind,
    /// The number of requests of its factory.
    pub request_count: usize,
}

/// A request of a factory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GraphRequest<'a> {
    /// The type.
    pub type_name: Option<&'a str>,
    /// The tag, or the name after the `@` in C.
    pub tag: Option<&'a str>,
    /// `instance`, `optional`, `provider`, `throwingProvider` and others.
    pub form: Option<&'a str>,
}

/// The whole graph. Bindings and requests have indices from 0.
pub struct Graph<'a> {
    graph: &'a raw::Graph,
}

impl<'a> Graph<'a> {
    /// The number of bindings.
    pub fn binding_count(&self) -> usize {
        self.graph.binding_count
    }

    /// The binding at an index.
    pub fn binding(&self, index: usize) -> Option<GraphBinding<'a>> {
        let mut result = MaybeUninit::<raw::GraphBinding>::zeroed();
        // Safety: all zeros are a value, as which an older host leaves the members that it does not know. The graph is
        // valid, and sets the others if it returns `OK`. Its texts are valid as long as the graph.
        unsafe {
            (*result.as_mut_ptr()).size = mem::size_of::<raw::GraphBinding>();
            if (self.graph.binding)(self.graph, index, result.as_mut_ptr()) != raw::OK {
                return None;
            }
            let binding = result.assume_init();
            Some(GraphBinding {
                type_name: borrowed(binding.type_name),
                tag: borrowed(binding.tag),
                origin: borrowed(binding.origin),
                scope: borrowed(binding.scope),
                file: borrowed(binding.file),
                line: binding.line,
                kind: kind(binding.kind),
                request_count: binding.request_count,
            })
        }
    }

    /// A request of the binding at an index.
    pub fn request(&self, binding: usize, request: usize) -> Option<GraphRequest<'a>> {
        let mut result = MaybeUninit::<raw::GraphRequest>::zeroed();
        // Safety: as above.
        unsafe {
            (*result.as_mut_ptr()).size = mem::size_of::<raw::GraphRequest>();
            if (self.graph.request)(self.graph, binding, request, result.as_mut_ptr()) != raw::OK {
                return None;
            }
            let request = result.assume_init();
            Some(GraphRequest {
                type_name: borrowed(request.type_name),
                tag: borrowed(request.tag),
                form: borrowed(request.form),
            })
        }
    }

    /// The indices of the bindings that provide a request.
    pub fn providers(&self, binding: usize, request: usize) -> Vec<usize> {
        let mut indices = Vec::new();
        let mut from = 0;
        loop {
            // Safety: the graph is valid.
            let index = unsafe { (self.graph.answer)(self.graph, binding, request, from) };
            if index == usize::MAX {
                return indices;
            }
            indices.push(index);
            from = index + 1;
        }
    }

    /// Reports a finding about the binding at an index, or about the graph as a whole. The code is `owner/name`.
    pub fn report(&self, severity: Severity, code: &str, message: &str, binding: Option<usize>) {
        let (code, message) = (text(code), text(message));
        let code = if code.as_bytes().is_empty() { ptr::null() } else { code.as_ptr() };
        let binding = binding.unwrap_or(usize::MAX);
        // Safety: the graph is valid, and copies the texts.
        unsafe {
            (self.graph.report)(self.graph, severity as i32, code, message.as_ptr(), binding);
        }
    }
}

/// # Safety
///
/// The text is null, or valid during the lifetime of the result.
unsafe fn borrowed<'a>(text: *const c_char) -> Option<&'a str> {
    if text.is_null() {
        return None;
    }
    // Safety: the caller passes a valid text.
    unsafe { CStr::from_ptr(text) }.to_str().ok()
}

fn kind(number: u32) -> Kind {
    match number {
        0 => Kind::Single,
        1 => Kind::Contribution,
        2 => Kind::Declaration,
        3 => Kind::Optional,
        4 => Kind::Seed,
        5 => Kind::Subcomponent,
        6 => Kind::Decorator,
        number => Kind::Other(number),
    }
}

struct State<V> {
    validator: V,
    name: CString,
}

/// The function table of a validator, which a factory contributes. If it panics, it is reported as an error of the graph.
pub fn validator<V: Validator>(validator: V) -> Table<raw::Validator> {
    let name = text(validator.name());
    Table::new(State { validator, name }, |state| {
        raw::Validator::new(state.name.as_ptr(), Some(validate::<V>))
    })
}

unsafe extern "C" fn validate<V: Validator>(state: *mut c_void, graph: *const raw::Graph) {
    // Safety: the host passes the state of the table, and a graph that is valid until the function returns.
    let (state, graph) =
        unsafe { (Table::<raw::Validator>::state::<State<V>>(state), Graph { graph: &*graph }) };
    let mut has_returned = false;
    contained(|| {
        state.validator.validate(&graph);
        has_returned = true;
    });
    if !has_returned {
        let message = format!("the validator {} panicked", state.name.to_string_lossy());
        graph.report(Severity::Error, "", &message, None);
    }
}
