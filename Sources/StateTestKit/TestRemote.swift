// SPDX-License-Identifier: Apache-2.0

/// A shared folder through which the daemons of a test sync.
public final class TestRemote: Sendable {
    private let directory: TemporaryDirectory

    /// Creates an empty folder.
    public init() throws {
        directory = try TemporaryDirectory()
    }

    /// The path of the folder.
    public var path: String { directory.path }
}
