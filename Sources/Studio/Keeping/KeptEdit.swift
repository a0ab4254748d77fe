internal import Files
internal import FoundationEssentials
internal import Glibc
internal import PathNames

/// The edit that was last worked on, so that it can be offered again after a crash. It is one small file in the user's state
/// folder (XDG Base Directory), beside nothing of the user's.
struct KeptEdit: Codable, Hashable, Sendable {
    /// The edit. Its clips' numbers are those of another session.
    var document: EditDocument
    /// The paths of its clips, in its order.
    var paths: [String]

    private static let name = "studio-edit.json"

    /// What was kept; `nil` where there is nothing that can be read.
    static func read(in folder: String) -> KeptEdit? {
        guard let bytes = try? SmallFile.bytes(of: "\(folder)/\(name)", atMost: 1 << 20) else { return nil }
        return try? JSONDecoder().decode(KeptEdit.self, from: Data(bytes))
    }

    /// Keeps it in place of what was kept before: the file is replaced as a whole.
    func write(in folder: String) throws {
        let bytes = Array(try JSONEncoder().encode(self))
        try SmallFile.write(bytes, to: "\(folder)/\(Self.name)", overwrites: true)
    }

    /// Forgets what was kept.
    static func forget(in folder: String) { _ = unsafe unlink("\(folder)/\(name)".pathBytes) }
}
