// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateSystem
import Testing

/// Each test that needs an environment of its own runs in a process of its own.
@Suite struct ServiceManagerTests {
    @Test func `a notification is one message with one field per line`() {
        #expect(ServiceNotice.ready.text(monotonic: 7) == "READY=1")
        #expect(ServiceNotice.reloading.text(monotonic: 7) == "RELOADING=1\nMONOTONIC_USEC=7")
        #expect(ServiceNotice.stopping.text(monotonic: 7) == "STOPPING=1")
        #expect(ServiceNotice.watchdog.text(monotonic: 7) == "WATCHDOG=1")
    }

    @Test func `the text of a status cannot contain another notification`() {
        #expect(ServiceNotice.status("a\nREADY=1").text(monotonic: 7) == "STATUS=a READY=1")
    }

    @Test func `the manager receives each notification`() async {
        await #expect(processExitsWith: .success) {
            let scratch = try Scratch()
            let manager = UnixSocket.bound(to: scratch.path + "/notify", kind: SOCK_DGRAM)
            setenv("NOTIFY_SOCKET", scratch.path + "/notify", 1)

            #expect(ServiceManager.notify(.ready, .status("2 points")))
            #expect(UnixSocket.receive(manager) == "READY=1\nSTATUS=2 points")
            #expect(ServiceManager.notify(.reloading))
            let reload = UnixSocket.receive(manager).split(separator: "\n")
            #expect(reload.first == "RELOADING=1")
            #expect(reload.last?.hasPrefix("MONOTONIC_USEC=") == true)
            #expect(ServiceManager.notify(.stopping))
            #expect(UnixSocket.receive(manager) == "STOPPING=1")
        }
    }

    @Test func `without a service manager, nothing is sent or watched`() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            unsetenv("WATCHDOG_USEC")
            unsetenv("LISTEN_FDS")
            #expect(!ServiceManager.notify(.ready))
            #expect(ServiceManager.watchdogTimeout == nil)
            #expect((try? ServiceManager.inheritedListener(.unix)) == .some(nil))
        }
    }

    @Test func `the watchdog's interval comes from the manager`() async {
        await #expect(processExitsWith: .success) {
            setenv("WATCHDOG_USEC", "30000000", 1)
            setenv("WATCHDOG_PID", String(getpid()), 1)
            #expect(ServiceManager.watchdogTimeout == .seconds(30))
            setenv("WATCHDOG_PID", "1", 1)
            #expect(ServiceManager.watchdogTimeout == nil)
        }
    }

    @Test func `the journal is recognised by device and inode of the standard error`() async {
        await #expect(processExitsWith: .success) {
            var status = stat()
            fstat(STDERR_FILENO, &status)
            setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino)", 1)
            #expect(ServiceManager.readsJournal)
            setenv("JOURNAL_STREAM", "\(status.st_dev):\(status.st_ino + 1)", 1)
            #expect(!ServiceManager.readsJournal)
        }
    }
}
