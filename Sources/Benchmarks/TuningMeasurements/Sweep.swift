internal import TimeStretch

/// One number of a tuning, the values that are tried, and what is measured at each.
struct Sweep {
    /// The number's name, as its declaration in ``StretchTuning`` gives it.
    let name: String
    /// Its unit.
    let unit: String
    /// The values that are tried, by rising value; the one in use is among them.
    let values: [Double]
    /// Reads the number.
    let get: (StretchTuning) -> Double
    /// Writes the number.
    let set: (inout StretchTuning, Double) -> Void
    /// What is measured.
    let trial: any Trial

    /// Prints a table: a row for each value, a column for each measure.
    func run() throws {
        print("\n\(name) (\(unit)): \(trial.description)")
        print("  " + "value".padded(10) + trial.columns.map { $0.padded(14) }.joined())
        for value in values {
            var tuning = StretchTuning()
            let isInUse = (get(tuning) - value).magnitude <= 1e-6 * value.magnitude
            set(&tuning, value)
            let cells = try trial.measure(tuning).map { $0.map { $0.text.padded(14) } ?? "–".padded(14) }
            print((isInUse ? "* " : "  ") + value.valueText.padded(10) + cells.joined())
        }
    }
}

/// Something that is measured under a tuning.
protocol Trial: CustomStringConvertible {
    /// What each measure is, with its unit.
    var columns: [String] { get }

    /// The measures, in the order of the columns; `nil` where there is nothing to measure.
    func measure(_ tuning: StretchTuning) throws -> [Double?]
}

extension String {
    /// With spaces in front, as wide as asked for.
    fileprivate func padded(_ width: Int) -> String { String(repeating: " ", count: max(1, width - count)) + self }
}

extension Double {
    /// A number for people: with three places behind the point at most.
    fileprivate var text: String {
        let scaled = (self * 1000).rounded() / 1000
        return scaled == scaled.rounded() ? "\(Int(scaled))" : "\(scaled)"
    }

    /// A value that is tried, which can be far smaller than any measure.
    fileprivate var valueText: String { magnitude < 0.01 && self != 0 ? "\(self)" : text }
}
