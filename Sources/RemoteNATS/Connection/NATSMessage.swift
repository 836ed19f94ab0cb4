// SPDX-License-Identifier: Apache-2.0

/// A message to a subject, the answer to which is awaited.
struct NATSRequest {
    var subject: String
    /// Names and values of the headers.
    var headers: [(name: String, value: String)] = []
    /// The content.
    var bytes: [UInt8] = []
}

/// An answer to a request.
struct NATSAnswer {
    /// The headers that this driver reads, by name.
    var headers: [String: String] = [:]
    /// The content.
    var bytes: [UInt8] = []

    /// The status of an answer that is no message: 204 after the last one, 404 for none.
    var status: Int? { headers["Status"].flatMap { Int($0) } }

    /// The headers that are read.
    static let names = [
        "Status", "Description", "Nats-Subject", "Nats-Sequence", "Nats-Time-Stamp",
        "Nats-Num-Pending",
    ]
}
