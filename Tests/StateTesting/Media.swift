/// Files that players play, made by ffmpeg.
package enum Media {
    /// ffmpeg did not make a file.
    package struct Failure: Error {
        /// What it says.
        package let log: String
    }

    /// A tone of that many seconds.
    package static func tone(_ path: String, seconds: Int) throws {
        try make(
            path,
            ["-f", "lavfi", "-i", "sine=frequency=220:sample_rate=8000:duration=\(seconds)"]
        )
    }

    /// A moving picture with a tone, of that many seconds.
    package static func film(_ path: String, seconds: Int) throws {
        try make(
            path,
            [
                "-f", "lavfi", "-i", "testsrc=size=64x48:rate=10:duration=\(seconds)", "-f",
                "lavfi",
                "-i", "sine=frequency=220:sample_rate=8000:duration=\(seconds)", "-c:v", "mpeg4",
            ]
        )
    }

    private static func make(_ path: String, _ arguments: [String]) throws {
        let log = path + ".log"
        let program = try DaemonProgram(
            ["/usr/bin/ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments + [path],
            environment: ["PATH": "/usr/bin:/bin"],
            output: log
        )
        guard try program.waitForExit() == .status(0) else {
            throw Failure(log: String(decoding: try DaemonFiles.read(log), as: UTF8.self))
        }
    }
}
