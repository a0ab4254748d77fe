internal import CInBetween

/// Mixes both pictures, each as much as it is near.
package struct BlendMethod: InBetweenMethod {
    private let loops = Loops()
    private var cuts = SceneCuts()
    private var pair: (first: Picture, second: Picture)?

    package init() {}

    package mutating func begin(_ first: Picture, _ second: Picture) -> Bool {
        pair = nil
        guard first.format == second.format else { return false }
        let search = BlockSearch(from: first.luma, to: second.luma, loops: loops)
        let coarse = search.field(downTo: SceneCuts.level(of: first.luma))
        guard cuts.goesOn(first.luma, second.luma, coarse, loops) else { return false }
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

    /// Mixes two pictures.
    @unsafe static func blend(
        _ first: Picture,
        _ second: Picture,
        at instant: Int,
        _ address: @Sendable (_ component: Int, _ row: Int) -> UnsafeMutableRawPointer
    ) {
        let format = first.format
        for component in 0..<format.components {
            let (from, to) = (first.planes[component], second.planes[component])
            Rows.concurrently(from.height) { range in
                for row in range {
                    let samples = unsafe address(component, row)
                    unsafe inbetween_blend(
                        samples,
                        from.address(0, row),
                        to.address(0, row),
                        Int32(instant),
                        Int32(format.bits > 8 ? 2 : 1),
                        from.width
                    )
                    if format.excess > 0 {
                        unsafe inbetween_shift(
                            samples.assumingMemoryBound(to: UInt16.self),
                            Int32(format.excess),
                            from.width
                        )
                    }
                }
            }
        }
    }
}
