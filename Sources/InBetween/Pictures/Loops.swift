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

    /// The sum of absolute differences of two blocks of 8 by 8 samples, each given by its first one. Where it is `enough` or more,
    /// another such number may be given.
    @inline(__always)
    func difference8(
        _ a: PaddedPlane<UInt8>,
        _ ax: Int,
        _ ay: Int,
        _ b: PaddedPlane<UInt8>,
        _ bx: Int,
        _ by: Int,
        enough: Int = .max
    ) -> Int {
        Int(unsafe loops.difference8(a.block(ax, ay), a.stride, b.block(bx, by), b.stride, UInt32(clamping: enough)))
    }

    /// The same of 16 by 16 samples.
    @inline(__always)
    func difference16(
        _ a: PaddedPlane<UInt8>,
        _ ax: Int,
        _ ay: Int,
        _ b: PaddedPlane<UInt8>,
        _ bx: Int,
        _ by: Int,
        enough: Int = .max
    ) -> Int {
        Int(unsafe loops.difference16(a.block(ax, ay), a.stride, b.block(bx, by), b.stride, UInt32(clamping: enough)))
    }

    /// How much neighbouring samples differ: the sum of absolute differences of each of 8 by 8 samples and the one to the right of it,
    /// and the one below.
    @inline(__always)
    func texture8(_ a: PaddedPlane<UInt8>, _ x: Int, _ y: Int) -> Int {
        Int(unsafe loops.texture8(a.block(x, y), a.stride))
    }

    /// Looks for a block of 16 by 16 samples, or of 8 by 8. See the C header.
    @unsafe func search(isLarge: Bool) -> inbetween_search {
        unsafe isLarge ? loops.search16 : loops.search8
    }

    /// The same of 4 by 4 samples, all of it.
    func difference4(
        _ a: PaddedPlane<UInt8>,
        _ ax: Int,
        _ ay: Int,
        _ b: PaddedPlane<UInt8>,
        _ bx: Int,
        _ by: Int
    ) -> Int {
        Int(unsafe inbetween_difference4(a.block(ax, ay), a.stride, b.block(bx, by), b.stride))
    }

    /// The sum of 8 by 8 samples.
    @inline(__always)
    func sum8(_ a: PaddedPlane<UInt8>, _ x: Int, _ y: Int) -> Int {
        Int(unsafe loops.difference8(a.block(x, y), a.stride, inbetween_black(), 0, .max))
    }

    /// The weight of all blocks together that are added at a place.
    static var wholeWeight: Int32 { Int32(inbetween_whole) }

    /// Adds mixed blocks of samples of a type to sums. See the C header.
    @unsafe func mix<Sample>(_ type: Sample.Type) -> inbetween_mix {
        unsafe MemoryLayout<Sample>.size == 1 ? loops.mix_bytes : loops.mix_words
    }
}
