// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateBridge
import StateTesting
import Testing

/// Looks at files while a loop goes on.
@Suite struct ContentReaderTests {
    /// A disk that answers once it is released.
    private final class Disk: Sendable {
        private let ends: [Int32]

        init() {
            var ends: [Int32] = [-1, -1]
            #expect(pipe(&ends) == 0)
            self.ends = ends
        }

        deinit {
            for end in ends { close(end) }
        }

        func wait() {
            var poll = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
            Glibc.poll(&poll, 1, -1)
        }

        func release() { write(ends[1], "1", 1) }
    }

    /// Waits until there are answers, as a loop does, and returns the path of each, and whether it
    /// has a key.
    private func answers(of reader: ContentReader, _ count: Int) -> Set<String> {
        var found: [String] = []
        while found.count < count {
            var poll = pollfd(fd: reader.descriptor, events: Int16(POLLIN), revents: 0)
            guard Glibc.poll(&poll, 1, 10_000) == 1 else { break }
            found += reader.take().map { "\($0.path) \($0.key != nil)" }
        }
        #expect(found.count == count)
        return Set(found)
    }

    @Test func `many reads at once are all answered`() {
        let reader = ContentReader { _ in nil }
        #expect(reader.take().isEmpty)
        for number in 0..<100 { reader.read("/\(number)/a") }
        #expect(answers(of: reader, 100) == Set((0..<100).map { "/\($0)/a false" }))
    }

    @Test
    func `a disk that does not answer delays no other disk, and is not asked again and again`()
        throws
    {
        let directory = try TemporaryDirectory()
        try DaemonFiles.write((0..<70_000).map { UInt8($0 & 0xFF) }, to: directory.file("film"))
        let disk = Disk()
        let reader = ContentReader { path in
            if path.hasPrefix("/share/") { disk.wait() }
            return ContentFile.contents(of: directory.file("film"))
        }
        for number in 1...4 { reader.read("/share/\(number)") }
        reader.read("/share/b")
        reader.read("/home/a")
        #expect(answers(of: reader, 2) == ["/share/b false", "/home/a true"])
        disk.release()
        #expect(answers(of: reader, 4) == Set((1...4).map { "/share/\($0) true" }))
        reader.read("/share/b")
        #expect(answers(of: reader, 1) == ["/share/b true"])
    }

    @Test func `a read is abandoned after its timeout`() {
        let disk = Disk()
        let ended = Disk()
        let look = TimedLook(timeoutMilliseconds: 0)
        let late = look.value(of: "/share/a") { path in
            disk.wait()
            defer { ended.release() }
            return path
        }
        #expect(late == nil)
        // Until it has ended, nothing else in the directory is looked at.
        let next: String? = look.value(of: "/share/b") { _ in
            Issue.record("a hung directory was looked at")
            return nil
        }
        #expect(next == nil)
        disk.release()
        ended.wait()
    }

    @Test func `at most four unfinished reads run at once`() {
        let disk = Disk()
        let look = TimedLook(timeoutMilliseconds: 0)
        for number in 1...4 {
            let late: String? = look.value(of: "/\(number)/a") { path in
                disk.wait()
                return path
            }
            #expect(late == nil)
        }
        let next: String? = look.value(of: "/5/a") { _ in
            Issue.record("a fifth directory was looked at")
            return nil
        }
        #expect(next == nil)
        disk.release()
    }

    @Test func `a read returns its result`() {
        let look = TimedLook(timeoutMilliseconds: -1)
        #expect(look.value(of: "/home/a") { $0 } == "/home/a")
        #expect(look.value(of: "/home/a") { _ in String?.none } == nil)
    }
}
