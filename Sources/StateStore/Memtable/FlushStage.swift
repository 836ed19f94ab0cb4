// SPDX-License-Identifier: Apache-2.0

/// The stages of a flush, in the order of execution.
///
/// If the order of a table differs from that of the memtable, a separate stage sorts the rows, so
/// that no slice has to sort everything.
enum FlushStage: CaseIterable {
    case players, alerts, sortNames, names, aliases, unsettled, sortOutdated, outdated, states
    case sortRecent, recent, due, seal, garbage

    /// The cost of a row in this stage, in nanoseconds of processor time.
    ///
    /// The values were measured on one machine. They decide how many rows fit into a slice.
    var cost: Int {
        switch self {
        case .sortNames: 700
        case .sortOutdated, .sortRecent: 200
        case .recent, .due, .garbage: 500
        case .outdated: 700
        case .states: 1_000
        case .names, .players, .alerts: 2_500
        case .aliases, .unsettled: 5_000
        case .seal: 20_000
        }
    }
}
