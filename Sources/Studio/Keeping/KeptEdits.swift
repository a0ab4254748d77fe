internal import Files
internal import FoundationEssentials
internal import Synchronization

/// The edits that were worked on last, the newest first: those of several pages and sessions stand beside one another, so that
/// none takes the place of another. They are one small file in the user's state folder (XDG Base Directory).
final class KeptEdits: Sendable {
    /// So many are kept; then the one that was not worked on for longest goes.
    static let most = 8
    static let name = "studio-edits.json"

    /// In bytes: a page cannot send one edit of more than a megabyte.
    private static let limit = 16 << 20
    private let path: String?
    /// What is kept where there is no file.
    private let known = Mutex<[KeptEdit]>([])

    /// - Parameter folder: Of the file; `nil` where nothing is to outlive the session.
    init(in folder: String?) { path = folder.map { "\($0)/\(Self.name)" } }

    /// All of them.
    var all: [KeptEdit] { known.withLock { read() ?? $0 } }

    /// Keeps an edit in place of an earlier state of the same work.
    func keep(_ edit: KeptEdit) { change { edits in [edit] + edits.filter { $0.work != edit.work } } }

    /// Forgets a work.
    func forget(_ work: String) { change { edits in edits.filter { $0.work != work } } }

    /// The file is read anew: another session may have changed it. That it cannot be written is no reason to stop.
    private func change(_ body: ([KeptEdit]) -> [KeptEdit]) {
        known.withLock { known in
            let before = read() ?? known
            known = Array(body(before).prefix(Self.most))
            guard let path, known != before, let data = try? JSONEncoder().encode(known) else { return }
            try? SmallFile.write(Array(data), to: path, overwrites: true)
        }
    }

    /// What the file holds; `nil` where there is nothing that can be read.
    private func read() -> [KeptEdit]? {
        guard let path, let bytes = try? SmallFile.bytes(of: path, atMost: Self.limit) else { return nil }
        return try? JSONDecoder().decode([KeptEdit].self, from: Data(bytes))
    }
}
