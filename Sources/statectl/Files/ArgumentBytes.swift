// SPDX-License-Identifier: Apache-2.0

/// The bytes of the command line's arguments.
enum ArgumentBytes {
    /// Checks that all arguments are UTF-8, as the names of items must be.
    ///
    /// Swift silently replaces other bytes, so that two files could get one name.
    static func check() throws(Failure) {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index],
                String(validatingCString: argument) == nil
            else { continue }
            throw Failure(
                .badValue,
                "argument \(index), “\(String(cString: argument).visible)”, is not UTF-8; "
                    + "a file with such a name must be renamed first"
            )
        }
    }
}
