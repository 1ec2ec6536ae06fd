#define _GNU_SOURCE
#include "csettings.h"
#include "cprobe.h"

#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#define STREAM_COUNT 3
#define SCHEDULE_SIZE 48

/* Those that end the process or that make calls fail, for whatever runs in it next. Each takes a system call to read. */
static const int resources[] = {
    RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_MEMLOCK, RLIMIT_AS,
};
enum { RESOURCE_COUNT = sizeof resources / sizeof *resources };

/* Followed by the working directory and the locale, each with its final zero. */
struct settings {
  uint8_t processors[CPROBE_PROCESSOR_SET_SIZE];
  struct rlimit limits[RESOURCE_COUNT];
  struct itimerval timers[ITIMER_PROF + 1];
  void (*handlers[2])(int);
  sigset_t blocked;
  int flags[STREAM_COUNT];
  /* What sched_getattr(2) returns: the policy, the priorities and the parameters of deadlines. */
  uint8_t schedule[SCHEDULE_SIZE];
  uint32_t numbers[2];
  /* Without it, a process can't read its own files of /proc. */
  int is_dumpable;
  mode_t mask;
};

/* The maximum size of the path of the directory. */
#define PATH_SIZE 4096

_Static_assert(sizeof(struct settings) + PATH_SIZE + 1024 <= CSETTINGS_SIZE, "the settings have grown");

/* Returns the end of the texts, or NULL. */
static char *read_texts(char *texts, const char *end) {
  if (!getcwd(texts, PATH_SIZE)) return NULL;
  texts += strlen(texts) + 1;
  const char *locale = setlocale(LC_ALL, NULL);
  const size_t size = locale ? strlen(locale) + 1 : 0;
  if (size > (size_t)(end - texts)) return NULL;
  memcpy(texts, locale ? locale : "", size);
  return texts + size;
}

static void read_signals(struct settings *settings) {
  static const int signals[] = {SIGINT, SIGTERM};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    struct sigaction action;
    if (sigaction(signals[index], NULL, &action) == 0)
      settings->handlers[index] = action.sa_handler;
  }
  pthread_sigmask(SIG_SETMASK, NULL, &settings->blocked);
}

static int read_schedule(struct settings *settings) {
  cprobe_processors(settings->processors);
  return syscall(SYS_sched_getattr, 0, settings->schedule, SCHEDULE_SIZE, 0) == 0 ? 0 : -1;
}

/* Without the flags of exceptions, which calculations set. */
static void read_numbers(struct settings *settings) {
  fenv_t environment;
  fegetenv(&environment);
#if defined(__x86_64__)
  settings->numbers[0] = environment.__control_word & 0xF3F;
  settings->numbers[1] = environment.__mxcsr & 0xFF80;
#elif defined(__aarch64__)
  settings->numbers[0] = environment.__fpcr;
#endif
}

/* Not prlimit(2), as the C library does: it takes more than twice as long. */
static long read_limit(int resource, struct rlimit *limit) {
#ifdef SYS_getrlimit
  _Static_assert(sizeof(rlim_t) == sizeof(long), "the system call has another structure");
  return syscall(SYS_getrlimit, resource, limit);
#else
  return getrlimit(resource, limit);
#endif
}

static int read_limits(struct settings *settings) {
  for (int index = 0; index < RESOURCE_COUNT; index++)
    if (read_limit(resources[index], &settings->limits[index]) != 0) return -1;
  return 0;
}

static void read_mask(struct settings *settings, mode_t expected) {
  settings->mask = umask(expected);
  if (settings->mask != expected) umask(settings->mask);
}

int csettings_read(uint8_t bytes[CSETTINGS_SIZE], uint32_t mask) {
  struct settings settings;
  memset(&settings, 0, sizeof settings);
  for (int index = 0; index <= ITIMER_PROF; index++) getitimer(index, &settings.timers[index]);
  for (int stream = 0; stream < STREAM_COUNT; stream++)
    settings.flags[stream] = fcntl(stream, F_GETFL);
  read_signals(&settings);
  read_numbers(&settings);
  read_mask(&settings, mask);
  settings.is_dumpable = prctl(PR_GET_DUMPABLE, 0L, 0L, 0L, 0L);
  if (read_limits(&settings) != 0 || read_schedule(&settings) != 0) return -1;
  memcpy(bytes, &settings, sizeof settings);
  const char *end = read_texts((char *)bytes + sizeof settings, (char *)bytes + CSETTINGS_SIZE);
  return end ? (int)(end - (char *)bytes) : -1;
}
