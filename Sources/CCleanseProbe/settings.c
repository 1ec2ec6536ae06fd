#define _GNU_SOURCE
#include "csettings.h"
#include "cprobe.h"
#include "cthread.h"

#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#define ATTRIBUTE_COUNT 32
#define STREAM_COUNT 3
#define SCHEDULE_SIZE 48

/* Followed by the working directory and the locale, each with its final zero. */
struct settings {
  uint8_t processors[CPROBE_PROCESSOR_SET_SIZE];
  struct rlimit limits[RLIM_NLIMITS];
  int64_t attributes[ATTRIBUTE_COUNT];
  struct itimerval timers[ITIMER_PROF + 1];
  void (*handlers[2])(int);
  sigset_t blocked;
  char name[CTHREAD_NAME_SIZE];
  char memory_score[16];
  int flags[STREAM_COUNT];
  /* What sched_getattr(2) returns: the policy, the priorities and the parameters of deadlines. */
  uint8_t schedule[SCHEDULE_SIZE];
  uint32_t numbers[2];
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

static int read_attributes(struct settings *settings) {
  int place = 0;
  for (; cprobe_attribute_name(place); place++) {
    if (place == ATTRIBUTE_COUNT) return -1;
    if (cprobe_can_set_attribute(place)) settings->attributes[place] = cprobe_attribute(place);
  }
  return 0;
}

static int read_memory_score(struct settings *settings, int score_file) {
  ssize_t count;
  if (score_file >= 0) {
    count = pread(score_file, settings->memory_score, sizeof settings->memory_score, 0);
  } else {
    const int file = open("/proc/self/oom_score_adj", O_RDONLY | O_CLOEXEC);
    if (file < 0) return -1;
    count = read(file, settings->memory_score, sizeof settings->memory_score);
    close(file);
  }
  return count > 0 ? 0 : -1;
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

/* Not prlimit(2), as the C library does: it takes more than twice as long, and there are sixteen limits. */
static long read_limit(int resource, struct rlimit *limit) {
#ifdef SYS_getrlimit
  _Static_assert(sizeof(rlim_t) == sizeof(long), "the system call has another structure");
  return syscall(SYS_getrlimit, resource, limit);
#else
  return getrlimit(resource, limit);
#endif
}

static int read_limits(struct settings *settings) {
  for (int index = 0; index < RLIM_NLIMITS; index++)
    if (read_limit(index, &settings->limits[index]) != 0) return -1;
  return 0;
}

static void read_mask(struct settings *settings, mode_t expected) {
  settings->mask = umask(expected);
  if (settings->mask != expected) umask(settings->mask);
}

int csettings_read(uint8_t bytes[CSETTINGS_SIZE], uint32_t mask, int score_file) {
  struct settings settings;
  memset(&settings, 0, sizeof settings);
  for (int index = 0; index <= ITIMER_PROF; index++) getitimer(index, &settings.timers[index]);
  for (int stream = 0; stream < STREAM_COUNT; stream++)
    settings.flags[stream] = fcntl(stream, F_GETFL);
  cthread_read_name(settings.name);
  read_signals(&settings);
  read_numbers(&settings);
  read_mask(&settings, mask);
  if (read_limits(&settings) != 0 || read_schedule(&settings) != 0) return -1;
  if (read_attributes(&settings) != 0) return -1;
  if (read_memory_score(&settings, score_file) != 0) return -1;
  memcpy(bytes, &settings, sizeof settings);
  const char *end = read_texts((char *)bytes + sizeof settings, (char *)bytes + CSETTINGS_SIZE);
  return end ? (int)(end - (char *)bytes) : -1;
}
