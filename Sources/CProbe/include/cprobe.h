/*
 * What the probe needs of the system and Swift can't call: starting a process as a copy of this
 * one, and telling of a crash from within a signal handler.
 */
#ifndef CPROBE_H
#define CPROBE_H

#include <stdint.h>

/* What a report of a crash begins with, before the nonce and the lines of text. */
#define CPROBE_CRASH_MAGIC "CLNSCRSH"
#define CPROBE_NONCE_SIZE 16
/* The line behind which the same frames come again, with the names of their functions. */
#define CPROBE_CRASH_NAMES "names\n"
/* The last line. */
#define CPROBE_CRASH_END "end\n"

/*
 * fork(2). The caller has to be the only thread of its process: a copy of one of several would
 * have locks that nobody opens.
 */
int32_t cprobe_fork(void);

/* A descriptor that becomes readable when the child ends (pidfd_open(2)), or -1 with errno. */
int cprobe_open_process(int32_t process);

/*
 * Sends a signal to the process that such a descriptor stands for, and never to another one that has
 * got its number since. Returns -1 with errno.
 */
int cprobe_signal_process(int process, int number);

/* pipe2(2) with O_CLOEXEC, both ends above the standard streams. Returns -1 with errno. */
int cprobe_pipe(int *reader, int *writer);

/* socketpair(2) of connected streams, likewise. */
int cprobe_connect(int *one, int *other);

/* Ends the connection in both directions, for all that hold it. */
void cprobe_disconnect(int descriptor);

/*
 * Sends a number over a connection, with two descriptors unless they are -1. Returns -1 with errno.
 */
int cprobe_send_descriptors(int connection, int32_t number, int one, int other);

/*
 * Waits for a number from a connection, and for the two descriptors that came with it, -1 each where none
 * did. Returns -1 with errno, with EPIPE at the connection's end.
 */
int cprobe_receive_descriptors(int connection, int32_t *number, int *one, int *other);

/* What a signal is called, as in "SEGV"; null for one that has no name. */
const char *cprobe_signal_name(int number);

/* environ(7): null after clearenv(3), which Swift's own access to it does not survive. */
char **cprobe_environment(void);

/*
 * Attributes of this process that prctl(2) knows, by their places from 0 up: what one is called; null
 * where there are no more.
 */
const char *cprobe_attribute_name(int place);

/* What it is; -1 where this system does not know it. */
int64_t cprobe_attribute(int place);

/* Sets it, if it can be. */
void cprobe_set_attribute(int place, int64_t value);

#define CPROBE_PROCESSOR_SET_SIZE 1024

/* The processors that the calling thread may run on, a bit each; none where there are too many. */
void cprobe_processors(uint8_t *set);

/* Sets them, if that can be done. */
void cprobe_set_processors(const uint8_t *set);

/* What this process and those that it starts may take. */
typedef struct cprobe_limits {
  uint64_t cpu_seconds;
  uint64_t file_bytes;
  uint64_t descriptors;
  /* Processes and threads of the user, beyond what the whole system has now. */
  uint64_t further_processes;
  /* Address space, beyond what the process has now. */
  uint64_t further_bytes;
} cprobe_limits;

/* Limits this process, which also gets no core files. Returns -1 with errno. */
int cprobe_limit(const cprobe_limits *limits);

/* Closes every descriptor from `first` up but two; one below it, such as -1, stands for none. */
void cprobe_close_from(int first, int kept, int kept_too);

/*
 * Prepares this process to start and to adopt others: it has a session of its own, so that what ends or stops the
 * host's group does not end it before it has cleaned up; it blocks every signal, handles none, and so
 * notices how its children end; it goes on when its parent ends, in case that something has stopped it; and it
 * is the parent of all that these leave behind. Returns -1 with
 * errno.
 */
int cprobe_prepare_server(void);

/*
 * Prepares this process to end when its parent does, to get signals, and to be known by `name` (15
 * bytes count), as what it starts will be too. Returns -1 with errno.
 */
int cprobe_prepare_child(const char *name, int32_t parent);

/*
 * From now on a signal that a fault raises is told on the descriptor before it ends the process:
 * the magic, the nonce, then lines of text. The first has the signal, its code and the address in
 * decimal, or for a signal that somebody sent the sender, 0 for the process itself; the others have a
 * frame each, innermost first: the library, a tab, the function or nothing, a tab, the offset in it (or in
 * the library), a tab, the address in the library's file of what was executed. First come all frames
 * without functions; then, behind CPROBE_CRASH_NAMES, all of them again, as looking for a function can
 * fail. Call it once before any fork with -1, as it loads what the handler must not load.
 */
int cprobe_report_crashes(int descriptor, const uint8_t *nonce);

/*
 * Gives the calling thread a stack for signal handlers, unless it has one: a stack that overflowed has
 * no room for them. Returns -1 with errno.
 */
int cprobe_guard_stack(void);

#endif
