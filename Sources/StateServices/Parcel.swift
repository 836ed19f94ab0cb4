internal import StateModel
internal import StateProtocol
internal import StateStore
internal import Varlink

/// Changes that go out in one reply, encoded once for everybody.
struct Parcel {
    /// Roughly how many bytes a change has.
    private static let usualBytes = 320

    /// The reply to those who want every change and have missed none.
    let message: [UInt8]
    /// Where in the message each change stands.
    private let places: [Range<Int>]
    private let told: ArraySlice<Hub.Told>
    /// Where the stream stands then.
    private let token: String

    /// The changes in as few replies as their size allows.
    ///
    /// - Parameters:
    ///   - told: the changes of a turn, in order.
    ///   - devices: what devices are called.
    ///   - end: the newest row, and when it was written.
    ///   - identity: the store's.
    /// - Returns: parcels in order; the last one's token stands for everything.
    static func parcels(
        of told: [Hub.Told],
        _ devices: DeviceBook,
        upTo end: LogPlace,
        identity: StoreIdentity
    ) -> [Parcel] {
        var parcels: [Parcel] = []
        var rest = told[...]
        while !rest.isEmpty {
            let parcel = Parcel(rest, devices, upTo: end, identity: identity)
            rest = rest.dropFirst(parcel.told.count)
            parcels.append(parcel)
        }
        return parcels
    }

    /// The first of some changes, one at least.
    private init(
        _ told: ArraySlice<Hub.Told>,
        _ devices: DeviceBook,
        upTo end: LogPlace,
        identity: StoreIdentity
    ) {
        var places: [Range<Int>] = []
        var token = ""
        message = Playback.Subscribe.answer(
            capacity: min(Hub.replyBytes, told.count * Self.usualBytes)
        ) { writer in
            let begin = writer.bytes.count
            for index in told.indices {
                let before = writer.bytes.count
                told[index].write(to: &writer, devices)
                if writer.bytes.count - begin > Hub.replyBytes, !places.isEmpty {
                    writer.takeBack(to: before)
                    break
                }
                // All but the first come after a comma.
                places.append(before + (places.isEmpty ? 0 : 1)..<writer.bytes.count)
            }
            // Before the first row that is not told yet: nobody who resumes here misses it. The time
            // is that of the turn.
            let next = told.dropFirst(places.count).lazy.compactMap(\.sequence).first
            let sequence = next.map { $0 - 1 } ?? end.sequence
            token = StreamToken(identity: identity, sequence: sequence, time: end.time).text
            return token
        }
        self.places = places
        self.told = told.prefix(places.count)
        self.token = token
    }

    /// The reply to one who wants some of the changes; nil: it is none of them.
    func message(skipped: Int, of wanted: (Change.Concern) -> Bool) -> [UInt8]? {
        let changes = zip(told, places).compactMap { told, place in
            wanted(told.concern) ? Array(message[place]) : nil
        }
        guard !changes.isEmpty else { return nil }
        return Playback.Subscribe.answer(
            changes: changes,
            ready: true,
            skipped: skipped,
            token: token
        )
    }
}
