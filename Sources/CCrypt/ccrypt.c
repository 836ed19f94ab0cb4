// SPDX-License-Identifier: Apache-2.0
#include "ccrypt.h"
#include <crypt.h>
#include <errno.h>
#include <string.h>

_Static_assert(CCRYPT_SIZE >= CRYPT_OUTPUT_SIZE, "a hash has room");

int ccrypt_hash(const char *secret, char hash[CCRYPT_SIZE]) {
    char setting[CRYPT_GENSALT_OUTPUT_SIZE];
    if (crypt_gensalt_rn("$6$", 0, NULL, 0, setting, sizeof setting) == NULL) return errno;
    struct crypt_data data = {0};
    const char *result = crypt_r(secret, setting, &data);
    if (result == NULL || result[0] == '*') return errno ? errno : EINVAL;
    strncpy(hash, result, CCRYPT_SIZE - 1);
    hash[CCRYPT_SIZE - 1] = 0;
    return 0;
}

int ccrypt_matches(const char *secret, const char *hash) {
    struct crypt_data data = {0};
    const char *result = crypt_r(secret, hash, &data);
    if (result == NULL || result[0] == '*') return 0;
    size_t length = strlen(result);
    if (length != strlen(hash)) return 0;
    unsigned char difference = 0;
    for (size_t i = 0; i < length; i++) difference |= (unsigned char)(result[i] ^ hash[i]);
    return difference == 0;
}
