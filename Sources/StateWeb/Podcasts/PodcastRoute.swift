// SPDX-License-Identifier: Apache-2.0
package import GPodder

/// A request of a podcast client, recognised by its path.
///
/// The paths are those of gpodder.net and of Nextcloud; a proxy may add a prefix.
package enum PodcastRoute: Equatable, Sendable {
    case signIn(user: String)
    case signOut(user: String)
    case devices(user: String)
    case device(user: String, id: String)
    /// The changes of subscriptions; ``feedList(user:_:)`` is the complete list.
    case feeds(user: String)
    case feedList(user: String, FeedList)
    case actions(user: String)
    /// The groups of synchronised devices; there is one group, of all devices.
    case groups(user: String)
    case settings(user: String)
    /// A list that is always empty on this server, such as the favourites.
    case nothing
    case clientConfiguration
    /// The requests of Nextcloud's GPodder Sync.
    case nextcloudFeeds, nextcloudFeedChange, nextcloudActions, nextcloudActionUpload
    /// The steps of Nextcloud's sign-in in a browser: the start, the poll for the result, and the
    /// page.
    case flow, flowResult
    case flowPage(id: String)
    /// The deletion of the password that the request uses.
    case password

    private static let deepestPrefix = 4

    /// Returns the route of a path, and the prefix before it; `nil` if podcast clients do not use
    /// the path.
    package static func of(_ path: [String]) -> (prefix: [String], route: PodcastRoute)? {
        for count in 0...min(deepestPrefix, path.count) {
            let rest = Array(path.dropFirst(count))
            let route =
                switch rest.first {
                case "api" where rest.dropFirst().first == "2": gpodder(Array(rest.dropFirst(2)))
                case "subscriptions": list(Array(rest.dropFirst()))
                case "index.php": nextcloud(rest.dropFirst().joined(separator: "/"))
                case "ocs" where rest.joined(separator: "/") == "ocs/v2.php/core/apppassword":
                    password
                case "clientconfig.json" where rest.count == 1: clientConfiguration
                case "toplist",
                    "suggestions" where rest.count == 2:
                    nothing
                case "search.json" where rest.count == 1: nothing
                default: PodcastRoute?.none
                }
            if let route { return (Array(path.prefix(count)), route) }
        }
        return nil
    }

    private static func gpodder(_ path: [String]) -> PodcastRoute? {
        guard (2...3).contains(path.count), let (name, form) = split(path[path.count - 1]),
            form == "json"
        else { return nil }
        if path.count == 2 {
            switch path[0] {
            case "devices": return .devices(user: name)
            case "episodes": return .actions(user: name)
            case "sync-devices": return .groups(user: name)
            case "favorites", "lists": return .nothing
            default: return nil
            }
        }
        switch (path[0], name) {
        case ("auth", "login"): return .signIn(user: path[1])
        case ("auth", "logout"): return .signOut(user: path[1])
        case ("devices", _): return .device(user: path[1], id: name)
        case ("subscriptions", _): return .feeds(user: path[1])
        case ("settings", _): return .settings(user: path[1])
        default: return nil
        }
    }

    private static func list(_ path: [String]) -> PodcastRoute? {
        guard (1...2).contains(path.count), let (name, form) = split(path[path.count - 1]),
            let form = FeedList(rawValue: form)
        else { return nil }
        return .feedList(user: path.count == 2 ? path[0] : name, form)
    }

    private static func nextcloud(_ path: String) -> PodcastRoute? {
        switch path {
        case "apps/gpoddersync/subscriptions": .nextcloudFeeds
        case "apps/gpoddersync/subscription_change/create": .nextcloudFeedChange
        case "apps/gpoddersync/episode_action": .nextcloudActions
        case "apps/gpoddersync/episode_action/create": .nextcloudActionUpload
        case "login/v2": .flow
        case "login/v2/poll": .flowResult
        case _ where path.hasPrefix("login/v2/flow/"):
            .flowPage(id: String(path.dropFirst("login/v2/flow/".count)))
        default: nil
        }
    }

    private static func split(_ file: String) -> (name: String, form: String)? {
        guard let dot = file.lastIndex(of: "."), dot > file.startIndex else { return nil }
        return (String(file[..<dot]), String(file[file.index(after: dot)...]))
    }

    var user: String? {
        switch self {
        case .signIn(let user), .signOut(let user), .devices(let user), .device(let user, _),
            .feeds(let user), .feedList(let user, _), .actions(let user), .groups(let user),
            .settings(let user):
            user
        default: nil
        }
    }

    var isPublic: Bool {
        switch self {
        case .signOut, .nothing, .clientConfiguration, .flow, .flowResult, .flowPage: true
        default: false
        }
    }
}
