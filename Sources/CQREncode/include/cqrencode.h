// SPDX-License-Identifier: Apache-2.0

// The part of libqrencode that draws a short text.
#ifndef CQRENCODE_H
#define CQRENCODE_H

/// The QR code of `text` (ISO/IEC 18004, medium error correction): one byte for each module, 1 for
/// a dark one, row by row. Returns the number of modules of a side, or 0 if the text is too long or
/// `capacity` is less than that number squared.
int cqrencode(const char *text, unsigned char *modules, unsigned long capacity);

#endif
