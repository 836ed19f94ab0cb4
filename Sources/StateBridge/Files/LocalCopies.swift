// SPDX-License-Identifier: Apache-2.0
import Glibc
import PlayerKit
import StateClient
package import StateModel
import SystemSupport

/// The files that a player opens in place of paths from other devices.
///
/// Orders of other programs pass through this type on their way from the daemon to the player. An
/// order that names a file which does not exist waits until the daemon has sent the item's other
/// names, and the search for the file has ended.
package struct LocalCopies {
    /// The events for the player, and the calls to make before it gets them.
    package struct Passed {
        package fileprivate(set) var calls: [SurfaceCall] = []
        package fileprivate(set) var events: [SurfaceEvent] = []
    }

    /// The time for all searches of an order through the media directories, in milliseconds.
    private static let searchMilliseconds = 5_000
    /// The time after which an order passes although its search has not ended, in milliseconds.
    private static let waitMilliseconds = searchMilliseconds + 2_000

    /// The descriptor, which is readable when a search has ended; -1 if it could not be created.
    package var descriptor: Int32 { wake?.descriptor ?? -1 }
    private let wake = try? EventDescriptor()
    private let findings = Mailbox<(search: Int, paths: [String])>()
    /// The orders that have yet to pass; the first one is being examined.
    private var waiting: [SurfaceEvent] = []
    private var isExamined = false
    /// The number of the latest search; the findings of earlier ones are ignored.
    private var search = 0
    private var isSearching = false
    /// The number of threads whose findings have not arrived.
    private var threads = 0
    private var examinedAt = 0
    /// The missing files of the first order; the daemon is asked about the first of them.
    private var missing: [String] = []
    /// The items of the player's latest known state.
    private var examined: Set<ExactString> = []
    /// The items for which the player uses another name.
    private var named: Set<ExactString> = []
    /// The copies that were found for the first order; `nil` for a file of which there is none.
    private var copies: [ExactString: String?] = [:]
    private var passed = Passed()
    private let isMissing: @Sendable (String) -> Bool

    package init(_ isMissing: @escaping @Sendable (String) -> Bool = LocalCopies.isMissing) {
        self.isMissing = isMissing
    }

    /// The time at which the first order passes even if its search has not ended, in milliseconds
    /// of ``Clocks/elapsed``; `nil` while no order waits.
    package var wakeAt: Int? { waiting.isEmpty ? nil : examinedAt + Self.waitMilliseconds }

    /// Handles events of the daemon and the ends of searches.
    package mutating func pass(_ events: [SurfaceEvent], now: Int = Clocks.elapsed) -> Passed {
        takeFindings()
        for event in events { receive(event) }
        // A disk or the daemon may never respond.
        if let wakeAt, wakeAt <= now { stopSearch() }
        release(now)
        defer { passed = Passed() }
        return passed
    }

    private mutating func receive(_ event: SurfaceEvent) {
        switch event {
        case .changes(_, isLive: true): return waiting.append(event)
        case .request(let request) where request.action == .open: return waiting.append(event)
        case .names(let item, let aliases, let roots):
            return find(item, FileSearch(roots: roots, names: aliases + [item]))
        case .continuation(let item, let own, _, _, _), .same(let item, let own):
            if !ExactString.same(item, own) { named.insert(ExactString(own)) }
        case .detached:
            stopSearch()
            (waiting, isExamined) = ([], false)
        default: break
        }
        passed.events.append(event)
    }

    /// Passes on the orders whose files are known.
    private mutating func release(_ now: Int) {
        while !isSearching, missing.isEmpty, let order = waiting.first {
            let items = order.items
            // While an earlier search does not end, nothing else is looked up.
            if !isExamined, threads == 0 {
                (isExamined, examinedAt) = (true, now)
                let new = items.filter { isUnknown($0) }
                // A disk may not respond, so this thread does not look.
                if !new.isEmpty { return run { [isMissing] in new.filter(isMissing) } }
            }
            isExamined = false
            pass(waiting.removeFirst())
            copies = [:]
            if order.player != nil { examined = Set(items.map(ExactString.init)) }
        }
    }

    private func isUnknown(_ item: String) -> Bool {
        let key = ExactString(item)
        let isFile = item.hasPrefix("/") || ContentKey.size(in: item) != nil
        return isFile && !examined.contains(key) && !named.contains(key)
    }

    @Sendable package static func isMissing(_ path: String) -> Bool {
        access(path, F_OK) != 0 && [ENOENT, ENOTDIR].contains(errno)
    }

    private mutating func pass(_ order: SurfaceEvent) {
        guard case .request(let request) = order, let item = request.item,
            let copy = copies.removeValue(forKey: ExactString(item))
        else { return passed.events.append(order) }
        guard let path = copy else {
            let refusal = "there is no such file on this machine"
            return passed.calls.append(.answer(SurfaceAnswer(request.number, refusal: refusal)))
        }
        passed.events.append(.request(request.playing(path)))
    }

    // MARK: Searches

    private mutating func find(_ item: String, _ files: FileSearch) {
        guard let first = missing.first, ExactString.same(first, item) else { return }
        let end = examinedAt + Self.searchMilliseconds
        run { [files.known ?? files.find(item, until: end)].compactMap(\.self) }
    }

    private mutating func run(_ look: @escaping @Sendable () -> [String]) {
        search += 1
        threads += 1
        isSearching = true
        let thread = try? SystemThread { [search, findings, wake] in
            findings.post((search, look()))
            wake?.signal()
        }
        if let thread { return thread.detach() }
        findings.post((search, []))
        wake?.signal()
    }

    private mutating func stopSearch() {
        search += 1
        (missing, isSearching) = ([], false)
    }

    private mutating func takeFindings() {
        // The signal of a finding may arrive after it was taken.
        wake?.clear()
        for finding in findings.take() {
            threads -= 1
            guard finding.search == search else { continue }
            isSearching = false
            if missing.isEmpty {
                missing = finding.paths
            } else {
                note(finding.paths.first, of: missing.removeFirst())
            }
            if let item = missing.first { passed.calls.append(.names(of: item)) }
        }
    }

    private mutating func note(_ path: String?, of item: String) {
        copies.updateValue(path, forKey: ExactString(item))
        guard let path else { return }
        // The player finds the resume point under the path.
        passed.calls.append(.name(item: item, alias: path))
        passed.events.append(.same(item: path, own: item))
    }
}

extension SurfaceEvent {
    /// The player's latest state in a change; `nil` for any other event.
    fileprivate var player: Player? {
        guard case .changes(let changes, _) = self else { return nil }
        return changes.lazy.compactMap { change in
            if case .player(let player)? = change.about { player } else { nil }
        }
        .last
    }

    /// The items that an order names.
    fileprivate var items: [String] {
        if case .request(let request) = self { return [request.item].compactMap(\.self) }
        return [player?.item].compactMap(\.self) + (player?.queue ?? [])
    }
}
