public import MediaTime

extension PitchAlgorithm {
    /// What an algorithm can do, what it costs, and what it is for.
    ///
    /// This is the only place that says so. Plans, comparisons, lists and tests ask here; none of them names an
    /// algorithm in a condition of its own.
    public struct Abilities: Hashable, Sendable {
        /// The rates that an algorithm plays, as source duration ÷ target duration.
        public enum Rates: Hashable, Sendable {
            /// Every rate.
            case any
            /// Every rate in a range, its ends included.
            case within(ClosedRange<PlaybackRate>)
            /// Some rates and no other, by rising rate.
            case only([PlaybackRate])
        }

        /// What the algorithm is for, in a few words, for lists.
        public let purpose: String
        /// The rates that it plays.
        public let rates: Rates
        /// Whether it follows a rate that changes while it plays.
        public let playsRamps: Bool
        /// Whether the pitch stays as it is in the source. Otherwise it changes by the rate.
        public let keepsPitch: Bool
        /// Whether its output is silence. An export then leaves the audio track out.
        public let isSilent: Bool
        /// Whether it is given what would have come before the first sample, in place of silence.
        let isLedIn: Bool
        /// Whether a comparison renders it where no algorithms are named.
        public let isComparedByDefault: Bool
        /// Processor time for stereo audio at half speed, as a part of the time that ``PitchAlgorithm/spectral`` takes.
        /// A guide value: measured with `RetimeBenchmarks --filter stretch`, rounded to one digit.
        public let relativeCost: Double

        init(
            _ purpose: String,
            rates: Rates = .within(PlaybackRate(1, 32)...PlaybackRate(32)),
            playsRamps: Bool = true,
            keepsPitch: Bool = true,
            isSilent: Bool = false,
            isLedIn: Bool = false,
            isComparedByDefault: Bool = true,
            relativeCost: Double
        ) {
            self.purpose = purpose
            self.rates = rates
            self.playsRamps = playsRamps
            self.keepsPitch = keepsPitch
            self.isSilent = isSilent
            self.isLedIn = isLedIn
            self.isComparedByDefault = isComparedByDefault
            self.relativeCost = relativeCost
        }
    }

    /// The algorithm that is used where none is named.
    public static let standard = PitchAlgorithm.spectral

    /// What the algorithm can do.
    public var abilities: Abilities {
        switch self {
        case .spectral:
            Abilities("the highest quality", relativeCost: 1)
        case .spectralFast:
            Abilities("nearly the same, at four fifths of the cost", isComparedByDefault: false, relativeCost: 0.8)
        case .spectralRubberBand:
            Abilities("the sound of Rubber Band", isLedIn: true, isComparedByDefault: false, relativeCost: 10)
        case .timeDomain:
            Abilities("speech, at a low cost", relativeCost: 0.1)
        case .varispeed:
            Abilities("the pitch changes with the rate, as on a tape machine", keepsPitch: false, relativeCost: 0.03)
        case .lowLatency:
            Abilities(
                "previews, at a few rates",
                rates: .only(
                    [(1, 2), (2, 3), (4, 5), (1, 1), (5, 4), (3, 2), (2, 1)].map { PlaybackRate($0, $1) }
                ),
                playsRamps: false,
                relativeCost: 0.1
            )
        case .mute:
            Abilities("no audio", rates: .any, isSilent: true, isComparedByDefault: false, relativeCost: 0)
        }
    }
}
