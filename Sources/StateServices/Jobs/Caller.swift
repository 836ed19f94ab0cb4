// SPDX-License-Identifier: Apache-2.0
internal import Varlink

struct Caller: Equatable {
    let connection: ConnectionID
    /// True unless the call is one-way.
    var wantsReply = true
    /// True if the caller accepts several replies.
    var wantsMore = false
}

extension Caller {
    init(_ call: Call, on connection: ConnectionID) {
        self.init(
            connection: connection,
            wantsReply: !call.oneway,
            wantsMore: call.more && !call.oneway
        )
    }
}
