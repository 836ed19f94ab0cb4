// SPDX-License-Identifier: Apache-2.0

// Kernel interfaces that Swift's Glibc module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

// CSystemd brings some of the same types (pollfd, timespec). Which of the two modules they count
// as depends on what the compiler happens to read first: files that use them import both.
//
// No _GNU_SOURCE here: it changes glibc's own types (fd_set), and Swift refuses two modules that
// disagree about them. The .c file defines it for itself.
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

#include "fault.h"

/// Credentials of the process at the other end of a Unix socket, as the kernel
/// recorded them at connect. Returns 0, or the errno.
int clinux_peer_credentials(int fd, unsigned int *uid, unsigned int *gid, int *pid);

/// A descriptor of a process that is readable once the process has ended (pidfd_open(2)), or the
/// errno below 0: -ESRCH if it has ended already.
int clinux_process_descriptor(int pid);

/// Closes all descriptors but the standard streams.
void clinux_close_inherited(void);

/// Gives `from` the name `to`, which must be free; both are relative to `directory`. Returns 0, or
/// the errno: EEXIST if it is not free, EINVAL if the file system does not know this.
int clinux_rename_to_free_name(int directory, const char *from, const char *to);

/// Lets two existing files swap their names in one step. Returns 0, or the errno.
int clinux_swap_names(const char *one, const char *other);

/// A socket that hears of changes of the kernel's links, addresses and routes (rtnetlink), of those
/// `groups`. Returns the descriptor, or the errno below 0.
int clinux_route_socket(unsigned int groups);

/// The user of the TCP socket that is bound to `local` and connected to `remote`, on this machine
/// (sock_diag(7)), or that listens at `local` if the port of `remote` is 0; both are of one family,
/// AF_INET or AF_INET6. Returns 0, or the errno: ENOENT if there is no such socket, or its program has
/// closed it.
int clinux_tcp_owner(
    const struct sockaddr *local, const struct sockaddr *remote, unsigned int *uid
);

/// Returns 1 if `text` stands among the bytes, 0 if not. Its letter at the index `rare`, which
/// should be a rare one, is searched first: that is ten times as fast where it does not occur.
int clinux_find(
    const void *bytes, unsigned long count, const char *text, unsigned long rare
);

/// Gives memory that was freed back to the system.
void clinux_release_memory(void);

/// Unmaps the pages of programs and libraries, which the system maps again where they are used.
void clinux_release_code(void);

/// The bytes of the process that are in memory and not allocated: what was freed and not given
/// back, and code and stacks; 0 if the system does not say.
unsigned long clinux_idle_memory(void);

#endif
