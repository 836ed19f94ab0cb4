// SPDX-License-Identifier: Apache-2.0

// Nothing to call: what is preloaded does all of it.
#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H
#endif
