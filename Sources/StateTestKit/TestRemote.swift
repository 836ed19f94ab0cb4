// SPDX-License-Identifier: Apache-2.0

/// A shared folder through which daemons sync in a test.
public final class TestRemote: Sendable {
    private let directory: TemporaryDirectory

    /// Creates an empty folder.
    public init() throws {
        directory = try TemporaryDirectory()
    }

    /// The absolute path of the folder.
    public var path: String { directory.path }
}
