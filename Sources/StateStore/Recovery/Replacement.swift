// SPDX-License-Identifier: Apache-2.0

/// The steps that replace a store's file with another file; a crash after any of them loses
/// nothing.
///
/// Before the first step, the new file, ``StoreFiles/incoming``, is complete and on stable storage.
/// The former file's log is moved before the file itself, and the new file gets the store's name
/// last, so that a log is never beside a file to which it does not belong.
struct Replacement {
    enum Step: Equatable, Sendable {
        /// Writes the intent to stable storage.
        ///
        /// From now on, the replacement will be completed, even after a crash.
        case announce
        /// Moves the former file's log away, or removes the log if the former file is not kept.
        case moveLog
        case moveFile
        case synchronize
        case install
        /// Records in the intent that the files are in place, or removes the intent.
        case conclude
    }

    let files: StoreFiles
    var intent: ReplacementIntent

    static let steps: [Step] = [
        .announce, .moveLog, .moveFile, .synchronize, .install, .synchronize, .conclude,
    ]

    mutating func run() throws(StoreError) {
        for step in Self.steps { try run(step) }
    }

    /// Carries out one step, which has no effect if it was completed before.
    mutating func run(_ step: Step) throws(StoreError) {
        switch step {
        case .announce: try FileSystem.replace(files.intent, with: intent.bytes)
        case .moveLog: try moveLog()
        case .moveFile: try moveFile()
        case .synchronize: try FileSystem.synchronize(files.folder)
        case .install:
            guard try FileSystem.exists(files.incoming) else { return }
            try FileSystem.move(files.incoming, to: files.path)
        case .conclude:
            intent.phase = .moved
            if intent.cause == .request {
                try Self.forget(files)
            } else {
                try FileSystem.replace(files.intent, with: intent.bytes)
            }
        }
    }

    /// True while a file at the store's path can only be the former one.
    ///
    /// A replacement file is in place once ``StoreFiles/incoming`` is gone. An empty store can be
    /// in place once the former file is at `aside`.
    private var isFormerThere: Bool {
        get throws(StoreError) {
            guard intent.source == nil else { return try FileSystem.exists(files.incoming) }
            guard let aside = intent.aside else { return true }
            return try !FileSystem.exists(aside)
        }
    }

    private func moveLog() throws(StoreError) {
        guard try isFormerThere else { return }
        guard try FileSystem.exists(files.log) else { return }
        if let aside = intent.aside {
            try FileSystem.move(files.log, to: aside + "-wal")
        } else {
            try FileSystem.remove(files.log)
        }
    }

    private func moveFile() throws(StoreError) {
        guard try isFormerThere, let aside = intent.aside, try FileSystem.exists(files.path) else {
            return
        }
        try FileSystem.move(files.path, to: aside)
    }

    /// Completes an interrupted replacement, or removes the files of one that had not been
    /// announced.
    ///
    /// Returns the intent of a completed replacement that the store has not recorded yet.
    static func resume(_ files: StoreFiles) throws(StoreError) -> ReplacementIntent? {
        guard let bytes = try FileSystem.content(files.intent) else {
            StoreCopy.discard(files.incoming)
            return nil
        }
        guard let intent = ReplacementIntent(bytes: bytes) else {
            // This program writes the intent atomically, so an unreadable one has another origin.
            throw StoreError(
                .other,
                "\(files.intent) cannot be read; look at its contents, then move it away"
            )
        }
        guard intent.phase == .moving else { return intent }
        var replacement = Replacement(files: files, intent: intent)
        try replacement.run()
        return replacement.intent
    }

    static func forget(_ files: StoreFiles) throws(StoreError) {
        guard try FileSystem.exists(files.intent) else { return }
        try FileSystem.remove(files.intent)
        try FileSystem.synchronize(files.folder)
    }
}
