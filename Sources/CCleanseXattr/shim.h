/* lgetxattr, which the Glibc module leaves out. */
#include <sys/xattr.h>
