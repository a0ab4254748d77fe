/// What `uvcsim` knows of each frame that it took: the truth that a recording is compared with.
struct CameraLedger {
    struct Entry {
        enum Fate: String {
            /// It went out whole.
            case delivered
            /// It was left out on purpose.
            case skipped
            /// It went out with the error flag.
            case corrupt
            /// The one before it had not been fetched yet.
            case overrun
        }

        let number: UInt32
        /// When the frame was taken: nanoseconds of the guest's monotonic clock.
        let instant: Int64
        let fate: Fate
        /// Bytes and FNV-1a hash, of frames that went out.
        let content: FrameContent?
    }

    let entries: [Entry]

    init(parsing text: String) throws {
        entries = try text.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            guard
                words.count == 3 || words.count == 5,
                let number = UInt32(words[0]), let instant = Int64(words[1]),
                let fate = Entry.Fate(rawValue: String(words[2]))
            else { throw LedgerError(line: String(line)) }
            guard words.count == 5 else {
                return Entry(number: number, instant: instant, fate: fate, content: nil)
            }
            guard let length = Int(words[3]), let hash = UInt64(words[4], radix: 16) else {
                throw LedgerError(line: String(line))
            }
            return Entry(
                number: number,
                instant: instant,
                fate: fate,
                content: FrameContent(length: length, hash: hash)
            )
        }
    }

    /// The frames of one fate, in order.
    func entries(_ fate: Entry.Fate) -> [Entry] { entries.filter { $0.fate == fate } }
}

/// A line that is none of a ledger.
struct LedgerError: Error {
    let line: String
}

/// A frame's bytes, told apart from all others.
struct FrameContent: Hashable {
    let length: Int
    /// FNV-1a, 64 bits.
    let hash: UInt64

    init(length: Int, hash: UInt64) {
        self.length = length
        self.hash = hash
    }

    init(of bytes: some Collection<UInt8>) {
        length = bytes.count
        hash = bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
