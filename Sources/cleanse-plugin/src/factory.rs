use crate::raw::{self, Function};
use crate::{guard, Parameter, Returned};
use std::marker::PhantomData;
use std::mem::{self, MaybeUninit};
use std::ptr::NonNull;

/// A function, or a closure that captures nothing, as the factory of its result.
///
/// # Safety
///
/// `function` returns a C function of the type that `parameters` and the result declare.
pub unsafe trait Factory<Parameters, const COUNT: usize>:
    Copy + Send + Sync + 'static
{
    /// The result of the function.
    type Result: Returned;
    /// The C function, which calls this one.
    fn function() -> Function;
    /// The declarations of the parameters with these keys.
    fn parameters(keys: [&str; COUNT]) -> [String; COUNT];
}

/// The function of a type without a size, which is its only value.
fn only<F: Copy + Send + Sync + 'static>() -> F {
    // The compiler reports the failed assertion.
    let () = WithoutSize::<F>::CHECK;
    // Safety: a type of the size 0 has no bytes to read. A value of it existed, since the binder received one, and it can
    // be copied, and used on any thread.
    unsafe { NonNull::<F>::dangling().as_ptr().read() }
}

struct WithoutSize<F>(PhantomData<F>);

impl<F> WithoutSize<F> {
    const CHECK: () =
        assert!(mem::size_of::<F>() == 0, "a factory captures variables, or is a function pointer");
}

macro_rules! factories {
    ($($count:literal: $($type:ident $name:ident),*;)*) => {$(
        // Safety: the C function has the C types of the parameters, and the error as its last parameter.
        unsafe impl<F, R, $($type),*> Factory<($($type,)*), $count> for F
        where
            F: Fn($($type),*) -> R + Copy + Send + Sync + 'static,
            R: Returned + 'static,
            $($type: Parameter + 'static),*
        {
            type Result = R;

            fn function() -> Function {
                unsafe extern "C" fn call<F, R, $($type),*>(
                    $($name: $type::C,)*
                    error: *mut raw::Error,
                ) -> R::C
                where
                    F: Fn($($type),*) -> R + Copy + Send + Sync + 'static,
                    R: Returned,
                    $($type: Parameter),*
                {
                    // Safety: the host passes the arguments that the signature declares.
                    let result = unsafe {
                        guard(error, || only::<F>()($($type::from_c($name)?),*).into_c())
                    };
                    // Safety: all zeros are a value of each C type. The host ignores it after an error.
                    result.unwrap_or_else(|| unsafe { MaybeUninit::zeroed().assume_init() })
                }
                let function: unsafe extern "C" fn($($type::C,)* *mut raw::Error) -> R::C =
                    call::<F, R, $($type),*>;
                // Safety: function pointers have one size. The host calls it with the type in the signature.
                unsafe { mem::transmute::<_, Function>(function) }
            }

            fn parameters(keys: [&str; $count]) -> [String; $count] {
                let [$($name),*] = keys;
                [$($type::declaration($name)),*]
            }
        }
    )*};
}

factories! {
    0: ;
    1: A a;
    2: A a, B b;
    3: A a, B b, C c;
    4: A a, B b, C c, D d;
    5: A a, B b, C c, D d, E e;
    6: A a, B b, C c, D d, E e, G g;
    7: A a, B b, C c, D d, E e, G g, H h;
    8: A a, B b, C c, D d, E e, G g, H h, I i;
}
