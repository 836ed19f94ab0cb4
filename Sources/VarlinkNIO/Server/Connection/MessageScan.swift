// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// Returns true if one of the calls in `bytes` may be one-way.
///
/// The bytes are not parsed, only searched for the name of the member, and for a backslash, which
/// could encode the name.
func mayHoldOneway(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress else { return false }
    if memchr(start, Int32(UInt8(ascii: "\\")), bytes.count) != nil { return true }
    return "oneway".withCString { clinux_find(start, UInt(bytes.count), $0, 3) } != 0
}

/// Returns the number of NUL bytes, which is the number of complete messages.
func countNULs(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    var rest = bytes[...]
    // memchr of the C library examines at least 32 bytes at a time.
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
        let found = memchr(start, 0, rest.count)
    {
        count += 1
        rest = rest.dropFirst(UnsafeRawPointer(found) - start + 1)
    }
    return count
}
