// SPDX-License-Identifier: Apache-2.0

/// The redirects of services that count downloads.
///
/// A feed puts such a redirect in front of the address of an episode's media.
enum TrackingRedirect {
    private static let hosts: Set<Substring> = [
        "2.gum.fm", "adbarker.com", "arttrk.com", "chrt.fm", "chtbl.com", "claritaspod.com",
        "clrtpod.com", "dts.podtrac.com", "growx.podkite.com", "letscast.fm", "media.blubrry.com",
        "mgln.ai", "op3.dev", "p.podderapp.com", "pdcn.co", "pdst.fm", "pfx.veritonicmetrics.com",
        "pfx.vpixl.com", "play.podtrac.com", "podtrac.com", "prfx.byspotify.com", "pscrb.fm",
        "r.zen.ai", "s.gum.fm", "t.glystn.com", "tracking.swap.fm", "verifi.podscribe.com",
        "www.podtrac.com",
    ]

    /// Returns the address of the media behind all redirects; both addresses have no scheme.
    static func target(of address: Substring) -> Substring {
        guard let slash = address.utf8.firstIndex(of: UInt8(ascii: "/")),
            hosts.contains(address[..<slash]),
            let next = next(in: address[slash...].dropFirst())
        else { return address }
        return target(of: next)
    }

    /// Returns the address in a path, after up to three path components that belong to the service;
    /// `nil` if there is none.
    private static func next(in path: Substring) -> Substring? {
        var rest = path
        for _ in 0...3 {
            guard let slash = rest.firstIndex(of: "/") else { return nil }
            let name = rest[..<slash]
            if name.contains("."), !name.hasPrefix("redirect.") { return rest }
            // The inner address can have a scheme.
            rest = rest[slash...].drop { $0 == "/" }
        }
        return nil
    }
}
