internal import StateModel
internal import StateProtocol
internal import StateStore

/// Changes that go out in one reply, encoded once for everybody.
struct Parcel {
    private var told: [Hub.Told]
    private var encoded: [[UInt8]]
    private let token: StreamToken

    /// The changes in as few replies as their size allows.
    ///
    /// - Parameters:
    ///   - told: the changes of a turn, in order.
    ///   - end: the newest row, and when it was written.
    ///   - identity: the store's.
    /// - Returns: parcels in order; the last one's token stands for everything.
    static func parcels(
        of told: [Hub.Told],
        upTo end: (sequence: Int, time: Int),
        identity: StoreIdentity
    ) -> [Parcel] {
        var parcels: [Parcel] = []
        var open = Parcel(
            told: [],
            encoded: [],
            token: StreamToken(
                identity: identity,
                sequence: end.sequence,
                time: end.time
            )
        )
        var size = 0
        for one in told {
            let json = one.change.json
            if size + json.count > Hub.replyBytes, !open.isEmpty {
                parcels.append(open.closedEarly(identity))
                open.told = []
                open.encoded = []
                size = 0
            }
            open.told.append(one)
            open.encoded.append(json)
            size += json.count + 1
        }
        return parcels + [open]
    }

    /// The parcel with a token of its own last row: more of the turn follows.
    private func closedEarly(_ identity: StoreIdentity) -> Parcel {
        // The row's time is that of the turn; a token without a row of its own stays put.
        guard let sequence = told.last(where: { $0.sequence != nil })?.sequence else { return self }
        return Parcel(
            told: told,
            encoded: encoded,
            token: StreamToken(identity: identity, sequence: sequence, time: token.time)
        )
    }

    private init(told: [Hub.Told], encoded: [[UInt8]], token: StreamToken) {
        self.told = told
        self.encoded = encoded
        self.token = token
    }

    var isEmpty: Bool { told.isEmpty }

    /// Those changes alone that somebody wants.
    func filtered(_ wants: (Change) -> Bool) -> Parcel {
        let places = told.indices.filter { wants(told[$0].change) }
        return Parcel(
            told: places.map { told[$0] },
            encoded: places.map { encoded[$0] },
            token: token
        )
    }

    /// The reply.
    func message(skipped: Int) -> [UInt8] {
        Playback.Subscribe.answer(
            changes: encoded,
            ready: true,
            skipped: skipped,
            token: token.text
        )
    }
}
