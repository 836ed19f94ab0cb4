// SPDX-License-Identifier: Apache-2.0

/// The commit that the programs were built from, abbreviated; empty if it is unknown.
const char *stated_commit(void);
