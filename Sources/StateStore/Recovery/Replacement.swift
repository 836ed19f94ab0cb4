/// The steps by which a store's file gives way to another one, each of which a crash may be the end of.
///
/// The file that comes is complete and on stable storage, as ``StoreFiles/incoming``, before the first
/// step. The log of the former file moves before the file itself, and both before the new file has
/// the name: no log is ever beside a file that it does not belong to.
struct Replacement {
    /// One step.
    enum Step: Equatable, Sendable {
        /// Puts the intent on stable storage: from here on the replacement happens.
        case announce
        /// Moves the former file's log aside, or removes it where nothing is kept.
        case moveLog
        /// Moves the former file aside.
        case moveFile
        /// Brings the directory to stable storage.
        case synchronize
        /// Gives the file that comes the store's name.
        case install
        /// Notes that the files are where they belong, or forgets the intent.
        case conclude
    }

    /// The files of the store.
    let files: StoreFiles
    /// What is to happen.
    var intent: ReplacementIntent

    /// All steps, in order.
    static let steps: [Step] = [
        .announce, .moveLog, .moveFile, .synchronize, .install, .synchronize, .conclude,
    ]

    /// Carries out the whole replacement.
    mutating func run() throws(StoreError) {
        for step in Self.steps { try run(step) }
    }

    /// Carries out one step; one that is done already changes nothing.
    mutating func run(_ step: Step) throws(StoreError) {
        switch step {
        case .announce: try FileSystem.replace(files.intent, with: intent.bytes)
        case .moveLog: try moveLog()
        case .moveFile: try moveFile()
        case .synchronize: try FileSystem.synchronize(files.folder)
        case .install:
            guard FileSystem.exists(files.incoming) else { return }
            try FileSystem.move(files.incoming, to: files.path)
        case .conclude:
            intent.stage = .moved
            if intent.cause == .request {
                try Self.forget(files)
            } else {
                try FileSystem.replace(files.intent, with: intent.bytes)
            }
        }
    }

    /// True while the former files have not all been moved: what comes has not got their name.
    private var isFormerThere: Bool {
        intent.source == nil
            ? intent.aside.map { !FileSystem.exists($0) } ?? true
            : FileSystem.exists(files.incoming)
    }

    private func moveLog() throws(StoreError) {
        guard isFormerThere else { return }
        // The index of the log: an earlier version may have left one.
        try FileSystem.remove(files.path + "-shm")
        guard FileSystem.exists(files.log) else { return }
        if let aside = intent.aside {
            try FileSystem.move(files.log, to: aside + "-wal")
        } else {
            try FileSystem.remove(files.log)
        }
    }

    private func moveFile() throws(StoreError) {
        guard isFormerThere, let aside = intent.aside, FileSystem.exists(files.path) else { return }
        try FileSystem.move(files.path, to: aside)
    }

    /// Completes a replacement that a crash interrupted, and removes what one left that never began.
    ///
    /// - Returns: the intent of one whose finding is not stored yet.
    static func resume(_ files: StoreFiles) throws(StoreError) -> ReplacementIntent? {
        guard let bytes = try FileSystem.content(files.intent) else {
            try FileSystem.remove(files.incoming)
            return nil
        }
        guard let intent = ReplacementIntent(bytes: bytes) else {
            // It is written whole or not at all, so this is none of ours.
            throw StoreError(
                .other,
                "\(files.intent) cannot be read; see what is in it and move it away"
            )
        }
        guard intent.stage == .moving else { return intent }
        var replacement = Replacement(files: files, intent: intent)
        try replacement.run()
        return replacement.intent
    }

    /// Forgets the intent, as its finding is stored.
    static func forget(_ files: StoreFiles) throws(StoreError) {
        guard FileSystem.exists(files.intent) else { return }
        try FileSystem.remove(files.intent)
        try FileSystem.synchronize(files.folder)
    }
}
