// SPDX-License-Identifier: Apache-2.0
import Glibc
import StateSystem

// Watches the network of the namespace that a test made for it.
//
// It prints "up" or "down" at first and with each change. Each line of its standard input is a
// line of shell that it runs, and after it prints "now up" or "now down"; with the last one it
// stops watching.

/// Writes one line at once.
@Sendable func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    write(STDOUT_FILENO, bytes, bytes.count)
}

let watch = try NetworkWatch { isUp in say(isUp ? "up" : "down") }
while let line = readLine() {
    let status = system(line)
    if status != 0 { say("\(line): ended with \(status)") }
    say(try OutsideRoute.isUp() ? "now up" : "now down")
}
watch.stop()
say("stopped")
