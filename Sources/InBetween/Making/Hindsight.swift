internal import CInBetween

/// Where motion is wrong, as far as the source tells: each of its pictures is made of the two beside it, by motion and by mixing,
/// in half of the size, and both are compared with it. Of two pictures, both are looked at, and those before, with less weight.
///
/// A pattern that repeats itself is found in more places than one; a drawing that changes its shape is found nowhere. Both go on
/// for some pictures, at one place. Where motion is about as wrong as mixing, it is wrong in another way, and a mean of both is less
/// wrong than either.
struct Hindsight: Sendable {
    /// What was found out about the later one of two pictures, by the one after it.
    private var latest: (picture: PaddedPlane<UInt8>, errors: [Errors])?
    /// Of blocks of 16 by 16 samples of luma.
    private var columns = 0
    private var rows = 0
    /// Of each block, without what was found out latest. Empty where nothing is known.
    private var errors: [Errors] = []
    /// How much of it is to be mixed where it is, in parts of ``Loops/wholeWeight``.
    private var parts: [UInt8] = []

    /// Sums of squared differences from the true picture.
    private struct Errors: Sendable {
        var ofMotion = 0
        var ofMixing = 0

        static func + (a: Self, b: Self) -> Self {
            Self(ofMotion: a.ofMotion + b.ofMotion, ofMixing: a.ofMixing + b.ofMixing)
        }

        /// What remains of them, a picture later.
        var remembered: Self { Self(ofMotion: ofMotion * memory / 8, ofMixing: ofMixing * memory / 8) }
    }

    /// How far around a block its surroundings reach, in blocks.
    private static let reach = 3
    /// So many eighths of what was before count beside what is now.
    private static let memory = 6
    /// Motion is wrong where its errors are more than so many of 100 parts of those of mixing.
    private static let leastParts = 130
    /// The same where mixing is far off, too, by a larger mean square than the second number. From a picture to the next but one,
    /// things go twice as far as what is to be made later: where they are quick, motion fails there more often.
    private static let (leastPartsOfQuick, mostMixing) = (200, 30)
    /// Where the errors of motion in the whole picture are more than so many of 100 parts of those of mixing, motion gives next to
    /// nothing; but not where mixing is far off, by a mean square of ``mostMixing``.
    private static let leastPartsOfAll = 96
    /// Below this mean square of mixing, little moves.
    private static let mostQuiet = 16
    /// Where the errors of motion are more than so many of 100 parts of those of mixing, how much is mixed where it is: where little
    /// moves, and elsewhere.
    private static let doubts: [(leastParts: Int, quiet: UInt8, other: UInt8)] = [(90, 5, 2), (70, 3, 1)]
    /// Where fewer of 100 blocks are not so, as where the camera moves, nothing is looked for: it would seldom decide.
    private static let leastCalm = 67

    /// Goes to two pictures.
    ///
    /// - Parameters:
    ///   - first: The earlier one: the second one of before, if they follow one another, or the one before that, if they go backwards.
    ///   - second: The later one.
    ///   - duration: From one to the other.
    ///   - next: The one after both, and how long it is from the second to it; `nil` where none goes on.
    ///   - loops: The inner loops.
    mutating func goOn(
        to first: Picture,
        _ second: Picture,
        lasting duration: Int,
        then next: NextPicture?,
        _ loops: Loops
    ) {
        let isNear =
            latest.map { $0.picture === first.luma.levels[0] || $0.picture === next?.picture.luma.levels[0] } ?? false
        if let latest, isNear { remember(latest.errors) } else { errors = [] }
        latest = nil
        if let next, let errors = tested(first.luma, second.luma, next.picture.luma, duration, next.duration, loops) {
            latest = (second.luma.levels[0], errors)
        }
        decide()
    }

    /// The errors with which a picture is made of the two beside it; `nil` where that tells nothing.
    private mutating func tested(
        _ first: LumaPyramid,
        _ truth: LumaPyramid,
        _ second: LumaPyramid,
        _ before: Int,
        _ after: Int,
        _ loops: Loops
    ) -> [Errors]? {
        guard before > 0, after > 0, let first = first.half, let truth = truth.half?.levels[0], let second = second.half
        else { return nil }
        let instant = MotionMethod.whole * before / (before + after)
        (columns, rows) = ((truth.width + 7) / 8, (truth.height + 7) / 8)
        let ofMixing = squares(Self.mixed(first.levels[0], second.levels[0], instant), truth)
        guard 100 * ofMixing.count(where: { $0 < 64 * Self.mostMixing }) >= Self.leastCalm * ofMixing.count else {
            return nil
        }
        let pair = SearchedPair(first, second, loops).withoutFade()
        guard !pair.isToNothing else { return nil }
        let moved = Self.moved(pair.withoutShadows(), first.levels[0], second.levels[0], instant, loops)
        return zip(squares(moved, truth), ofMixing).map { Errors(ofMotion: $0, ofMixing: $1) }
    }

    /// Nothing is known any more.
    mutating func forget() {
        latest = nil
        (errors, parts) = ([], [])
    }

    /// Whether all of the picture is to be mixed.
    var isToMixAll: Bool { !parts.isEmpty && parts.allSatisfy { $0 == Loops.wholeWeight } }

    /// Whether any cell is to be mixed.
    var tellsAnything: Bool { parts.contains { $0 > 0 } }

    /// How much of a cell of 4 by 4 samples of luma is to be mixed where it is, in parts of ``Loops/wholeWeight``.
    func partsInPlace(_ column: Int, _ row: Int) -> UInt8 {
        if parts.isEmpty { return 0 }
        return parts[min(row >> 2, rows - 1) * columns + min(column >> 2, columns - 1)]
    }

    private static func moved(
        _ pair: SearchedPair,
        _ first: PaddedPlane<UInt8>,
        _ second: PaddedPlane<UInt8>,
        _ instant: Int,
        _ loops: Loops
    ) -> PaddedPlane<UInt8> {
        let (width, height) = (first.width, first.height)
        let search = FoundMotion(pair).search(at: instant, loops)
        let field = search.fine(search.coarse())
        let blocks = OverlappedBlocks(
            format: PictureFormat(
                width: width,
                height: height,
                bits: 8,
                components: 1,
                horizontalShift: 0,
                verticalShift: 0
            ),
            cells: search.mixed(field),
            columns: field.columns,
            rows: field.rows,
            instant: instant,
            loops: loops
        )
        let made = PaddedPlane<UInt8>(width: width, height: height)
        unsafe blocks.render(0, first, second) { row, sums in
            unsafe inbetween_round8(made.address(0, row), sums, width)
        }
        return made
    }

    private static func mixed(
        _ first: PaddedPlane<UInt8>,
        _ second: PaddedPlane<UInt8>,
        _ instant: Int
    ) -> PaddedPlane<UInt8> {
        let mixed = PaddedPlane<UInt8>(width: first.width, height: first.height)
        unsafe BlendMethod.blend(first, second, at: instant) { row in
            unsafe UnsafeMutableRawPointer(mixed.address(0, row))
        }
        return mixed
    }

    /// The sum of squared differences of each block.
    private func squares(_ plane: PaddedPlane<UInt8>, _ truth: PaddedPlane<UInt8>) -> [Int] {
        Rows.values(columns: columns, rows: rows) { column, row in
            let (x, y) = (8 * column, 8 * row)
            let (width, height) = (min(8, truth.width - x), min(8, truth.height - y))
            return Int(unsafe inbetween_squares(plane.address(x, y), truth.address(x, y), truth.stride, width, height))
        }
    }

    /// Adds the errors of a picture to those before.
    private mutating func remember(_ latest: [Errors]) {
        errors = errors.count == latest.count ? zip(errors, latest).map { $0.remembered + $1 } : latest
    }

    /// Decides what is to be mixed, by all that is known.
    private mutating func decide() {
        let known: [Errors]
        switch (errors.isEmpty, latest?.errors) {
        case (_, .none): known = errors
        case (true, .some(let latest)): known = latest
        case (false, .some(let latest)): known = zip(errors, latest).map { $0 + $1 }
        }
        guard !known.isEmpty else { return parts = [] }
        let all = known.reduce(Errors()) { $0 + $1 }
        let isCalm = all.ofMixing < 64 * Self.mostMixing * known.count
        if isCalm, 100 * all.ofMotion > Self.leastPartsOfAll * all.ofMixing {
            parts = [UInt8](repeating: UInt8(Loops.wholeWeight), count: known.count)
            return
        }
        parts = Rows.values(columns: columns, rows: rows) { [self] column, row in
            partsInPlaceAround(column, row, known)
        }
    }

    private func partsInPlaceAround(_ column: Int, _ row: Int, _ errors: [Errors]) -> UInt8 {
        var all = Errors()
        var count = 0
        for y in max(0, row - Self.reach)...min(rows - 1, row + Self.reach) {
            for x in max(0, column - Self.reach)...min(columns - 1, column + Self.reach) {
                all.ofMotion += errors[y * columns + x].ofMotion
                all.ofMixing += errors[y * columns + x].ofMixing
                count += 1
            }
        }
        func isBeyond(_ parts: Int) -> Bool { 100 * all.ofMotion > parts * all.ofMixing }
        let isQuick = all.ofMixing >= 64 * Self.mostMixing * count
        if isBeyond(isQuick ? Self.leastPartsOfQuick : Self.leastParts) { return UInt8(Loops.wholeWeight) }
        let isQuiet = all.ofMixing < 64 * Self.mostQuiet * count
        return Self.doubts.first { isBeyond($0.leastParts) }.map { isQuiet ? $0.quiet : $0.other } ?? 0
    }
}
