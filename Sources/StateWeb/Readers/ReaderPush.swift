// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

/// An e-reader, identified by its device name and ID and by its password.
///
/// The device name alone is not sufficient, because some programs send the same name on all
/// devices.
package struct ReadingDevice: Equatable, Sendable {
    package var name: String
    package var id: String?
    package var client: String

    /// Returns the key of the event with the device's newest place in a document.
    func key(in document: String) -> String {
        let parts = [client, name, id ?? ""].map { "\($0.utf8.count):\($0)" }
        return document + "/" + SHA256.hexadecimal(of: parts.joined()).prefix(24)
    }
}

package struct ReaderPush: Equatable, Sendable {
    package var document: String
    package var fraction: Double
    package var locator: String
    package var device: ReadingDevice
    package var title: String?

    package var reading: ReadingPlace? { ReadingPlace(fraction: fraction, locator: locator) }
}

extension ReaderPush {
    package init(json: JSONValue, by client: String) throws(ReaderFault) {
        guard let document = json["document"]?.string, Self.isDocument(document) else {
            throw .noDocument
        }
        let part = json["percentage"]
        guard let fraction = part?.numericValue ?? part?.string.flatMap({ Double($0) }),
            (0...1).contains(fraction), let locator = json["progress"].flatMap(Self.text),
            locator.utf8.count <= Limits.locatorBytes, let name = json["device"]?.string
        else { throw .invalid }
        (self.document, self.fraction, self.locator) = (document, fraction, locator)
        device = ReadingDevice(
            name: name.cut(to: Self.nameBytes),
            id: json["device_id"].flatMap(Self.text)?.cut(to: Self.nameBytes),
            client: client
        )
        let facts = json["metadata"]
        let titles = ["title", "filename"].compactMap { facts?[$0]?.string }
        title = titles.first { !$0.isEmpty }?.cut(to: Limits.titleBytes)
    }

    private static let nameBytes = 256

    /// Returns true if the text can be the digest that identifies a document.
    static func isDocument(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && !text.contains(":")
    }

    /// Returns a value as a string; some programs send a number, such as that of a page.
    private static func text(_ value: JSONValue) -> String? {
        value.string ?? value.integer.map(String.init) ?? value.numericValue.map { "\($0)" }
    }
}

/// The newest place that a device has sent for a document.
package struct ReaderRow: Equatable, Sendable {
    /// The start of a series of places that were not accepted, because another device is ahead.
    package struct Behind: Equatable, Sendable {
        package var at: Timestamp
        package var fraction: Double
    }

    /// The resume point at the time of a push, reduced to the properties that all devices share.
    package struct Displaced: Equatable, Sendable {
        package var at: Timestamp
        package var reading: ReadingPlace?

        /// The maximum difference between two devices' times of the same resume point, in
        /// milliseconds.
        private static let tolerance = 1_000

        func isSame(as point: ResumePoint) -> Bool {
            reading == point.reading && abs(at - point.at) <= Self.tolerance
        }
    }

    package var device: ReadingDevice
    package var reading: ReadingPlace?
    package var at: Timestamp
    package var behind: Behind?
    /// The resume point at the time of the push; if the place is accepted, it replaces this point.
    package var displaced: Displaced?

    /// Creates the row for a push; `behind` is `nil` if the place is accepted, and `point` is the
    /// current resume point.
    package init(
        _ push: ReaderPush,
        at now: Timestamp,
        behind: Behind?,
        displaced point: ResumePoint? = nil
    ) {
        (device, reading, at, self.behind) = (push.device, push.reading, now, behind)
        displaced = point.map { Displaced(at: $0.at, reading: $0.reading) }
    }

    package init?(json: JSONValue, at: Timestamp) {
        guard let client = json["by"]?.string,
            let push = try? ReaderPush(json: json, by: client)
        else { return nil }
        self.init(push, at: at, behind: nil)
        if let former = json["displaced"], let at = former["at"]?.integer {
            displaced = Displaced(at: Timestamp(at).clamped, reading: ReadingPlace(json: former))
        }
        let since = json["behind"]
        if let at = since?["at"]?.integer, let fraction = since?["percentage"]?.numericValue {
            behind = Behind(at: Timestamp(at).clamped, fraction: fraction)
        }
    }

    func json(of document: String) -> JSONValue {
        .members([
            "document": .string(document), "percentage": reading?.fraction.map { .double($0) },
            "progress": reading?.locator.map { .string($0) }, "device": .string(device.name),
            "device_id": device.id.map { .string($0) }, "by": .string(device.client),
            "behind": behind.map {
                .members(["at": .int($0.at.rawValue), "percentage": .double($0.fraction)])
            },
            "displaced": displaced.map {
                .members([
                    "at": .int($0.at.rawValue),
                    "percentage": $0.reading?.fraction.map { .double($0) },
                    "progress": $0.reading?.locator.map { .string($0) },
                ])
            },
        ])
    }
}

extension ReadingPlace {
    init?(json: JSONValue) {
        self.init(
            fraction: json["percentage"]?.numericValue,
            locator: json["progress"]?.string
        )
    }
}
