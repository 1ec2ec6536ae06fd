/* Looks up addresses of ELF files in their debug information and symbol tables, with libdw of elfutils. */
#ifndef CSYMBOLS_H
#define CSYMBOLS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Writes one line for each address to the descriptor: the linker's name of the function, a tab, the path of
 * the source file, a tab, the line number in decimal. What is not known is empty, and the line number 0.
 *
 * The addresses are those of the file's own headers. Names of local functions require a symbol table, and
 * source lines require debug information, in the file or separately in a directory of the system.
 *
 * Damaged files may crash libdw or use any amount of time and memory: call it in a process that is limited.
 * Loads libdw. Returns -1 if there is none, or if it can't read the file.
 */
int csymbols_write(const char *path, const uint64_t *addresses, size_t count, int descriptor);

/* Limits this process, which its parent has forked to call csymbols_write and to end with it: it gets no more
 * than `seconds` of CPU time and `bytes` of further memory. Returns -1 with errno. */
int csymbols_limit(unsigned seconds, uint64_t bytes, int32_t parent);

#endif
