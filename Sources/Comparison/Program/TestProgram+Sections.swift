extension TestProgram {
    /// A part of the program that one kind of question is put to.
    public struct Section: Hashable, Sendable {
        /// What is heard in a section.
        public enum Name: String, CaseIterable, Sendable {
            /// Noise that sets in at once and dies away: instants, missing and doubled events.
            case bursts
            /// Like castanets, over a bed of noise: what becomes of attacks.
            case attacks
            /// A sine of 997 Hz.
            case single
            /// Sines of 440 and 660 Hz.
            case pair
            /// 220 Hz and seven harmonics.
            case harmonic
            /// Noise whose middle and side are independent and of known levels.
            case noise
            /// A sine whose frequency rises evenly in octaves.
            case sweep
        }

        /// What is heard.
        public let name: Name
        /// Where, in source samples.
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
