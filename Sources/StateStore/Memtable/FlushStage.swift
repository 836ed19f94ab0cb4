// SPDX-License-Identifier: Apache-2.0

/// The stages of a flush, in this order.
///
/// Rows that are written in an order that the memtable does not have are sorted in a stage of their
/// own first, so that no slice sorts everything at once.
enum FlushStage: CaseIterable {
    /// The players and alerts, the names and aliases, outdated entries of `recent`, and the states.
    case players, alerts, sortNames, names, aliases, unsettled, sortOutdated, outdated, states
    /// The entries of `recent` and `due`, the seal that records the flush, and displaced rows.
    case sortRecent, recent, due, seal, garbage

    /// The measured cost of a row of the stage, in nanoseconds of processor time.
    ///
    /// It was measured on one machine. Slices of equal cost hold different numbers of rows in
    /// each stage.
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

    /// The cost of beginning the stage, per row, in nanoseconds: some stages sort all their rows.
    var preparation: Int {
        switch self {
        case .unsettled, .states, .garbage: 60
        default: 0
        }
    }
}

/// The number of rows that a flush has in each of its stages.
struct FlushSize: Equatable {
    /// The rows of a stage.
    var rows: [FlushStage: Int]

    /// Counts the rows that a frozen generation has for each stage.
    init(of generation: Memtable.Generation) {
        rows = [
            .players: generation.players.count, .alerts: generation.alerts.count,
            .sortNames: generation.newcomers.count, .names: generation.newcomers.count,
            .aliases: generation.aliases.count, .unsettled: generation.unsettled.count,
            .sortOutdated: generation.outdated.count, .outdated: generation.outdated.count,
            .states: generation.states.count, .sortRecent: generation.states.count,
            .recent: generation.states.count, .due: generation.due.entries.count, .seal: 1,
            .garbage: generation.garbage.count,
        ]
    }

    /// Creates a size from the rows of each stage.
    init(rows: [FlushStage: Int]) {
        self.rows = rows
    }

    /// The cost of all stages, in nanoseconds.
    var cost: Int { rows.reduce(0) { $0 + ($1.key.cost + $1.key.preparation) * $1.value } }
}
