/// What a recording may still write where some room is to be left on the disk. How much there is is looked at now and then, and what was
/// written since then is taken off.
struct SpaceBudget {
    /// The room to be left, in bytes; `nil` where all may be taken.
    private let limit: UInt64?
    /// The room that there was when it was looked at last, and what had been written then, in bytes; `nil` where it is not known.
    private var seen: (room: UInt64, written: UInt64)?

    init(_ limit: UInt64?) { self.limit = limit }

    /// Takes note of the room on the disk, where that is known, and of what is written already, in bytes.
    mutating func look(room: UInt64?, written: UInt64) { seen = room.map { ($0, written) } }

    /// Whether no more than that is left when so many bytes are written, or less.
    func isFilled(by size: UInt64) -> Bool {
        guard let limit, let seen else { return false }
        return seen.room <= limit || size > seen.written && seen.room - limit <= size - seen.written
    }
}
