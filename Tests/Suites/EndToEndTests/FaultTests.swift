// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateTesting
import Testing
import Varlink

/// Faults that end the daemon.
@Suite(.timeLimit(.minutes(2))) struct `A daemon that a fault ends` {
    @Test(arguments: [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT])
    func `says so in its log, and ends by the signal`(number: Int32) throws {
        let daemon = try DaemonProcess.running()
        daemon.signal(number)
        #expect(try daemon.waitForExit() == .signal(number))
        let line = try #require(daemon.log.split(separator: "\n").last)
        #expect(line.hasPrefix("critical: ended by a fatal signal signal=SIG"))
        #expect(line.hasSuffix(" sender=\(getpid())"))
        #expect(DaemonFiles.size(daemon.store + ".faults") == 0)
    }

    @Test func `says so with a priority where the journal reads it`() throws {
        let daemon = try DaemonProcess()
        try DaemonFiles.write([], to: daemon.logFile)
        var status = stat()
        stat(daemon.logFile, &status)
        daemon.setup.environment["JOURNAL_STREAM"] = "\(status.st_dev):\(status.st_ino)"
        try daemon.start()
        daemon.signal(SIGSEGV)
        try daemon.waitForExit()
        #expect(daemon.log.contains("\n<2>ended by a fatal signal signal=SIGSEGV sender="))
    }
}
