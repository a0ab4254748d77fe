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
    private var tried = InlineArray<16, MotionVector>(repeating: .zero)
    private var count = 0
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
        (self.x, self.y, cost, count) = (x, y, .max, 0)
    }

    /// Tries a vector, unless it was tried.
    @inline(__always)
    mutating func attempt(_ vector: MotionVector) {
        for index in 0..<count where tried[index] == vector { return }
        if count < 16 {
            tried[count] = vector
            count += 1
        }
        measure(vector)
    }

    @inline(__always)
    private mutating func measure(_ vector: MotionVector) {
        let distance = price * min(vector.distance(to: expected), Self.mostDistance)
        guard distance < cost else { return }
        let (tx, ty) = (x + Int(vector.x), y + Int(vector.y))
        let difference =
            isLarge ? loops.difference16(from, x, y, to, tx, ty) : loops.difference8(from, x, y, to, tx, ty)
        if difference + distance < cost { (cost, best) = (difference + distance, vector) }
    }

    /// Tries all vectors up to so far.
    mutating func exhaust(_ reach: Int32) {
        for y in -reach...reach {
            for x in -reach...reach { measure(MotionVector(x: x, y: y)) }
        }
    }

    /// Goes to the best neighbour, for as long as there is a better one.
    mutating func descend(_ rounds: Int) {
        var last: MotionVector?
        for _ in 0..<rounds {
            let centre = best
            for y: Int32 in -1...1 {
                for x: Int32 in -1...1 where x != 0 || y != 0 {
                    let vector = centre + MotionVector(x: x, y: y)
                    // Neighbours of the last centre were tried.
                    if let last, abs(vector.x - last.x) < 2, abs(vector.y - last.y) < 2 { continue }
                    measure(vector)
                }
            }
            if best == centre { return }
            last = centre
        }
    }
}
