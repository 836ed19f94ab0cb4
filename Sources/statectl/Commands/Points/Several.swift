// SPDX-License-Identifier: Apache-2.0

/// The execution of a command for several items.
enum Several {
    /// Calls `body` for each item, and continues after failures.
    ///
    /// - Parameters:
    ///   - items: The items on the command line.
    ///   - json: True to print failures as JSON.
    ///   - body: A closure that executes the command for one item.
    /// - Throws: The failure, if there is only one item; otherwise the status of the first failure,
    ///   after all failures have been printed.
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
                // Other items would fail for the same reason.
                if failure.status == .noDaemon { throw failure }
                failure.print(json: json)
                first = first ?? failure
            }
        }
        if let first { throw Failure(first.status, "") }
    }
}
