// SPDX-License-Identifier: Apache-2.0

/// The execution of a command for several items.
enum Several {
    /// Calls `body` for each item; an item that fails does not hinder the others.
    ///
    /// - Parameters:
    ///   - items: the items as the command line names them.
    ///   - json: true if a failure is printed as JSON.
    ///   - body: the work for one item.
    /// - Throws: the failure of a single item, or else the first failure, which is printed already.
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
                // The others would only fail in the same way.
                if failure.status == .noDaemon { throw failure }
                failure.print(json: json)
                first = first ?? failure
            }
        }
        if let first { throw Failure(first.status, "") }
    }
}
