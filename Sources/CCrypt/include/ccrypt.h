// SPDX-License-Identifier: Apache-2.0

// The system's functions for secrets that are stored hashed, crypt(5).
#ifndef CCRYPT_H
#define CCRYPT_H

/// The room for a hash and the NUL behind it.
#define CCRYPT_SIZE 384

/// Hashes `secret` with a salt of its own (SHA-512, 5,000 rounds). Returns 0, or the errno.
int ccrypt_hash(const char *secret, char hash[CCRYPT_SIZE]);

/// Returns 1 if `hash` is a hash of `secret`, 0 if not; the time does not depend on where they
/// differ.
int ccrypt_matches(const char *secret, const char *hash);

/// Fills `bytes` with random ones from the kernel. Returns 0, or the errno.
int ccrypt_random(void *bytes, unsigned long count);

#endif
