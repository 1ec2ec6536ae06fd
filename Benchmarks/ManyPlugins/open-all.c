/* Opens all files in the arguments, to measure the dynamic linker alone. */
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **files) {
  for (int file = 1; file < count; file++) {
    if (!dlopen(files[file], RTLD_NOW | RTLD_LOCAL)) {
      fprintf(stderr, "%s\n", dlerror());
      return 1;
    }
  }
  return 0;
}
