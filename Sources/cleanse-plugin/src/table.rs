use crate::error::contained;
use crate::raw::Destroy;
use std::marker::PhantomData;
use std::mem::{self, ManuallyDrop, MaybeUninit};
use std::os::raw::c_void;
use std::ptr::NonNull;

/// A structure of C that begins with its size, a state, and the function that destroys the state.
/// [`function_table!`](crate::function_table) declares one.
///
/// # Safety
///
/// The layout is that of the C structure with the name, and `set` sets the members of the same names.
pub unsafe trait FunctionTable: Sized {
    /// The name of the C type.
    const NAME: &'static str;

    /// Sets the first three members.
    fn set(&mut self, size: usize, state: *mut c_void, destroy: Option<Destroy>);
}

/// Declares the type of a function table as its C header does: the members after `size`, `state` and `destroy`.
///
/// A later version of the contract adds its members at the end, so all others keep their offsets.
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
    // `new` has a parameter for each member, so this crate keeps that of its own tables, which can grow.
    (
        @new $new:vis,
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
            pub(crate) destroy: ::std::option::Option<$crate::raw::Destroy>,
            $($(#[$comment])* $access $member: $type,)*
        }

        impl $table {
            /// A table for `Table::new`, which sets the other members.
            #[allow(dead_code)]
            $new fn new($($member: $type),*) -> Self {
                $table {
                    size: 0,
                    state: ::std::ptr::null_mut(),
                    destroy: ::std::option::Option::None,
                    $($member,)*
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
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $table:ident: $name:literal { $($members:tt)* }
    ) => {
        $crate::function_table! {
            @new $visibility,
            $(#[$attribute])*
            $visibility struct $table: $name { $($members)* }
        }
    };
}

/// The value of a member of another plugin's table; `None` if that plugin was compiled with a version of the contract
/// that did not have the member yet.
///
/// ```
/// # use std::os::raw::c_void;
/// # use std::ptr::NonNull;
/// cleanse_plugin::function_table! {
///     pub struct SpellingTable: "spelling" {
///         pub count: Option<unsafe extern "C" fn(*mut c_void) -> i32>,
///     }
/// }
///
/// fn count(spelling: NonNull<SpellingTable>) -> Option<i32> {
///     // Safety: the table is that of a parameter, whose functions any thread may call.
///     unsafe {
///         let count = cleanse_plugin::member!(spelling, count).flatten()?;
///         Some(count(cleanse_plugin::member!(spelling, state)?))
///     }
/// }
/// ```
///
/// # Safety
///
/// The pointer is that of a table that is not destroyed yet.
#[macro_export]
macro_rules! member {
    ($table:expr, $member:ident) => {
        $crate::implementation::member($table, |table| ::std::ptr::addr_of!((*table).$member))
    };
}

/// The value of the member that `select` chooses, unless it is beyond the size of the table.
///
/// # Safety
///
/// As for [`member!`](crate::member); `select` returns a pointer into its argument.
pub unsafe fn member<T: FunctionTable, M: Copy>(
    table: NonNull<T>,
    select: impl FnOnce(*const T) -> *const M,
) -> Option<M> {
    // A table of an earlier version is smaller than the type, so the offset is measured with a whole one.
    let layout = MaybeUninit::<T>::uninit();
    let offset = select(layout.as_ptr()) as usize - layout.as_ptr() as usize;
    // Safety: each table begins with its size, and the member is within it.
    unsafe {
        let size = table.as_ptr().cast::<usize>().read();
        let end = offset + mem::size_of::<M>();
        (end <= size).then(|| table.as_ptr().cast::<u8>().add(offset).cast::<M>().read())
    }
}

/// A function table on the heap with its state, which a factory returns. The bridge of its type destroys both: that of the
/// host for its extension points, or that of a contract.
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
