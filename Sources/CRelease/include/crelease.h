// SPDX-License-Identifier: Apache-2.0

/// The abbreviated commit from which the programs were built; empty if unknown.
const char *stated_commit(void);
