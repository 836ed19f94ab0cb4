// SPDX-License-Identifier: Apache-2.0

// The files of the web page, which are part of the program.
#ifndef CWEBPAGE_H
#define CWEBPAGE_H

/// A file of the page: its name and its content, which ends with a NUL.
struct cwebpage_file {
    const char *name;
    const unsigned char *bytes;
};

/// The number of files.
unsigned long cwebpage_count(void);

/// Returns the file with the given index, from 0.
struct cwebpage_file cwebpage_get(unsigned long index);

#endif
