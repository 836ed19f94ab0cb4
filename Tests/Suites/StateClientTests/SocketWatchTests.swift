// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateClient
import StateTesting
import Testing

@Suite struct SocketWatchTests {
    @Test func `the appearance of the socket or of its directory is noticed`() throws {
        let directory = try TemporaryDirectory()
        let folder = directory.file("stated")
        let watch = SocketWatch(path: folder + "/io.stated")
        watch.arm()
        #expect(!watch.hasFired())
        try DaemonFiles.write([], to: directory.file("else"))
        #expect(!watch.hasFired())
        mkdir(folder, 0o700)
        #expect(watch.hasFired())
        watch.arm()
        try DaemonFiles.write([], to: folder + "/io.other")
        #expect(!watch.hasFired())
        try DaemonFiles.write([], to: folder + "/io.stated")
        #expect(watch.hasFired())
        #expect(!watch.hasFired())
    }
}
