extension Collection where Element: BinaryFloatingPoint {
    /// The standard deviation; there must be an element.
    var deviation: Element {
        let number = Element(count)
        let mean = reduce(0, +) / number
        return (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / number).squareRoot()
    }
}
