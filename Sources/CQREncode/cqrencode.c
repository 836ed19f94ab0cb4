// SPDX-License-Identifier: Apache-2.0
#include "cqrencode.h"
#include <qrencode.h>
#include <stddef.h>

int cqrencode(const char *text, unsigned char *modules, unsigned long capacity) {
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M);
    if (code == NULL) return 0;
    unsigned long count = (unsigned long)code->width * (unsigned long)code->width;
    int width = count <= capacity ? code->width : 0;
    // The other bits describe the function of a module.
    for (unsigned long i = 0; width > 0 && i < count; i++) modules[i] = code->data[i] & 1;
    QRcode_free(code);
    return width;
}
