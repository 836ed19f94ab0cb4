// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <sys/epoll.h>

/// Where `part` first occurs in `whole`, as memmem(3), which Swift does not see.
const void *bench_find(const void *whole, size_t length, const void *part, size_t size);
