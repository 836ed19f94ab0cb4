// SPDX-License-Identifier: Apache-2.0

/// The parameters of a URL that do not belong to the name of its item, by their names in lower case
/// and without punctuation.
///
/// They are secrets, the parameters that a signature brings along, such as its date, and parameters
/// that track visitors.
struct LeftOutParameters {
    /// The suffixes of the names of secrets.
    private static let secrets = [
        "token", "apikey", "accesskey", "authkey", "secretkey", "password", "passwd", "passphrase",
        "pwd", "secret", "sig", "signature", "credential", "sessionid", "jwt",
    ]
    /// The names of other secrets; the last four are signatures of Akamai and Patreon.
    private static let otherSecrets: Set<String> = [
        "auth", "pass", "pw", "bearer", "hdnea", "hdntl", "hdnts", "tokenhash",
    ]
    private static let trackers: Set<String> = ["fbclid", "gclid", "msclkid"]
    /// The parameters with a user's name and credentials in the API of Subsonic.
    private static let subsonic: Set<String> = ["u", "p", "t", "s"]

    /// The parameters that differ between two signatures of one address, if it has one: those of
    /// Amazon S3 and CloudFront, Google Cloud Storage, Alibaba Cloud, Bunny and Patreon.
    private static let companions: Set<String> = [
        "awsaccesskeyid", "expires", "googleaccessid", "keypairid", "ossaccesskeyid", "policy",
        "tokenpath", "tokentime",
    ]
    /// The prefixes of the names of other such parameters of Amazon S3 and Google Cloud Storage.
    private static let companionPrefixes = ["xamz", "xgoog"]
    /// The further parameters of signatures that are recognised by two names, because each name has
    /// other meanings as well: those of Azure and of nginx's `secure_link`.
    private static let pairs: [(marks: Set<String>, names: Set<String>)] = [
        (
            ["sig", "sv"],
            [
                "saoid", "scid", "sdd", "se", "si", "sip", "ske", "skoid", "sks", "skt", "sktid",
                "skv", "sp", "spr", "sr", "srt", "ss", "st", "suoid", "sv",
            ]
        ),
        (["md5", "expires"], ["expires", "md5"]),
    ]

    private var others: Set<String> = []
    private var isSigned = false

    /// Creates the set for a URL with the named parameters.
    init(_ names: [String], isSubsonic: Bool) {
        if isSubsonic { others = Self.subsonic }
        for pair in Self.pairs where pair.marks.isSubset(of: names) { others.formUnion(pair.names) }
        isSigned = names.contains(where: Self.isSecret)
    }

    private static func isSecret(_ name: String) -> Bool {
        otherSecrets.contains(name) || secrets.contains { name.hasSuffix($0) }
    }

    func contains(_ name: String) -> Bool {
        Self.isSecret(name) || others.contains(name)
            || Self.trackers.contains(name) || name.hasPrefix("utm")
            || isSigned
                && (Self.companions.contains(name)
                    || Self.companionPrefixes.contains { name.hasPrefix($0) })
    }
}
