/*
 * What a program and the process that watches it need of the system and Swift can't call: memory that
 * both see, and signals that are waited for.
 */
#ifndef CWATCH_H
#define CWATCH_H

#include <stddef.h>
#include <stdint.h>

/* Memory that the two share. Unlike a pipe, nothing that closes descriptors takes it away. */
typedef struct cprobe_page cprobe_page;

/* A page that is inherited by what this process forks, or null with errno. */
cprobe_page *cprobe_page_create(void);

/* The program's side: what the watcher has to know. What has no room is left out: returns -1. */
int cprobe_page_set_document(cprobe_page *page, const uint8_t *bytes, size_t count);

/* The program's side: the status that the program ends with, on the calling thread. */
void cprobe_page_set_status(cprobe_page *page, int status);

/* The program's side: a signal that a fault raises is told on the page. Returns -1 with errno. */
int cprobe_page_take_crashes(cprobe_page *page);

/* The program's side, from the signal handler. */
void cprobe_page_add_crash(cprobe_page *page, const char *bytes, size_t count);
void cprobe_page_wake_watcher(void);

/* The watcher's side: as many bytes as there are; the pointer is into the page. */
const uint8_t *cprobe_page_document(const cprobe_page *page, size_t *count);
const uint8_t *cprobe_page_crash(const cprobe_page *page, size_t *count);

/* The status, or -1 as long as there is none, and the thread that ends the program. */
int cprobe_page_status(const cprobe_page *page, int32_t *thread);

/*
 * fork(2) for a program that has one thread. The parent, which is to watch, blocks all signals, and has
 * no descriptor but standard error; the child ends when the parent does.
 */
int32_t cprobe_fork_watched(void);

/* A signal that this process was sent. */
typedef struct cprobe_signal {
  int number;
  /* The process that sent it; 0 for the system. */
  int32_t sender;
  /* Whether a terminal has sent it, which it does to the whole group. */
  int is_of_terminal;
} cprobe_signal;

/* Waits for a signal; less than no time is for ever. Returns whether there is one. */
int cprobe_wait_for_signal(int milliseconds, cprobe_signal *signal);

/* Has a thread of the child raise SIGABRT, which leaves no core file. */
void cprobe_abort_thread(int32_t process, int32_t thread);

/* Lets signals reach this process again, as they did before cprobe_fork_watched. */
void cprobe_unblock_signals(void);

/* Stops this process by that signal, as its child was. Returns once it goes on. */
void cprobe_stop_by(int number);

/* Ends this process by that signal, without a core file: the child has left one. */
void cprobe_end_by(int number);

#endif
