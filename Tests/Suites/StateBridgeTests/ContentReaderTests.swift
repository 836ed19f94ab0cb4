// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import StateTesting
import Testing

/// Keys of files, found out while a loop goes on.
@Suite struct ContentReaderTests {
    /// Waits until there are answers, as a loop does.
    private func answers(of reader: ContentReader, _ count: Int) -> [ContentReader.Answer] {
        var found: [ContentReader.Answer] = []
        while found.count < count {
            var poll = pollfd(fd: reader.descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, 10_000) == 1 else { break }
            found += reader.take()
        }
        return found
    }

    @Test func `each file that is asked about is answered`() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a")
        let bytes = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 / 251 &* 31 &+ $0) }
        try DaemonFiles.write(bytes, to: path)
        let reader = ContentReader()
        #expect(reader.take().isEmpty)
        reader.read(path)
        let first = answers(of: reader, 1)
        #expect(first.map(\.path) == [path])
        #expect(first.first?.key == ContentFile.key(of: path))
        reader.read(directory.file("nothing"))
        #expect(answers(of: reader, 1).map(\.key) == [nil])
    }

    @Test func `many at once are all answered, with a key or without`() throws {
        let directory = try TemporaryDirectory()
        let reader = ContentReader()
        let paths = (0..<100).map { directory.file("\($0)") }
        for path in paths { reader.read(path) }
        #expect(Set(answers(of: reader, paths.count).map(\.path)) == Set(paths))
    }
}
