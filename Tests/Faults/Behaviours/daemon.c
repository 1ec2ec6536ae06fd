/* Leaves a process behind in a session of its own, which no signal to the group reaches. */
#include <sys/wait.h>
#include <unistd.h>

void misbehave(void) {
  pid_t child = fork();
  if (child > 0) waitpid(child, 0, 0);
  if (child != 0) return;
  setsid();
  if (fork() == 0) sleep(20);
  _exit(0);
}
