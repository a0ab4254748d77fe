internal import Glibc

/// How often a parser is given something damaged.
package enum Rounds {
    /// The seeds of the rounds. `OVERCRANK_FUZZ` multiplies them: 1 unless set, as many as one likes by hand.
    package static func seeds(_ count: UInt64) -> Range<UInt64> {
        let factor = unsafe getenv("OVERCRANK_FUZZ").flatMap { unsafe UInt64(String(cString: $0)) } ?? 1
        return 0..<count * factor
    }
}
