// SPDX-License-Identifier: Apache-2.0

enum Several {
    /// Runs a command for each item, and continues after failures.
    ///
    /// The failure of a single item is thrown. Those of several items are printed, and the thrown
    /// error has the status of the first one. Without a daemon, the first failure ends the command.
    static func run(
        _ items: [String],
        json: Bool,
        _ body: (String) async throws -> Void
    ) async throws {
        guard items.count > 1 else {
            for item in items { try await body(item) }
            return
        }
        var first: Failure?
        for item in items {
            do {
                try await body(item)
            } catch {
                guard let failure = Failure(of: error) else { throw error }
                // The other items would fail for the same reason.
                if failure.status == .noDaemon { throw failure }
                failure.print(json: json)
                first = first ?? failure
            }
        }
        if let first { throw Failure(first.status, "") }
    }
}
