// SPDX-License-Identifier: Apache-2.0
#include "cnats.h"

#include <dlfcn.h>
#include <nats/nats.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The functions of the library that are used: X(name).
#define LIBRARY(X)                                                                                 \
    X(nats_GetLastError)                                                                           \
    X(natsStatus_GetText)                                                                          \
    X(natsInbox_Create)                                                                            \
    X(natsInbox_Destroy)                                                                           \
    X(natsOptions_Create)                                                                          \
    X(natsOptions_Destroy)                                                                         \
    X(natsOptions_SetServers)                                                                      \
    X(natsOptions_SetName)                                                                         \
    X(natsOptions_SetTimeout)                                                                      \
    X(natsOptions_SetAllowReconnect)                                                               \
    X(natsOptions_SetCustomInboxPrefix)                                                            \
    X(natsOptions_SetUserCredentialsFromFiles)                                                     \
    X(natsOptions_SetUserInfo)                                                                     \
    X(natsOptions_SetSecure)                                                                       \
    X(natsOptions_LoadCATrustedCertificates)                                                       \
    X(natsOptions_LoadCertificatesChain)                                                           \
    X(natsOptions_SetPingInterval)                                                                 \
    X(natsOptions_SetMaxPingsOut)                                                                  \
    X(natsOptions_SetWriteDeadline)                                                                \
    X(natsOptions_SetClosedCB)                                                                     \
    X(natsOptions_SetErrorHandler)                                                                 \
    X(natsConnection_Connect)                                                                      \
    X(natsConnection_Destroy)                                                                      \
    X(natsConnection_Status)                                                                       \
    X(natsConnection_GetMaxPayload)                                                                \
    X(natsConnection_GetLastError)                                                                 \
    X(natsConnection_Subscribe)                                                                    \
    X(natsConnection_SubscribeSync)                                                                \
    X(natsConnection_PublishMsg)                                                                   \
    X(natsConnection_FlushTimeout)                                                                 \
    X(natsSubscription_SetPendingLimits)                                                           \
    X(natsSubscription_NextMsg)                                                                    \
    X(natsSubscription_Destroy)                                                                    \
    X(natsMsg_Create)                                                                              \
    X(natsMsg_Destroy)                                                                             \
    X(natsMsg_GetSubject)                                                                          \
    X(natsMsg_GetData)                                                                             \
    X(natsMsg_GetDataLength)                                                                       \
    X(natsMsgHeader_Set)                                                                           \
    X(natsMsgHeader_Get)

#define DECLARE(name) static typeof(&name) p_##name;
LIBRARY(DECLARE)

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[256];

// Debian's file name of the library contains a version, which differs between releases.
static void *open_library(void) {
    void *library = dlopen("libnats.so", RTLD_NOW | RTLD_LOCAL);
    for (int minor = 40; library == NULL && minor >= 4; minor--) {
        char name[32];
        snprintf(name, sizeof name, "libnats.so.3.%d", minor);
        library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    }
    return library;
}

static void load(void) {
    void *library = open_library();
    if (library == NULL) {
        snprintf(
            failure, sizeof failure,
            "libnats is not installed; Debian has it as libnats3.4 (or a later libnats3)"
        );
        return;
    }
#define LOAD(name)                                                                                 \
    p_##name = (typeof(p_##name))dlsym(library, #name);                                            \
    if (p_##name == NULL) {                                                                        \
        snprintf(failure, sizeof failure, "the installed libnats has no %s", #name);               \
        return;                                                                                    \
    }
    LIBRARY(LOAD)
}

const char *cnats_load(void) {
    pthread_once(&once, load);
    return failure[0] == 0 ? NULL : failure;
}

struct cnats_connection {
    natsConnection *connection;
    natsSubscription *answers;
    natsSubscription *news[CNATS_SUBJECTS];
    int listens;
    char *inbox;
    struct cnats_events events;
};

static enum cnats_result result(natsStatus status) {
    switch (status) {
    case NATS_OK: return CNATS_OK;
    case NATS_TIMEOUT: return CNATS_TIMEOUT;
    case NATS_CONNECTION_CLOSED:
    case NATS_CONNECTION_DISCONNECTED:
    case NATS_INVALID_SUBSCRIPTION:
    case NATS_IO_ERROR: return CNATS_CLOSED;
    case NATS_NO_RESPONDERS: return CNATS_NOBODY;
    case NATS_CONNECTION_AUTH_FAILED:
    case NATS_NOT_PERMITTED: return CNATS_REFUSED;
    default: return CNATS_FAILED;
    }
}

static void on_closed(natsConnection *connection, void *closure) {
    (void)connection;
    const struct cnats_events *events = closure;
    events->closed(events->context);
}

static void on_error(
    natsConnection *connection, natsSubscription *subscription, natsStatus status, void *closure
) {
    (void)subscription;
    const struct cnats_events *events = closure;
    if (status != NATS_NOT_PERMITTED) return;
    const char *why = NULL;
    p_natsConnection_GetLastError(connection, &why);
    // cnats_listen reports these, and this thread may be late.
    if (why != NULL && strstr(why, "ubscription to ") != NULL) return;
    events->refused(events->context, why != NULL ? why : "permissions violation");
}

static void on_news(
    natsConnection *connection, natsSubscription *subscription, natsMsg *message, void *closure
) {
    (void)connection;
    (void)subscription;
    const struct cnats_events *events = closure;
    const char *identifier = NULL, *sequence = NULL;
    if (p_natsMsgHeader_Get(message, CNATS_NEWS, &identifier) != NATS_OK) {
        p_natsMsgHeader_Get(message, "Nats-Msg-Id", &identifier);
    }
    p_natsMsgHeader_Get(message, "Nats-Sequence", &sequence);
    // The stream numbers the messages that it republishes. A message sent by a device itself is
    // news if it has the header that says so.
    if (identifier != NULL || sequence != NULL) {
        events->heard(events->context, identifier, sequence);
    }
    p_natsMsg_Destroy(message);
}

// A server that is silent for 30 s counts as gone: at the third ping, two are unanswered.
enum { PING_INTERVAL = 10000, PINGS = 2, WRITE_DEADLINE = 5000 };

static natsStatus configure(
    natsOptions *o, const struct cnats_options *from, struct cnats_events *events
) {
    natsStatus s = p_natsOptions_SetServers(o, (const char **)from->servers, from->server_count);
    if (s == NATS_OK) s = p_natsOptions_SetName(o, from->name);
    if (s == NATS_OK) s = p_natsOptions_SetTimeout(o, from->timeout);
    // The caller decides when to try again.
    if (s == NATS_OK) s = p_natsOptions_SetAllowReconnect(o, false);
    if (s == NATS_OK) s = p_natsOptions_SetCustomInboxPrefix(o, from->inbox_prefix);
    if (s == NATS_OK) s = p_natsOptions_SetPingInterval(o, PING_INTERVAL);
    if (s == NATS_OK) s = p_natsOptions_SetMaxPingsOut(o, PINGS);
    if (s == NATS_OK) s = p_natsOptions_SetWriteDeadline(o, WRITE_DEADLINE);
    if (s == NATS_OK) s = p_natsOptions_SetClosedCB(o, on_closed, events);
    if (s == NATS_OK) s = p_natsOptions_SetErrorHandler(o, on_error, events);
    if (s == NATS_OK && from->credentials != NULL) {
        s = p_natsOptions_SetUserCredentialsFromFiles(o, from->credentials, NULL);
    }
    if (s == NATS_OK && from->user != NULL) {
        s = p_natsOptions_SetUserInfo(o, from->user, from->password);
    }
    if (s == NATS_OK && from->secure) s = p_natsOptions_SetSecure(o, true);
    if (s == NATS_OK && from->ca != NULL) s = p_natsOptions_LoadCATrustedCertificates(o, from->ca);
    if (s == NATS_OK && from->certificate != NULL) {
        s = p_natsOptions_LoadCertificatesChain(o, from->certificate, from->key);
    }
    return s;
}

// Copies the library's reason for this thread or, if there is none, the status's name.
static void explain(natsStatus status, char *why, size_t capacity) {
    natsStatus last = NATS_OK;
    const char *text = p_nats_GetLastError(&last);
    if (last != status || text == NULL || text[0] == 0) text = p_natsStatus_GetText(status);
    snprintf(why, capacity, "%s", text);
}

enum cnats_result cnats_connect(
    const struct cnats_options *options, const struct cnats_events *events,
    cnats_connection **connection, char *why, size_t capacity
) {
    cnats_connection *made = calloc(1, sizeof *made);
    // The library may call back once more after everything is closed, so this is never freed.
    struct cnats_events *kept = malloc(sizeof *kept);
    if (made == NULL || kept == NULL) abort();
    *kept = *events;
    natsOptions *o = NULL;
    natsStatus s = p_natsOptions_Create(&o);
    if (s == NATS_OK) s = configure(o, options, kept);
    if (s == NATS_OK) s = p_natsConnection_Connect(&made->connection, o);
    if (s != NATS_OK) explain(s, why, capacity);
    p_natsOptions_Destroy(o);
    made->events = *kept;
    if (s == NATS_OK) {
        char inbox[256];
        natsInbox *unique = NULL;
        s = p_natsInbox_Create(&unique);
        if (s == NATS_OK) {
            const char *dot = strrchr(unique, '.');
            snprintf(inbox, sizeof inbox, "%s.%s", options->inbox_prefix, dot ? dot + 1 : unique);
            p_natsInbox_Destroy(unique);
            made->inbox = strdup(inbox);
            strncat(inbox, ".*", sizeof inbox - strlen(inbox) - 1);
            s = p_natsConnection_SubscribeSync(&made->answers, made->connection, inbox);
        }
        if (s == NATS_OK) s = p_natsSubscription_SetPendingLimits(made->answers, -1, -1);
        if (s != NATS_OK) explain(s, why, capacity);
    }
    if (s == NATS_OK) {
        *connection = made;
        return CNATS_OK;
    }
    enum cnats_result ended = result(s);
    cnats_close(made);
    return ended;
}

void cnats_close(cnats_connection *connection) {
    p_natsSubscription_Destroy(connection->answers);
    for (int i = 0; i < connection->listens; i++) {
        p_natsSubscription_Destroy(connection->news[i]);
    }
    p_natsConnection_Destroy(connection->connection);
    free(connection->inbox);
    free(connection);
}

bool cnats_is_open(const cnats_connection *connection) {
    return p_natsConnection_Status(connection->connection) == NATS_CONN_STATUS_CONNECTED;
}

int64_t cnats_max_payload(const cnats_connection *connection) {
    return p_natsConnection_GetMaxPayload(connection->connection);
}

enum { FLUSH_TIMEOUT = 5000 };

enum cnats_result cnats_flush(cnats_connection *connection) {
    return result(p_natsConnection_FlushTimeout(connection->connection, FLUSH_TIMEOUT));
}

enum cnats_result cnats_listen(
    cnats_connection *connection, const char *subject, const char **why
) {
    if (connection->listens == CNATS_SUBJECTS) return CNATS_FAILED;
    struct cnats_events *kept = malloc(sizeof *kept);
    if (kept == NULL) abort();
    *kept = connection->events;
    natsSubscription **made = &connection->news[connection->listens];
    natsStatus s = p_natsConnection_Subscribe(
        made, connection->connection, subject, on_news, kept
    );
    if (s == NATS_OK) connection->listens += 1;
    if (s != NATS_OK) return result(s);
    enum cnats_result flushed = cnats_flush(connection);
    // A refusal precedes the reply to the flush, and is the connection's last error from then on.
    natsStatus last = p_natsConnection_GetLastError(connection->connection, why);
    return flushed == CNATS_OK && last == NATS_NOT_PERMITTED ? CNATS_REFUSED : flushed;
}

enum cnats_result cnats_send(
    cnats_connection *connection, const char *subject, const char *token,
    const char *const *headers, const void *bytes, size_t count
) {
    char reply[320];
    snprintf(reply, sizeof reply, "%s.%s", connection->inbox, token);
    natsMsg *message = NULL;
    natsStatus s = p_natsMsg_Create(&message, subject, reply, bytes, (int)count);
    for (; s == NATS_OK && headers != NULL && headers[0] != NULL; headers += 2) {
        s = p_natsMsgHeader_Set(message, headers[0], headers[1]);
    }
    if (s == NATS_OK) s = p_natsConnection_PublishMsg(connection->connection, message);
    p_natsMsg_Destroy(message);
    return result(s);
}

enum cnats_result cnats_receive(
    cnats_connection *connection, int64_t timeout, cnats_message **message
) {
    return result(
        p_natsSubscription_NextMsg((natsMsg **)message, connection->answers, timeout)
    );
}

const char *cnats_token(const cnats_message *message) {
    const char *subject = p_natsMsg_GetSubject((const natsMsg *)message);
    const char *dot = strrchr(subject, '.');
    return dot != NULL ? dot + 1 : subject;
}

const void *cnats_bytes(const cnats_message *message, size_t *count) {
    *count = (size_t)p_natsMsg_GetDataLength((const natsMsg *)message);
    return p_natsMsg_GetData((const natsMsg *)message);
}

const char *cnats_header(const cnats_message *message, const char *name) {
    const char *value = NULL;
    p_natsMsgHeader_Get((natsMsg *)message, name, &value);
    return value;
}

void cnats_free(cnats_message *message) { p_natsMsg_Destroy((natsMsg *)message); }
