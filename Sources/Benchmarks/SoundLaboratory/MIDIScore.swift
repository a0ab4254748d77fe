internal import RandomNumbers

/// Music that a synthesizer plays at any tempo: two instruments, a bass and drums, different for each seed.
struct MIDIScore {
    let seed: UInt64
    /// Programs of General MIDI: what plays the figure, and what holds the chords.
    let instruments: (figure: UInt8, chords: UInt8)

    /// Piano and strings, guitar and organ, vibraphone and voices.
    static let all = [
        MIDIScore(seed: 1, instruments: (0, 48)), MIDIScore(seed: 2, instruments: (24, 19)),
        MIDIScore(seed: 3, instruments: (11, 52)),
    ]

    static let soundFont = "/usr/share/sounds/sf2/TimGM6mb.sf2"

    /// Ticks of a quarter note, which lasts half a second.
    private static let quarter = 480

    /// The notes as a Standard MIDI File of format 0.
    ///
    /// - Parameter slower: How many times as long everything lasts.
    /// - Returns: The bytes of the file.
    func midi(slower: Double) -> [UInt8] {
        var generator = SplitMix64(seed: seed)
        var events: [(tick: Int, order: Int, bytes: [UInt8])] = []
        func note(_ pitch: Int, _ channel: UInt8, at tick: Int, lasting length: Int, _ velocity: UInt8) {
            events.append((tick, 1, [0x90 | channel, UInt8(pitch), velocity]))
            events.append((tick + length, 0, [0x80 | channel, UInt8(pitch), 0]))
        }
        for (channel, program) in [(UInt8(0), instruments.figure), (1, instruments.chords), (2, 33)] {
            events.append((0, -1, [0xC0 | channel, program]))
        }
        // The figure from the left, the chords from the right.
        events.append((0, -1, [0xB0, 10, 30]))
        events.append((0, -1, [0xB1, 10, 100]))
        for bar in 0..<4 {
            let start = bar * 4 * Self.quarter
            let root = [60, 57, 53, 55, 62, 65].randomElement(using: &generator) ?? 60
            let chord = [0, Bool.random(using: &generator) ? 4 : 3, 7].map { root + $0 }
            for pitch in chord { note(pitch, 1, at: start, lasting: 1900, 60) }
            for eighth in 0..<8 {
                let pitch =
                    chord[Int.random(in: 0..<3, using: &generator)] + 12 * Int.random(in: 0...1, using: &generator)
                note(pitch, 0, at: start + eighth * 240, lasting: 200, .random(in: 70...100, using: &generator))
            }
            for beat in 0..<4 {
                let tick = start + beat * Self.quarter
                note(root - 24, 2, at: tick, lasting: 400, 90)
                note(beat % 2 == 0 ? 36 : 38, 9, at: tick, lasting: 100, 110)
                note(42, 9, at: tick, lasting: 60, 80)
                note(42, 9, at: tick + 240, lasting: 60, 70)
            }
        }
        events.sort { ($0.tick, $0.order) < ($1.tick, $1.order) }
        let microseconds = Int((500_000 * slower).rounded())
        var track: [UInt8] = [0, 0xFF, 0x51, 3] + Self.bytes(microseconds, 3)
        var last = 0
        for event in events {
            track += Self.variableLength(event.tick - last) + event.bytes
            last = event.tick
        }
        track += [0, 0xFF, 0x2F, 0]
        return Array("MThd".utf8) + Self.bytes(6, 4) + Self.bytes(0, 2) + Self.bytes(1, 2) + Self.bytes(Self.quarter, 2)
            + Array("MTrk".utf8) + Self.bytes(track.count, 4) + track
    }

    private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// Seven bits a byte, the highest first.
    private static func variableLength(_ number: Int) -> [UInt8] {
        var bytes = [UInt8(number & 0x7F)]
        var rest = number >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }
}
