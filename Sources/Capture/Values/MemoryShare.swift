internal import Glibc

/// How much of the machine's memory a recording may take.
enum MemoryShare {
    /// For the driver's buffers, which cannot be swapped out.
    case driver
    /// For frames that wait for the writer.
    case waiting
    /// For what is kept before a trigger.
    case preRoll

    /// One of so many parts.
    private var part: Int {
        switch self {
        case .driver, .waiting: 8
        case .preRoll: 4
        }
    }

    /// A wish, or the share where that is less; in bytes. Recordings that are made together have it together.
    func limit(_ wish: Int, sharedBy count: Int = 1) -> Int { min(wish, Self.total / part / max(1, count)) }

    /// The machine's memory, in bytes.
    private static let total = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
}
