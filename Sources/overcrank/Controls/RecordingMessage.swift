internal import FoundationEssentials
internal import Glibc

/// What a recording and `overcrank controls` say to each other: a line of JSON each.
enum RecordingMessage {
    /// What a recording says first: which camera it records.
    struct Greeting: Hashable, Codable, Sendable {
        let process: Int32
        let id: String
        let node: String?

        /// Whether a name that the user gives means this camera: its id, its path, or what comes after `/dev/` or `/dev/video`.
        func means(_ name: String) -> Bool {
            if name == id { return true }
            guard let node else { return false }
            return [name, "/dev/\(name)", "/dev/video\(name)"].contains { Self.resolved($0) == node }
        }

        /// The path without symbolic links; `nil` where there is nothing.
        private static func resolved(_ path: String) -> String? {
            guard let resolved = unsafe realpath(path, nil) else { return nil }
            defer { unsafe free(resolved) }
            return unsafe String(cString: resolved)
        }
    }

    /// What it answers to a request.
    enum Answer: Hashable, Codable, Sendable {
        case reply(ControlReply)
        case failure(status: Int32, message: String, hint: String?)
    }

    static func line(_ message: some Encodable) -> String? {
        (try? JSONEncoder().encode(message)).map { String(decoding: $0, as: UTF8.self) }
    }

    static func read<Message: Decodable>(_ type: Message.Type, from line: String) -> Message? {
        try? JSONDecoder().decode(type, from: Data(line.utf8))
    }
}
