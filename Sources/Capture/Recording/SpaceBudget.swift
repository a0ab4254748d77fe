/// What a recording may still write where some room is to be left on the disk. How much there is is looked at now and then, and what a file
/// has grown by since then is taken off.
struct SpaceBudget {
    /// The room to be left, in bytes; `nil` where all may be taken.
    private let limit: UInt64?
    /// The room that there was when it was looked at last, and how large the file was then, in bytes; `nil` where it is not known.
    private var seen: (room: UInt64, size: UInt64)?

    init(_ limit: UInt64?) { self.limit = limit }

    /// Takes note of the room on the disk, where that is known, and of the size of the file on it, in bytes.
    mutating func look(room: UInt64?, size: UInt64) { seen = room.map { ($0, size) } }

    /// Whether less than that would be left when the file has so many bytes, or no more.
    func isFilled(by size: UInt64) -> Bool {
        guard let limit, let seen else { return false }
        return seen.room <= limit || size > seen.size && seen.room - limit <= size - seen.size
    }
}
