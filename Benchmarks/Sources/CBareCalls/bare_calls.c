#include "bare_calls.h"

#include <ffi.h>

#include "../../ForeignPlugins/functions.h"

static ffi_cif area_interface, mixed_interface, next_interface;
static double (*next)(void);
static double width = 3, height = 4;

static void yield_width(ffi_cif *interface, void *result, void **arguments, void *user) {
  *(double *)result = *(double *)user;
}

bool bare_prepare(void) {
  static ffi_type *area_types[] = {&ffi_type_double, &ffi_type_double};
  static ffi_type *mixed_types[] = {
    &ffi_type_sint8,  &ffi_type_uint8,  &ffi_type_sint16, &ffi_type_uint16,
    &ffi_type_sint32, &ffi_type_uint32, &ffi_type_sint64, &ffi_type_uint64,
    &ffi_type_float,  &ffi_type_double, &ffi_type_uint8,  &ffi_type_sint32,
    &ffi_type_float,  &ffi_type_double, &ffi_type_sint64, &ffi_type_uint8};
  void *function;
  ffi_closure *closure = ffi_closure_alloc(sizeof(ffi_closure), &function);
  if (closure == NULL) return false;
  next = (double (*)(void))function;
  return ffi_prep_cif(&area_interface, FFI_DEFAULT_ABI, 2, &ffi_type_double, area_types) == FFI_OK
    && ffi_prep_cif(&mixed_interface, FFI_DEFAULT_ABI, 16, &ffi_type_double, mixed_types) == FFI_OK
    && ffi_prep_cif(&next_interface, FFI_DEFAULT_ABI, 0, &ffi_type_double, NULL) == FFI_OK
    && ffi_prep_closure_loc(closure, &next_interface, yield_width, &width, function) == FFI_OK;
}

double bare_area(int64_t times) {
  void *values[] = {&width, &height};
  double sum = 0, result;
  for (int64_t call = 0; call < times; call++) {
    ffi_call(&area_interface, FFI_FN(area), &result, values);
    sum += result;
  }
  return sum;
}

double bare_mixed(int64_t times) {
  int8_t a = 1; uint8_t b = 1; int16_t c = 1; uint16_t d = 1; int32_t e = 1; uint32_t f = 1;
  int64_t g = 1; uint64_t h = 1; float i = 1; uint8_t k = true;
  void *values[] = {&a, &b, &c, &d, &e, &f, &g, &h, &i, &width, &k, &e, &i, &height, &g, &k};
  double sum = 0, result;
  for (int64_t call = 0; call < times; call++) {
    ffi_call(&mixed_interface, FFI_FN(mixed), &result, values);
    sum += result;
  }
  return sum;
}

double bare_total(int64_t times) { return total(times, next); }
