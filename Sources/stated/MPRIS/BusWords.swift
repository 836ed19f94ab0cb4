// SPDX-License-Identifier: Apache-2.0
import PlayerMPRIS
import StateSystem

/// The D-Bus names of MPRIS 2.2.
enum MPRISBus {
    static let object = "/org/mpris/MediaPlayer2"
    /// The interface of the application.
    static let root = "org.mpris.MediaPlayer2"
    /// The interface of the application's playback.
    static let player = "org.mpris.MediaPlayer2.Player"
    /// The standard interface of all objects with properties.
    static let properties = "org.freedesktop.DBus.Properties"
}

extension MPRISProperties {
    init(_ properties: BusValue) {
        self = .unknown
        status = properties.last("PlaybackStatus")?.text.flatMap(Status.init)
        metadata = properties.last("Metadata").map { MPRISMetadata($0) }
        rate = properties.last("Rate")?.number
        canSeek = properties.last("CanSeek")?.bool
        position = properties.last("Position")?.microseconds
        canGoNext = properties.last("CanGoNext")?.bool
        canGoPrevious = properties.last("CanGoPrevious")?.bool
    }
}

extension MPRISMetadata {
    init(_ metadata: BusValue) {
        self = .unknown
        trackID = metadata.last("mpris:trackid")?.text
        url = metadata.last("xesam:url")?.text
        length = metadata.last("mpris:length")?.microseconds
        title = metadata.last("xesam:title")?.text
        album = metadata.last("xesam:album")?.text
        genres = metadata.last("xesam:genre")?.elements.compactMap(\.text) ?? []
    }
}

extension BusValue {
    /// The value in microseconds, from an integer or a floating-point number; `nil` for other
    /// types.
    var microseconds: Int? {
        integer ?? number.flatMap { Int(exactly: $0.rounded()) }
    }

    /// Returns the last value of a key: VLC repeats keys, and the last value is the current one.
    func last(_ name: String) -> BusValue? {
        entries.last { $0.key.text == name }?.value
    }
}

extension BusEvent {
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

    /// Returns true if the bridge must read this property when a signal omits its value.
    private static func matters(_ property: String?) -> Bool {
        ["PlaybackStatus", "Metadata", "Rate", "CanSeek", "CanGoNext", "CanGoPrevious"]
            .contains(property)
    }
}
