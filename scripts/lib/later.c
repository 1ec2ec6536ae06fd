// A library for LD_PRELOAD, with which the programs of scripts/test-environment run 400 days later. Only what reads the time
// of day is shifted, so timers still run. That of libfaketime keeps those of Dispatch from ending.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

static time_t shift = 400 * 24 * 3600;

// Compilers remove what they have just put into their caches, because the times of files seem to be 400 days old.
__attribute__((constructor)) static void leave_compilers_alone(void) {
  const char *name = program_invocation_short_name;
  if (!strncmp(name, "swift", 5) || !strncmp(name, "clang", 5)) shift = 0;
}

#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

// The default version of it: dlsym(3) can find one with another layout of the condition.
static int wait_on_condition(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
  static __typeof__(&wait_on_condition) next;
  if (!next) next = (__typeof__(next))dlvsym(RTLD_NEXT, "pthread_cond_timedwait", "GLIBC_2.3.2");
  if (!next) next = (__typeof__(next))dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  return next(condition, mutex, deadline);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static __typeof__(&clock_gettime) next;
  if (!next) next = NEXT(clock_gettime);
  int status = next(clock, time);
  if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI)) time->tv_sec += shift;
  return status;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  struct timespec now;
  (void)zone;
  clock_gettime(CLOCK_REALTIME, &now);
  *time = (struct timeval){.tv_sec = now.tv_sec, .tv_usec = now.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (result) *result = now.tv_sec;
  return now.tv_sec;
}

int timespec_get(struct timespec *result, int base) {
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, result);
  return base;
}

// The kernel's time would be in the past.
int futimens(int file, const struct timespec times[2]) {
  struct timespec now[2];
  clock_gettime(CLOCK_REALTIME, &now[0]);
  now[1] = now[0];
  return NEXT(futimens)(file, times ? times : now);
}

// A deadline of the kernel's clock. A monotonic one, which is far in the past of the time of day, is the kernel's already.
static struct timespec unshifted(const struct timespec *deadline) {
  struct timespec now, result = *deadline;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result.tv_sec > now.tv_sec - shift / 2) result.tv_sec -= shift;
  return result;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict deadline) {
  struct timespec time = unshifted(deadline);
  return NEXT(sem_timedwait)(semaphore, &time);
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline) {
  struct timespec time = unshifted(deadline);
  return wait_on_condition(condition, mutex, &time);
}

int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict deadline) {
  struct timespec time = unshifted(deadline);
  return NEXT(pthread_mutex_timedlock)(mutex, &time);
}
