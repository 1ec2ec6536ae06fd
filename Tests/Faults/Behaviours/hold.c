/* Leaves two processes behind, one of which traces the other, so that no other process can wait for that. */
#include <sys/ptrace.h>
#include <unistd.h>

void misbehave(void) {
  pid_t held = fork();
  if (held == 0) {
    for (;;) pause();
  }
  if (fork() == 0) {
    setsid();
    ptrace(PTRACE_SEIZE, held, 0, 0);
    for (;;) pause();
  }
  usleep(100000);
}
