// SPDX-License-Identifier: Apache-2.0

// The part of libnats that stated uses, loaded when the first connection is made: a daemon without a NATS
// remote loads nothing and starts no thread.
#ifndef CNATS_H
#define CNATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The header by which a message that no stream passes on is news; its value is an identifier.
#define CNATS_NEWS "Stated-News"

/// The number of subjects to which a connection may listen.
enum { CNATS_SUBJECTS = 2 };

/// How a call ended.
enum cnats_result {
    CNATS_OK = 0,
    /// Nothing came in time.
    CNATS_TIMEOUT = 1,
    /// The connection is closed.
    CNATS_CLOSED = 2,
    /// The server does not let this client in.
    CNATS_REFUSED = 3,
    /// The subject of one of the open requests has no responder.
    CNATS_NOBODY = 4,
    /// It failed otherwise.
    CNATS_FAILED = 5,
};

/// Where to connect, as whom, and how.
struct cnats_options {
    /// URLs, one of which is enough.
    const char *const *servers;
    int server_count;
    /// The name of this client in the servers' lists.
    const char *name;
    /// The beginning of the subjects to which answers go.
    const char *inbox_prefix;
    /// A file with a JWT and a seed, or NULL.
    const char *credentials;
    /// A user and a password, or NULL.
    const char *user;
    const char *password;
    /// True to require TLS; the files, in PEM, may be NULL.
    bool secure;
    const char *ca;
    const char *certificate;
    const char *key;
    /// The longest time for one server, in milliseconds.
    int64_t timeout;
};

/// The callbacks. They run on threads of the library, even once after
/// `cnats_close` has returned: `context` has to outlive the process.
struct cnats_events {
    void (*closed)(void *context);
    /// The server refused something; `why` is its text.
    void (*refused)(void *context, const char *why);
    /// News came to a subject of `cnats_listen`; either value may be NULL.
    void (*heard)(void *context, const char *identifier, const char *sequence);
    void *context;
};

typedef struct cnats_connection cnats_connection;
typedef struct cnats_message cnats_message;

/// Loads the library. Returns NULL, or why that failed.
const char *cnats_load(void);

/// Connects to one of the servers; a connection that breaks stays closed. Writes the reason of a
/// failure into `why`.
enum cnats_result cnats_connect(
    const struct cnats_options *options, const struct cnats_events *events,
    cnats_connection **connection, char *why, size_t capacity
);

/// Closes a connection and frees it.
void cnats_close(cnats_connection *connection);

/// True while the connection stands.
bool cnats_is_open(const cnats_connection *connection);

/// The largest message that the server takes, in bytes.
int64_t cnats_max_payload(const cnats_connection *connection);

/// Reports the news on a subject to `heard` from now on, and waits until the server knows.
enum cnats_result cnats_listen(cnats_connection *connection, const char *subject);

/// Sends a message. `headers` are names and values in turn, up to a NULL; the answer comes to the
/// inbox with `token` as the last part of its subject.
enum cnats_result cnats_send(
    cnats_connection *connection, const char *subject, const char *token,
    const char *const *headers, const void *bytes, size_t count
);

/// Hands over what is still in the buffer.
enum cnats_result cnats_flush(cnats_connection *connection);

/// Waits for the next answer, for that many milliseconds at most.
enum cnats_result cnats_receive(
    cnats_connection *connection, int64_t timeout, cnats_message **message
);

/// The token of the request that it answers.
const char *cnats_token(const cnats_message *message);
/// The content, and its length.
const void *cnats_bytes(const cnats_message *message, size_t *count);
/// A header; NULL if it has none of that name.
const char *cnats_header(const cnats_message *message, const char *name);
/// Frees a message.
void cnats_free(cnats_message *message);

#endif
