// SPDX-License-Identifier: Apache-2.0

// The kernel interfaces that Swift's Glibc module does not have.
#ifndef CLINUX_H
#define CLINUX_H

// CSystemd also defines some of these types (pollfd, timespec). The module to which they belong
// depends on which one the compiler reads first, so files that use them import both.
//
// _GNU_SOURCE is not defined here, because it changes types of glibc (fd_set), and Swift rejects
// two modules that disagree about them. The .c file defines it.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

#include "fault.h"

/// Returns the credentials that the process at the other end of a Unix socket had when it
/// connected. The result is 0, or the errno.
int clinux_peer_credentials(int fd, unsigned int *uid, int *pid);

/// Returns a descriptor that becomes readable when a process ends (pidfd_open(2)), or the negative
/// errno: -ESRCH if the process has already ended.
int clinux_process_descriptor(int pid);

/// Returns the descriptor of an empty file in memory, or -1.
int clinux_memory_file(void);

/// Closes all descriptors except the standard streams.
void clinux_close_inherited(void);

/// Renames `from` to `to`, where no file may exist; both are relative to `directory`. Returns 0, or
/// the errno: EEXIST if a file exists there, EINVAL if the file system does not support this.
int clinux_rename_to_free_name(int directory, const char *from, const char *to);

/// Exchanges the names of two existing files in one step. Returns 0, or the errno.
int clinux_swap_names(const char *one, const char *other);

/// Creates a socket that reports changes of the kernel's links, addresses and routes (rtnetlink)
/// for the given `groups`. Returns the descriptor, or the negative errno.
int clinux_route_socket(unsigned int groups);

/// Finds the user of a TCP socket on this machine (sock_diag(7)): the one bound to `local` and
/// connected to `remote` or, if the port of `remote` is 0, the one that listens at `local`. Both
/// addresses are of the same family, AF_INET or AF_INET6. Returns 0, or the errno: ENOENT if there
/// is no such socket, or its program has closed it.
int clinux_tcp_owner(
    const struct sockaddr *local, const struct sockaddr *remote, unsigned int *uid
);

/// Returns 1 if the bytes contain `text`, otherwise 0. The search looks first for the letter of
/// `text` at the index `rare`. If that letter is a rare one, the search is up to ten times as fast.
int clinux_find(
    const void *bytes, unsigned long count, const char *text, unsigned long rare
);

/// Limits the freed memory that the allocator keeps.
///
/// Threads share two arenas, because each keeps much of what was freed in it. Blocks of 1 MiB or
/// more, such as files of a shared folder and long replies, are returned when they are freed.
void clinux_limit_freed_memory(void);

/// Returns freed memory to the system.
void clinux_release_memory(void);

/// Unmaps the pages of programs and libraries; the system maps them again when they are used.
void clinux_release_code(void);

/// Returns the number of bytes of the process that are in memory but not allocated: freed memory
/// that was not returned to the system, code, and stacks. Returns 0 if the system does not provide
/// it.
unsigned long clinux_idle_memory(void);

#endif
