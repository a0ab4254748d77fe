extension TestProgram {
    /// A part of the program, for one kind of measurement.
    public struct Section: Hashable, Sendable {
        /// What a section consists of.
        public enum Name: String, CaseIterable, Sendable {
            /// A blow a few milliseconds after the program's start: for hits behind a file's start or a cut.
            case beginning
            /// Bursts of noise that begin at their peak: for sync, missing and doubled events.
            case bursts
            /// Blows like those of castanets, over a bed of noise: for attacks.
            case attacks
            /// Blows that are much softer: for splices that soft ones need, too.
            case soft
            /// A sine of 997 Hz.
            case single
            /// Sines of 440 and 660 Hz.
            case pair
            /// 220 Hz and seven harmonics.
            case harmonic
            /// A tone whose frequency swings by half a semitone.
            case vibrato
            /// A chord that dies away, each note of it from another side: for partials that decay, are weak, and are panned.
            case chord
            /// Noise whose middle and side are independent and of known levels.
            case noise
            /// A sine whose frequency rises by the same number of octaves every second.
            case sweep
        }

        /// What it consists of.
        public let name: Name
        /// Where it is, in source samples.
        public let range: Range<Int>
    }

    /// What a steady tone of the program consists of.
    public enum Tone: String, Codable, CaseIterable, Sendable {
        /// One sine.
        case single
        /// Two sines a fifth apart.
        case pair
        /// A fundamental and its harmonics.
        case harmonic

        /// The section in which the tone is heard.
        var section: Section.Name {
            switch self {
            case .single: .single
            case .pair: .pair
            case .harmonic: .harmonic
            }
        }
    }
}
