/// What a rendering of the ``TestProgram`` shows of the algorithm that made it.
///
/// The names of the properties are those of the JSON documents. A figure that a rendering cannot give is `nil`: a mono file
/// has no stereo image, and at rate 32 a tone is too short. Levels are in decibels, times in milliseconds of target time,
/// frequencies in cents.
public struct Measurements: Codable, Hashable, Sendable {
    /// How many samples the rendering has too many (positive) or too few (negative).
    public var lengthErrorSamples: Int
    /// How far bursts are from where the map puts them; `nil` where no burst was found, or where the map puts them too close
    /// together.
    public var sync: Sync?
    /// How many bursts there are; `nil` where the map puts them too close together to be told apart.
    public var events: Events?
    /// How well sharp attacks are kept; `nil` where none was found, or where the map puts them too close together.
    public var attack: Attack?
    /// A blow 8 ms after the program's start; `nil` where the rendering does not reach so far.
    public var earlyHit: KnownHits?
    /// Blows that are 25 dB softer than the attacks.
    public var softHits: KnownHits?
    /// A chord's partials, which decay, differ in strength and come from different sides; `nil` where the pitch is not kept.
    public var chord: ClipMeasurements.Partials?
    /// How much the level of a tone with vibrato sways, in decibels: the standard deviation.
    public var vibratoWobbleDecibels: Double?
    /// How well steady tones are kept, in the program's order; empty where the map makes them too short.
    public var tones: [Tone]
    /// How well the stereo image is kept; `nil` unless the rendering has two channels.
    public var stereo: Stereo?
    /// How far the short-time spectra of a sweep are from the source's, in decibels; lower is more alike.
    ///
    /// Self-similarity, not quality: an ideal rendering at another tempo has other spectra than its source.
    public var spectralConvergenceDecibels: Double?
    /// The level of rendered noise over that of the source, in decibels; 0 is right.
    public var noiseLevelDecibels: Double?

    /// The instants of bursts, compared with those of the map, in milliseconds of target time.
    public struct Sync: Codable, Hashable, Sendable {
        /// The mean of the errors' magnitudes.
        public var meanMilliseconds: Double
        /// The greatest magnitude of an error.
        public var worstMilliseconds: Double
        /// The mean of the errors with their signs; positive is late.
        public var biasMilliseconds: Double
    }

    /// Bursts that should be heard, and those that are.
    public struct Events: Codable, Hashable, Sendable {
        /// How many bursts the program has.
        public var expected: Int
        /// How many of them are not heard.
        public var missing: Int
        /// How many bursts are heard that the program does not have: repetitions.
        public var doubled: Int
    }

    /// Attacks like those of castanets, compared with the source's.
    public struct Attack: Codable, Hashable, Sendable {
        /// The peak over the source's, in decibels; the median of all attacks.
        public var levelDecibels: Double
        /// The same, of the attack that lost most.
        public var lowestLevelDecibels: Double
        /// The level just before attacks over the source's, in decibels; above 0, a part of the attack is heard before it.
        public var preEchoDecibels: Double
    }

    /// Hits whose places are known.
    public struct KnownHits: Codable, Hashable, Sendable {
        /// How many are not heard, or have lost more than 14 dB.
        public var missing: Int
        /// How far the one that is farthest off stands from its place, in milliseconds of target time; negative is early.
        public var worstMilliseconds: Double?
        /// The peak of the one that lost most over the source's, in decibels.
        public var lowestLevelDecibels: Double?
    }

    /// A steady tone over a floor of noise.
    public struct Tone: Codable, Hashable, Sendable {
        /// Which tone.
        public var name: TestProgram.Tone
        /// The tone's power over that of everything else, in decibels.
        public var sinadDecibels: Double
        /// The level of the partial that lost most over the source's, in decibels; 0 is right.
        public var lowestPartialDecibels: Double
        /// Its mean frequency over the source's, in cents; positive is sharp. `nil` where the strongest partial is not
        /// there.
        public var pitchErrorCents: Double?
        /// How much its frequency changes, up to 40 times a second: the root mean square of the deviation from the mean, in
        /// cents. `nil` where the strongest partial is not there.
        public var flutterCents: Double?
    }

    /// The stereo image, compared with the source's.
    public struct Stereo: Codable, Hashable, Sendable {
        /// The change of the side's level over the middle's, in decibels; positive is wider.
        public var sideMidErrorDecibels: Double
        /// The change of the coherence of the channels: the root mean square over bands, between 0 and 1.
        public var coherenceError: Double
    }
}
