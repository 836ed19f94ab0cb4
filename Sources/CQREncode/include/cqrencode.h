// SPDX-License-Identifier: Apache-2.0

// The part of libqrencode that encodes a short text.
#ifndef CQRENCODE_H
#define CQRENCODE_H

/// Encodes `text` as a QR code (ISO/IEC 18004, medium error correction): one byte per module, 1 for
/// a dark one, row by row. Returns the number of modules per side; 0 if the text is too long, or
/// `capacity` is less than that number squared.
int cqrencode(const char *text, unsigned char *modules, unsigned long capacity);

#endif
