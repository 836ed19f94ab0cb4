// SPDX-License-Identifier: Apache-2.0
internal import StateTesting

/// Runs `body` with the path of an empty directory, which is gone afterwards.
package func withTemporaryDirectory<Result>(
    _ body: (String) async throws -> Result
) async throws -> Result {
    let directory = try TemporaryDirectory()
    defer { withExtendedLifetime(directory) {} }
    return try await body(directory.path)
}
