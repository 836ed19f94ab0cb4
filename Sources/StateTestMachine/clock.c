// SPDX-License-Identifier: Apache-2.0

// Preloaded into a daemon: moves its clocks and timers when a test says so.
#define _GNU_SOURCE
#include "state_test_machine.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { TIMERS = 1024, SECOND = 1000000000 };

static const char *path;
static const int64_t zero;
static const int64_t *ahead = &zero;
/// The lead of the clock at this thread's last reading.
static _Thread_local int64_t known;

/// A timer of the program. `due` is in nanoseconds of its moved clock; 0 if it is not set.
struct timer {
    int clock;
    int64_t due;
    struct timespec interval;
};
static struct timer timers[TIMERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;

__attribute__((constructor)) static void begin(void) {
    path = getenv("STATE_TEST_CLOCK");
    int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    void *map = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
    close(file);
    if (map != MAP_FAILED) ahead = map;
}

static int64_t nanoseconds(struct timespec time) {
    return time.tv_sec * (int64_t)SECOND + time.tv_nsec;
}

static struct timespec timespec_of(int64_t nanoseconds) {
    return (struct timespec){nanoseconds / SECOND, nanoseconds % SECOND};
}

static int64_t kernel_time(clockid_t clock) {
    struct timespec time = {0, 0};
    syscall(SYS_clock_gettime, clock, &time);
    return nanoseconds(time);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = (int)syscall(SYS_clock_gettime, clock, time);
    // The clocks of a process or a thread have negative numbers, but for two.
    if (result != 0 || clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID)
        return result;
    known = __atomic_load_n(ahead, __ATOMIC_ACQUIRE);
    *time = timespec_of(nanoseconds(*time) + known);
    return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return 0;
}

time_t time(time_t *result) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (result != NULL) *result = now.tv_sec;
    return now.tv_sec;
}

int pthread_cond_timedwait(
    pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict time
) {
    __typeof__(&pthread_cond_timedwait) hidden = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
    // The time was computed with the clock as this thread read it last.
    int is_never = time->tv_sec > INT64_MAX / SECOND / 2;
    struct timespec end = is_never ? *time : timespec_of(nanoseconds(*time) - known);
    return hidden(condition, mutex, &end);
}

/// Sets the kernel's timer to the due time on the kernel's clock; the caller holds the lock.
static int arm(int file, int64_t offset, int flags, struct itimerspec *old) {
    int64_t due = timers[file].due - offset;
    struct itimerspec value = {timers[file].interval, timespec_of(due > 0 ? due : 1)};
    return (int)syscall(SYS_timerfd_settime, file, flags | TFD_TIMER_ABSTIME, &value, old);
}

static int moves;
static int64_t started_at;

static void *follow(void *unused) {
    (void)unused;
    int64_t before = started_at;
    char event[4096];
    do {
        pthread_mutex_lock(&lock);
        int64_t offset = __atomic_load_n(ahead, __ATOMIC_ACQUIRE);
        for (int file = 0; file < TIMERS; file++) {
            struct timer *timer = &timers[file];
            // One that was due before the clock moved has fired already.
            if (timer->due == 0 || timer->due - before <= kernel_time(timer->clock)) continue;
            if (arm(file, offset, 0, NULL) != 0) timer->due = 0;
        }
        before = offset;
        pthread_mutex_unlock(&lock);
    } while (read(moves, event, sizeof event) > 0 || errno == EINTR);
    return NULL;
}

/// Starts the thread with all signals blocked, so that the program's own threads receive them.
static void start(void) {
    moves = path == NULL ? -1 : inotify_init1(IN_CLOEXEC);
    if (moves < 0 || inotify_add_watch(moves, path, IN_MODIFY) < 0) return;
    started_at = __atomic_load_n(ahead, __ATOMIC_ACQUIRE);
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);
    pthread_t thread;
    if (pthread_create(&thread, NULL, follow, NULL) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
}

int timerfd_create(int clock, int flags) {
    int file = (int)syscall(SYS_timerfd_create, clock, flags);
    if (file < 0 || file >= TIMERS) return file;
    pthread_once(&once, start);
    pthread_mutex_lock(&lock);
    timers[file] = (struct timer){.clock = clock};
    pthread_mutex_unlock(&lock);
    return file;
}

int timerfd_settime(int file, int flags, const struct itimerspec *value, struct itimerspec *old) {
    // A timer for the end of time only notices that the clock is set.
    int is_never = value->it_value.tv_sec > INT64_MAX / SECOND / 2;
    int64_t due = is_never ? 0 : nanoseconds(value->it_value);
    if (file < 0 || file >= TIMERS) return (int)syscall(SYS_timerfd_settime, file, flags, value, old);
    pthread_mutex_lock(&lock);
    // The time from now was computed with the clock as this thread read it last, which may have
    // been moved since.
    if (due != 0 && (flags & TFD_TIMER_ABSTIME) == 0) due += kernel_time(timers[file].clock) + known;
    timers[file].due = due;
    timers[file].interval = value->it_interval;
    int result = due == 0 ? (int)syscall(SYS_timerfd_settime, file, flags, value, old)
                          : arm(file, __atomic_load_n(ahead, __ATOMIC_ACQUIRE), flags, old);
    pthread_mutex_unlock(&lock);
    return result;
}
