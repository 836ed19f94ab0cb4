// SPDX-License-Identifier: Apache-2.0

// The rules for names in https://varlink.org/Interface-Definition. Names of interfaces may also
// contain capital letters, as those of systemd and of this project do; other parsers accept them
// too.

func isInterfaceName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count > 1, let first = parts[0].first, isLetter(first) else { return false }
    return parts.allSatisfy { part in
        guard let first = part.first, let last = part.last else { return false }
        return isLetterOrDigit(first) && isLetterOrDigit(last)
            && part.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
    }
}

/// Returns true if a name is valid for a type, a method or an error, such as `GetInfo`.
func isMemberName(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first && name.utf8.allSatisfy(isLetterOrDigit)
}

/// Returns true if a name is valid for a field or an enumeration value, such as `start_at`.
func isFieldName(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        .allSatisfy { !$0.isEmpty && $0.allSatisfy(isLetterOrDigit) }
}

private func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
    isLetter(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}
