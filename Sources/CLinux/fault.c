// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "fault.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The handler may call only async-signal-safe functions (signal-safety(7)), so everything that it
// writes is prepared in these buffers. Only one thread at a time processes foreign data.
static const int numbers[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
static const char *const names[] = {"SIGILL", "SIGTRAP", "SIGSEGV", "SIGBUS", "SIGFPE", "SIGABRT"};
enum { signals = sizeof numbers / sizeof *numbers };
static struct sigaction former[signals];
static char prefix[64], record_path[4096], record_head[1024], work[512];
static atomic_int is_working, is_step, server;

struct line {
    char bytes[2048];
    size_t count;
};

static void add(struct line *line, const char *text) {
    while (*text && line->count < sizeof line->bytes) line->bytes[line->count++] = *text++;
}

static void add_number(struct line *line, long number) {
    char digits[24];
    size_t place = sizeof digits;
    digits[--place] = 0;
    do digits[--place] = (char)('0' + number % 10);
    while ((number /= 10) > 0 && place > 0);
    add(line, digits + place);
}

static void put(int fd, const struct line *line) {
    // A stream that accepts nothing is no reason to wait.
    if (write(fd, line->bytes, line->count) < 0) return;
}

static void record(const char *name) {
    int fd = open(record_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0) return;
    struct line line = {.count = 0};
    add(&line, name);
    add(&line, "\t");
    add_number(&line, (long)time(NULL));
    add(&line, "\t");
    add(&line, record_head);
    add(&line, "\t");
    add(&line, work);
    add(&line, "\n");
    put(fd, &line);
    close(fd);
}

/// Returns 1 if the signal ends the processing of foreign data: a fault in the processing, or the
/// abort that a service manager sends to a process that no longer answers.
static int ends_work(int number, int is_sent) {
    if (!is_working) return 0;
    return is_sent ? number == SIGABRT : server != gettid() || is_step;
}

static void report(int number, siginfo_t *info, void *context) {
    (void)context;
    static atomic_flag has_begun = ATOMIC_FLAG_INIT;
    // The first thread that comes here ends the process.
    if (atomic_flag_test_and_set(&has_begun)) for (;;) pause();
    int place = 0, is_sent = info->si_code <= 0 && info->si_pid != getpid();
    while (place < signals - 1 && numbers[place] != number) place++;
    int is_work = ends_work(number, is_sent);
    struct line line = {.count = 0};
    add(&line, prefix);
    add(&line, "ended by a fatal signal signal=");
    add(&line, names[place]);
    if (is_sent) {
        add(&line, " sender=");
        add_number(&line, info->si_pid);
    }
    if (is_work) {
        add(&line, " work=\"");
        add(&line, work);
        add(&line, "\"");
    }
    add(&line, "\n");
    put(STDERR_FILENO, &line);
    if (is_work && *record_path) record(names[place]);
    // When the handler returns, a fault occurs again, with its previous effect. Other signals are
    // sent again, because the runtime's handler would not end the process for a signal from
    // elsewhere.
    sigaction(number, &former[place], NULL);
    if (is_sent) signal(number, SIG_DFL);
    if (info->si_code <= 0) raise(number);
}

/// Gives the calling thread a stack for the handler, because its own stack may be exhausted.
static void prepare_thread(void) {
    static _Thread_local char stack[1 << 15];
    static _Thread_local int is_prepared;
    if (is_prepared) return;
    is_prepared = 1;
    stack_t known, own = {.ss_sp = stack, .ss_size = sizeof stack};
    if (sigaltstack(NULL, &known) == 0 && known.ss_flags & SS_DISABLE) sigaltstack(&own, NULL);
}

static void copy(char *to, size_t size, const char *text) {
    size_t count = strnlen(text, size - 1);
    for (size_t place = 0; place < count; place++) {
        unsigned char byte = (unsigned char)text[place];
        to[place] = byte < ' ' || byte == '"' || byte == 0x7F ? '?' : (char)byte;
    }
    to[count] = 0;
}

void clinux_report_faults(const char *line_prefix) {
    copy(prefix, sizeof prefix, line_prefix);
    prepare_thread();
    struct sigaction action = {.sa_sigaction = report, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    // A fault within the handler ends the process at once.
    sigfillset(&action.sa_mask);
    for (int place = 0; place < signals; place++)
        sigaction(numbers[place], &action, &former[place]);
}

void clinux_record_faults(const char *path, const char *head) {
    size_t count = strlen(path);
    // A truncated path would be the path of another file.
    if (count >= sizeof record_path) return;
    memcpy(record_path, path, count + 1);
    // The fields of the line are separated by tabs.
    strncpy(record_head, head, sizeof record_head - 1);
}

void clinux_work_with(const char *data) {
    prepare_thread();
    if (data) copy(work, sizeof work, data);
    is_working = data != NULL;
}

void clinux_serve_clients(void) {
    prepare_thread();
    server = gettid();
}

void clinux_run_step(int begins) {
    is_step = begins;
}
