/// What a rendering of the ``TestProgram`` shows of the algorithm that made it.
///
/// The names of the properties are those of the JSON documents. What a rendering cannot tell is `nil`: a mono file
/// says nothing about stereo, and at rate 32 a tone is too short to be judged. Levels are in decibels, times in
/// milliseconds of target time, frequencies in cents.
public struct Measurements: Codable, Hashable, Sendable {
    /// How many samples the rendering has too many (positive) or too few (negative).
    public var lengthErrorSamples: Int
    /// How far bursts stand from where the map puts them; `nil` where no burst was found, or they stand too close.
    public var sync: Sync?
    /// How many bursts there are; `nil` where the map puts them too close together to be told apart.
    public var events: Events?
    /// What became of sharp attacks; `nil` where none was found, or they stand too close.
    public var attack: Attack?
    /// What became of steady tones, in the program's order; empty where the map makes them too short.
    public var tones: [Tone]
    /// What became of the stereo image; `nil` unless the rendering has two channels.
    public var stereo: Stereo?
    /// How far the short-time spectra of a sweep are from the source's, in decibels; the lower the more alike.
    ///
    /// Self-similarity, not quality: an ideal rendering at another tempo has other spectra than its source.
    public var spectralConvergenceDecibels: Double?
    /// The level of rendered noise over that of the source's, in decibels; 0 is right.
    public var noiseLevelDecibels: Double?

    /// Instants of bursts against the map, in milliseconds of target time.
    public struct Sync: Codable, Hashable, Sendable {
        /// The mean of the errors' magnitudes.
        public var meanMilliseconds: Double
        /// The greatest magnitude of an error.
        public var worstMilliseconds: Double
        /// The mean of the errors with their signs; positive is late.
        public var biasMilliseconds: Double
    }

    /// Bursts that were to be heard and that are.
    public struct Events: Codable, Hashable, Sendable {
        /// How many bursts the program has.
        public var expected: Int
        /// How many of them are not there.
        public var missing: Int
        /// How many there are besides: repetitions of an attack.
        public var doubled: Int
    }

    /// Attacks like those of castanets, against the source's.
    public struct Attack: Codable, Hashable, Sendable {
        /// The peak over the source's, in decibels: the median attack.
        public var levelDecibels: Double
        /// The same of the attack that lost most.
        public var lowestLevelDecibels: Double
        /// The level just before attacks over the source's there, in decibels; what is above 0 was smeared forward.
        public var preEchoDecibels: Double
    }

    /// A steady tone over a floor of noise.
    public struct Tone: Codable, Hashable, Sendable {
        /// Which tone.
        public var name: TestProgram.Tone
        /// The tone's power over that of everything else, in decibels.
        public var sinadDecibels: Double
        /// The level of the partial that lost most over the source's, in decibels; 0 is right.
        public var lowestPartialDecibels: Double
        /// Its mean frequency against the source's, in cents, positive is sharp; `nil` where the
        /// strongest partial is not there.
        public var pitchErrorCents: Double?
        /// How its frequency wavers, up to 40 times a second: the root mean square of the deviation from the mean, in
        /// cents; `nil` where the strongest partial is not there.
        public var flutterCents: Double?
    }

    /// The stereo image, against the source's.
    public struct Stereo: Codable, Hashable, Sendable {
        /// The change of the side's level over the middle's, in decibels; positive is wider.
        public var sideMidErrorDecibels: Double
        /// The change of the coherence between the channels, over bands: a root mean square between 0 and 1.
        public var coherenceError: Double
    }
}
