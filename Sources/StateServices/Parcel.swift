internal import StateModel
internal import StateProtocol
internal import StateStore

/// Changes that go out in one reply, encoded once for everybody.
struct Parcel {
    private var told: [Hub.Told]
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
        upTo end: LogPlace,
        identity: StoreIdentity
    ) -> [Parcel] {
        var parcels: [Parcel] = []
        var open = Parcel(
            told: [],
            token: StreamToken(
                identity: identity,
                sequence: end.sequence,
                time: end.time
            )
        )
        var size = told.reduce(0) { $0 + $1.json.count + 1 }
        if size <= Hub.replyBytes {
            open.told = told
            return [open]
        }
        size = 0
        for one in told {
            if size + one.json.count > Hub.replyBytes, !open.isEmpty {
                parcels.append(open.closedEarly(identity))
                open.told = []
                size = 0
            }
            open.told.append(one)
            size += one.json.count + 1
        }
        return parcels + [open]
    }

    /// The parcel with a token of its own last row: more of the turn follows.
    private func closedEarly(_ identity: StoreIdentity) -> Parcel {
        // The row's time is that of the turn; a token without a row of its own stays put.
        guard let sequence = told.last(where: { $0.sequence != nil })?.sequence else { return self }
        return Parcel(
            told: told,
            token: StreamToken(identity: identity, sequence: sequence, time: token.time)
        )
    }

    private init(told: [Hub.Told], token: StreamToken) {
        self.told = told
        self.token = token
    }

    var isEmpty: Bool { told.isEmpty }

    /// Those changes alone that somebody wants.
    func filtered(_ wants: (Hub.Told) -> Bool) -> Parcel {
        Parcel(told: told.filter(wants), token: token)
    }

    /// The reply.
    func message(skipped: Int) -> [UInt8] {
        Playback.Subscribe.answer(
            changes: told.map(\.json),
            ready: true,
            skipped: skipped,
            token: token.text
        )
    }
}
