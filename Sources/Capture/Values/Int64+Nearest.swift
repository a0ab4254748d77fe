extension Int64 {
    /// The whole number nearest to another; the nearest that there is for one that is out of reach, and 0 for none at all.
    init(nearest number: Double) {
        if let whole = Int64(exactly: number.rounded()) {
            self = whole
        } else {
            self = number.isNaN ? 0 : number < 0 ? .min : .max
        }
    }
}
