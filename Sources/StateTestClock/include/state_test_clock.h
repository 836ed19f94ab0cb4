// SPDX-License-Identifier: Apache-2.0
#ifndef STATE_TEST_CLOCK_H
#define STATE_TEST_CLOCK_H

// Preload the library into a program, with the path of a file of 8 bytes in STATE_TEST_CLOCK: the
// nanoseconds, an integer in the machine's order, by which the program's clocks are ahead.
//
// Whoever writes the file moves wall clock, CLOCK_BOOTTIME and CLOCK_MONOTONIC alike, as passing time
// does. Timers of timerfd_create(2) follow. Timeouts of poll(2) and of condition variables do not.

#endif
