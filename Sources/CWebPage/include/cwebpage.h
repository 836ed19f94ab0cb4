// SPDX-License-Identifier: Apache-2.0

// The files of the page, which are part of the program.
#ifndef CWEBPAGE_H
#define CWEBPAGE_H

/// A file: its name, its content, and how many bytes that has.
struct cwebpage_file {
    const char *name;
    const unsigned char *bytes;
    unsigned long count;
};

/// The number of files.
unsigned long cwebpage_count(void);

/// The file with that number, from 0.
struct cwebpage_file cwebpage_get(unsigned long index);

#endif
