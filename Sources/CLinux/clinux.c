#define _GNU_SOURCE
#include "clinux.h"
#include <errno.h>

int clinux_peer_credentials(int fd, unsigned int *uid, unsigned int *gid, int *pid) {
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) return errno;
    *uid = peer.uid;
    *gid = peer.gid;
    *pid = peer.pid;
    return 0;
}
