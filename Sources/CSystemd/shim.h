// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <poll.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-id128.h>
