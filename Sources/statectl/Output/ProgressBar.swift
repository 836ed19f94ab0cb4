// SPDX-License-Identifier: Apache-2.0
import StateClient

/// The progress of a long task, on a line of the terminal that is erased at the end.
struct ProgressBar: ~Copyable {
    private static let cells = 24
    private let label: String
    private let output = Output.notices()
    private let startedAt = Clocks.elapsed
    private var shown: String?

    private let delay: Int

    /// Creates a progress bar, which is only visible if standard error is a terminal.
    ///
    /// `delay` is the time before the bar appears, in milliseconds.
    init(_ label: String, delay: Int = 0) {
        self.label = label
        self.delay = delay
    }

    mutating func show(_ done: Int, of total: Int) {
        guard output.isTerminal else { return }
        let elapsed = Clocks.elapsed - startedAt
        guard elapsed >= delay else { return }
        let left = Self.left(done, of: total, after: elapsed).map { ", \($0) left" }
        show(Self.text(label, done, of: total) + (left ?? ""))
    }

    /// Shows the elapsed time of a task of unknown length, after a second.
    mutating func showTime(_ note: String? = nil) {
        let seconds = (Clocks.elapsed - startedAt) / 1000
        guard output.isTerminal, seconds > 0 else { return }
        let words = [note, TimeSpan(seconds: seconds).rough].compactMap(\.self)
        show("\(label)  \(words.joined(separator: ", "))")
    }

    private mutating func show(_ text: String) {
        guard text != shown else { return }
        output.write(Array("\r\u{1B}[K\(TextWidth.cut(text, to: output.width - 1))".utf8))
        shown = text
    }

    /// Ends the lifetime of the value, whose deinit erases the bar.
    consuming func end() {}

    deinit {
        if shown != nil { output.write(Array("\r\u{1B}[K".utf8)) }
    }

    /// Returns the estimated remaining time, such as `12 s`; `nil` in the first second, and at the
    /// start or end of the task.
    ///
    /// `elapsed` is in milliseconds.
    static func left(_ done: Int, of total: Int, after elapsed: Int) -> String? {
        guard elapsed >= 1000, done > 0, done < total else { return nil }
        let rest = Double(elapsed) / 1000 * Double(total - done) / Double(done)
        return TimeSpan(seconds: Int(min(rest.rounded(.up), 1e9))).rough
    }

    /// Runs a task, and shows its progress.
    ///
    /// `left` returns the number of remaining entries. As long as it returns only `nil` or 0, the
    /// elapsed time is shown.
    static func whileWaiting<Result>(
        _ label: String,
        left: @escaping @Sendable () async -> Int? = { nil },
        _ task: () async throws -> Result
    ) async throws -> Result {
        guard Output.notices().isTerminal else { return try await task() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var bar = ProgressBar(label)
                var total = 0
                while (try? await Task.sleep(for: .milliseconds(500))) != nil {
                    let left = await left() ?? 0
                    total = max(total, left)
                    if total > 0 { bar.show(total - left, of: total) } else { bar.showTime() }
                }
            }
            // The group waits until the line is erased, so no error is printed on it.
            defer { group.cancelAll() }
            return try await task()
        }
    }

    static func text(_ label: String, _ done: Int, of total: Int) -> String {
        let share = total > 0 ? min(1, max(0, Double(done) / Double(total))) : 0
        return "\(label)  \(bar(share))  \(TextWidth.right("\(Int(share * 100))", 3)) %"
    }

    /// Returns a bar, such as `[######..................]` for 0.25.
    static func bar(_ share: Double, cells: Int = cells) -> String {
        let full = Int(min(1, max(0, share)) * Double(cells))
        let empty = String(repeating: ".", count: cells - full)
        return "[\(String(repeating: "#", count: full))\(empty)]"
    }
}
