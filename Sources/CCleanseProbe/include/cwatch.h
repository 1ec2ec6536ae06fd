/*
 * What a program and the process that watches it need from the system and Swift can't call: shared memory,
 * and waiting for signals.
 */
#ifndef CWATCH_H
#define CWATCH_H

#include <stddef.h>
#include <stdint.h>

/* Memory that the two processes share. Unlike a pipe, it can't be lost by closing descriptors. */
typedef struct cprobe_page cprobe_page;

/* Creates a page that forked processes inherit. Returns null with errno. */
cprobe_page *cprobe_page_create(void);

/* Unmaps the page in this process. */
void cprobe_page_release(cprobe_page *page);

/* For the program: stores what the watcher has to know. Returns -1 for a document that is too large. */
int cprobe_page_set_document(cprobe_page *page, const uint8_t *bytes, size_t count);

/* For the program: sets the status that the program ends with; the calling thread is the one that ends it. */
void cprobe_page_set_status(cprobe_page *page, int status);

/*
 * For the program: writes a report to the page when a fault raises a signal, and, with the signal 0, when a plugin calls
 * exit(3) before the program has its status. Call it once in a process. Returns -1 with errno.
 */
int cprobe_page_take_crashes(cprobe_page *page);

/* For the program's signal handler. */
void cprobe_page_add_crash(cprobe_page *page, const char *bytes, size_t count);
void cprobe_page_clear_crash(cprobe_page *page);
void cprobe_page_wake_watcher(void);

/* For the watcher: returns a pointer into the page, and the number of bytes there. */
const uint8_t *cprobe_page_document(const cprobe_page *page, size_t *count);
const uint8_t *cprobe_page_crash(const cprobe_page *page, size_t *count);

/* For the watcher: returns the status, or -1 as long as there is none, and the thread that ends the program. */
int cprobe_page_status(const cprobe_page *page, int32_t *thread);

/*
 * fork(2) for a program that has one thread. The parent, which is to watch, blocks all signals and has no
 * open descriptor but standard error and the kept one; the child ends when the parent does.
 */
int32_t cprobe_fork_watched(int kept);

/* A signal that was sent to this process. */
typedef struct cprobe_signal {
  int number;
  /* The process that sent the signal; 0 for the system. */
  int32_t sender;
  /* Whether a terminal has sent the signal, which it does to the whole process group. */
  int is_of_terminal;
} cprobe_signal;

/*
 * Returns a descriptor that can be polled for signals, which cprobe_wait_for_signal then takes, in a process that blocks all
 * of them; -1 if there is none.
 */
int cprobe_signal_descriptor(void);

/* Waits for a signal; a negative time means for ever. Returns whether there is one. */
int cprobe_wait_for_signal(int milliseconds, cprobe_signal *signal);

/* Sends SIGABRT to a thread of the child, without a core file. */
void cprobe_abort_thread(int32_t process, int32_t thread);

/* Restores the signal mask from before cprobe_fork_watched. */
void cprobe_unblock_signals(void);

/* Stops this process by the signal that stopped its child. Returns once this process is resumed. */
void cprobe_stop_by(int number);

/* Ends this process by the signal, without a core file, as the child has left one. */
void cprobe_end_by(int number);

#endif
