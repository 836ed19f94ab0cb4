// SPDX-License-Identifier: Apache-2.0
#include "crelease.h"

// Package.swift reads the commit from git; an archive of the sources has no commit.
#ifndef STATED_COMMIT
#define STATED_COMMIT ""
#endif

const char *stated_commit(void) { return STATED_COMMIT; }
