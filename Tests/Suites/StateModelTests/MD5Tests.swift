// SPDX-License-Identifier: Apache-2.0
import StateModel
import Testing

@Suite struct MD5Tests {
    /// The test suite of RFC 1321, A.5.
    @Test(arguments: [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "d174ab98d277d9f5a5611c2c9f419d9f"
        ),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a"
        ),
    ])
    func `the digests equal the examples of the MD5 standard`(text: String, digest: String) {
        #expect(MD5.hexadecimal(of: text.utf8) == digest)
    }

    @Test(arguments: [1, 55, 64, 65, 1_024])
    func `the digest of each beginning is that of its bytes`(size: Int) {
        let parts = (0..<6).map { [UInt8](repeating: $0, count: size) }
        let all = (1...6).map { MD5.hexadecimal(of: parts.prefix($0).flatMap { $0 }) }
        #expect(MD5.hexadecimals(after: parts) == all)
    }

    @Test(arguments: [
        (55, "04364420e25c512fd958a70738aa8f72"), (56, "668a72d5ba17f08e62dabcafad6db14b"),
        (63, "7dc2ca208106a2f703567bdff99d8981"), (64, "c1bb4f81d892b2d57947682aeb252456"),
        (65, "1bc932052302d074bdec39795fe00cf6"), (1_000, "398533d48111e9f664b1f64cb10c4b63"),
    ])
    func `the digest is independent of block boundaries`(count: Int, digest: String) {
        #expect(MD5.hexadecimal(of: repeatElement(UInt8(ascii: "x"), count: count)) == digest)
    }
}
