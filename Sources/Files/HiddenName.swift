internal import Glibc

/// Names of what is not finished. They do not contain the final name, which may be as long as a name can be.
enum HiddenName {
    private static let prefix = ".overcrank-"
    /// Of names that nobody else gives.
    private static let unfinished = prefix + "unfinished."
    private static let randomLength = 6

    /// What `mkstemp` and `mkdtemp` make names from.
    static let template = unfinished + String(repeating: "X", count: randomLength)

    /// A name that nothing has.
    static var unused: String { "\(prefix)\(getpid()).\(UInt32.random(in: 0...UInt32.max))" }

    /// Whether a name may come from ``template``.
    static func fitsTemplate(_ name: String) -> Bool {
        name.hasPrefix(unfinished) && name.utf8.count == template.utf8.count
            && name.dropFirst(unfinished.count).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
}
