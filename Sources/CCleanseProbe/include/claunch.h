/*
 * What executing a program again, as the launcher of a probe, needs from the system and Swift can't call or has to be done
 * before the main function.
 */
#ifndef CLAUNCH_H
#define CLAUNCH_H

#include <stddef.h>
#include <stdint.h>

/* The first bytes that the host sends to the launcher; the name of the component follows. */
#define CLAUNCH_MAGIC "CLNSLNCH"

/* The variable that the launcher has in its environment until it accepts the connection. */
#define CLAUNCH_VARIABLE "CLEANSE_LAUNCHER"

/*
 * Executes the program of this process, with its arguments except for the last `dropped` ones, no standard streams, and the
 * connection as its only other descriptor. The environment is a sequence of variables that each end with a null byte. The
 * new process blocks all signals but SIGALRM. Returns its process ID, or -1 with errno, which is EPERM for a program with more
 * privileges than its user.
 */
int32_t claunch_execute(int connection, const char *environment, size_t size, int dropped);

/*
 * Returns the connection with which the parent process has executed this one as a launcher, and copies what the parent has
 * sent after the magic, with a null byte at its end; -1 if this process is not a launcher. The bytes stay to be read. Ends
 * this process if it was executed as a launcher, and can't be one: it is a copy, has closed the connection or executed the
 * program once more, or the parent has ended.
 */
int claunch_connection(char *sent, size_t size);

/* Reads what `claunch_connection` has returned, and ends the time limit of the main function. Returns -1 with errno. */
int claunch_accept(int connection);

#endif
