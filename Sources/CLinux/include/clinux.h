// Kernel interfaces that Swift's Glibc module leaves out.
#ifndef CLINUX_H
#define CLINUX_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/timex.h>

/// Credentials of the process at the other end of a Unix socket, as the kernel
/// recorded them at connect. Returns 0, or the errno.
int clinux_peer_credentials(int fd, unsigned int *uid, unsigned int *gid, int *pid);

#endif
