// SPDX-License-Identifier: Apache-2.0

/// The execution of a command for several items.
enum Several {
    /// Calls `body` for each item; the others are processed even if an item fails.
    ///
    /// - Parameters:
    ///   - items: the items on the command line.
    ///   - json: true if a failure is printed as JSON.
    ///   - body: the work for one item.
    /// - Throws: the failure of a single item, or the first of several, already printed.
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
                // The other items would fail in the same way.
                if failure.status == .noDaemon { throw failure }
                failure.print(json: json)
                first = first ?? failure
            }
        }
        if let first { throw Failure(first.status, "") }
    }
}
