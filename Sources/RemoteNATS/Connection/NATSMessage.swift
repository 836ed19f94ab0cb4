// SPDX-License-Identifier: Apache-2.0

struct NATSRequest {
    var subject: String
    var headers: [(name: String, value: String)] = []
    var bytes: [UInt8] = []
}

struct NATSAnswer {
    var headers: [String: String] = [:]
    var bytes: [UInt8] = []

    /// The status of a reply without a message, such as 204 after the last message, and 404 if no
    /// message was found.
    var status: Int? { headers["Status"].flatMap { Int($0) } }

    static let names = [
        "Status", "Description", "Nats-Subject", "Nats-Sequence", "Nats-Time-Stamp",
        "Nats-Num-Pending",
    ]
}
