// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS
import StateSystem

/// The D-Bus names of MPRIS 2.2.
enum MPRISBus {
    /// The object path of every player.
    static let object = "/org/mpris/MediaPlayer2"
    /// The interface of the application as a whole.
    static let root = "org.mpris.MediaPlayer2"
    /// The interface that controls playback.
    static let player = "org.mpris.MediaPlayer2.Player"
    /// The standard interface for properties.
    static let properties = "org.freedesktop.DBus.Properties"
}

extension MPRISProperties {
    /// Parses the properties of a player, of type `a{sv}`.
    init(_ properties: BusValue) {
        self.init(
            status: properties.last("PlaybackStatus")?.text.flatMap(Status.init),
            metadata: properties.last("Metadata").map { MPRISMetadata($0) },
            rate: properties.last("Rate")?.number,
            canSeek: properties.last("CanSeek")?.bool,
            position: properties.last("Position")?.microseconds
        )
        canGoNext = properties.last("CanGoNext")?.bool
        canGoPrevious = properties.last("CanGoPrevious")?.bool
    }
}

extension MPRISMetadata {
    /// Parses metadata of type `a{sv}`.
    init(_ metadata: BusValue) {
        self.init(
            trackID: metadata.last("mpris:trackid")?.text,
            url: metadata.last("xesam:url")?.text,
            length: metadata.last("mpris:length")?.microseconds,
            title: metadata.last("xesam:title")?.text,
            album: metadata.last("xesam:album")?.text,
            genres: metadata.last("xesam:genre")?.elements.compactMap(\.text) ?? []
        )
    }
}

extension BusValue {
    /// The value as a number of microseconds, whatever its numeric type; `nil` for other types.
    var microseconds: Int? {
        integer ?? number.flatMap { Int(exactly: $0.rounded()) }
    }

    /// Returns the last value of a key in a dictionary; VLC repeats keys, and the last is current.
    func last(_ name: String) -> BusValue? {
        entries.last { $0.key.text == name }?.value
    }
}

extension BusEvent {
    /// Parses a signal; `nil` if the signal is irrelevant.
    init?(_ signal: BusMessage) {
        if signal.isSignal(BusObject.bus.destination, "NameOwnerChanged") {
            guard let name = signal[0]?.text, let owner = signal[2]?.text else { return nil }
            self = .roster(.owned(name: name, by: owner.isEmpty ? nil : owner))
            return
        }
        guard let owner = signal.sender else { return nil }
        if signal.isSignal(MPRISBus.player, "Seeked"), let position = signal[0]?.microseconds {
            self = .seeked(owner: owner, position, at: signal.number)
        } else if signal.isSignal(MPRISBus.properties, "PropertiesChanged"),
            signal[0]?.text == MPRISBus.player, let changed = signal[1]
        {
            self = .changed(
                owner: owner,
                MPRISProperties(changed),
                hasMore: signal[2]?.elements.contains { Self.matters($0.text) } ?? false,
                at: signal.number
            )
        } else {
            return nil
        }
    }

    /// Returns true if a property whose value the signal omits must be read.
    private static func matters(_ property: String?) -> Bool {
        ["PlaybackStatus", "Metadata", "Rate", "CanSeek", "CanGoNext", "CanGoPrevious"]
            .contains(property)
    }
}
