// SPDX-License-Identifier: Apache-2.0

// The part of libnats that stated uses. It is loaded when the first connection is made, so that a
// daemon without a NATS remote loads nothing and starts no thread.
#ifndef CNATS_H
#define CNATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The header that marks a message as news; its value is an identifier.
#define CNATS_NEWS "Stated-News"

/// The maximum number of subjects to which a connection listens.
enum { CNATS_SUBJECTS = 2 };

/// The result of a call.
enum cnats_result {
    CNATS_OK = 0,
    /// Nothing arrived in time.
    CNATS_TIMEOUT = 1,
    /// The connection is closed.
    CNATS_CLOSED = 2,
    /// The server refuses this client.
    CNATS_REFUSED = 3,
    /// The subject of one of the open requests has no responder.
    CNATS_NOBODY = 4,
    /// The call failed for another reason.
    CNATS_FAILED = 5,
};

/// The servers to connect to, the login, and the settings of the connection.
struct cnats_options {
    /// The URLs of the servers; one that answers is enough.
    const char *const *servers;
    int server_count;
    /// The name of this client in the servers' lists.
    const char *name;
    /// The prefix of the subjects to which replies go.
    const char *inbox_prefix;
    /// The path of a file with a JWT and a seed, or NULL.
    const char *credentials;
    /// A user and a password, or NULL.
    const char *user;
    const char *password;
    /// True to require TLS; the files, in PEM, may be NULL.
    bool secure;
    const char *ca;
    const char *certificate;
    const char *key;
    /// The timeout for each server, in milliseconds.
    int64_t timeout;
};

/// The callbacks. They run on threads of the library, possibly even after `cnats_close` has
/// returned, so `context` must never be freed.
struct cnats_events {
    void (*closed)(void *context);
    /// Called when the server refuses something; `why` is the server's text.
    void (*refused)(void *context, const char *why);
    /// Called when news arrives on a subject of `cnats_listen`; either value may be NULL.
    void (*heard)(void *context, const char *identifier, const char *sequence);
    void *context;
};

typedef struct cnats_connection cnats_connection;
typedef struct cnats_message cnats_message;

/// Loads the library. Returns NULL, or the reason for a failure.
const char *cnats_load(void);

/// Connects to one of the servers; a connection that breaks stays closed. Writes the reason for a
/// failure into `why`.
enum cnats_result cnats_connect(
    const struct cnats_options *options, const struct cnats_events *events,
    cnats_connection **connection, char *why, size_t capacity
);

/// Closes a connection and frees it.
void cnats_close(cnats_connection *connection);

/// Returns true while the connection is open.
bool cnats_is_open(const cnats_connection *connection);

/// Returns the maximum size of a message that the server accepts, in bytes.
int64_t cnats_max_payload(const cnats_connection *connection);

/// Reports news on a subject to `heard` from now on; waits until the server has the subscription,
/// or one of the connection's subscriptions is refused, for the reason `why`.
enum cnats_result cnats_listen(
    cnats_connection *connection, const char *subject, const char **why
);

/// Sends a message. `headers` are names and values in turn, up to a NULL. The reply goes to the
/// inbox, with `token` as the last part of its subject.
enum cnats_result cnats_send(
    cnats_connection *connection, const char *subject, const char *token,
    const char *const *headers, const void *bytes, size_t count
);

/// Sends what is still in the buffer.
enum cnats_result cnats_flush(cnats_connection *connection);

/// Waits for the next reply, for at most `timeout` milliseconds.
enum cnats_result cnats_receive(
    cnats_connection *connection, int64_t timeout, cnats_message **message
);

/// Returns the token of the request to which the message replies.
const char *cnats_token(const cnats_message *message);
/// Returns the content and, in `count`, its length.
const void *cnats_bytes(const cnats_message *message, size_t *count);
/// Returns the value of a header; NULL if the message has no such header.
const char *cnats_header(const cnats_message *message, const char *name);
/// Frees a message.
void cnats_free(cnats_message *message);

#endif
