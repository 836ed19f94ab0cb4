// SPDX-License-Identifier: Apache-2.0

enum ArgumentBytes {
    /// Throws a failure if an argument is not valid UTF-8.
    ///
    /// Swift replaces invalid bytes, so two files could otherwise have the same item name.
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
