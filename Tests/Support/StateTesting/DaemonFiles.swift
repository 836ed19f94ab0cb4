// SPDX-License-Identifier: Apache-2.0
package import Glibc
package import SystemSupport

/// Functions with which tests examine and damage files.
package enum DaemonFiles {
    /// Returns all bytes of a file.
    package static func read(_ path: String) throws(SystemError) -> [UInt8] {
        try WholeFile.read(at: path)
    }

    /// Replaces the contents of a file.
    package static func write(
        _ bytes: [UInt8],
        to path: String
    ) throws(SystemError) {
        try overwrite(path, at: 0, with: bytes, flags: O_CREAT | O_TRUNC)
    }

    /// Overwrites bytes of a file at an offset.
    package static func overwrite(
        _ path: String,
        at offset: Int,
        with bytes: [UInt8],
        flags: Int32 = 0
    ) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | flags, 0o666)
        guard descriptor >= 0 else { throw SystemError(path, code: errno) }
        defer { close(descriptor) }
        guard pwrite(descriptor, bytes, bytes.count, offset) == bytes.count else {
            throw SystemError(path, code: errno)
        }
    }

    /// Returns the sorted names in a directory, or an empty array if it does not exist.
    package static func names(in path: String) -> [String] {
        Directory.names(in: path)
    }

    /// Returns the mode of a file, as for chmod(1), or `nil` if there is no such file.
    package static func mode(_ path: String) -> UInt32? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    /// Returns the size of a file in bytes, or 0 if there is no such file.
    package static func size(_ path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Returns the resident memory of a process, in bytes.
    package static func residentBytes(of pid: pid_t) throws -> Int {
        try bytes("VmRSS:", of: pid)
    }

    /// Returns the resident memory of a process that holds no file, in bytes.
    ///
    /// Pages of files come and go: a program unmaps the code of its start.
    package static func anonymousBytes(of pid: pid_t) throws -> Int {
        try bytes("RssAnon:", of: pid)
    }

    /// Returns the peak resident memory of a process, in bytes.
    package static func peakBytes(of pid: pid_t) throws -> Int {
        try bytes("VmHWM:", of: pid)
    }

    private static func bytes(_ name: String, of pid: pid_t) throws -> Int {
        let status = String(decoding: try read("/proc/\(pid)/status"), as: UTF8.self)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        let kilobytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        return (kilobytes.flatMap { Int($0) } ?? 0) << 10
    }

    /// Returns the number of voluntary sleeps of each thread of a process, by thread id.
    ///
    /// A thread was woken as often as it slept.
    package static func sleeps(of pid: pid_t) -> [String: Int] {
        let folder = "/proc/\(pid)/task"
        var sleeps: [String: Int] = [:]
        for thread in names(in: folder) {
            // A thread may end in the meantime.
            guard let bytes = try? read("\(folder)/\(thread)/status") else { continue }
            let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
                .first { $0.hasPrefix("voluntary_ctxt_switches:") }
            let count = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).last
            sleeps[thread] = count.flatMap { Int($0) } ?? 0
        }
        return sleeps
    }
}

/// Waits until the wall clock has passed a time in milliseconds since 1970.
package func waitUntil(wallClock time: Int) throws(SystemError) {
    // Half a millisecond later, so that rounded times have passed it too.
    var moment = timespec(tv_sec: time / 1_000, tv_nsec: time % 1_000 * 1_000_000 + 500_000)
    let code = clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &moment, nil)
    guard code == 0 else { throw SystemError("wait for a time", code: code) }
}
