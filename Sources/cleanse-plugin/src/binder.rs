use crate::error::{caught, text};
use crate::service::{table_of, MakesService};
use crate::values::keyed;
use crate::{handle, raw, Declarable, Factory, Handle, Returned, Service, Value};
use std::any::type_name;
use std::borrow::Cow;
use std::ffi::CString;
use std::mem;
use std::os::raw::c_void;
use std::panic::Location;
use std::path::Path;
use std::ptr;

/// Registers the bindings of a plugin.
///
/// The host reports a binding that it can't accept, and rejects the plugin, so no method returns an error.
pub struct Binder<'a> {
    host: &'a raw::Host,
    binder: *mut raw::Binder,
    /// The directory that the compiler's relative paths of sources are relative to; empty if it is not known.
    directory: &'static str,
}

impl Binder<'_> {
    /// Begins a binding.
    #[track_caller]
    pub fn bind(&mut self) -> Binding<'_> {
        let (host, binder, directory) = (self.host, self.binder, self.directory);
        let binder = Binder { host, binder, directory };
        Binding { binder, location: Location::caller(), name: "", flags: 0, order: 0 }
    }

    /// Declares that a key needs no binding: without one, the collection `Vec<T>` is empty, and the optional `Option<T>`
    /// is `None`. The name may be empty.
    #[track_caller]
    pub fn declare<T: Declarable>(&mut self, name: &str) {
        let location = Location::caller();
        let (key, file) = (text(T::declaration(name)), text(self.file(location)));
        // Safety: the host's table and the binder are valid, and the texts are copied.
        unsafe { (self.host.declare)(self.binder, key.as_ptr(), file.as_ptr(), location.line()) };
    }

    /// Declares that the host destroys the instances of `T`.
    #[track_caller]
    pub fn handle<T: Handle>(&mut self) {
        let location = Location::caller();
        let (name, file, line) = (text(T::NAME), text(self.file(location)), location.line());
        let destroy: raw::Destroy = handle::destroy::<T>;
        // Safety: as above.
        unsafe {
            let declare = self.host.declare_handle;
            declare(self.binder, name.as_ptr(), Some(destroy), file.as_ptr(), line);
        }
    }

    /// Reports an error, which makes the plugin unusable.
    pub fn report_error(&mut self, message: &str) {
        self.report(&text(message));
    }

    /// The path of a source, as C has it: Cargo compiles in the directory of the package, wherever it was called.
    fn file(&self, location: &'static Location<'static>) -> Cow<'static, str> {
        let file = location.file();
        if self.directory.is_empty() || Path::new(file).is_absolute() {
            return Cow::Borrowed(file);
        }
        Cow::Owned(format!("{}/{file}", self.directory))
    }

    fn report(&mut self, message: &CString) {
        // Safety: as above.
        unsafe { (self.host.report_error)(self.binder, message.as_ptr()) };
    }
}

/// A binding that is not complete: `to` or `to_value` registers it.
#[must_use = "a binding is registered by `to` or `to_value`"]
pub struct Binding<'a> {
    binder: Binder<'a>,
    location: &'static Location<'static>,
    name: &'a str,
    flags: u32,
    order: i32,
}

impl<'a> Binding<'a> {
    /// Sets the name of the key, which follows the `@` in C.
    pub fn named(mut self, name: &'a str) -> Self {
        self.name = name;
        self
    }

    /// Makes one instance, at the first request, for each instance of the component. A table can't be shared.
    pub fn shared(mut self) -> Self {
        self.flags |= raw::SHARED;
        self
    }

    /// Makes the result an element of the collection or, if it is a `Vec`, several elements.
    pub fn into_collection(mut self) -> Self {
        self.flags |= raw::CONTRIBUTE;
        self
    }

    /// Replaces the other bindings of the key.
    pub fn overriding(mut self) -> Self {
        self.flags |= raw::OVERRIDE;
        self
    }

    /// Wraps what other bindings of the key provide, whichever plugin declares them. The function receives that value as
    /// a parameter with the same key and type as its result.
    pub fn decorating(mut self) -> Self {
        self.flags |= raw::DECORATE;
        self
    }

    /// Sets the order of a contribution, lowest first, or of a decorator, lowest innermost, or the precedence of an
    /// override, greatest wins.
    pub fn order(mut self, order: i32) -> Self {
        self.order = order;
        self
    }

    /// Binds a value, which is copied.
    pub fn to_value<T: Value>(mut self, value: T) {
        match caught(|| value.into_c()) {
            Ok(value) => {
                let signature = keyed(&T::type_name(), self.name);
                let address = (&value as *const T::C).cast();
                let size = mem::size_of::<T::C>() as u32;
                self.register(signature, None, (address, size), ptr::null());
                // Safety: the host has copied the value.
                unsafe { T::release(value) };
            }
            Err(message) => self.binder.report(&message),
        }
    }

    /// Binds a function as the factory of its result. `keys` are the names of the keys of its parameters, which may be
    /// empty: `to(["width", ""], …)` requests the first parameter with a name, and the second without.
    ///
    /// An error or a panic of the function is reported to the dependent.
    pub fn to<Parameters, F, const COUNT: usize>(self, keys: [&str; COUNT], factory: F)
    where
        F: Factory<Parameters, COUNT>,
    {
        self.make(keys, factory, ptr::null());
    }

    /// Binds a function as the factory of a shared instance that is a service.
    pub fn to_service<S, Parameters, F, const COUNT: usize>(
        mut self,
        keys: [&str; COUNT],
        factory: F,
    ) where
        S: Service,
        F: Factory<Parameters, COUNT>,
        F::Result: MakesService<S>,
    {
        self.flags |= raw::SHARED;
        self.make(keys, factory, &table_of::<S>());
    }

    fn make<Parameters, F, const COUNT: usize>(
        mut self,
        keys: [&str; COUNT],
        _: F,
        service: *const raw::Service,
    ) where
        F: Factory<Parameters, COUNT>,
    {
        if self.flags & raw::SHARED != 0 && !F::Result::IS_SHAREABLE {
            let table = F::Result::type_name();
            return self.binder.report_error(&format!("a function table can't be shared: {table}"));
        }
        let owned = if F::Result::IS_OWNED { "owned " } else { "" };
        let result = F::Result::type_name();
        let name = function_name(type_name::<F>());
        let parameters = F::parameters(keys).join(", ");
        let call = format!("{owned}{result} {name}({parameters}) throws");
        self.register(keyed(&call, self.name), Some(F::function()), (ptr::null(), 0), service);
    }

    fn register(
        &mut self,
        signature: String,
        function: Option<raw::Function>,
        (value, value_size): (*const c_void, u32),
        service: *const raw::Service,
    ) {
        let (signature, file) = (text(signature), text(self.binder.file(self.location)));
        let binding = raw::Binding {
            size: mem::size_of::<raw::Binding>(),
            signature: signature.as_ptr(),
            function,
            value,
            flags: self.flags,
            order: self.order,
            file: file.as_ptr(),
            line: self.location.line(),
            value_size,
            service,
        };
        // Safety: the host's table and the binder are valid. The binding, its texts and its value are copied.
        unsafe { (self.binder.host.bind)(self.binder.binder, &binding) };
    }
}

/// The name of a function for messages, `words` of `plugin::words`. A closure has that of the function around it, or none if the
/// closure that is passed to `plugin!` is around it.
fn function_name(path: &str) -> &str {
    match path.rsplit("::").find(|part| !part.contains(['{', '}', '<', '>'])) {
        // The constant of `plugin!` for that closure.
        None | Some("CONFIGURE") => "",
        Some(name) => name,
    }
}

/// What the entry point does.
///
/// # Safety
///
/// `host` and `binder` were passed to the entry point, which has not returned yet.
pub unsafe fn entry_point(
    host: *const raw::Host,
    binder: *mut raw::Binder,
    directory: Option<&'static str>,
    configure: fn(&mut Binder<'_>),
) -> i32 {
    // Safety: each host has the first three members.
    unsafe {
        if (*host).size < mem::size_of::<raw::Host>() {
            let message = text("the host is older than the crate cleanse-plugin of this plugin");
            ((*host).report_error)(binder, message.as_ptr());
            return raw::FAILED;
        }
    }
    // Safety: the table has all members.
    let (host, directory) = (unsafe { &*host }, directory.unwrap_or(""));
    let mut binder = Binder { host, binder, directory };
    match caught(|| {
        configure(&mut binder);
        Ok(())
    }) {
        Ok(()) => raw::OK,
        Err(message) => {
            binder.report(&message);
            raw::FAILED
        }
    }
}

#[cfg(test)]
mod tests {
    use super::function_name;

    #[test]
    fn a_closure_has_the_name_of_its_function_if_there_is_one() {
        assert_eq!(function_name("plugin::words"), "words");
        assert_eq!(function_name("plugin::configure::{{closure}}"), "configure");
        // Findings called it CONFIGURE, which no source contains.
        assert_eq!(function_name("plugin::CONFIGURE::{{closure}}::{{closure}}"), "");
    }
}
