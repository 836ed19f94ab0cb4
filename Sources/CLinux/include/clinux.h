// Kernel interfaces that Swift's Glibc module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

// No _GNU_SOURCE here: it changes glibc's own types (fd_set), and Swift refuses two modules that
// disagree about them. The .c file defines it for itself.
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

/// Credentials of the process at the other end of a Unix socket, as the kernel
/// recorded them at connect. Returns 0, or the errno.
int clinux_peer_credentials(int fd, unsigned int *uid, unsigned int *gid, int *pid);

#endif
