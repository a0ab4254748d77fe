/// Which pictures a picture of HEVC keeps for itself and for those after it: `st_ref_pic_set` (H.265, 7.3.7 and 7.4.8). All others are
/// forgotten.
struct HEVCReferenceSet: Hashable, Sendable {
    /// A picture that is kept.
    struct Entry: Hashable, Sendable {
        /// By how much later it is presented than the picture that keeps it; less than zero for an earlier one.
        let distance: Int
        /// Whether that picture itself refers to it.
        let isUsed: Bool
    }

    /// Those that are presented earlier, the nearest first, and then the later ones.
    private let (earlier, later): ([Entry], [Entry])

    /// All of them.
    var entries: [Entry] { earlier + later }

    /// A set keeps no more pictures.
    private static let most = 16
    /// A sequence has no more sets.
    private static let mostSets: UInt32 = 64

    /// Reads those of a sequence; `nil` where they end too early.
    static func read(_ reader: inout BitReader) -> [HEVCReferenceSet]? {
        guard let count = reader.exponentialGolomb(), count <= mostSets else { return nil }
        var sets: [HEVCReferenceSet] = []
        for _ in 0..<count {
            guard let set = HEVCReferenceSet(&reader, after: sets, isOfSlice: false) else { return nil }
            sets.append(set)
        }
        return sets
    }

    /// Reads one.
    ///
    /// - Parameters:
    ///   - reader: is behind it then.
    ///   - sets: those before it, by one of which it may be described.
    ///   - isOfSlice: it stands in a slice, which says by which.
    init?(_ reader: inout BitReader, after sets: [HEVCReferenceSet], isOfSlice: Bool) {
        var isPredicted = false
        if !sets.isEmpty {
            guard let flag = reader.bit() else { return nil }
            isPredicted = flag
        }
        if isPredicted {
            guard let other = Self.other(&reader, sets, isOfSlice: isOfSlice), let moved = Self.moved(other, &reader)
            else { return nil }
            (earlier, later) = moved
            return
        }
        guard let before = reader.exponentialGolomb(), let after = reader.exponentialGolomb(), before <= Self.most,
            after <= Self.most, let earlier = Self.entries(Int(before), by: -1, &reader),
            let later = Self.entries(Int(after), by: 1, &reader)
        else { return nil }
        (self.earlier, self.later) = (earlier, later)
    }

    private static func entries(_ count: Int, by sign: Int, _ reader: inout BitReader) -> [Entry]? {
        var entries: [Entry] = []
        var distance = 0
        for _ in 0..<count {
            guard let step = reader.exponentialGolomb(), step < 1 << 15, let isUsed = reader.bit() else { return nil }
            distance += sign * (Int(step) + 1)
            entries.append(Entry(distance: distance, isUsed: isUsed))
        }
        return entries
    }

    private static func other(
        _ reader: inout BitReader,
        _ sets: [HEVCReferenceSet],
        isOfSlice: Bool
    ) -> HEVCReferenceSet? {
        guard isOfSlice else { return sets.last }
        guard let back = reader.exponentialGolomb(), back < sets.count else { return nil }
        return sets[sets.count - 1 - Int(back)]
    }

    /// A set described by another one, whose pictures are as much nearer or farther, and of which some are left out (7-61 and 7-62).
    private static func moved(_ other: HEVCReferenceSet, _ reader: inout BitReader) -> ([Entry], [Entry])? {
        guard let isBack = reader.bit(), let size = reader.exponentialGolomb(), size < 1 << 15 else { return nil }
        let move = (isBack ? -1 : 1) * (Int(size) + 1)
        // The last one is the picture to which the other set belongs.
        var all: [Entry] = []
        for distance in other.entries.map(\.distance) + [0] {
            guard let isUsed = reader.bit() else { return nil }
            var isKept = true
            if !isUsed {
                guard let flag = reader.bit() else { return nil }
                isKept = flag
            }
            let place = distance + move
            if isKept, place != 0 { all.append(Entry(distance: place, isUsed: isUsed)) }
        }
        let earlier = all.filter { $0.distance < 0 }.sorted { $0.distance > $1.distance }
        let later = all.filter { $0.distance > 0 }.sorted { $0.distance < $1.distance }
        guard earlier.count <= most, later.count <= most else { return nil }
        return (earlier, later)
    }
}
