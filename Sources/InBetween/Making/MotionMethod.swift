internal import CInBetween
internal import Dispatch

/// Follows what moves from one picture to the other.
///
/// Motion is looked for in both directions, in blocks (see ``BlockSearch``), once for two pictures. At each instant every place
/// chooses among the vectors that pass by (``InstantSearch``), and the picture is put together of blocks that overlap
/// (``OverlappedBlocks``), on the curve of what does not go straight on (``Acceleration``). Where what is found explains too little,
/// both pictures are mixed where they are; so they are, in part or wholly, where motion is no better for the pictures of the source
/// around (``Hindsight``).
package struct MotionMethod: InBetweenMethod {
    private let loops: Loops
    private var cuts = SceneCuts()
    private var hindsight = Hindsight()
    private var leaps = Leaps()
    private var pair: Pair?
    /// The pair that was begun last, and the one after it.
    private var searched: [Searched] = []

    /// What is known of two pictures before motion is looked for in full size.
    private struct Searched {
        let bright: SearchedPair
        /// Both, as they were given.
        let first: PaddedPlane<UInt8>
        let second: PaddedPlane<UInt8>
        let duration: Int
        let goesOn: Bool
        /// Whether the second one is the first one once more.
        let isRepeated: Bool
        /// `nil` as long as it was not needed.
        private(set) var motion: FoundMotion?

        mutating func findMotion() {
            if motion == nil { motion = FoundMotion(bright.withoutShadows()) }
        }

        /// What moves in it, for the pair before or after; `nil` where that was not needed.
        var beside: Acceleration.Beside? {
            motion.map { Acceleration.Beside(fields: $0.fields, duration: duration) }
        }
    }

    private struct Pair {
        let first: Picture
        let second: Picture
        /// `nil` where nothing can be found, or motion would be wrong everywhere.
        let motion: FoundMotion?
        /// `nil` where everything goes straight on, as far as is known.
        let acceleration: Acceleration?
    }

    /// So many of 100 cells may be unexplained.
    private static let mostUnexplained = 25
    /// In still pictures, samples differ by fewer grey levels as a mean.
    private static let mostStill = 2
    /// Something small moves where the samples of a cell differ by more as a mean, and by less than half of it along its vector.
    private static let mostStillInACell = 6
    /// In still pictures, so many of 100 parts of the difference remain along the vectors.
    private static let leastNoise = 85

    package var looksAhead: Bool { true }

    package init(loops: Loops = Loops()) { self.loops = loops }

    package mutating func begin(
        _ first: Picture,
        _ second: Picture,
        lasting duration: Int,
        then next: NextPicture?
    ) -> Bool {
        end()
        guard first.format == second.format else { return false }
        let next = next.flatMap { $0.picture.format == second.format ? $0 : nil }
        let before = searched.first { $0.second === first.luma.levels[0] }
        var own = search(first, second, duration)
        var following = next.map { search(second, $0.picture, $0.duration) }
        defer { searched = [own] + (following.map { [$0] } ?? []) }
        guard own.goesOn else {
            hindsight.forget()
            return false
        }
        let goesOn = following?.goesOn ?? false
        hindsight.goOn(to: first, second, lasting: duration, then: goesOn ? next : nil, loops)
        leaps = Leaps()
        if let before, let following {
            leaps = Leaps(before.first, own.first, own.second, following.second, loops)
        }
        // What stands still before or after goes by leaps, as a page that is scrolled: nothing was between.
        let isLeap = !own.isRepeated && (before?.isRepeated ?? false || following?.isRepeated ?? false)
        let isMixed = own.bright.isToNothing || isLeap || hindsight.isToMixAll
        if isMixed {
            pair = Pair(first: first, second: second, motion: nil, acceleration: nil)
            return true
        }
        own.findMotion()
        var acceleration: Acceleration?
        if goesOn, !own.isRepeated, let before = before?.beside {
            following?.findMotion()
            acceleration = following?.beside.flatMap { Acceleration(before, lasting: duration, $0) }
        }
        pair = Pair(first: first, second: second, motion: own.motion, acceleration: acceleration)
        return true
    }

    /// Looks at two pictures, unless that was done.
    private mutating func search(_ first: Picture, _ second: Picture, _ duration: Int) -> Searched {
        let (from, to) = (first.luma.levels[0], second.luma.levels[0])
        if let known = searched.first(where: { $0.first === from && $0.second === to }) { return known }
        let bright = SearchedPair(first.luma, second.luma, loops).withoutFade()
        return Searched(
            bright: bright,
            first: from,
            second: to,
            duration: duration,
            goesOn: cuts.goesOn(bright, from: first.luma, to: second.luma),
            isRepeated: Likeness.areSame(first, second)
        )
    }

    package mutating func end() { pair = nil }

    @unsafe package func make(
        at instant: Int,
        _ address: @Sendable (_ component: Int, _ row: Int) -> UnsafeMutableRawPointer
    ) {
        guard let pair else { return }
        guard let motion = pair.motion else {
            return unsafe BlendMethod.blend(pair.first, pair.second, at: instant, address)
        }
        let search = motion.search(at: instant, loops)
        let field = search.fine(search.coarse())
        let cells = search.mixed(field)
        let isExplained = 100 * cells.count(where: \.isUnexplained) <= Self.mostUnexplained * cells.count
        guard isExplained, !Self.isStill(cells, field, search) else {
            return unsafe BlendMethod.blend(pair.first, pair.second, at: instant, address)
        }
        let format = pair.first.format
        let bent = pair.acceleration?.bent(cells, along: field, at: instant) ?? cells
        let blocks = OverlappedBlocks(
            format: format,
            cells: withoutWrongMotion(bent, field, instant),
            columns: field.columns,
            rows: field.rows,
            instant: instant,
            loops: loops
        )
        for component in 0..<format.components {
            let width = format.size(of: component).width
            unsafe blocks.render(component, pair.first, pair.second) { row, sums in
                let to = unsafe address(component, row)
                if format.bits > 8 {
                    let samples = unsafe to.assumingMemoryBound(to: UInt16.self)
                    unsafe inbetween_round16(samples, sums, width)
                    unsafe inbetween_shift(samples, Int32(format.excess), width)
                } else {
                    unsafe inbetween_round8(to.assumingMemoryBound(to: UInt8.self), sums, width)
                }
            }
        }
    }

    /// Cells where motion is wrong around, or that leap, are mixed where they are; where it is hardly better, in part.
    private func withoutWrongMotion(_ cells: [MixedCell], _ field: MotionField, _ instant: Int) -> [MixedCell] {
        if !hindsight.tellsAnything, leaps.isEmpty { return cells }
        return Rows.values(columns: field.columns, rows: field.rows) { column, row in
            var cell = cells[row * field.columns + column]
            let parts = hindsight.partsInPlace(column, row)
            if parts == Loops.wholeWeight || leaps.contains(column, row) { return MixedCell(inPlaceAt: instant) }
            cell.partsInPlace = max(cell.partsInPlace, parts)
            return cell
        }
    }

    /// Whether next to nothing moves: pictures differ by little where they are, and by hardly less along the vectors, in no cell by
    /// much less. Then these only follow noise.
    private static func isStill(_ cells: [MixedCell], _ field: MotionField, _ search: InstantSearch) -> Bool {
        let most = 64 * mostStill * cells.count
        let along = cells.reduce(0) { $0 + Int($1.difference) }
        if along >= most { return false }
        let rows = Rows.values(columns: 1, rows: field.rows) { _, row in
            (0..<field.columns).reduce(into: (still: 0, moves: false)) { result, column in
                let still = search.difference8(.zero, column, row)
                let along = Int(cells[row * field.columns + column].difference)
                result.still += still
                if still > 64 * mostStillInACell, 2 * along < still { result.moves = true }
            }
        }
        let still = rows.reduce(0) { $0 + $1.still }
        return still < most && 100 * along >= leastNoise * still && !rows.contains(where: \.moves)
    }
}
