internal import CInBetween

/// Mixes both pictures, each as much as it is near.
package struct BlendMethod: InBetweenMethod {
    private let loops = Loops()
    private var cuts = SceneCuts()
    private var pair: (first: Picture, second: Picture)?

    package var looksAhead: Bool { false }

    package init() {}

    package mutating func begin(
        _ first: Picture,
        _ second: Picture,
        lasting duration: Int,
        then next: NextPicture?
    ) -> Bool {
        end()
        guard first.format == second.format else { return false }
        let bright = SearchedPair(first.luma, second.luma, loops).withoutFade()
        guard cuts.goesOn(bright, from: first.luma, to: second.luma) else { return false }
        pair = (first, second)
        return true
    }

    @unsafe package func make(
        at instant: Int,
        _ address: @Sendable (_ component: Int, _ row: Int) -> UnsafeMutableRawPointer
    ) {
        guard let pair else { return }
        unsafe Self.blend(pair.first, pair.second, at: instant, address)
    }

    package mutating func end() { pair = nil }

    /// Mixes two pictures.
    @unsafe static func blend(
        _ first: Picture,
        _ second: Picture,
        at instant: Int,
        _ address: @Sendable (_ component: Int, _ row: Int) -> UnsafeMutableRawPointer
    ) {
        switch (first.samples, second.samples) {
        case (.bytes(let from), .bytes(let to)): unsafe blend(first.format, from, to, at: instant, address)
        case (.words(let from), .words(let to)): unsafe blend(first.format, from, to, at: instant, address)
        default: preconditionFailure("two pictures of different formats")
        }
    }

    @unsafe private static func blend<Sample>(
        _ format: PictureFormat,
        _ first: [PaddedPlane<Sample>],
        _ second: [PaddedPlane<Sample>],
        at instant: Int,
        _ address: @Sendable (_ component: Int, _ row: Int) -> UnsafeMutableRawPointer
    ) {
        for component in 0..<format.components {
            unsafe blend(first[component], second[component], at: instant, excess: format.excess) { row in
                unsafe address(component, row)
            }
        }
    }

    /// Mixes two planes. Bits that samples of the result have beyond those of the planes are zero.
    @unsafe static func blend<Sample>(
        _ first: PaddedPlane<Sample>,
        _ second: PaddedPlane<Sample>,
        at instant: Int,
        excess: Int = 0,
        _ address: @Sendable (_ row: Int) -> UnsafeMutableRawPointer
    ) {
        Rows.concurrently(first.height) { range in
            for row in range {
                let samples = unsafe address(row)
                unsafe inbetween_blend(
                    samples,
                    first.address(0, row),
                    second.address(0, row),
                    Int32(instant),
                    Int32(MemoryLayout<Sample>.stride),
                    first.width
                )
                if excess > 0 {
                    unsafe inbetween_shift(
                        samples.assumingMemoryBound(to: UInt16.self),
                        Int32(excess),
                        first.width
                    )
                }
            }
        }
    }
}
