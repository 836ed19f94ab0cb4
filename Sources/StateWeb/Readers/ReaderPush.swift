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
    /// The ID of the client to which the password belongs.
    package var client: String

    package init(name: String, id: String?, client: String) {
        (self.name, self.id, self.client) = (name, id, client)
    }

    /// Returns the key of the event with the device's newest place in a document.
    func key(in document: String) -> String {
        let parts = [client, name, id ?? ""].map { "\($0.utf8.count):\($0)" }
        return document + "/" + SHA256.hexadecimal(of: parts.joined()).prefix(24)
    }
}

/// A place in a document, as sent by an e-reader.
package struct ReaderPush: Equatable, Sendable {
    package var document: String
    package var fraction: Double
    package var locator: String
    package var device: ReadingDevice
    package var title: String?

    /// The place; `nil` if the push contains none.
    package var reading: ReadingPlace? { ReadingPlace(fraction: fraction, locator: locator) }
}

extension ReaderPush {
    /// Parses the body of a push.
    ///
    /// - Throws: ``ReaderFault`` if a required member is missing or invalid.
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
    /// The start of a series of places that were not accepted, because another device is further
    /// on.
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

        /// Returns true if this describes the given resume point.
        func isSame(as point: ResumePoint) -> Bool {
            reading == point.reading && abs(at - point.at) <= Self.tolerance
        }
    }

    package var device: ReadingDevice
    package var reading: ReadingPlace?
    package var at: Timestamp
    package var behind: Behind?
    /// The resume point when the place was sent, which an accepted place replaces.
    package var displaced: Displaced?

    /// Creates the row for a push.
    ///
    /// - Parameters:
    ///   - push: The push.
    ///   - now: The time of the push.
    ///   - behind: The start of the series of places that are not accepted; `nil` if this place is
    ///     accepted.
    ///   - point: The current resume point.
    package init(
        _ push: ReaderPush,
        at now: Timestamp,
        behind: Behind?,
        displaced point: ResumePoint? = nil
    ) {
        (device, reading, at, self.behind) = (push.device, push.reading, now, behind)
        displaced = point.map { Displaced(at: $0.at, reading: $0.reading) }
    }

    /// Parses the body of an event; `nil` if it is malformed.
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

    /// Returns the body of the event for this row.
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
    /// Parses the place in an event; `nil` if there is none.
    init?(json: JSONValue) {
        self.init(
            fraction: json["percentage"]?.numericValue,
            locator: json["progress"]?.string
        )
    }
}
