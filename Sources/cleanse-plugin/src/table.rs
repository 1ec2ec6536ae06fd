use crate::error::contained;
use crate::raw::Destroy;
use std::marker::PhantomData;
use std::mem::{self, ManuallyDrop, MaybeUninit};
use std::os::raw::c_void;
use std::ptr::NonNull;

/// A structure of C that begins with its size and a state, and ends with the function that destroys the state.
/// [`function_table!`](crate::function_table) declares one.
///
/// # Safety
///
/// The layout is that of the C structure with the name, and `set` sets the members of the same names.
pub unsafe trait FunctionTable: Sized {
    /// The name of the C type.
    const NAME: &'static str;

    /// Sets the first two members and the last.
    fn set(&mut self, size: usize, state: *mut c_void, destroy: Option<Destroy>);
}

/// Declares the type of a function table as its C header does: between `size` and `state`, and `destroy`.
///
/// ```
/// use std::os::raw::{c_char, c_void};
///
/// cleanse_plugin::function_table! {
///     /// A spelling checker: `spelling` in spelling.h.
///     pub struct SpellingTable: "spelling" {
///         pub is_word: Option<unsafe extern "C" fn(*mut c_void, *const c_char) -> bool>,
///     }
/// }
/// ```
#[macro_export]
macro_rules! function_table {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $table:ident: $name:literal {
            $($(#[$comment:meta])* $access:vis $member:ident: $type:ty),* $(,)?
        }
    ) => {
        $(#[$attribute])*
        #[repr(C)]
        $visibility struct $table {
            pub(crate) size: usize,
            pub(crate) state: *mut ::std::os::raw::c_void,
            $($(#[$comment])* $access $member: $type,)*
            pub(crate) destroy: ::std::option::Option<$crate::raw::Destroy>,
        }

        impl $table {
            /// A table for `Table::new`, which sets the other members.
            #[allow(dead_code)]
            $visibility fn new($($member: $type),*) -> Self {
                $table {
                    size: 0,
                    state: ::std::ptr::null_mut(),
                    $($member,)*
                    destroy: ::std::option::Option::None,
                }
            }
        }

        // Safety: the declaration follows that of the C header.
        unsafe impl $crate::FunctionTable for $table {
            const NAME: &'static str = $name;

            fn set(
                &mut self,
                size: usize,
                state: *mut ::std::os::raw::c_void,
                destroy: ::std::option::Option<$crate::raw::Destroy>,
            ) {
                self.size = size;
                self.state = state;
                self.destroy = destroy;
            }
        }
    };
}

/// A function table on the heap with its state, which a factory returns. The host destroys both.
pub struct Table<T: FunctionTable> {
    pointer: NonNull<T>,
    state: *mut c_void,
    destroy: Destroy,
    kind: PhantomData<T>,
}

/// The table is the first member, so that its address is that of the whole.
#[repr(C)]
struct Holder<T, S> {
    table: MaybeUninit<T>,
    state: S,
}

impl<T: FunctionTable> Table<T> {
    /// Allocates the state, and the table that `make` returns for it. The state stays at its address, so the table may
    /// have pointers to it. Any thread may call the functions of the table.
    pub fn new<S: Send + Sync + 'static>(state: S, make: impl FnOnce(&S) -> T) -> Self {
        let holder = Box::new(Holder { table: MaybeUninit::uninit(), state });
        let mut table = make(&holder.state);
        let holder = Box::into_raw(holder);
        let (state, destroy) = (holder.cast::<c_void>(), destroy::<T, S> as Destroy);
        table.set(mem::size_of::<T>(), state, Some(destroy));
        // Safety: the holder was allocated above, and a box is not null.
        let pointer = unsafe {
            (*holder).table.write(table);
            NonNull::new_unchecked(holder.cast())
        };
        Table { pointer, state, destroy, kind: PhantomData }
    }

    /// The state of a table, for a function of the table.
    ///
    /// # Safety
    ///
    /// The pointer is the member `state` of a table that was made by `new` with a state of this type, and that is not
    /// destroyed during the lifetime of the result.
    pub unsafe fn state<'a, S>(state: *mut c_void) -> &'a S {
        // Safety: the pointer is that of the holder.
        unsafe { &(*state.cast::<Holder<T, S>>()).state }
    }

    pub(crate) fn into_raw(self) -> *mut T {
        ManuallyDrop::new(self).pointer.as_ptr()
    }
}

impl<T: FunctionTable> Drop for Table<T> {
    fn drop(&mut self) {
        // Safety: the state belongs to the table.
        unsafe { (self.destroy)(self.state) }
    }
}

unsafe extern "C" fn destroy<T, S>(state: *mut c_void) {
    // Safety: the host, or `drop`, calls this once, with the holder that `new` has allocated.
    contained(|| drop(unsafe { Box::from_raw(state.cast::<Holder<T, S>>()) }));
}
