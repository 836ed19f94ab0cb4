// SPDX-License-Identifier: Apache-2.0

/// Media files for players, created by ffmpeg.
package enum Media {
    /// An error that reports that ffmpeg could not create a file.
    package struct Failure: Error {
        /// The output of ffmpeg.
        package let log: String
    }

    /// Creates a tone of the given length.
    package static func tone(_ path: String, seconds: Int) throws {
        try make(
            path,
            ["-f", "lavfi", "-i", "sine=frequency=220:sample_rate=8000:duration=\(seconds)"]
        )
    }

    /// Creates a video with a tone, of the given length.
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
