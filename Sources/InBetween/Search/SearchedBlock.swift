internal import CInBetween

/// One block, and the vectors that are to be tried for it.
///
/// The price of a vector is the difference of the blocks, and how far it is from what the surroundings let expect.
@safe struct SearchedBlock {
    private let from: PaddedPlane<UInt8>
    private let search: inbetween_search
    private var sought: inbetween_sought
    private var vectors = InlineArray<128, inbetween_vector>(repeating: inbetween_vector())
    private var count = 0

    /// What a sample of distance from the expected vector costs, of blocks of 16 by 16 samples and of 8 by 8.
    private static let (price, smallPrice): (Int32, Int32) = (80, 60)
    /// Further off than this, a vector costs no more.
    private static let mostDistance: Int32 = 16

    /// Blocks to be looked for.
    enum Kind: CaseIterable {
        /// Of 8 by 8 samples.
        case small
        /// Of 16 by 16.
        case large
        /// Of 16 by 16, of which every second row is compared: in full size, that finds as good vectors in less time.
        case sparse
    }

    /// Both planes have the same size.
    init(_ from: PaddedPlane<UInt8>, _ to: PaddedPlane<UInt8>, _ loops: Loops, _ kind: Kind) {
        let isLarge = kind != .small
        self.from = from
        unsafe search = loops.search(isLarge: isLarge)
        let (columns, rows) = (to.blockColumns, to.blockRows)
        unsafe sought = inbetween_sought(
            block: from.address(0, 0),
            plane: to.address(0, 0),
            stride: to.stride,
            x: 0,
            y: 0,
            least: Int32(columns.lowerBound),
            most_x: Int32(columns.upperBound),
            most_y: Int32(rows.upperBound),
            price: isLarge ? Self.price : Self.smallPrice,
            most_distance: Self.mostDistance,
            expected: inbetween_vector(),
            skips_rows: kind == .sparse ? 1 : 0
        )
    }

    /// Goes to the block that begins at a place, without any vectors, and with the one that its surroundings let expect.
    @inline(__always)
    mutating func begin(_ x: Int, _ y: Int, expecting expected: MotionVector) {
        unsafe sought.block = from.block(x, y)
        (unsafe sought.x, unsafe sought.y) = (Int32(x), Int32(y))
        unsafe sought.expected = inbetween_vector(x: expected.x, y: expected.y)
        count = 0
    }

    /// Adds a vector to those that are to be tried.
    @inline(__always)
    mutating func add(_ vector: MotionVector) {
        vectors[count] = inbetween_vector(x: vector.x, y: vector.y)
        count &+= 1
    }

    /// Adds all vectors up to so far.
    mutating func addAll(_ reach: Int32) {
        for y in -reach...reach {
            for x in -reach...reach { add(MotionVector(x: x, y: y)) }
        }
    }

    /// The best of the vectors, and of those that are found downhill from it: the best of four neighbours, for as long as there is a
    /// better one, and at most so many times.
    @inline(__always)
    mutating func best(descending rounds: Int32) -> MotionVector {
        let best = unsafe vectors.span.withUnsafeBufferPointer { [search, count] vectors in
            unsafe search(&sought, vectors.baseAddress, count, rounds)
        }
        return MotionVector(x: best.x, y: best.y)
    }
}
