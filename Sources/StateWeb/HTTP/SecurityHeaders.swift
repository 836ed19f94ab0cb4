// SPDX-License-Identifier: Apache-2.0
internal import HTTPTypes

enum SecurityHeaders {
    /// The headers, which allow only the server's own files and the media that its scripts create,
    /// and no frames, content sniffing or referrers on other sites.
    ///
    /// Without any referrer, browsers would send a form of the sign-in with `Origin: null`.
    static let all: [(HTTPField.Name, String)] = [
        (
            .contentSecurityPolicy,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
                + "media-src blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        (.xContentTypeOptions, "nosniff"),
        (name("Referrer-Policy"), "same-origin"),
        (name("Cross-Origin-Resource-Policy"), "same-origin"),
        (name("Cross-Origin-Opener-Policy"), "same-origin"),
    ]

    private static func name(_ text: String) -> HTTPField.Name {
        // All these names are valid; the fallback would be harmless.
        HTTPField.Name(text) ?? .xContentTypeOptions
    }
}
