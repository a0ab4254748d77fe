/// Sizes for people.
enum ByteText {
    /// `812 B`, `41.2 MB`: powers of 1000, one decimal.
    static func short(_ bytes: UInt64) -> String {
        var (value, unit) = (Double(bytes), 0)
        let units = ["B", "kB", "MB", "GB", "TB"]
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        return unit == 0 ? "\(bytes) B" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
