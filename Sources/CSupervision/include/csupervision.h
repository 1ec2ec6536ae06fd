/* What a supervisor of processes needs from the system and Swift can't call. */
#ifndef CSUPERVISION_H
#define CSUPERVISION_H

#include <stdint.h>

/*
 * Blocks all signals but those that faults raise, and returns a descriptor from which SIGTERM, SIGINT, SIGHUP and SIGCHLD
 * can be read (signalfd(2)). Returns -1 with errno.
 */
int csupervision_take_signals(void);

/* Reads the number of the next signal; 0 if there is none. Does not block. */
int csupervision_next_signal(int descriptor);

/*
 * For a process that the supervisor has forked: leads a process group of its own, restores the signal mask, and drops
 * SIGTERM, SIGINT and SIGHUP, on which the supervisor decides. Returns -1 with errno.
 */
int csupervision_prepare_worker(void);

/*
 * fork(2). The calling thread has to be the only one of its process. The child has no open descriptor but the standard
 * streams and the two.
 */
int32_t csupervision_fork(int kept, int kept_too);

/* For a process that the supervisor has forked to report: restores the signal mask. */
void csupervision_unblock_signals(void);

/* Accepts a connection that programs of this process don't inherit and that does not block. Returns -1 with errno. */
int csupervision_accept(int socket);

/* The user and the process at the other end of a local socket. Returns -1 with errno. */
int csupervision_peer(int socket, uint32_t *user, int32_t *process);

/* Sends a number over a local socket, with a descriptor unless it is -1. Does not block. Returns -1 with errno. */
int csupervision_send(int socket, int32_t number, int descriptor);

/*
 * Waits for a number, and for the descriptor that was sent with it, which is -1 if none was. Returns -1 with errno, which is
 * EPIPE at the end of the connection.
 */
int csupervision_receive(int socket, int32_t *number, int *descriptor);

#endif
