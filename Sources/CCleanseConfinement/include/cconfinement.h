/*
 * What the confinement of a process needs from the system and Swift can't call: Landlock, the installation of a seccomp
 * filter, capabilities, and the notifications of refused calls. Linux only.
 */
#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* Rights to files (landlock(7), "Filesystem actions"). Headers of Debian 12 lack those after REFER. */
#define CCONFINEMENT_EXECUTE (1ULL << 0)
#define CCONFINEMENT_WRITE_FILE (1ULL << 1)
#define CCONFINEMENT_READ_FILE (1ULL << 2)
#define CCONFINEMENT_READ_DIR (1ULL << 3)
#define CCONFINEMENT_REMOVE_DIR (1ULL << 4)
#define CCONFINEMENT_REMOVE_FILE (1ULL << 5)
#define CCONFINEMENT_MAKE_CHAR (1ULL << 6)
#define CCONFINEMENT_MAKE_DIR (1ULL << 7)
#define CCONFINEMENT_MAKE_REG (1ULL << 8)
#define CCONFINEMENT_MAKE_SOCK (1ULL << 9)
#define CCONFINEMENT_MAKE_FIFO (1ULL << 10)
#define CCONFINEMENT_MAKE_BLOCK (1ULL << 11)
#define CCONFINEMENT_MAKE_SYM (1ULL << 12)
#define CCONFINEMENT_REFER (1ULL << 13)
#define CCONFINEMENT_TRUNCATE (1ULL << 14)
#define CCONFINEMENT_IOCTL_DEV (1ULL << 15)
/* Rights to TCP ports ("Network flags"). */
#define CCONFINEMENT_BIND_TCP (1ULL << 0)
#define CCONFINEMENT_CONNECT_TCP (1ULL << 1)
/* What does not leave the domain ("Scope flags"). */
#define CCONFINEMENT_SCOPE_ABSTRACT_SOCKETS (1ULL << 0)
#define CCONFINEMENT_SCOPE_SIGNALS (1ULL << 1)

/* An instruction of a filter: struct sock_filter of <linux/filter.h>, of 8 bytes. */
typedef struct cconfinement_instruction {
  uint16_t code;
  uint8_t jump_if_true, jump_if_false;
  uint32_t operand;
} cconfinement_instruction;

/* What a process does to confine itself. The arrays belong to the caller. */
typedef struct cconfinement_plan {
  /* The rules of Landlock; -1 without Landlock. */
  int ruleset;
  /* The rights to the process's own directory in /proc, which differs for each process. */
  uint64_t own_proc_rights;
  /* The filter of system calls; empty without one. Each operand `own_process` is replaced with the process ID. */
  const cconfinement_instruction *filter;
  long filter_count;
  uint32_t own_process;
  /* Whether refused calls are announced to a listener. */
  bool listens;
  /* Whether all capabilities are kept. */
  bool keeps_capabilities;
  /* Whether CAP_DAC_READ_SEARCH is kept, if the process has it. */
  bool keeps_read_search;
} cconfinement_plan;

/* Returns the version of Landlock's interface; 0 if the kernel has none, or has it disabled. */
int cconfinement_landlock_version(void);

/* Whether the kernel filters system calls. */
bool cconfinement_filters(void);

/* Whether it can announce refused ones to a listener; a process has at most one, such as that of its container. */
bool cconfinement_announces(void);

/* Opens a file only to name it (O_PATH); `is_directory` gets its kind. Returns -1 with errno. */
int cconfinement_open(const char *path, bool *is_directory);

/*
 * Opens a file only to name it, if the kernel has its path in memory: it asks no file system, which may not answer. Linux
 * has this since 5.12, before Landlock. Returns -1 with errno, EAGAIN if it would have to ask.
 */
int cconfinement_open_cached(const char *path);

/*
 * Opens a symbolic link, and no other file, in the same way, and gets the mount that it is in. Returns -1 also if the kernel does
 * not report that, as before Linux 5.8.
 */
int cconfinement_open_cached_link(const char *path, uint64_t *mount);

/* Whether a file is in a mount. It asks the file system of the file. */
bool cconfinement_is_in_mount(const char *path, uint64_t mount);

/* Whether a path that begins with that of a directory leads out of it, by a symbolic link or to another file system. It asks no
 * file system but that of the directory. */
bool cconfinement_leaves(const char *directory, const char *path);

/* Creates the rules of Landlock for what it handles. Returns their descriptor or -1 with errno. */
int cconfinement_ruleset(uint64_t handled_files, uint64_t handled_ports, uint64_t scopes);

/* Adds the rights to an open file, or to what is below an open directory. Returns 0, or -1 with errno. */
int cconfinement_add_file(int ruleset, int file, uint64_t rights);

/* Adds the rights to a TCP port. Returns 0, or -1 with errno. */
int cconfinement_add_port(int ruleset, uint16_t port, uint64_t rights);

/* Creates a file in memory alone (memfd_create(2)). Returns -1 with errno. */
int cconfinement_memory_file(void);

/*
 * Confines the calling process, which can't be undone, and closes the rules of the plan. It makes no allocation. On
 * failure, it returns -1 with errno. `failed` then names the call, and the process may be confined in part: it has to
 * end; or it is null, as the process has several threads, and nothing is done.
 *
 * Returns 0. `listener` gets the listener, or -1 if the plan has none. The process that holds it decides what this one
 * may do, so it has to be closed here before other code runs.
 */
int cconfinement_enforce(cconfinement_plan *plan, int *listener, const char **failed);

/* Closes the rules of the plan, which has none afterwards. */
void cconfinement_close(cconfinement_plan *plan);

/* A call that waits for its answer. */
typedef struct cconfinement_call {
  uint64_t identifier;
  int32_t thread;
  int32_t number;
  uint32_t architecture;
  uint64_t arguments[6];
} cconfinement_call;

/* Returns 1 with the next call, 0 if none waits now, -1 once no process has the filter any longer. It does not block. */
int cconfinement_next_call(int listener, cconfinement_call *call);

/* Whether the call still waits: what was read from its process since is then of that process. */
bool cconfinement_still_waits(int listener, uint64_t identifier);

/* Answers a call: it continues in the kernel, which still applies Landlock, or fails with the error. */
void cconfinement_continue(int listener, uint64_t identifier);
void cconfinement_refuse(int listener, uint64_t identifier, int error);

/* Answers a call with a new descriptor of an open file (Linux 5.14). Returns whether it did: otherwise the call waits on, or has
 * ended. */
bool cconfinement_give(int listener, uint64_t identifier, int file);

/*
 * The network that a socket of another process is to be used in, by its address there, of `size` bytes: its family, the port
 * of an Internet address, and whether it is a stream. Returns -1 if that can't be read.
 */
int cconfinement_read_address(
  int32_t process, int32_t thread, int descriptor, uint64_t address, uint64_t size, int32_t *family, uint16_t *port,
  bool *is_stream);

/* Reads the text at an address of another process, of at most `size` bytes with its null. Returns its length or -1. */
long cconfinement_read_text(int32_t thread, uint64_t address, char *text, long size);

#endif
