// SPDX-License-Identifier: Apache-2.0
#ifndef CYAML_H
#define CYAML_H

#include <yaml.h>

/// Returns 1 if the event is a plain scalar without a tag that means null, otherwise 0.
int cyaml_is_null(const yaml_event_t *event);

#endif
