// SPDX-License-Identifier: Apache-2.0
import ModelTesting
import StateModel
import StateProtocol
import Testing
import Varlink

@Suite struct StateErrorTests {
    /// One of each.
    static let all: [StateError] = [
        .invalidSnapshot(field: "position", reason: "negative"), .notFound(item: "i", player: nil),
        .notFound(item: nil, player: "p"), .notFound(item: nil, player: nil),
        .expired(item: "i", expiredAt: 5), .resyncRequired(reason: "w"),
        .aliasConflict(alias: "a", item: "i"), .invalidValue(parameter: "limit", reason: "w"),
        .quotaExceeded(limit: "points", value: 2), .storageUnavailable(reason: "full"),
        .invalidConfiguration(path: "/etc/x", key: "ttl", reason: "w"),
        .backupFailed(path: "/x", reason: "exists"), .restoreFailed(name: "x", reason: "damaged"),
        .notAttached, .queueChanged(revision: 4),
        .alertNotFound(id: 1), .notRetryable(id: 2), .notObeyed(player: "p"),
        .requestRefused(player: "p", reason: "w"), .invalidEvent(field: "topic", reason: "w"),
        .idReused(id: "e"), .eventsResyncRequired(reason: "w", oldest: 3), .syncDisabled,
        .remoteUnavailable(reason: "w"), .entryNotFound(id: 4), .deviceNotFound(device: "d"),
        .deviceAmbiguous(device: "d", devices: ["d (1)", "d (2)"]),
        .interfaceNotFound("a.b"), .methodNotFound("C"), .methodNotImplemented("C"),
        .invalidParameter("snapshot.position"), .permissionDenied, .expectedMore,
        .other(name: "com.example.Odd", parameters: Array(#"{"a":[1]}"#.utf8)),
    ]

    @Test(arguments: all)
    func `each error survives a round trip`(error: StateError) {
        #expect(StateError(name: error.name, parameters: error.parameters) == error)
    }

    @Test func `an error is sent under its qualified name`() {
        let error = StateError.expired(item: "i", expiredAt: 5)
        #expect(
            String(decoding: error.message, as: UTF8.self)
                == #"{"error":"io.stated.Playback.Expired","parameters":{"item":"i","expiredAt":5}}"#
                + "\0"
        )
    }

    @Test func `an error with a missing member is still recognised`() {
        let expired = StateError(name: "io.stated.Playback.Expired", parameters: Array("{}".utf8))
        #expect(expired == .expired(item: "", expiredAt: 0))
        let garbled = StateError(name: "io.stated.Service.QuotaExceeded", parameters: [])
        #expect(garbled == .quotaExceeded(limit: "", value: 0))
    }

    @Test func `each error that the interfaces declare has a type`() {
        let ours = Set(Self.all.map(\.name))
        for text in StateInterfaces.texts {
            let interface = words(of: text, after: "interface")
            for error in words(of: text, after: "error") {
                #expect(ours.contains("\(interface[0]).\(error)"))
            }
        }
    }
}

/// The words that stand after `keyword` at the beginning of a line.
func words(of text: String, after keyword: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
        let parts = line.split { $0 == " " || $0 == "(" }
        return parts.first == Substring(keyword) ? parts.dropFirst().first.map(String.init) : nil
    }
}
