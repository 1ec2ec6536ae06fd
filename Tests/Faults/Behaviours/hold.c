/* Leaves two processes behind, of which one traces the other, so that nobody else can wait for that. */
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
