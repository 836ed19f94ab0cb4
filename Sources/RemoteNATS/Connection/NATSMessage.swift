// SPDX-License-Identifier: Apache-2.0

/// A message to a subject from which a reply is expected.
struct NATSRequest {
    var subject: String
    var headers: [(name: String, value: String)] = []
    /// The content.
    var bytes: [UInt8] = []
}

/// A reply to a request.
struct NATSAnswer {
    /// The recognised headers, by name.
    var headers: [String: String] = [:]
    /// The content.
    var bytes: [UInt8] = []

    /// The status of a reply without a message: 204 after the last message, 404 if there are none.
    var status: Int? { headers["Status"].flatMap { Int($0) } }

    /// The names of the recognised headers.
    static let names = [
        "Status", "Description", "Nats-Subject", "Nats-Sequence", "Nats-Time-Stamp",
        "Nats-Num-Pending",
    ]
}
