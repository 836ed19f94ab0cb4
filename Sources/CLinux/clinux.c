// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <malloc.h>
#include "clinux.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

int clinux_peer_credentials(int fd, unsigned int *uid, unsigned int *gid, int *pid) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return errno;
    *uid = peer.uid;
    *gid = peer.gid;
    *pid = peer.pid;
    return 0;
}

int clinux_rename_to_free_name(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int clinux_swap_names(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

int clinux_route_socket(unsigned int groups) {
    // The kernel answers at once; should it ever not, whoever waits must still go on.
    struct timeval limit = {.tv_sec = 2};
    struct sockaddr_nl own = {.nl_family = AF_NETLINK, .nl_groups = groups};
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (fd < 0) return -errno;
    if (setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0
        && bind(fd, (struct sockaddr *)&own, sizeof own) == 0)
        return fd;
    int code = errno;
    close(fd);
    return -code;
}

long clinux_receive_from_kernel(int fd, void *buffer, unsigned long capacity) {
    for (;;) {
        struct sockaddr_nl sender = {0};
        socklen_t length = sizeof sender;
        ssize_t count =
            recvfrom(fd, buffer, capacity, MSG_TRUNC, (struct sockaddr *)&sender, &length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -errno;
        // Other processes may send to it, too.
        if (sender.nl_pid == 0) return count;
    }
}

void clinux_release_memory(void) {
    malloc_trim(0);
}

unsigned long clinux_free_memory(void) {
    return mallinfo2().fordblks;
}

int clinux_find(
    const void *bytes, unsigned long count, const char *text, unsigned long rare
) {
    const char *start = bytes, *end = start + count, *next = start;
    unsigned long length = strlen(text);
    for (int hits = 0; hits < 256; hits++) {
        const char *found = memchr(next, text[rare], end - next);
        if (found == NULL) return 0;
        const char *begin = found - rare;
        if ((unsigned long)(found - start) >= rare && (unsigned long)(end - begin) >= length &&
            memcmp(begin, text, length) == 0)
            return 1;
        next = found + 1;
    }
    /* The letter is not rare here. What came before it may still begin a text that goes on. */
    next -= (unsigned long)(next - start) < length ? (unsigned long)(next - start) : length;
    return memmem(next, end - next, text, length) != NULL;
}
