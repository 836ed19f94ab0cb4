// SPDX-License-Identifier: Apache-2.0
#include "cyaml.h"
#include <string.h>

int cyaml_is_null(const yaml_event_t *event) {
    static const char *const nulls[] = {"", "~", "null", "Null", "NULL"};
    if (event->type != YAML_SCALAR_EVENT || !event->data.scalar.plain_implicit ||
        event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE)
        return 0;
    for (size_t i = 0; i < sizeof nulls / sizeof *nulls; i++)
        if (strcmp((const char *)event->data.scalar.value, nulls[i]) == 0) return 1;
    return 0;
}
