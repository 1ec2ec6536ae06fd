/*
 * What the probe needs from the system and Swift can't call: starting a process as a copy of this one, and
 * reporting a crash from within a signal handler.
 */
#ifndef CPROBE_H
#define CPROBE_H

#include <stdint.h>

/* The beginning of a crash report, before the nonce and the lines of text. */
#define CPROBE_CRASH_MAGIC "CLNSCRSH"
#define CPROBE_NONCE_SIZE 16
/* The line after which the same frames are repeated, with the names of their functions. */
#define CPROBE_CRASH_NAMES "names\n"
/* The largest number of frames, each reported twice, and of bytes of a line. */
#define CPROBE_CRASH_FRAMES 48
#define CPROBE_CRASH_LINE 4096
/* The last line of a crash report. */
#define CPROBE_CRASH_END "end\n"

/*
 * fork(2). The calling thread has to be the only one of its process: a copy of a process with several
 * threads would have locks that no thread releases.
 */
int32_t cprobe_fork(void);

/* Returns a descriptor that becomes readable when the child ends (pidfd_open(2)), or -1 with errno. */
int cprobe_open_process(int32_t process);

/*
 * Sends a signal to the process of such a descriptor, and never to another process that has been given its
 * process ID since. Returns -1 with errno.
 */
int cprobe_signal_process(int process, int number);

/* pipe2(2) with O_CLOEXEC, both ends above the standard streams. Returns -1 with errno. */
int cprobe_pipe(int *reader, int *writer);

/* socketpair(2) of connected streams, with the same properties. */
int cprobe_connect(int *one, int *other);

/* Limits how long sending over the connection may block; then it fails with EAGAIN. Returns -1 with errno. */
int cprobe_limit_sending(int connection, int seconds);

/* Shuts the connection down in both directions, for all processes that hold it. */
void cprobe_disconnect(int descriptor);

/*
 * Sends a number over a connection, with two descriptors unless the second one or both are -1. Returns -1 with errno.
 */
int cprobe_send_descriptors(int connection, int32_t number, int one, int other);

/*
 * Waits for a number from a connection, and for the two descriptors sent with it; each is -1 if none was
 * sent. Returns -1 with errno, which is EPIPE at the connection's end.
 */
int cprobe_receive_descriptors(int connection, int32_t *number, int *one, int *other);

/*
 * Returns the time at which a file was created, in nanoseconds since 1970; -1 if it is not known. (statx(2), which Swift
 * can't call.)
 */
int64_t cprobe_creation_time(const char *path);

/*
 * Returns the name of a system call that the host needs and that the system lacks or forbids, with its error; null if there
 * is none.
 */
const char *cprobe_missing_call(int *error);

/* Returns the name of a signal without its prefix, as in "SEGV"; null if it has none. */
const char *cprobe_signal_name(int number);

/* Returns environ(7): null after clearenv(3), on which Swift's own access to it crashes. */
char **cprobe_environment(void);

/* The arguments of this process, also without /proc, from which Swift reads them. */
char **cprobe_arguments(int *count);

/*
 * Returns the name of an attribute of this process that prctl(2) knows, by its index from 0 up; null if
 * there are no more.
 */
const char *cprobe_attribute_name(int place);

/* Returns the value of the attribute; -1 if this system does not support it. */
int64_t cprobe_attribute(int place);

/* Whether the attribute can be set; changes to others can't be undone. */
int cprobe_can_set_attribute(int place);

/* Sets the attribute, if it can be set. */
void cprobe_set_attribute(int place, int64_t value);

#define CPROBE_PROCESSOR_SET_SIZE 1024

/* Gets the processors that the calling thread may run on, one bit each; no bits if there are too many. */
void cprobe_processors(uint8_t *set);

/* Sets the processors that the calling thread may run on, if that is possible. */
void cprobe_set_processors(const uint8_t *set);

/* The resource limits of this process and its children. */
typedef struct cprobe_limits {
  uint64_t cpu_seconds;
  uint64_t file_bytes;
  uint64_t descriptors;
  /* Processes and threads of the user, beyond the current number in the whole system. */
  uint64_t further_processes;
  /* Address space, beyond the current size of the process. */
  uint64_t further_bytes;
} cprobe_limits;

/* Limits this process, which also writes no core files. Returns -1 with errno. */
int cprobe_limit(const cprobe_limits *limits);

/* Closes every descriptor from `first` up except some. */
void cprobe_close_from(int first, const int *kept, int count);

/*
 * Prepares this process to start and adopt others: it has a session of its own, so that what ends or stops
 * the host's group does not end it before it has cleaned up; it blocks every signal and handles none, and so
 * learns how its children end; it is resumed when its parent ends, in case a signal has stopped it; and it
 * becomes the parent of all processes that its children leave behind. Returns -1 with errno.
 */
int cprobe_prepare_server(void);

/*
 * Prepares this process to end when its parent does, to receive signals, and to have the process name `name`
 * (of which 15 bytes count), as the processes that it starts will, too. Returns -1 with errno.
 */
int cprobe_prepare_child(const char *name, int32_t parent);

/*
 * From now on, a signal that a fault raises is reported to the descriptor before it ends the process: the
 * magic, the nonce, then lines of text. The first line has the signal, its code and the address in decimal;
 * for a signal that was sent, the sender in place of the address, with 0 for the process itself. Each other
 * line has a frame, innermost first: the library, a tab, the function or nothing, a tab, the offset in the
 * function (or in the library), a tab, the address of the executed instruction in the library's file. First
 * come all frames without functions; then, after CPROBE_CRASH_NAMES, all of them again with functions, as
 * the lookup of a function can fail. Call it once with -1 before any fork, which loads what the handler must
 * not load.
 */
int cprobe_report_crashes(int descriptor, const uint8_t *nonce);

/*
 * Gives the calling thread a stack for signal handlers, unless it has one: an overflowed stack has no room
 * for them. Returns -1 with errno.
 */
int cprobe_guard_stack(void);

#endif
