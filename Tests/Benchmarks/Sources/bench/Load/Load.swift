// SPDX-License-Identifier: Apache-2.0
import Glibc
import Histogram

/// The measurements of a window of time.
struct Statistics {
    /// The number of operations, or deliveries, that ended in the window.
    var operations = 0
    /// The window's length, in seconds.
    var seconds = 0.0
    /// The latencies, in nanoseconds.
    var latencies = Histogram<UInt32>(
        highestTrackableValue: 60_000_000_000,
        numberOfSignificantValueDigits: .two
    )
    /// The CPU time of the server, in seconds.
    var serverCPU = 0.0
    /// The CPU time of the load generator, in seconds.
    var clientCPU = 0.0
    /// The number of bytes that the server wrote to the disk.
    var written = 0

    /// Operations per second.
    var rate: Double { seconds > 0 ? Double(operations) / seconds : 0 }

    /// Returns the latency at a percentile, in microseconds.
    func microseconds(atPercentile percentile: Double) -> Double {
        Double(latencies.valueAtPercentile(percentile)) / 1_000
    }
}

/// The durations of a measurement.
struct Window {
    /// The time of the warm-up, in seconds.
    var warmUp = 0.4
    /// The time of the measurement, in seconds.
    var length = 2.0
}

/// CPU times, in seconds, the memory of processes, and what they write.
enum CPU {
    /// Returns the CPU time that this process has used.
    static func own() -> Double { used(RUSAGE_SELF) }

    /// Returns the CPU time that the programs have used that this process has run and waited for.
    static func ofChildren() -> Double { used(RUSAGE_CHILDREN) }

    private static func used(_ who: __rusage_who) -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(who.rawValue), &usage)
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
    }

    /// Returns the CPU time of another process: fields 14 and 15 of /proc/PID/stat, in clock ticks.
    static func of(_ process: pid_t) -> Double {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4_096)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let text = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The program's name may contain spaces; the fields used here come after it.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 13, let user = Double(fields[11]), let system = Double(fields[12])
        else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// Returns the resident set of a process, in bytes.
    static func resident(_ process: pid_t) -> Int {
        number("VmRSS:", of: process, in: "status") << 10
    }

    /// Returns the number of bytes that a process wrote to the disk.
    static func written(_ process: pid_t) -> Int { number("write_bytes:", of: process, in: "io") }

    private static func number(_ key: String, of process: pid_t, in file: String) -> Int {
        guard let file = fopen("/proc/\(process)/\(file)", "r") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 4_096)
        while fgets(&line, Int32(line.count), file) != nil {
            let text = String(
                decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) },
                as: UTF8.self
            )
            if text.hasPrefix(key) {
                let rest = text.dropFirst(key.count).split(whereSeparator: \.isWhitespace)
                return rest.first.flatMap { Int($0) } ?? 0
            }
        }
        return 0
    }
}
