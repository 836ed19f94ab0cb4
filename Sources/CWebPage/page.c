// SPDX-License-Identifier: Apache-2.0
#include "cwebpage.h"

// #embed is part of C23; clang supports it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct cwebpage_file files[] = {
    {"actions.js", (const unsigned char[]){
#embed "files/actions.js"
        , 0}},
    {"api.js", (const unsigned char[]){
#embed "files/api.js"
        , 0}},
    {"app.js", (const unsigned char[]){
#embed "files/app.js"
        , 0}},
    {"dom.js", (const unsigned char[]){
#embed "files/dom.js"
        , 0}},
    {"format.js", (const unsigned char[]){
#embed "files/format.js"
        , 0}},
    {"health.js", (const unsigned char[]){
#embed "files/health.js"
        , 0}},
    {"icon.svg", (const unsigned char[]){
#embed "files/icon.svg"
        , 0}},
    {"item.js", (const unsigned char[]){
#embed "files/item.js"
        , 0}},
    {"keys.js", (const unsigned char[]){
#embed "files/keys.js"
        , 0}},
    {"library.js", (const unsigned char[]){
#embed "files/library.js"
        , 0}},
    {"now.js", (const unsigned char[]){
#embed "files/now.js"
        , 0}},
    {"page.css", (const unsigned char[]){
#embed "files/page.css"
        , 0}},
    {"page.html", (const unsigned char[]){
#embed "files/page.html"
        , 0}},
    {"points.js", (const unsigned char[]){
#embed "files/points.js"
        , 0}},
    {"queue.js", (const unsigned char[]){
#embed "files/queue.js"
        , 0}},
    {"sign-in.html", (const unsigned char[]){
#embed "files/sign-in.html"
        , 0}},
    {"sign-in.js", (const unsigned char[]){
#embed "files/sign-in.js"
        , 0}},
    {"state.js", (const unsigned char[]){
#embed "files/state.js"
        , 0}},
    {"sync.js", (const unsigned char[]){
#embed "files/sync.js"
        , 0}},
    {"timeline.js", (const unsigned char[]){
#embed "files/timeline.js"
        , 0}},
    {"topics.js", (const unsigned char[]){
#embed "files/topics.js"
        , 0}},
};

unsigned long cwebpage_count(void) {
    return sizeof files / sizeof files[0];
}

struct cwebpage_file cwebpage_get(unsigned long index) {
    return files[index];
}
