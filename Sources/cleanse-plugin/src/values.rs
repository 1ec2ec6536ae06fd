//! How Rust types are passed.

use crate::memory::{copied, copied_text, free};
use crate::raw::{self, Array};
use crate::{Error, FunctionTable, Handle, Table};
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_void};
use std::ptr::NonNull;
use std::slice;
use std::sync::Arc;

/// A type that a factory can have as a parameter: a scalar, `String`, `Arc` of a [`Handle`], `NonNull` of a
/// [`FunctionTable`], `Vec` or `Option` of these, or a [`Provider`].
///
/// A pointer to a table of another plugin is valid as long as the result of the factory, if that is a handle or a table,
/// or until the factory returns.
///
/// # Safety
///
/// `C` is the C type of what `declaration` returns, and all zeros are one of its values.
pub unsafe trait Parameter: Sized {
    /// The C type.
    type C: Copy + 'static;
    /// The declaration of a parameter with a key, which may be empty, in a signature.
    fn declaration(key: &str) -> String;
    /// Converts the argument.
    ///
    /// # Safety
    ///
    /// The argument was passed by the host.
    unsafe fn from_c(argument: Self::C) -> Result<Self, Error>;
}

/// A type that a factory can return: a scalar, `String`, `Vec` of these, `Arc` of a [`Handle`], a [`Table`], or a
/// `Result` of these with an error that is a text or implements `std::error::Error`.
///
/// # Safety
///
/// As for [`Parameter`].
pub unsafe trait Returned {
    /// The C type.
    type C: Copy + 'static;
    /// Whether the host releases the result with `free`.
    const IS_OWNED: bool;
    /// Whether several requesters can share the result.
    const IS_SHAREABLE: bool = true;
    /// The type in a signature.
    fn type_name() -> String;
    /// Converts the result.
    fn into_c(self) -> Result<Self::C, Error>;
}

/// A type whose values can be bound: a scalar, `String`, or `Vec` of these.
///
/// # Safety
///
/// `release` releases all memory that `into_c` has allocated.
pub unsafe trait Value: Returned {
    /// Releases a converted value.
    ///
    /// # Safety
    ///
    /// The value is a result of `into_c`, and is not used afterwards.
    unsafe fn release(value: Self::C);
}

/// A type of the elements of a collection.
///
/// # Safety
///
/// `NAME[]` is a type of signatures, and `C` the type of its elements.
pub unsafe trait Element: Parameter {}

/// A type that [`Binder::declare`](crate::Binder::declare) can declare: `Vec` or `Option`.
pub trait Declarable: Parameter {}

/// A type that a [`Provider`] can return.
///
/// # Safety
///
/// `take` releases what a provider function has returned.
pub unsafe trait Provided: Parameter {
    /// Converts what a provider function has returned, and releases it.
    ///
    /// # Safety
    ///
    /// The value was returned by a provider function.
    unsafe fn take(value: Self::C) -> Result<Self, Error>;
}

pub(crate) fn keyed(name: &str, key: &str) -> String {
    if key.is_empty() {
        name.to_string()
    } else {
        format!("{name} @{key}")
    }
}

macro_rules! scalars {
    ($($type:ty: $name:literal),*) => {$(
        // Safety: the C type of the same name has the same layout.
        unsafe impl Parameter for $type {
            type C = $type;

            fn declaration(key: &str) -> String {
                keyed($name, key)
            }

            unsafe fn from_c(argument: $type) -> Result<Self, Error> {
                Ok(argument)
            }
        }

        // Safety: as above.
        unsafe impl Returned for $type {
            type C = $type;
            const IS_OWNED: bool = false;

            fn type_name() -> String {
                $name.to_string()
            }

            fn into_c(self) -> Result<$type, Error> {
                Ok(self)
            }
        }

        // Safety: nothing is allocated.
        unsafe impl Value for $type {
            unsafe fn release(_: $type) {}
        }

        // Safety: arrays of scalars have their items one after the other.
        unsafe impl Element for $type {}

        // Safety: nothing is allocated.
        unsafe impl Provided for $type {
            unsafe fn take(value: $type) -> Result<Self, Error> {
                Ok(value)
            }
        }

        // Safety: an optional scalar is a pointer, or null.
        unsafe impl Parameter for Option<$type> {
            type C = *const $type;

            fn declaration(key: &str) -> String {
                keyed(concat!($name, "?"), key)
            }

            unsafe fn from_c(argument: *const $type) -> Result<Self, Error> {
                // Safety: a pointer that is not null is valid.
                Ok(unsafe { argument.as_ref() }.copied())
            }
        }

        impl Declarable for Option<$type> {}
    )*};
}

scalars! {
    bool: "bool",
    i8: "int8", i16: "int16", i32: "int32", i64: "int64",
    u8: "uint8", u16: "uint16", u32: "uint32", u64: "uint64", usize: "size_t",
    f32: "float", f64: "double"
}

// Safety: a text is a pointer.
unsafe impl Parameter for String {
    type C = *const c_char;

    fn declaration(key: &str) -> String {
        keyed("string", key)
    }

    unsafe fn from_c(argument: *const c_char) -> Result<Self, Error> {
        if argument.is_null() {
            return Err("a text is null".into());
        }
        // Safety: the host passes a text that ends with a null.
        Ok(unsafe { CStr::from_ptr(argument) }.to_str()?.to_string())
    }
}

// Safety: as above.
unsafe impl Returned for String {
    type C = *const c_char;
    const IS_OWNED: bool = true;

    fn type_name() -> String {
        "string".to_string()
    }

    fn into_c(self) -> Result<*const c_char, Error> {
        copied_text(self)
    }
}

// Safety: the text is the only allocation.
unsafe impl Value for String {
    unsafe fn release(value: *const c_char) {
        // Safety: `into_c` has allocated the text.
        unsafe { free(value as *mut c_void) }
    }
}

// Safety: the items of an array of texts are pointers.
unsafe impl Element for String {}

// Safety: the text is the only allocation.
unsafe impl Provided for String {
    unsafe fn take(value: *const c_char) -> Result<Self, Error> {
        // Safety: the text belongs to the caller of a provider.
        unsafe {
            let text = String::from_c(value);
            free(value as *mut c_void);
            text
        }
    }
}

// Safety: an optional text is a pointer, or null.
unsafe impl Parameter for Option<String> {
    type C = *const c_char;

    fn declaration(key: &str) -> String {
        keyed("string?", key)
    }

    unsafe fn from_c(argument: *const c_char) -> Result<Self, Error> {
        if argument.is_null() {
            return Ok(None);
        }
        // Safety: as for a text.
        unsafe { String::from_c(argument) }.map(Some)
    }
}

impl Declarable for Option<String> {}

// Safety: a handle is a pointer.
unsafe impl<T: Handle> Parameter for Arc<T> {
    type C = *const T;

    fn declaration(key: &str) -> String {
        keyed(&format!("{} *", T::NAME), key)
    }

    unsafe fn from_c(argument: *const T) -> Result<Self, Error> {
        if argument.is_null() {
            return Err("a handle is null".into());
        }
        // Safety: the pointer is that of an `Arc`, as the trait requires, and the host holds one reference.
        unsafe {
            Arc::increment_strong_count(argument);
            Ok(Arc::from_raw(argument))
        }
    }
}

// Safety: as above.
unsafe impl<T: Handle> Returned for Arc<T> {
    type C = *const T;
    const IS_OWNED: bool = false;

    fn type_name() -> String {
        format!("{} *", T::NAME)
    }

    fn into_c(self) -> Result<*const T, Error> {
        Ok(Arc::into_raw(self))
    }
}

// Safety: the items of an array of handles are pointers.
unsafe impl<T: Handle> Element for Arc<T> {}

// Safety: the host keeps its reference.
unsafe impl<T: Handle> Provided for Arc<T> {
    unsafe fn take(value: *const T) -> Result<Self, Error> {
        // Safety: the handle is valid until the holder of the provider is destroyed.
        unsafe { Self::from_c(value) }
    }
}

// Safety: an optional handle is a pointer, or null.
unsafe impl<T: Handle> Parameter for Option<Arc<T>> {
    type C = *const T;

    fn declaration(key: &str) -> String {
        keyed(&format!("{} *?", T::NAME), key)
    }

    unsafe fn from_c(argument: *const T) -> Result<Self, Error> {
        if argument.is_null() {
            return Ok(None);
        }
        // Safety: as for a handle.
        unsafe { Arc::from_c(argument) }.map(Some)
    }
}

impl<T: Handle> Declarable for Option<Arc<T>> {}

// Safety: a table is a pointer.
unsafe impl<T: FunctionTable + 'static> Parameter for NonNull<T> {
    type C = *mut T;

    fn declaration(key: &str) -> String {
        keyed(&format!("{} *", T::NAME), key)
    }

    unsafe fn from_c(argument: *mut T) -> Result<Self, Error> {
        NonNull::new(argument).ok_or_else(|| "a table is null".into())
    }
}

// Safety: the items of an array of tables are pointers.
unsafe impl<T: FunctionTable + 'static> Element for NonNull<T> {}

// Safety: a table is a pointer.
unsafe impl<T: FunctionTable + 'static> Returned for Table<T> {
    type C = *mut T;
    const IS_OWNED: bool = false;
    // The host destroys a table once for each request.
    const IS_SHAREABLE: bool = false;

    fn type_name() -> String {
        format!("{} *", T::NAME)
    }

    fn into_c(self) -> Result<*mut T, Error> {
        Ok(self.into_raw())
    }
}

// Safety: an array is a pointer and a count.
unsafe impl<T: Element> Parameter for Vec<T> {
    type C = Array;

    fn declaration(key: &str) -> String {
        keyed(&(T::declaration("") + "[]"), key)
    }

    unsafe fn from_c(argument: Array) -> Result<Self, Error> {
        if argument.count == 0 {
            return Ok(Vec::new());
        }
        if argument.items.is_null() {
            return Err("an array is null".into());
        }
        // Safety: the host passes an array of `count` items of the C type.
        unsafe {
            slice::from_raw_parts(argument.items.cast::<T::C>(), argument.count)
                .iter()
                .map(|item| T::from_c(*item))
                .collect()
        }
    }
}

impl<T: Element> Declarable for Vec<T> {}

// Safety: an array is a pointer and a count.
unsafe impl<T: Value> Returned for Vec<T> {
    type C = Array;
    const IS_OWNED: bool = true;

    fn type_name() -> String {
        T::type_name() + "[]"
    }

    fn into_c(self) -> Result<Array, Error> {
        let mut items = Vec::with_capacity(self.len());
        let mut failure = None;
        for item in self {
            match item.into_c() {
                Ok(item) => items.push(item),
                Err(error) => {
                    failure = Some(error);
                    break;
                }
            }
        }
        let copy = match failure {
            None => copied(&items),
            Some(error) => Err(error),
        };
        match copy {
            Ok(copy) => Ok(Array { items: copy as *const c_void, count: items.len() }),
            Err(error) => {
                // Safety: the items were converted above, and are not used any more.
                items.into_iter().for_each(|item| unsafe { T::release(item) });
                Err(error)
            }
        }
    }
}

// Safety: `into_c` allocates the array and what its items allocate.
unsafe impl<T: Value> Value for Vec<T> {
    unsafe fn release(value: Array) {
        // Safety: `into_c` has allocated the array.
        unsafe {
            let items = slice::from_raw_parts(value.items.cast::<T::C>(), value.count);
            items.iter().for_each(|item| T::release(*item));
            free(value.items as *mut c_void);
        }
    }
}

// Safety: as for `T`.
unsafe impl<T: Returned, E: Into<Error>> Returned for Result<T, E> {
    type C = T::C;
    const IS_OWNED: bool = T::IS_OWNED;
    const IS_SHAREABLE: bool = T::IS_SHAREABLE;

    fn type_name() -> String {
        T::type_name()
    }

    fn into_c(self) -> Result<T::C, Error> {
        self.map_err(Into::into)?.into_c()
    }
}

/// A function of the host that makes a value at each call, or returns the shared one.
pub struct Provider<T: Provided> {
    function: unsafe extern "C" fn(*mut raw::Error) -> T::C,
}

/// Receives the error of a provider.
#[repr(C)]
struct Receiver {
    error: raw::Error,
    message: Option<CString>,
}

unsafe extern "C" fn receive(error: *mut raw::Error, message: *const c_char) {
    let receiver = error.cast::<Receiver>();
    // Safety: the error is the first member of the receiver that `get` has passed.
    unsafe {
        if (*receiver).error.failed == 0 && !message.is_null() {
            (*receiver).message = Some(CStr::from_ptr(message).to_owned());
        }
        (*receiver).error.failed = 1;
    }
}

impl<T: Provided> Provider<T> {
    /// Returns a value, or the error of its factory.
    ///
    /// # Safety
    ///
    /// The component instance from which the factory has received the provider still exists. It does while the factory
    /// runs, and as long as the host holds the result of the factory, such as a command that runs.
    pub unsafe fn get(&self) -> Result<T, Error> {
        let mut receiver = Receiver { error: raw::Error::new(receive), message: None };
        let pointer: *mut Receiver = &mut receiver;
        // Safety: the caller ensures that the function exists.
        let value = unsafe { (self.function)(pointer.cast()) };
        if receiver.error.failed != 0 {
            let message = receiver.message.unwrap_or_default();
            return Err(message.to_string_lossy().into_owned().into());
        }
        // Safety: the function has returned the value.
        unsafe { T::take(value) }
    }
}

// Safety: an optional function pointer has the layout of a function pointer of C.
unsafe impl<T: Provided> Parameter for Provider<T> {
    type C = Option<unsafe extern "C" fn(*mut raw::Error) -> T::C>;

    fn declaration(key: &str) -> String {
        keyed(&(T::declaration("") + " (*)() throws"), key)
    }

    unsafe fn from_c(argument: Self::C) -> Result<Self, Error> {
        let function = argument.ok_or("a provider is null")?;
        Ok(Provider { function })
    }
}
