/// The few colours that all frames of an image are drawn with.
struct Palette {
    /// Beside the colours there is one for pixels that stay as they were.
    static let mostColours = 255

    let colours: [PaletteColour]
    /// How far a pixel is from its colour on average, root mean square of the components; 0 where every colour is there.
    let error: Float
    /// So many bits of each component have to be told apart where frames are drawn.
    let bits: Int

    /// More are told apart only where colours are nearer to one another than this tells.
    private static let fewestBits = 6

    /// The colours that are nearest to those of a histogram, as eyes see it.
    ///
    /// The set of all is divided again and again, where that takes most away of the sum of squared distances; then each colour is
    /// moved to the mean of those that are nearest to it, some times (k-means). Distances are those of Oklab (B. Ottosson, 2020).
    ///
    /// - Complexity: O(bins · colours).
    init(_ histogram: ColourHistogram) {
        if let exact = histogram.exact {
            colours = exact.sorted { ($0.green, $0.red, $0.blue) < ($1.green, $1.red, $1.blue) }
            (error, bits) = (0, Self.fewestBits)
            return
        }
        let (bits, bins) = histogram.bins()
        self.bits = max(bits, Self.fewestBits)
        let points = bins.map { ColourPoint(screen: $0.mean, weight: Float($0.count)) }
        var centres = ColourCluster.divided(points, into: Self.mostColours).map(\.mean)
        for _ in 0..<Self.refinements { centres = Self.refined(centres, points) }
        var rest: Float = 0
        let search = NearestPlace(centres)
        for (point, bin) in zip(points, bins) {
            let nearest = centres[search.number(nearestTo: point.place)]
            let difference = Oklab.screen(of: nearest) - point.screen
            rest += point.weight * ((difference * difference).sum() + bin.spread)
        }
        error = (rest / 3 / points.reduce(0) { $0 + $1.weight }).squareRoot()
        colours = centres.map { PaletteColour(Oklab.screen(of: $0)) }
    }

    private static let refinements = 4

    private static func refined(_ centres: [SIMD3<Float>], _ points: [ColourPoint]) -> [SIMD3<Float>] {
        var sums = [SIMD3<Float>](repeating: .zero, count: centres.count)
        var weights = [Float](repeating: 0, count: centres.count)
        let search = NearestPlace(centres)
        for point in points {
            let index = search.number(nearestTo: point.place)
            sums[index] += point.place * point.weight
            weights[index] += point.weight
        }
        return centres.indices.map { weights[$0] > 0 ? sums[$0] / weights[$0] : centres[$0] }
    }

    /// For each colour of which ``bits`` are told apart, the number of the nearest one.
    ///
    /// - Complexity: O(colours) for each.
    var nearest: (_ bin: Int) -> UInt8 {
        let bits = bits
        let search = NearestPlace(colours.map { Oklab.place(of: $0.components) })
        return { bin in
            UInt8(search.number(nearestTo: Oklab.place(of: PaletteColour.components(ofBin: bin, bits: bits))))
        }
    }
}
