/// What of one row of samples a shape meets; sample centres, both ends included.
struct RowReach {
    /// Samples outside this are not touched.
    var touched: ClosedRange<Double>
    /// Samples in this are covered whole; `nil` where none is.
    var covered: ClosedRange<Double>?
}

extension ClosedRange<Double> {
    /// `nil` where the ends are the wrong way round or not numbers.
    init?(from low: Double, to high: Double) {
        guard low <= high else { return nil }
        self = low...high
    }
}
