// SPDX-License-Identifier: Apache-2.0
#include "cwebpage.h"

// #embed is part of C23; clang supports it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char actions_js[] = {
#embed "files/actions.js"
};
static const unsigned char api_js[] = {
#embed "files/api.js"
};
static const unsigned char app_js[] = {
#embed "files/app.js"
};
static const unsigned char dom_js[] = {
#embed "files/dom.js"
};
static const unsigned char format_js[] = {
#embed "files/format.js"
};
static const unsigned char health_js[] = {
#embed "files/health.js"
};
static const unsigned char icon_svg[] = {
#embed "files/icon.svg"
};
static const unsigned char item_js[] = {
#embed "files/item.js"
};
static const unsigned char keys_js[] = {
#embed "files/keys.js"
};
static const unsigned char library_js[] = {
#embed "files/library.js"
};
static const unsigned char now_js[] = {
#embed "files/now.js"
};
static const unsigned char page_css[] = {
#embed "files/page.css"
};
static const unsigned char page_html[] = {
#embed "files/page.html"
};
static const unsigned char points_js[] = {
#embed "files/points.js"
};
static const unsigned char queue_js[] = {
#embed "files/queue.js"
};
static const unsigned char sign_in_html[] = {
#embed "files/sign-in.html"
};
static const unsigned char sign_in_js[] = {
#embed "files/sign-in.js"
};
static const unsigned char state_js[] = {
#embed "files/state.js"
};
static const unsigned char sync_js[] = {
#embed "files/sync.js"
};
static const unsigned char timeline_js[] = {
#embed "files/timeline.js"
};
static const unsigned char topics_js[] = {
#embed "files/topics.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}
static const struct cwebpage_file files[] = {
    FILE("actions.js", actions_js),
    FILE("api.js", api_js),
    FILE("app.js", app_js),
    FILE("dom.js", dom_js),
    FILE("format.js", format_js),
    FILE("health.js", health_js),
    FILE("icon.svg", icon_svg),
    FILE("item.js", item_js),
    FILE("keys.js", keys_js),
    FILE("library.js", library_js),
    FILE("now.js", now_js),
    FILE("page.css", page_css),
    FILE("page.html", page_html),
    FILE("points.js", points_js),
    FILE("queue.js", queue_js),
    FILE("sign-in.html", sign_in_html),
    FILE("sign-in.js", sign_in_js),
    FILE("state.js", state_js),
    FILE("sync.js", sync_js),
    FILE("timeline.js", timeline_js),
    FILE("topics.js", topics_js),
};

unsigned long cwebpage_count(void) {
    return sizeof files / sizeof files[0];
}

struct cwebpage_file cwebpage_get(unsigned long index) {
    return files[index];
}
