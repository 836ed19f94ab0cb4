// SPDX-License-Identifier: Apache-2.0

// The system's functions for hashed passwords, crypt(5).
#ifndef CCRYPT_H
#define CCRYPT_H

/// The size of a hash with its closing NUL, in bytes.
#define CCRYPT_SIZE 384

/// Hashes `secret` with a new random salt (SHA-512, 5,000 rounds). Returns 0, or the errno.
int ccrypt_hash(const char *secret, char hash[CCRYPT_SIZE]);

/// Returns 1 if `hash` is a hash of `secret`, otherwise 0. The time does not depend on the position
/// of a difference.
int ccrypt_matches(const char *secret, const char *hash);

#endif
