internal import CInBetween

/// A set of inner loops. All sets give the same results.
@safe package struct Loops: @unchecked Sendable {
    /// Which instructions they are made of.
    package enum Kind: Int32, CaseIterable, Sendable {
        case plain = 0, sse2, avx2
    }

    private let loops: inbetween_loops

    /// The loops of a kind; `nil` where this processor does not have their instructions.
    package init?(_ kind: Kind) {
        guard let loops = unsafe inbetween_loops_of(kind.rawValue) else { return nil }
        unsafe self.loops = loops.pointee
    }

    /// The fastest loops of this processor.
    package init() { unsafe loops = inbetween_fastest_loops().pointee }

    /// The sum of absolute differences of two blocks of 8 by 8 samples, each given by its first one.
    @inline(__always)
    func difference8(_ a: PaddedPlane<UInt8>, _ ax: Int, _ ay: Int, _ b: PaddedPlane<UInt8>, _ bx: Int, _ by: Int)
        -> Int
    {
        Int(unsafe loops.difference8(a.block(ax, ay), a.stride, b.block(bx, by), b.stride))
    }

    /// The same of 16 by 16 samples.
    @inline(__always)
    func difference16(_ a: PaddedPlane<UInt8>, _ ax: Int, _ ay: Int, _ b: PaddedPlane<UInt8>, _ bx: Int, _ by: Int)
        -> Int
    {
        Int(unsafe loops.difference16(a.block(ax, ay), a.stride, b.block(bx, by), b.stride))
    }

    /// The weight of all blocks together that are added at a place.
    static var wholeWeight: Int32 { Int32(inbetween_whole) }

    /// Adds a mixed block to sums. See the C header.
    @unsafe @inline(__always)
    func mix(
        into sums: UnsafeMutablePointer<UInt32>,
        _ sumsStride: Int,
        _ first: UnsafePointer<UInt16>,
        _ second: UnsafePointer<UInt16>,
        _ stride: Int,
        _ taps: inbetween_taps,
        _ bits: Int,
        weight: Int32
    ) {
        unsafe withUnsafePointer(to: taps) {
            unsafe loops.mix8(sums, sumsStride, first, second, stride, $0, Int32(bits), weight)
        }
    }
}
