import PlayerMPRIS
import StateSystem

/// The names of MPRIS, version 2.2.
enum MPRISBus {
    static let object = "/org/mpris/MediaPlayer2"
    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let properties = "org.freedesktop.DBus.Properties"
}

extension MPRISProperties {
    /// What stands in an `a{sv}` of a player's properties.
    init(_ properties: BusValue) {
        self.init(
            status: properties.last("PlaybackStatus")?.text.flatMap(Status.init),
            metadata: properties.last("Metadata").map { MPRISMetadata($0) },
            rate: properties.last("Rate")?.number,
            canSeek: properties.last("CanSeek")?.bool,
            position: properties.last("Position")?.microseconds
        )
    }
}

extension MPRISMetadata {
    /// What stands in an `a{sv}` of metadata.
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
    /// A number of microseconds, which some players type as they like; nil: it is none.
    var microseconds: Int? {
        integer ?? number.flatMap { Int(exactly: $0.rounded()) }
    }

    /// What a dictionary holds last under that name: VLC repeats what changed twice.
    func last(_ name: String) -> BusValue? {
        entries.last { $0.key.text == name }?.value.unwrapped
    }
}

extension BusNews {
    /// What a signal says; nil: nothing that matters here.
    init?(_ signal: BusMessage) {
        if signal.isSignal(BusObject.bus.destination, "NameOwnerChanged") {
            guard let name = signal[0]?.text, let owner = signal[2]?.text else { return nil }
            self = .owned(name: name, by: owner.isEmpty ? nil : owner)
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

    /// Whether a property is worth asking for when it is only said that it changed.
    private static func matters(_ property: String?) -> Bool {
        ["PlaybackStatus", "Metadata", "Rate", "CanSeek"].contains(property)
    }
}
