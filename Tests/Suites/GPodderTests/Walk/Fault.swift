// SPDX-License-Identifier: Apache-2.0

/// A mistake planted in the server, which the walk must find; most are those of other servers.
enum Fault: String, CaseIterable {
    /// The cursor is the server's clock: what has the time of arrival after it is new.
    case clockCursor
    /// The cursor is a time of an action: what is older than it is lost if it arrives late.
    case actionTimeCursor
    /// An upload is answered with the end of the log.
    case uploadAnswersEnd
    /// A cursor is 1 after the last one: a client that adds 1 holds the next one.
    case cursorsOneApart
    /// Two cursors of a second are equal.
    case equalCursors
    /// The first cursor is 0, which clients take for none.
    case zeroCursor
    /// Cursors have milliseconds, which do not fit into 32 bits.
    case millisecondCursor
    /// A repeated cursor is taken for progress, although the reply was lost.
    case repeatedCursorAdvances
    /// The place where a reply began is not kept.
    case beginningIsForgotten
    /// The clock of a client is taken for the end of the log.
    case clockMeansEnd
    /// The cursors are only in memory.
    case cursorsAreNotSaved
    /// The cursors of a log outlive its replacement by a backup.
    case restoreKeepsCursors
    /// All clients have the same cursors.
    case cursorsAreShared
    /// A client of another daemon with the same name counts as the same client.
    case namesAreIdentities
    /// A client's own uploads come back to it although no other client wrote anything.
    case ownUploadsComeBack
    /// Actions of a device are not sent to that device, whose name another one has, too.
    case devicesAreTrusted
    /// An old play that arrives late is sent without the newer one.
    case winnerIsMissing
    /// The newer play comes before the old one.
    case winnerComesFirst
    /// The play that arrived last is the one to continue from.
    case lastArrivalWins
    /// A repeated upload is another event.
    case repeatsAreStored
    /// What a client sends back is another event, since it names its own device.
    case echoesAreStored
    /// A time in the future is believed.
    case fastClockIsBelieved
    /// Plays without a place are sent.
    case uselessPlaysAreSent
    /// Only the newest action of an episode is sent, of whatever kind.
    case kindsDisplaceEachOther
    /// A page that is not the last one ends at the end of the log.
    case pageSkips
    /// An upload is answered before it is stored.
    case answersTooEarly
    /// One action that is none refuses the whole upload.
    case oneRefusesAll
}
