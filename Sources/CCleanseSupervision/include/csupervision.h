/* What a supervisor of processes needs from the system and Swift can't call. */
#ifndef CSUPERVISION_H
#define CSUPERVISION_H

#include <stdint.h>

/*
 * Blocks all signals but those that faults raise, and returns a descriptor from which SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGUSR2
 * and SIGCHLD can be read (signalfd(2)). Returns -1 with errno.
 */
int csupervision_take_signals(void);

/*
 * The signals that were blocked before, as bits from signal 1. A program that replaces this one in its process takes them over, as
 * all are blocked there.
 */
uint64_t csupervision_earlier_mask(void);
void csupervision_set_earlier_mask(uint64_t mask);

/*
 * Reads the number of the next signal; 0 if there is none. Does not block. The process that has sent it is 0 outside of this PID
 * namespace, and -1 if the kernel has sent it, as for a key of the terminal; the user is that of the process.
 */
int csupervision_next_signal(int descriptor, int32_t *process, uint32_t *user);

/*
 * Makes this process the parent of all processes below it that lose theirs (PR_SET_CHILD_SUBREAPER of prctl(2)). Returns -1 with
 * errno.
 */
int csupervision_adopt_orphans(void);

/*
 * For a process that the supervisor has forked: leads a process group of its own, adopts the orphans below it, restores the
 * signal mask, and drops SIGTERM, SIGINT, SIGHUP and SIGUSR1, on which the supervisor decides. Returns -1 with errno.
 */
int csupervision_prepare_worker(void);

/*
 * For a process that the supervisor has forked: makes a pipe its standard output and standard error. A line is in the pipe as soon
 * as it is complete, as on a terminal: lines are read by people, and the last ones before a crash matter most. Returns -1 with
 * errno.
 */
int csupervision_print_to(int pipe);

/* The process ID of a child that has ended and was not waited for, which stays so; 0 or less if there is none. */
int32_t csupervision_ended_child(void);

/* For a process that the supervisor has forked to report: restores the signal mask, and ignores SIGUSR1. */
void csupervision_unblock_signals(void);

/*
 * For a process that the supervisor has forked to execute another program: leads a process group of its own, restores the signal
 * mask, and gets SIGTERM when the supervisor has ended, whose process ID this is. Returns -1 with errno.
 */
int csupervision_prepare_trial(int32_t supervisor);

/* The path by which this program was executed; null if it is not known. (getauxval(3).) */
const char *csupervision_program_path(void);

/* Creates a file in memory alone, which programs that are executed inherit (memfd_create(2)). Returns -1 with errno. */
int csupervision_memory_file(void);

/* Accepts a connection that programs of this process don't inherit and that does not block. Returns -1 with errno. */
int csupervision_accept(int socket);

/* The user and the process at the other end of a local socket. Returns -1 with errno. */
int csupervision_peer(int socket, uint32_t *user, int32_t *process);

/*
 * The options of a listening socket that decide who can connect, or that its connections inherit: the level and the name of the one
 * with this index. Returns -1 if there is none. Without those that can't be set to what was read, such as the sizes of buffers.
 */
int csupervision_socket_option(int index, int *level, int *name);

/* Removes what filters the packets of a socket. Returns -1 if that was locked. */
int csupervision_detach_filter(int socket);

/* The number of a path's file system, as in statfs(2); -1 if it can't be read. */
long csupervision_file_system(const char *path);

#endif
