internal import TimeStretch

/// Several algorithms as one option's value.
struct PitchAlgorithms {
    let list: [PitchAlgorithm]

    /// Reads `spectral,time-domain`.
    @Sendable init(parsing text: String) throws {
        list = try text.split(separator: ",").map { try OptionParsing.pitch(String($0)) }
    }
}
