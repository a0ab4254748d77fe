extension StretchTuning {
    /// The frames of the spectral algorithms. Lengths are in seconds.
    package struct Locking: Sendable {
        /// The length of a frame, give or take an eighth. Sweep `locking-frame`: from 0.043 to 0.171 s, tones stand 40, 50, 59,
        /// 64, 67 and 78 dB above all else, and the ends of a note reach 0.3, 0.8, 1.2, 1.8, 2.4 and 3.7 dB of change further
        /// into it.
        package var frameLength: Double
        /// Into how many hops a frame is divided. Sweep `locking-overlap`: with 3, 4, 6 and 8, tones stand 59, 64, 60 and 65 dB
        /// above all else, and where the rate changes their level does by 0.11, 0.08, 0.33 and 0.70 dB.
        package var overlap: Int
        /// By how many bits the entropy of a long frame's spectrum must exceed that of short ones for a short frame: of a held tone that
        /// is −1.9, of noise −0.9. Sweep `locking-short`. Sounds decide: with −0.3, −0.4 and −0.6, two voices at half speed have an NSIM
        /// of .848, .852 and .858 instead of .829, and levels of thirds of an octave are 0.140, 0.141 and 0.156 dB off instead of 0.145 dB.
        package var shortFrameGain = -0.4
        /// The same behind a short frame. Sweep `locking-short-hold`. It was moved with the other: 0.3 less.
        package var shortFrameHold = -0.7
        /// The share of the source's places, of about the last second's and but for those beside attacks, that exceed `shortFrameGain`
        /// where the source is a voice. Of readings 0.1 to 0.3 do, of singing 0.05 to 0.25, of music and noise less than 0.08. Sweep
        /// `locking-short-share`. Sounds decide: with 0.08, 0.1 and 0.11, three voices have an NSIM of .873, .871 and .870 at half speed instead of .846,
        /// and eight scores at rate 2 one of .804, .806 and .807; where nothing is a voice, .807.
        package var shortFrameShare = 0.11
        /// The part of a frame's spectrum that must be new for an attack to have a frame of its own, 0 to 1. Sweep
        /// `locking-threshold`: of the bursts that it makes, the same are found from 0.1 to 0.35.
        package var onsetThreshold: Float = 0.18
        /// How far behind its onset an attack lies. The detector answers half a millisecond before the steepest rise of the
        /// level. Sweep `locking-delay`: here attacks lie nearest to their places (1.4 ms at most; 2.6 ms without it).
        package var attackDelay = 0.0005
        /// How long before an attack all other frames have faded out. Sweep `locking-before`: without it, what comes before an
        /// attack reaches −59 dB of its peak; from here on −105 dB.
        package var before = 0.001
        /// How long behind an attack the frames that follow set in. Sweep `locking-behind`: with 3 ms, 24 attacks more are
        /// doubled; from 6 ms on none.
        package var behind = 0.009
        /// How long these fades are. Sweep `locking-fade`: with 1 ms, what comes before an attack reaches −86 dB of its peak;
        /// from 2 ms on −105 dB.
        package var fade = 0.003
        /// The shortest distance of two attacks; of two that are closer the stronger one counts. Sweep `locking-closest`:
        /// in rolls with 14 to 40 ms from hit to hit, of 240 hits 42, 49, 73 and 150 are missing or doubled with 12, 15, 20 and 30 ms.
        /// With 12 ms the drums of a synthesizer 15 ms apart lose up to 3.4 dB.
        package var closest = 0.015
        /// By how many decibels the level above 800 Hz must leap for a hit. Sweep `locking-hit-rise`: up to 8 dB 49 of
        /// these hits are missing or doubled, from 10 dB on 68.
        package var hitRise: Float = 8
        /// The part of all power that a hit must have above 800 Hz. Sweep `locking-hit-share`: up to 0.1 the
        /// periods of a sawtooth of 41 Hz are hits, and its harmonics change by up to 31 dB; from 0.25 on by 5 dB.
        package var hitShare: Float = 0.25
        /// By how many decibels the level above 800 Hz must leap behind an attack for the attack's own frame to end before it:
        /// what leaps there would be played as close to the attack as in the source. Sweep `locking-leap-rise`. Sounds decide:
        /// at half speed, with 4.5, 5 and 6 dB, 0, 0 and 1 of 280 hits are missing and 11, 13 and 14 doubled; without it 4 and
        /// 26.
        package var leapRise: Float = 5
        /// How long before such a leap the attack's own frame has faded out. Sweep `locking-before-leap`. Sounds decide: with
        /// 1, 3 and 4 ms 3, 0 and 2 hits are missing and 14, 13 and 12 doubled.
        package var beforeLeap = 0.003
        /// How far from an onset of the spectrum a leap of the level may lie to be its place. Sweep `locking-leap-reach`.
        /// Sounds decide: at half speed, with 6 and 8 ms, 12 and 17 hits of seven sounds are doubled, 12 without it.
        package var leapReach = 0.006
        /// By what factor the amplitude of a band is raised at most where what is struck dies away. Sweep `locking-tail`:
        /// with 1, 2, 4, 8 and 16 times, the level of rolls changes by −1.8, −0.8, −0.4, −0.3 and −0.2 dB.
        package var strongestTail: Float = 8
        /// How far behind an attack that raise sets in, in its hops of 1.3 ms: what is missing until then is made up for behind it.
        /// Sweep `locking-tail-start`: with 0, 0.5, 1, 1.5 and 2, the level of rolls changes by −0.5, −0.4, −0.3, −0.2 and −0.1 dB.
        /// With 0, 1 and 1.5, the high part of single hits of noise of 4 ms at half speed changes by −0.3, 0.3 and 0.6 dB.
        package var tailStart = 1.0
        /// Above rate 1, the part by which what is struck is raised to die away as slowly as in the source, by decibels. Sweep
        /// `locking-decay-share`. Scores that are played faster decide: with 0, 0.6, 0.7 and 0.8 the NSIM of four at rate 2 is
        /// .744, .782, .785 and .786.
        package var decayShare: Float = 0.8
        /// How many times as fast as it has fallen behind the attack a band is taken to fall. Sweep `locking-decay-fall`.
        /// Scores decide: with 1, 1.5 and 2.5, .779, .786 and .789; voices, which are not struck, .880 and .874 with 1.5 and
        /// 2.5.
        package var decayFall: Float = 1.5
        /// Within what time before the next attack that raise ends. Sweep `locking-decay-taper`. Scores decide: with 30 and 45
        /// ms, .786 and .783.
        package var decayTaper = 0.03
        /// How much of the level that frames lose by being unlike is made up for where phases are not led to agree, as a power.
        /// Sweep `locking-makeup`: with 0.7, 0.85 and 1, the level of noise changes by −0.2, 0.1 and 0.3 dB.
        package var makeup: Float = 0.85
        /// The same above the frequencies at which they are. Sweep `locking-makeup-above`. Sounds decide: with 0.75 levels of thirds
        /// of an octave are 0.01 to 0.03 dB nearer to the source's than with 0.85; where no phases agree, at rate 2, 0.03 dB farther off.
        package var makeupAbove: Float = 0.75
        /// Below which frequency, in hertz, a frame's phases are led to agree with the frames around it. Sweep `locking-refined`:
        /// with 0, 2500, 5000, 10 000 and 24 000 Hz, the level of noise changes by 0.16, 0.14, 0.12, 0.07 and −0.09 dB. Scores
        /// decide: with all frequencies ViSQOL's mark falls by up to 0.2, all of it above 6 kHz; with 5 kHz it does not.
        package var refinedBelow = 5000.0
        /// The same for frames that are cut off beside an attack. Sweep `locking-refined-attacks`: up to 5 kHz the same of
        /// these hits are missing or doubled, with 10 kHz one more. With 5 kHz the strongest pre-echoes of 16 pieces rise by
        /// 0.3 dB as a median.
        package var refinedNearAttacks = 2500.0
        /// On how many hops before an attack frames approach its phases, which are the source's. Sweep `locking-approach`: with
        /// 0, 1, 2, 4 and 8, the level of tones that are held under bursts varies by 1.05, 0.80, 0.24, 0.13 and 0.10 dB, and falls
        /// by 19.9, 17.5, 2.8, 1.2 and 1.2 dB at worst. More hops cost another transform in more frames.
        package var approachFrames = 4
        /// Within how many frames at rate 1 a peak is back at the source's phase. Sweep `locking-settling`: where the rate goes
        /// back to 1, levels change by 0.27, 0.10, 0.05 and 0.03 dB with 4, 7, 10 and 14 frames.
        package var settlingFrames = 8

        /// For listening.
        package static let standard = Locking(frameLength: 5120.0 / 48_000, overlap: 4)
        /// Four fifths of the work.
        package static let fast = Locking(frameLength: 4096.0 / 48_000, overlap: 3)

        init(frameLength: Double, overlap: Int) {
            self.frameLength = frameLength
            self.overlap = overlap
        }
    }
}
