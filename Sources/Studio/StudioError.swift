public import MediaTime

/// What a session refuses or cannot do, in words for people.
public struct StudioError: Error, Sendable, CustomStringConvertible {
    /// What kind of refusal it is.
    public enum Kind: Sendable {
        /// It is not there.
        case notFound
        /// The clip was closed, or its file is another one by now: it can be opened again.
        case outdated
        /// It lies outside of what the session was given.
        case forbidden
        /// What was asked for makes no sense.
        case invalid
        /// A file cannot be read, or nothing in it can be shown.
        case unreadable
        /// Nothing can be written there.
        case notWritable
        /// A file is there already.
        case exists
        /// Too much is going on.
        case busy
        /// It was tried, and failed.
        case failed
    }

    /// What kind of refusal it is.
    public let kind: Kind
    /// What is wrong.
    public let message: String
    /// What can be done; `nil` where nothing is known to help.
    public let hint: String?
    /// The edits that it is about, as they are written; empty where it is about none.
    public let edits: [String]
    /// Where in the clip these collide (source time); `nil` where they do not.
    public let range: TimeRange?

    /// A refusal.
    ///
    /// - Parameters:
    ///   - kind: What kind it is.
    ///   - message: What is wrong.
    ///   - hint: What can be done; `nil` where nothing is known to help.
    ///   - edits: The edits that it is about, as they are written.
    ///   - range: Where in the clip these collide (source time); `nil` where they do not.
    public init(_ kind: Kind, _ message: String, hint: String? = nil, edits: [String] = [], range: TimeRange? = nil) {
        (self.kind, self.message, self.hint, self.edits, self.range) = (kind, message, hint, edits, range)
    }

    /// The message.
    public var description: String { message }
}
