/// One block, and the best vector that was tried for it.
struct SearchedBlock {
    private let from: PaddedPlane<UInt8>
    private let to: PaddedPlane<UInt8>
    private let loops: Loops
    private let isLarge: Bool
    /// What a sample of distance from the expected vector costs.
    private let price: Int
    private var x = 0
    private var y = 0
    private var cost = Int.max
    /// Which vectors were tried of the 8 by 8 around the first one, row by row.
    private var triedNear: UInt64 = 0
    private var near = MotionVector.zero
    /// Those that lie elsewhere.
    private var triedFar = InlineArray<8, MotionVector>(repeating: .zero)
    private var farCount = 0
    private(set) var best = MotionVector.zero
    /// What the surroundings let expect.
    var expected = MotionVector.zero

    /// Further off than this, a vector costs no more.
    private static let mostDistance = 16

    /// Large blocks have 16 by 16 samples, small ones 8 by 8.
    init(_ from: PaddedPlane<UInt8>, _ to: PaddedPlane<UInt8>, _ loops: Loops, isLarge: Bool) {
        (self.from, self.to, self.loops, self.isLarge) = (from, to, loops, isLarge)
        price = isLarge ? 80 : 60
    }

    /// Goes to the block that begins at a place.
    @inline(__always)
    mutating func begin(_ x: Int, _ y: Int) {
        (self.x, self.y, cost, triedNear, farCount) = (x, y, .max, 0, 0)
    }

    /// Tries a vector, unless it was tried.
    @inline(__always)
    mutating func attempt(_ vector: MotionVector) {
        if triedNear == 0 { near = vector }
        let (x, y) = (vector.x &- near.x &+ 4, vector.y &- near.y &+ 4)
        if UInt32(bitPattern: x | y) < 8 {
            let bit = (1 as UInt64) << UInt64(truncatingIfNeeded: y << 3 | x)
            if triedNear & bit != 0 { return }
            triedNear |= bit
        } else {
            for index in 0..<farCount where triedFar[index] == vector { return }
            if farCount < 8 {
                triedFar[farCount] = vector
                farCount += 1
            }
        }
        measure(vector)
    }

    @inline(__always)
    private mutating func measure(_ vector: MotionVector) {
        let distance = price * min(vector.distance(to: expected), Self.mostDistance)
        guard distance < cost else { return }
        let (tx, ty) = (x + Int(vector.x), y + Int(vector.y))
        let enough = cost - distance
        let difference =
            isLarge
            ? loops.difference16(from, x, y, to, tx, ty, enough: enough)
            : loops.difference8(from, x, y, to, tx, ty, enough: enough)
        if difference < enough { (cost, best) = (difference + distance, vector) }
    }

    /// Tries all vectors up to so far.
    mutating func exhaust(_ reach: Int32) {
        for y in -reach...reach {
            for x in -reach...reach { measure(MotionVector(x: x, y: y)) }
        }
    }

    /// Goes to the best of four neighbours, for as long as there is a better one, and at most so many times.
    mutating func descend(_ rounds: Int) {
        for _ in 0..<rounds {
            let centre = best
            attempt(centre + MotionVector(x: 0, y: -1))
            attempt(centre + MotionVector(x: -1, y: 0))
            attempt(centre + MotionVector(x: 1, y: 0))
            attempt(centre + MotionVector(x: 0, y: 1))
            if best == centre { return }
        }
    }
}
