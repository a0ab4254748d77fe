internal import FlyingFox

/// Who may ask: whoever knows the token, from a page of this very server.
struct Access: Sendable {
    /// Part of every address.
    let token: String

    /// An access with a new token.
    init() { token = Self.newToken() }

    /// 160 random bits.
    static func newToken() -> String {
        var generator = SystemRandomNumberGenerator()
        let letters = Array("abcdefghijklmnopqrstuvwxyz234567")
        return String((0..<32).map { _ in letters[Int(generator.next(upperBound: UInt32(letters.count)))] })
    }

    /// The part of a path behind the token; `nil` where the token is wrong or missing. Takes as long for every wrong one.
    func rest(of path: String) -> String? {
        let (own, given) = (Array("/\(token)".utf8), Array(path.utf8))
        var difference: UInt8 = given.count < own.count ? 1 : 0
        for (index, byte) in own.enumerated() { difference |= index < given.count ? given[index] ^ byte : 1 }
        guard difference == 0 else { return nil }
        let rest = given.dropFirst(own.count)
        guard rest.first == UInt8(ascii: "/") else { return nil }
        return String(decoding: rest.dropFirst(), as: UTF8.self)
    }

    /// Whether a request is meant for this server: names of others that lead here (DNS rebinding) and pages of others are refused.
    func isOwn(_ request: HTTPRequest, port: UInt16) -> Bool {
        let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        guard let host = request.headers[.host]?.lowercased(), hosts.contains(host) else { return false }
        guard let origin = request.headers[HTTPHeader("Origin")] else { return true }
        return origin.lowercased() == "http://\(host)"
    }
}
