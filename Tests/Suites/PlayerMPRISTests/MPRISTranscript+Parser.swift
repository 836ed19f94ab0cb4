import StateModel

// SPDX-License-Identifier: Apache-2.0
@testable import PlayerKit
@testable import PlayerMPRIS

/// The reading of transcripts.
extension MPRISTranscript {
    /// Parses the line of an event.
    ///
    /// - Parameter line: The line.
    /// - Returns: The time in milliseconds and the event; `nil` if the line has none.
    static func entry(of line: Substring) -> (now: Int, entry: Entry)? {
        let fields = line.split(separator: "\t" as Character, omittingEmptySubsequences: false)
            .map(String.init)
        guard fields.count > 1, let now = Int(fields[0]) else { return nil }
        let members = Members(fields.dropFirst(2))
        let entry: Entry? =
            switch fields[1] {
            case "began": .began(isOld: members["old"] == "true")
            case "changed": .player(.changed(members.properties))
            case "seeked": members.int("position").map { .player(.seeked($0)) }
            case "answered":
                members.int("number").map {
                    .player(.answered($0, members["silent"] == nil ? members.properties : nil))
                }
            case "contents":
                members["path"].map { .player(.contents(path: $0, key: members.key)) }
            case "file": .player(.file(members["path"]))
            case "wake": .player(.wake)
            case "attached": .daemon(.attached(item: nil, queue: []))
            case "detached": .daemon(.detached)
            case "continuation": members.continuation.map { .daemon($0) }
            case "gone": .gone
            default: nil
            }
        return entry.map { (now, $0) }
    }

    /// The members of a line: `name=value`.
    private struct Members {
        private let pairs: [(name: Substring, value: String)]

        init(_ fields: ArraySlice<String>) {
            pairs = fields.compactMap { field in
                field.firstIndex(of: "=").map { index in
                    (field[..<index], String(field[field.index(after: index)...]))
                }
            }
        }

        func all(_ name: String) -> [String] { pairs.filter { $0.name == name }.map(\.value) }

        var key: ContentKey? {
            self["key"].map { ContentKey(name: $0, digests: all("digest")) }
        }

        subscript(name: String) -> String? { pairs.first { $0.name == name }?.value }

        func int(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

        func double(_ name: String) -> Double? { self[name].flatMap { Double($0) } }

        var properties: MPRISProperties {
            MPRISProperties(
                status: self["status"].flatMap(MPRISProperties.Status.init),
                metadata: self["metadata"] == nil ? nil : metadata,
                rate: double("rate"),
                canSeek: self["canSeek"].map { $0 == "true" },
                position: int("position")
            )
        }

        private var metadata: MPRISMetadata {
            MPRISMetadata(
                trackID: self["track"],
                url: self["url"],
                length: int("length"),
                title: self["title"],
                album: self["album"],
                genres: all("genre")
            )
        }

        var continuation: SurfaceEvent? {
            guard let item = self["item"] else { return nil }
            let own = self["own"] ?? item
            let place = double("place")
            return .continuation(
                item: item,
                own: own,
                point: place.map { point(own, at: $0) },
                position: place ?? 0,
                terms: ResumeTerms(
                    ownPosition: double("ownPlace"),
                    hold: self["hold"].flatMap(ResumeHold.init),
                    contents: all("contents")
                )
            )
        }

        private func point(_ item: String, at place: Double) -> ResumePoint {
            ResumePoint(
                item: item,
                player: self["player"] ?? "",
                status: .paused,
                position: place,
                duration: double("duration"),
                title: nil,
                device: "",
                at: .epoch,
                expiresAt: .epoch,
                revision: .zero
            )
        }
    }
}
