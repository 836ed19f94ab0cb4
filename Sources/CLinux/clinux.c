// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <malloc.h>
#include "clinux.h"
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

int clinux_peer_credentials(int fd, unsigned int *uid, int *pid) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return errno;
    *uid = peer.uid;
    *pid = peer.pid;
    return 0;
}

int clinux_process_descriptor(int pid) {
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    return fd < 0 ? -errno : fd;
}

int clinux_memory_file(void) {
    return memfd_create("", MFD_CLOEXEC);
}

void clinux_close_inherited(void) {
    close_range(3, ~0U, 0);
}

int clinux_rename_to_free_name(int directory, const char *from, const char *to) {
    return renameat2(directory, from, directory, to, RENAME_NOREPLACE) == 0 ? 0 : errno;
}

int clinux_swap_names(const char *one, const char *other) {
    return renameat2(AT_FDCWD, one, AT_FDCWD, other, RENAME_EXCHANGE) == 0 ? 0 : errno;
}

int clinux_route_socket(unsigned int groups) {
    struct sockaddr_nl own = {.nl_family = AF_NETLINK, .nl_groups = groups};
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (fd < 0) return -errno;
    if (bind(fd, (struct sockaddr *)&own, sizeof own) == 0) return fd;
    int code = errno;
    close(fd);
    return -code;
}

// Receives the next datagram that the kernel itself sent to a netlink socket. Returns its full
// length, of which `buffer` has at most `capacity` bytes, or the negative errno.
static long receive_from_kernel(int fd, void *buffer, unsigned long capacity) {
    for (;;) {
        struct sockaddr_nl sender = {0};
        socklen_t length = sizeof sender;
        ssize_t count =
            recvfrom(fd, buffer, capacity, MSG_TRUNC, (struct sockaddr *)&sender, &length);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -errno;
        // Other processes may also send to the socket.
        if (sender.nl_pid == 0) return count;
    }
}

static void copy_end(const struct sockaddr *end, __be16 *port, __be32 address[4]) {
    if (end->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)end;
        *port = six->sin6_port;
        memcpy(address, &six->sin6_addr, sizeof six->sin6_addr);
    } else {
        const struct sockaddr_in *four = (const struct sockaddr_in *)end;
        *port = four->sin_port;
        memcpy(address, &four->sin_addr, sizeof four->sin_addr);
    }
}

/// Asks the kernel for the owner of a TCP socket, over `fd`, a socket of NETLINK_SOCK_DIAG.
static int ask_owner(
    int fd, const struct sockaddr *local, const struct sockaddr *remote, unsigned int *uid
) {
    struct {
        struct nlmsghdr header;
        struct inet_diag_req_v2 body;
    } request = {
        .header = {
            .nlmsg_len = sizeof request,
            .nlmsg_type = SOCK_DIAG_BY_FAMILY,
            .nlmsg_flags = NLM_F_REQUEST,
        },
        .body = {
            .sdiag_family = local->sa_family,
            .sdiag_protocol = IPPROTO_TCP,
            .idiag_states = -1,
            .id.idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE},
        },
    };
    copy_end(local, &request.body.id.idiag_sport, request.body.id.idiag_src);
    copy_end(remote, &request.body.id.idiag_dport, request.body.id.idiag_dst);
    if (send(fd, &request, sizeof request, 0) < 0) return errno;
    union {
        struct nlmsghdr header;
        char bytes[4096];
    } reply;
    long count = receive_from_kernel(fd, &reply, sizeof reply);
    if (count < 0) return (int)-count;
    if (count < (long)NLMSG_LENGTH(0)) return EBADMSG;
    const void *data = NLMSG_DATA(&reply.header);
    if (reply.header.nlmsg_type == NLMSG_ERROR && count >= (long)NLMSG_LENGTH(sizeof(int)))
        return -*(const int *)data;
    if (reply.header.nlmsg_type != SOCK_DIAG_BY_FAMILY
        || count < (long)NLMSG_LENGTH(sizeof(struct inet_diag_msg)))
        return EBADMSG;
    const struct inet_diag_msg *found = data;
    // A closed socket has no owner. The kernel then reports 0, which is also root's number.
    int state = request.body.id.idiag_dport == 0 ? TCP_LISTEN : TCP_ESTABLISHED;
    if (found->idiag_inode == 0 || found->idiag_state != state) return ENOENT;
    *uid = found->idiag_uid;
    return 0;
}

int clinux_tcp_owner(
    const struct sockaddr *local, const struct sockaddr *remote, unsigned int *uid
) {
    struct timeval limit = {.tv_sec = 2};
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
    if (fd < 0) return errno;
    int code = setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0
        ? ask_owner(fd, local, remote, uid)
        : errno;
    close(fd);
    return code;
}

void clinux_limit_freed_memory(void) {
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    // Otherwise the end of an arena would be returned, and mapped again, with each change of 128 KiB.
    mallopt(M_TRIM_THRESHOLD, 4 << 20);
}

void clinux_release_memory(void) {
    malloc_trim(0);
}

static int release_segments(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size, (void)context;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        // A writable segment may contain data that is in no file.
        if (segment->p_type != PT_LOAD || segment->p_flags & PF_W) continue;
        uintptr_t start = (object->dlpi_addr + segment->p_vaddr) / page * page;
        uintptr_t end = object->dlpi_addr + segment->p_vaddr + segment->p_filesz;
        madvise((void *)start, end - start, MADV_DONTNEED);
    }
    return 0;
}

void clinux_release_code(void) {
    dl_iterate_phdr(release_segments, NULL);
}

unsigned long clinux_idle_memory(void) {
    char text[128];
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t count = read(fd, text, sizeof text - 1);
    close(fd);
    if (count <= 0) return 0;
    text[count] = 0;
    unsigned long size = 0, resident = 0;
    if (sscanf(text, "%lu %lu", &size, &resident) != 2) return 0;
    resident *= (unsigned long)sysconf(_SC_PAGESIZE);
    struct mallinfo2 memory = mallinfo2();
    unsigned long used = memory.uordblks + memory.hblkhd;
    return resident > used ? resident - used : 0;
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
