/// Where something has moved to, in samples of luma or in eighths of them.
struct MotionVector: Hashable, Sendable {
    var x: Int32
    var y: Int32

    static let zero = MotionVector(x: 0, y: 0)

    @inline(__always)
    init(x: Int32, y: Int32) { (self.x, self.y) = (x, y) }

    @inline(__always)
    static func == (a: Self, b: Self) -> Bool { (a.x ^ b.x) | (a.y ^ b.y) == 0 }

    static func + (a: Self, b: Self) -> Self { Self(x: a.x &+ b.x, y: a.y &+ b.y) }
    static func - (a: Self, b: Self) -> Self { Self(x: a.x &- b.x, y: a.y &- b.y) }
    static func * (a: Self, factor: Int32) -> Self { Self(x: a.x &* factor, y: a.y &* factor) }
    static prefix func - (a: Self) -> Self { Self(x: 0 &- a.x, y: 0 &- a.y) }

    /// The sum of both distances.
    @inline(__always)
    func distance(to other: Self) -> Int { Int((x &- other.x).magnitude &+ (y &- other.y).magnitude) }

    /// The square of its length.
    var square: Int { Int(x) * Int(x) + Int(y) * Int(y) }

    /// The part of the way at an instant between 0 and 65,536, rounded to whole units.
    @inline(__always)
    func part(_ instant: Int) -> Self {
        func part(_ way: Int32) -> Int32 { Int32(truncatingIfNeeded: (Int(way) &* instant &+ 32768) >> 16) }
        return Self(x: part(x), y: part(y))
    }

    /// Of eighths of a sample, whole ones.
    @inline(__always)
    var whole: Self { Self(x: (x &+ 4) >> 3, y: (y &+ 4) >> 3) }

    /// The middle one of three, each coordinate by itself.
    @inline(__always)
    static func median(_ a: Self, _ b: Self, _ c: Self) -> Self {
        Self(x: middle(a.x, b.x, c.x), y: middle(a.y, b.y, c.y))
    }

    @inline(__always)
    private static func middle(_ a: Int32, _ b: Int32, _ c: Int32) -> Int32 { max(min(a, b), min(max(a, b), c)) }
}
