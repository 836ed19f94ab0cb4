// SPDX-License-Identifier: Apache-2.0

/// The steps that replace a store's file with another one; a crash may follow any step.
///
/// Before the first step the new file, ``StoreFiles/incoming``, is complete and on stable storage.
/// The log of the former file moves before the file itself, and both before the new file gets the
/// name, so that a log is never beside a file to which it does not belong.
struct Replacement {
    /// One step.
    enum Step: Equatable, Sendable {
        /// Writes the intent to stable storage; from now on the replacement will happen.
        case announce
        /// Moves the former file's log away, or removes it if the former file is not kept.
        case moveLog
        /// Moves the former file away.
        case moveFile
        /// Puts the directory on stable storage.
        case synchronize
        /// Renames the new file to the store's name.
        case install
        /// Records that the files are in place, or removes the intent.
        case conclude
    }

    let files: StoreFiles
    /// The intent to carry out.
    var intent: ReplacementIntent

    /// All steps, in order.
    static let steps: [Step] = [
        .announce, .moveLog, .moveFile, .synchronize, .install, .synchronize, .conclude,
    ]

    /// Carries out the whole replacement.
    mutating func run() throws(StoreError) {
        for step in Self.steps { try run(step) }
    }

    /// Carries out one step; repeating a completed step has no effect.
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

    /// True until all former files have been moved away.
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

    /// Completes an interrupted replacement, or removes the files of one that had not begun.
    ///
    /// - Returns: The intent of a completed replacement of which the store has no record yet.
    static func resume(_ files: StoreFiles) throws(StoreError) -> ReplacementIntent? {
        guard let bytes = try FileSystem.content(files.intent) else {
            StoreCopy.discard(files.incoming)
            return nil
        }
        guard let intent = ReplacementIntent(bytes: bytes) else {
            // The intent is written atomically, so an unreadable one is not from this program.
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

    /// Removes the intent, once the store has recorded the replacement.
    static func forget(_ files: StoreFiles) throws(StoreError) {
        guard try FileSystem.exists(files.intent) else { return }
        try FileSystem.remove(files.intent)
        try FileSystem.synchronize(files.folder)
    }
}
