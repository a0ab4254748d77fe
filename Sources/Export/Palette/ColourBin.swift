/// Colours that are counted together.
struct ColourBin {
    /// How many pixels have one of them.
    private(set) var count = 0.0
    private var sum = SIMD3<Double>.zero
    private var squares = SIMD3<Double>.zero

    /// None.
    init() {}

    /// One colour, by its components from 0 to 255.
    init(_ colour: SIMD3<Float>, count: Double) {
        let colour = SIMD3<Double>(colour)
        (self.count, sum, squares) = (count, count * colour, count * (colour * colour))
    }

    mutating func add(_ other: ColourBin) {
        count += other.count
        sum += other.sum
        squares += other.squares
    }

    /// Their mean, by components from 0 to 255.
    var mean: SIMD3<Float> { SIMD3<Float>(sum / max(count, 1)) }

    /// The mean of their squared distances from it, all components together.
    var spread: Float { Float(max(0, ((squares - sum * sum / max(count, 1)) / max(count, 1)).sum())) }
}
