// SPDX-License-Identifier: Apache-2.0
import Glibc
import ModelTesting
import StateBridge
import StateModel
import StateTesting
import Testing

/// Real files, by what they hold.
@Suite struct ContentFileTests {
    @Test
    func `a copy has the same key as the original, and a different file has a different key`()
        throws
    {
        let directory = try TemporaryDirectory()
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 251 &* 31 &+ $0) }
        try DaemonFiles.write(bytes, to: directory.file("a"))
        try DaemonFiles.write(bytes, to: directory.file("b"))
        try DaemonFiles.write(bytes + [1], to: directory.file("c"))
        let key = try #require(ContentFile.key(of: directory.file("a")))
        #expect(key.hasPrefix("content:200000-") && key.utf8.count == 15 + 32)
        #expect(ContentFile.key(of: directory.file("b")) == key)
        #expect(ContentFile.key(of: directory.file("c")) != key)
    }

    @Test func `a path that is not a regular file has no key and blocks no caller`() throws {
        let directory = try TemporaryDirectory()
        #expect(mkfifo(directory.file("pipe"), 0o600) == 0)
        #expect(ContentFile.key(of: directory.file("pipe")) == nil)
        #expect(ContentFile.key(of: directory.path) == nil)
        #expect(ContentFile.key(of: directory.file("nothing")) == nil)
        #expect(ContentFile.key(of: "/dev/zero") == nil)
    }
}
