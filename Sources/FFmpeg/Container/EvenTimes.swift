/// Times for packets that have none, evenly between those that have.
enum EvenTimes {
    /// So many times between two that are known, in ticks. They are even where so many packets fill what is between. Else, and
    /// where one of the two is not known, each comes a `step` behind the one before it; `nil` where neither is.
    static func between(_ last: Int64?, _ next: Int64?, count: Int, step: Int64) -> [Int64?] {
        let parts = Int64(count) + 1
        guard let last else { return (1..<parts).map { place in next.map { $0 &- (parts - place) &* step } } }
        if let next, case let distance = next.subtractingReportingOverflow(last), !distance.overflow,
            distance.partialValue > 0, distance.partialValue / parts / 2 < step
        {
            let (whole, rest) = distance.partialValue.quotientAndRemainder(dividingBy: parts)
            return (1..<parts).map { last + $0 * whole + $0 * rest / parts }
        }
        return (1..<parts).map { last &+ $0 &* step }
    }
}
