// SPDX-License-Identifier: Apache-2.0

/// A message to a subject, to which a reply is expected.
struct NATSRequest {
    var subject: String
    var headers: [(name: String, value: String)] = []
    /// The content.
    var bytes: [UInt8] = []
}

/// A reply to a request.
struct NATSAnswer {
    /// The values of the headers in ``names``, by name.
    var headers: [String: String] = [:]
    /// The content.
    var bytes: [UInt8] = []

    /// The status of a reply that has no message: 204 after the last message, 404 if there are no
    /// messages.
    var status: Int? { headers["Status"].flatMap { Int($0) } }

    /// The names of the headers that are read.
    static let names = [
        "Status", "Description", "Nats-Subject", "Nats-Sequence", "Nats-Time-Stamp",
        "Nats-Num-Pending",
    ]
}
