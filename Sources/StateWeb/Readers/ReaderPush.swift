// SPDX-License-Identifier: Apache-2.0
package import StateModel
package import Varlink

/// A reading program on one device, with the password that it uses.
///
/// The name of a device is not an identity, because some programs use one name on all devices.
package struct ReadingDevice: Equatable, Sendable {
    package var name: String
    package var id: String?
    /// The identity of the password.
    package var client: String

    package init(name: String, id: String?, client: String) {
        (self.name, self.id, self.client) = (name, id, client)
    }

    /// The key of the device's present place in a document.
    func key(in document: String) -> String {
        let parts = [client, name, id ?? ""].map { "\($0.utf8.count):\($0)" }
        return document + "/" + SHA256.hexadecimal(of: parts.joined()).prefix(24)
    }
}

/// A place in a document, as a reading program sends it.
package struct ReaderPush: Equatable, Sendable {
    package var document: String
    package var fraction: Double
    package var locator: String
    package var device: ReadingDevice
    package var title: String?

    /// The place.
    package var reading: ReadingPlace? { ReadingPlace(fraction: fraction, locator: locator) }
}

extension ReaderPush {
    /// Creates a push from its body.
    ///
    /// - Throws: ``ReaderFault`` if a member is missing or has another type.
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

    /// Returns true if the text may be the digest by which a reader knows a document.
    static func isDocument(_ text: String) -> Bool {
        (1...256).contains(text.utf8.count) && !text.contains(":")
    }

    /// Returns a text that some programs send as a number, such as that of a page.
    private static func text(_ value: JSONValue) -> String? {
        value.string ?? value.integer.map(String.init) ?? value.numericValue.map { "\($0)" }
    }
}

/// The newest place in a document that one device sent.
package struct ReaderRow: Equatable, Sendable {
    /// The first of the places that do not count, because another device is further.
    package struct Behind: Equatable, Sendable {
        package var at: Timestamp
        package var fraction: Double
    }

    /// A resume point, by what is the same on all devices.
    package struct Displaced: Equatable, Sendable {
        package var at: Timestamp
        package var reading: ReadingPlace?

        /// The difference between the times of one point on two devices, in milliseconds.
        private static let tolerance = 1_000

        /// Returns true if a resume point is the displaced one.
        func isSame(as point: ResumePoint) -> Bool {
            reading == point.reading && abs(at - point.at) <= Self.tolerance
        }
    }

    package var device: ReadingDevice
    package var reading: ReadingPlace?
    package var at: Timestamp
    package var behind: Behind?
    /// The resume point before the place; still the present one if the place was not saved.
    package var displaced: Displaced?

    /// Creates the row of a push; `behind` if it does not count.
    package init(
        _ push: ReaderPush,
        at now: Timestamp,
        behind: Behind?,
        displaced point: ResumePoint? = nil
    ) {
        (device, reading, at, self.behind) = (push.device, push.reading, now, behind)
        displaced = point.map { Displaced(at: $0.at, reading: $0.reading) }
    }

    /// Creates a row from the body of its event; `nil` if the body has another form.
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

    /// Returns the body of the row's event.
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
    /// Creates a place from its members in an event.
    init?(json: JSONValue) {
        self.init(
            fraction: json["percentage"]?.numericValue,
            locator: json["progress"]?.string
        )
    }
}
