/// What the shell learns of how it went; the numbers above 63 are those of sysexits.h.
enum ShellStatus: Int32 {
    /// It is done.
    case done = 0
    /// There is no such item, or it expired.
    case notThere = 1
    /// The command line makes no sense.
    case usage = 64
    /// A value on the command line, or in a file, is not valid.
    case badValue = 65
    /// No daemon is there, or it can't do that.
    case noDaemon = 69
    /// A bug, here or in the daemon.
    case bug = 70
    /// The result can't be written; what was asked for is done, or may be.
    case noOutput = 74
    /// Nothing was changed, and later it may go well.
    case tryAgain = 75
    /// This user may not do that.
    case notAllowed = 77
    /// The player that was to be started is not there; a shell says so of any program.
    case noPlayer = 127
}
