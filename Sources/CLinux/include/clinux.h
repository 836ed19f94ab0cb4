// Kernel interfaces that Swift's Glibc module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

// No _GNU_SOURCE here: it changes glibc's own types (fd_set), and Swift refuses two modules that
// disagree about them. The .c file defines it for itself.
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

/// Credentials of the process at the other end of a Unix socket, as the kernel
/// recorded them at connect. Returns 0, or the errno.
int clinux_peer_credentials(int fd, unsigned int *uid, unsigned int *gid, int *pid);

/// Gives `from` the name `to`, which must be free. Returns 0, or the errno: EEXIST if it is not.
int clinux_rename_to_free_name(const char *from, const char *to);

/// Lets two existing files swap their names in one step. Returns 0, or the errno.
int clinux_swap_names(const char *one, const char *other);

#endif
