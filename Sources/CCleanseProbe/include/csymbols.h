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

/*
 * Writes one line for each function that begins at one of the addresses: the index of the address; then, each after a
 * tab, the types of the result and of the parameters. The addresses are those in this process, which has loaded the
 * library from the path.
 *
 * A type is a letter and its size in bytes, a space and its name, which may be empty. The letter is v for void, i for an
 * integer, an enumeration or a Boolean, f for a floating-point number, p for a pointer, s for a structure or a union, ?
 * for another type. There are no types if those of the parameters are not known, as without a prototype, or vary.
 *
 * Several functions can have one address, because linkers merge functions with the same code. The last line, "end", says
 * that all that can be known of them is written: without libdw, nothing. As csymbols_write, it loads libdw, which a damaged
 * file may crash. It returns -1 if there is a libdw that can't be loaded, or can't read the file.
 */
int csymbols_write_types(const char *path, const uint64_t *addresses, size_t count, int descriptor);

/* Whether a library has debug information, or says where it is: much faster than to find none with libdw. Returns -1 if the
 * file can't be opened. */
int csymbols_has_types(const char *path);

/* Limits this process, which its parent has forked to call one of the functions above and to end with it: it gets no more
 * than `seconds` of CPU time and `bytes` of further memory. Returns -1 with errno. */
int csymbols_limit(unsigned seconds, uint64_t bytes, int32_t parent);

#endif
